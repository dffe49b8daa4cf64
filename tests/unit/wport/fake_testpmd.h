/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_TESTPMD_H
#define FAKE_TESTPMD_H

/*
 * A testpmd that takes commands of plugins: this program has testpmd_add_driver_commands(),
 * and a real librte_cmdline behind it.
 */

#include <stdbool.h>

/* What was said to the line, good until the next one; NULL: no command is like that. */
const char *testpmd_say(const char *line);

/* What "help drivers" would show. */
const char *testpmd_help(void);

/* A plugin that was loaded after the others: one of another project, or (ours) one that
 * has added the same commands. It goes. */
void testpmd_plugin_add(bool ours);
void testpmd_plugin_remove(void);

#endif /* FAKE_TESTPMD_H */
