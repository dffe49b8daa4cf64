/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "commands.h"
#include "lab.h"
#include "options.h"

static const char usage_text[] =
	"usage: rxlab COMMAND [options]; each command has --help\n"
	"The aggregation hold of USB Wi-Fi chips in a laboratory: modelled chip, access point,\n"
	"computer and traffic, in virtual time. The same seed gives the same figures.\n"
	"  run        one load on one computer with several holds and policies\n"
	"  published  what was measured with real chips, and what the model makes of it\n"
	"  regret     what a policy costs against the best fixed hold, over many loads\n"
	"  settle     how still a policy keeps under a constant load, and where it goes without\n"
	"  list       computers, links, loads, holds\n"
	"  analyse    a usbmon capture of your own dongle: what another hold would have given\n";

static const struct {
	const char *name;
	int (*call)(int argc, char **argv);
} commands[] = {
	{ "run", command_run },
	{ "published", command_published },
	{ "regret", command_regret },
	{ "settle", command_settle },
	{ "list", command_list },
	{ "analyse", lab_analyse },
};

int
main(int argc, char **argv)
{
	unsigned int i;

	if (argc < 2) {
		fputs(usage_text, stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0) {
		fputs(usage_text, stdout);
		return 0;
	}
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return commands[i].call(argc - 1, argv + 1);
	options_wrong("no command \"%s\" (--help)", argv[1]);
	return 2;
}
