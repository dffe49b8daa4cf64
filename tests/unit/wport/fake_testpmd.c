/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/queue.h>
#include <unistd.h>

#include <cmdline.h>
#include <cmdline_parse.h>
#include <cmdline_parse_string.h>

#include "fake_testpmd.h"

#define COMMANDS_MAX 16

/* As DPDK's app/test-pmd/testpmd.h has it. */
struct testpmd_driver_commands {
	TAILQ_ENTRY(testpmd_driver_commands) next;
	struct {
		cmdline_parse_inst_t *ctx;
		const char *help;
	} commands[];
};

static TAILQ_HEAD(, testpmd_driver_commands) head = TAILQ_HEAD_INITIALIZER(head);

void testpmd_add_driver_commands(struct testpmd_driver_commands *c);

void
testpmd_add_driver_commands(struct testpmd_driver_commands *c)
{
	TAILQ_INSERT_TAIL(&head, c, next);
}

static void
collect(cmdline_parse_ctx_t *ctx)
{
	struct testpmd_driver_commands *c;
	unsigned int i, n = 0;

	TAILQ_FOREACH(c, &head, next)
		for (i = 0; c->commands[i].ctx != NULL && n < COMMANDS_MAX; i++)
			ctx[n++] = c->commands[i].ctx;
	ctx[n] = NULL;
}

const char *
testpmd_say(const char *line)
{
	static char said[4096];
	cmdline_parse_ctx_t ctx[COMMANDS_MAX + 1];
	char text[256];
	int fd = memfd_create("said", 0), ret;
	struct cmdline *cl;
	ssize_t len;

	collect(ctx);
	cl = cmdline_new(ctx, "", STDIN_FILENO, fd);
	if (fd < 0 || cl == NULL)
		abort();
	snprintf(text, sizeof(text), "%s\n", line);
	ret = cmdline_parse(cl, text);
	len = pread(fd, said, sizeof(said) - 1, 0);
	said[len < 0 ? 0 : len] = '\0';
	cmdline_free(cl);
	close(fd);
	return ret < 0 ? NULL : said;
}

const char *
testpmd_help(void)
{
	static char text[4096];
	struct testpmd_driver_commands *c;
	unsigned int i;

	text[0] = '\0';
	TAILQ_FOREACH(c, &head, next)
		for (i = 0; c->commands[i].ctx != NULL; i++)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s\n",
				 c->commands[i].help);
	return text;
}

/* A plugin of one command that nobody types. */
static cmdline_parse_token_string_t never = {
	.hdr = { .ops = &cmdline_token_string_ops },
	.string_data = { "never" },
};
static cmdline_parse_inst_t command = { .tokens = { (void *)&never, NULL } };
static struct testpmd_driver_commands other = {
	.commands = { { &command, "another plugin's" }, { NULL, NULL } },
};

void
testpmd_plugin_add(bool ours)
{
	const struct testpmd_driver_commands *first = TAILQ_FIRST(&head);

	command.help_str = ours ? first->commands[0].ctx->help_str : "other";
	testpmd_add_driver_commands(&other);
}

void
testpmd_plugin_remove(void)
{
	TAILQ_REMOVE(&head, &other, next);
}
