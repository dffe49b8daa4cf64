/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <CUnit/CUnit.h>

#include "process.h"

#define ANSWER_MS 5000
#define LIFE_MS 15000
#define ALIVE_MAX 32

/* Those that run: a test that ends in the middle leaves them to the end. */
static struct process alive[ALIVE_MAX];
static unsigned int n_alive;

static void
remove_files(const struct process *p)
{
	unlink(p->errors);
	unlink(p->socket);
	unlink(p->control);
	rmdir(p->dir);
}

static void
end_all(void)
{
	while (n_alive > 0) {
		const struct process *p = &alive[--n_alive];

		kill(p->pid, SIGKILL);
		waitpid(p->pid, NULL, 0);
		remove_files(p);
	}
}

static void
remember(const struct process *p)
{
	static bool registered;

	if (!registered)
		atexit(end_all);
	registered = true;
	CU_ASSERT_FATAL(n_alive < ALIVE_MAX);
	alive[n_alive++] = *p;
}

static void
forget(const struct process *p)
{
	unsigned int i;

	for (i = 0; i < n_alive && alive[i].pid != p->pid; i++)
		;
	if (i < n_alive)
		alive[i] = alive[--n_alive];
}

static const char *
program(void)
{
	const char *path = getenv("USB_EMU");

	return path != NULL ? path : "usb-emu";
}

/* The child dies with us, whatever becomes of us. */
static pid_t
spawn(char *const *argv, int out, int err)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, 1);
	dup2(err, 2);
	execvp(argv[0], argv);
	_exit(126);
}

/* True when text came out of fd. */
static bool
wait_for_text(int fd, const char *text)
{
	char got[256] = "";
	size_t len = 0;
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (len + 1 < sizeof(got) && poll(&p, 1, LIFE_MS) == 1) {
		ssize_t n = read(fd, got + len, sizeof(got) - 1 - len);

		if (n <= 0)
			return false;
		len += (size_t)n;
		if (strstr(got, text) != NULL)
			return true;
	}
	return false;
}

static void
collect(char **argv, const char *const *args, unsigned int n)
{
	for (; *args != NULL; args++) {
		CU_ASSERT_FATAL(n + 1 < PROCESS_ARGS);
		argv[n] = strdup(*args);
		n++;
	}
	argv[n] = NULL;
}

static void
free_args(char **argv, unsigned int n)
{
	for (; argv[n] != NULL; n++)
		free(argv[n]);
}

void
process_start(struct process *p, const char *const *args)
{
	char socket[128], control[128], *argv[PROCESS_ARGS] = {
		strdup(program()), strdup("--chip=mt7921u"), socket, control,
	};
	int out[2], err;

	strcpy(p->dir, "/tmp/rxb-emu.XXXXXX");
	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(p->dir));
	snprintf(p->socket, sizeof(p->socket), "%s/usb", p->dir);
	snprintf(p->control, sizeof(p->control), "%s/control", p->dir);
	snprintf(p->errors, sizeof(p->errors), "%s/errors", p->dir);
	snprintf(socket, sizeof(socket), "--socket=%s", p->socket);
	snprintf(control, sizeof(control), "--control=%s", p->control);
	collect(argv, args, 4);
	CU_ASSERT_EQUAL_FATAL(pipe2(out, O_CLOEXEC), 0);
	err = open(p->errors, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	p->pid = spawn(argv, out[1], err);
	close(out[1]);
	close(err);
	remember(p);
	free(argv[0]);
	free(argv[1]);
	free_args(argv, 4);
	CU_ASSERT_FATAL(wait_for_text(out[0], "ready"));
	close(out[0]);
}

static void
sleep_ms(unsigned int ms)
{
	struct timespec t = { ms / 1000, (long)(ms % 1000) * 1000000 };

	nanosleep(&t, NULL);
}

/* Exit status, -1 when it was killed, by us or somebody else. */
static int
reap(pid_t pid)
{
	unsigned int ms;
	int status;

	for (ms = 0; ms < LIFE_MS; ms += 10) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		sleep_ms(10);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return -1;
}

static void
show_errors(const struct process *p)
{
	FILE *f = fopen(p->errors, "r");
	char line[512];

	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (strstr(line, "ERROR") != NULL || strstr(line, "runtime error") != NULL ||
		    strstr(line, "    #") != NULL)
			fputs(line, stdout);
	if (f != NULL)
		fclose(f);
}

int
process_wait(struct process *p)
{
	int status = reap(p->pid);

	forget(p);
	if (status != 0)
		show_errors(p);
	unlink(p->errors);
	CU_ASSERT_NOT_EQUAL(access(p->socket, F_OK), 0);
	CU_ASSERT_NOT_EQUAL(access(p->control, F_OK), 0);
	unlink(p->socket);
	unlink(p->control);
	CU_ASSERT_EQUAL(rmdir(p->dir), 0);
	return status;
}

int
process_stop(struct process *p)
{
	kill(p->pid, SIGTERM);
	return process_wait(p);
}

static void
read_all(int fd, char *text, size_t size)
{
	ssize_t n;
	size_t len = 0;

	while (len + 1 < size && (n = read(fd, text + len, size - 1 - len)) > 0)
		len += (size_t)n;
	text[len] = '\0';
}

int
process_run(const char *const *args, char *text, size_t size)
{
	char *argv[PROCESS_ARGS] = { strdup(program()) };
	int err[2], null = open("/dev/null", O_WRONLY | O_CLOEXEC), status;
	pid_t pid;

	collect(argv, args, 1);
	CU_ASSERT_EQUAL_FATAL(pipe2(err, O_CLOEXEC), 0);
	pid = spawn(argv, null, err[1]);
	close(err[1]);
	close(null);
	status = reap(pid);
	read_all(err[0], text, size);
	close(err[0]);
	free_args(argv, 0);
	return status;
}

int
unix_connect(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	close(fd);
	return -1;
}

static bool
read_line(int fd, char *line, size_t size)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t len = 0;

	while (len + 1 < size && poll(&p, 1, ANSWER_MS) == 1 &&
	       read(fd, line + len, 1) == 1) {
		if (line[len] == '\n') {
			line[len] = '\0';
			return true;
		}
		len++;
	}
	return false;
}

bool
process_order(struct process *p, const char *line, char *answer, size_t size)
{
	int fd = unix_connect(p->control);
	char text[600];
	bool ok;

	answer[0] = '\0';
	if (fd < 0)
		return false;
	snprintf(text, sizeof(text), "%s\n", line);
	ok = send(fd, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text) &&
	     read_line(fd, answer, size);
	close(fd);
	return ok;
}

void
process_ok(struct process *p, const char *line)
{
	char answer[512];

	CU_ASSERT_FATAL(process_order(p, line, answer, sizeof(answer)));
	if (strcmp(answer, "ok") != 0)
		printf("  %s: %s\n", line, answer);
	CU_ASSERT_STRING_EQUAL(answer, "ok");
}

unsigned long long
process_stat(struct process *p, const char *name)
{
	char answer[16384], word[64];
	const char *at;

	snprintf(word, sizeof(word), " %s=", name);
	if (!process_order(p, "stats", answer, sizeof(answer)))
		return UINT64_MAX;
	at = strstr(answer, word);
	return at != NULL ? strtoull(at + strlen(word), NULL, 10) : UINT64_MAX;
}
