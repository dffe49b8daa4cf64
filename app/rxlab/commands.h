/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef COMMANDS_H
#define COMMANDS_H

/* "rxlab COMMAND ...": argv[0] is the command; the exit status: 0, 1 it failed or a limit
 * was not kept, 2 it was asked wrongly. */
int command_run(int argc, char **argv);
int command_published(int argc, char **argv);
int command_regret(int argc, char **argv);
int command_settle(int argc, char **argv);
int command_list(int argc, char **argv);

#endif /* COMMANDS_H */
