/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Whoever sits around the port: the emulator of its device, and the system. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "usb_port.h"

#define KILL_MS	2000u	/* until a killed process is gone */

extern char **environ;

static struct {
	const char *path;
	int fd;
} controls[PORTS_MAX];

void
control_path(unsigned int nr, const char *path)
{
	if (nr < PORTS_MAX)
		controls[nr].path = path;
}

static int
open_socket(const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(to.sun_path, sizeof(to.sun_path), "%s", path);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Bytes as they are, and no echo of them. */
static int
open_line(const char *path)
{
	int fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
	struct termios t;

	if (fd >= 0 && tcgetattr(fd, &t) == 0) {
		cfmakeraw(&t);
		cfsetspeed(&t, B115200);
		tcsetattr(fd, TCSANOW, &t);
		tcflush(fd, TCIOFLUSH);
	}
	return fd;
}

static int
control_fd(unsigned int nr)
{
	const char *path = controls[nr].path;
	struct stat st;

	if (path == NULL)
		return -1;
	if (controls[nr].fd == 0)
		controls[nr].fd = stat(path, &st) == 0 && S_ISSOCK(st.st_mode) ?
				  open_socket(path) : open_line(path);
	return controls[nr].fd;
}

/* The next line, without its end; ports are polled meanwhile. */
static bool
read_line(int fd, char *line, size_t size)
{
	uint64_t end = now_ms() + limit_ms;
	size_t len = 0;

	while (now_ms() < end) {
		struct pollfd pfd = { .fd = fd, .events = POLLIN };

		poll_ports(NULL);
		if (poll(&pfd, 1, 0) <= 0)
			continue;
		if (read(fd, line + len, 1) != 1)
			return wrong("the emulator is gone");
		if (line[len] == '\r' || (line[len] == '\n' && len == 0))
			continue;
		if (line[len] == '\n') {
			line[len] = '\0';
			return true;
		}
		if (++len == size)
			return wrong("an answer too long");
	}
	return wrong("no answer");
}

/* Without an emulator (a model in this process) there is nobody to tell. */
bool
step_ctl(struct port *p, const char *arg)
{
	char text[256], line[1024];
	int fd = control_fd(p->id), len = snprintf(text, sizeof(text), "%s\n", arg);

	mark_seen(p);
	if (controls[p->id].path == NULL)
		return true;
	if (fd < 0)
		return wrong("%s: %s", controls[p->id].path, strerror(errno));
	if (len >= (int)sizeof(text) || write(fd, text, len) != len)
		return wrong("it cannot be said");
	if (!read_line(fd, line, sizeof(line)))
		return false;
	return strncmp(line, "ok", 2) == 0 || wrong("%s", line);
}

/* Where in the kernel the shell is, innermost first, as stuck() of guest-lib.sh has it.
 * Only root may see that. */
static void
show_stack(pid_t pid)
{
	const char *before = " ";
	char path[32], line[256], name[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stack", pid);
	f = fopen(path, "r");
	if (f == NULL)
		return;
	printf("stuck: sh %d:", pid);
	while (fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "%*s %63[^+\n]", name) != 1)
			continue;
		printf("%s%s", before, name);
		before = " < ";
	}
	printf("\n");
	fclose(f);
}

/* Who waits in the kernel may be where no signal reaches it: it is left behind then. */
static bool
give_up(pid_t pid)
{
	uint64_t end = now_ms() + KILL_MS;

	show_stack(pid);
	kill(pid, SIGKILL);
	while (now_ms() < end) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return wrong("it does not end");
		usleep(1000);
	}
	return wrong("it does not end, and cannot be killed");
}

bool
step_sh(struct port *p __rte_unused, const char *arg)
{
	const char *argv[] = { "/bin/sh", "-c", arg, NULL };
	uint64_t end = now_ms() + limit_ms;
	unsigned int i;
	pid_t pid, got;
	int status;

	if (posix_spawn(&pid, argv[0], NULL, NULL, (char **)(uintptr_t)argv, environ) != 0)
		return wrong("no shell");
	do {
		poll_ports(NULL);
		got = waitpid(pid, &status, WNOHANG);
	} while (got == 0 && now_ms() < end);
	for (i = 0; i < PORTS_MAX; i++)
		mark_seen(&ports[i]);
	if (got == 0)
		return give_up(pid);
	return (WIFEXITED(status) && WEXITSTATUS(status) == 0) || wrong("status %#x", status);
}
