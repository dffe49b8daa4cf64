/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "command.h"
#include "control.h"
#include "emu.h"
#include "socket.h"

#define ANSWER_MAX 16384

struct client {
	int fd;			/* -1: none */
	char line[COMMAND_LINE_MAX];
	size_t len;
	bool too_long;		/* the rest of the line is left out */
};

struct control {
	int listener;
	struct client clients[CONTROL_CLIENTS];
};

bool
control_init(struct emu *emu, char *err, size_t err_size)
{
	struct control *c;
	unsigned int i;

	if (emu->options->control == NULL)
		return true;
	c = calloc(1, sizeof(*c));
	if (c == NULL) {
		snprintf(err, err_size, "no memory");
		return false;
	}
	for (i = 0; i < CONTROL_CLIENTS; i++)
		c->clients[i].fd = -1;
	c->listener = socket_listen(emu->options->control, err, err_size);
	if (c->listener < 0) {
		free(c);
		return false;
	}
	emu->control = c;
	return true;
}

static void
drop(struct client *client)
{
	close(client->fd);
	client->fd = -1;
}

void
control_fini(struct emu *emu)
{
	struct control *c = emu->control;
	unsigned int i;

	if (c == NULL)
		return;
	for (i = 0; i < CONTROL_CLIENTS; i++)
		if (c->clients[i].fd >= 0)
			drop(&c->clients[i]);
	close(c->listener);
	socket_remove(emu->options->control);
	free(c);
	emu->control = NULL;
}

unsigned int
control_poll(const struct emu *emu, struct pollfd *fds)
{
	const struct control *c = emu->control;
	unsigned int i, n = 0;

	if (c == NULL)
		return 0;
	fds[n++] = (struct pollfd){ .fd = c->listener, .events = POLLIN };
	for (i = 0; i < CONTROL_CLIENTS; i++)
		if (c->clients[i].fd >= 0)
			fds[n++] = (struct pollfd){ .fd = c->clients[i].fd,
						    .events = POLLIN };
	return n;
}

/* One more than there is room for is told so by the end of its connection. */
static void
accept_client(struct control *c)
{
	int fd = socket_accept(c->listener);
	unsigned int i;

	for (i = 0; i < CONTROL_CLIENTS && fd >= 0; i++)
		if (c->clients[i].fd < 0) {
			c->clients[i] = (struct client){ .fd = fd };
			return;
		}
	if (fd >= 0)
		close(fd);
}

/* The few bytes of an answer fit into the socket, or the client does not read. */
static void
say(struct client *client, const char *text, size_t len)
{
	if (send(client->fd, text, len, MSG_NOSIGNAL) != (ssize_t)len)
		drop(client);
}

static void
line_over(struct emu *emu, struct client *client)
{
	char answer[ANSWER_MAX] = "";
	size_t len;

	client->line[client->len] = '\0';
	if (!client->too_long)
		order(emu, client->line, answer, sizeof(answer) - 1);
	else if (!command_is_echo(client->line))
		strcpy(answer, "error the line is too long");
	client->len = 0;
	client->too_long = false;
	len = strlen(answer);
	if (len == 0)
		return;
	answer[len] = '\n';
	say(client, answer, len + 1);
}

static void
take(struct emu *emu, struct client *client, char c)
{
	if (c == '\n')
		line_over(emu, client);
	else if (c == '\0' || client->len + 1 >= sizeof(client->line))
		client->too_long = true;
	else
		client->line[client->len++] = c;
}

static void
read_lines(struct emu *emu, struct client *client)
{
	char text[256];
	ssize_t n = recv(client->fd, text, sizeof(text), 0), i;

	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		drop(client);
		return;
	}
	for (i = 0; i < n && client->fd >= 0 && !emu->stop; i++)
		take(emu, client, text[i]);
}

void
control_ready(struct emu *emu, const struct pollfd *fds, unsigned int n)
{
	struct control *c = emu->control;
	unsigned int i, k;

	for (i = 0; i < n; i++) {
		if (fds[i].revents == 0)
			continue;
		if (fds[i].fd == c->listener)
			accept_client(c);
		for (k = 0; k < CONTROL_CLIENTS; k++)
			if (fds[i].fd == c->clients[k].fd)
				read_lines(emu, &c->clients[k]);
	}
}
