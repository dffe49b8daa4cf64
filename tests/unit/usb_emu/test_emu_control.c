/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Orders, options, files: what a user has to do with. */

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../cunit_run.h"
#include "guest.h"
#include "process.h"

#define READY "--model-set=boot:ready/event:0"
#define AIR "--air=gen:rate:1000/size:500/flows:1/count:20"

static struct process p;

static void
begin(void)
{
	static const char *const args[] = { READY, AIR, "--air-set=start:never", NULL };

	process_start(&p, args);
}

static void
test_wrong_orders(void)
{
	static const char *const lines[] = {
		"hello", "air", "air maybe", "air on 0", "air on -1", "air on 5 6", "air off 5",
		"fault", "fault stall:zz", "fault stall:80", "fault stall:1f", "fault stall:84:x",
		"fault stall:84:1:0", "fault stall:84:1:1:1", "fault delay", "fault delay=0",
		"fault stall=5", "fault delay=5=6", "fault zero:08", "fault short:0",
		"fault babble:0", "set", "set composite", "set :1", "plug in", "stats now",
		"quit please", "unplug\tnow please",
	};
	char answer[512], longest[400];
	unsigned int i;

	begin();
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		CU_ASSERT(process_order(&p, lines[i], answer, sizeof(answer)));
		if (strncmp(answer, "error ", 6) != 0)
			printf("  %s: %s\n", lines[i], answer);
		CU_ASSERT_EQUAL(strncmp(answer, "error ", 6), 0);
	}
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	CU_ASSERT(process_order(&p, longest, answer, sizeof(answer)));
	CU_ASSERT_STRING_EQUAL(answer, "error the line is too long");
	process_ok(&p, "  air \t off \r");
	CU_ASSERT_EQUAL(process_stat(&p, "faults"), 0);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_too_many_faults(void)
{
	char answer[512];
	unsigned int i;

	begin();
	for (i = 0; i < 16; i++)
		process_ok(&p, "fault ioerror:84:0:1000000");
	CU_ASSERT(process_order(&p, "fault stall", answer, sizeof(answer)));
	CU_ASSERT_EQUAL(strncmp(answer, "error ", 6), 0);
	process_ok(&p, "fault off");
	process_ok(&p, "fault stall");
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* A terminal in between that echoes must not make us talk to ourselves. */
static void
test_no_answer(void)
{
	static const char short_lines[] = "\n\r\nok\r\nok plugged=1\nerror it is so and so\nok ";
	char text[1000];
	int fd;
	char got[64];
	ssize_t n;

	/* ... the last with many words, longer than any order. */
	memset(text, '=', sizeof(text));
	memcpy(text, short_lines, sizeof(short_lines) - 1);
	text[200] = text[300] = text[400] = text[500] = ' ';
	memcpy(text + sizeof(text) - 9, "\nair off\n", 9);
	begin();
	fd = unix_connect(p.control);
	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL(write(fd, text, sizeof(text)), (ssize_t)sizeof(text));
	n = read(fd, got, sizeof(got));
	CU_ASSERT_EQUAL(n, 3);
	CU_ASSERT_EQUAL(memcmp(got, "ok\n", 3), 0);
	close(fd);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* Until len bytes are there, or the end. */
static size_t
read_all(int fd, char *buf, size_t len)
{
	size_t have = 0;
	ssize_t n;

	while (have < len) {
		n = read(fd, buf + have, len - have);
		if (n <= 0)
			break;
		have += n;
	}
	return have;
}

/* Several lines at once, a line in pieces, several clients, one too many. */
static void
test_clients(void)
{
	int fds[5];
	char got[64];
	unsigned int i;

	begin();
	for (i = 0; i < 4; i++) {
		fds[i] = unix_connect(p.control);
		CU_ASSERT_EQUAL(write(fds[i], "air o", 5), 5);
	}
	fds[4] = unix_connect(p.control);
	CU_ASSERT_EQUAL(read(fds[4], got, 1), 0);
	close(fds[4]);
	for (i = 0; i < 4; i++) {
		CU_ASSERT_EQUAL(write(fds[i], "ff\nplug\nair off\n", 16), 16);
		CU_ASSERT_EQUAL(read_all(fds[i], got, 29), 3 + 23 + 3);
		CU_ASSERT_EQUAL(memcmp(got, "ok\nerror it is plugged in\nok\n", 29), 0);
	}
	close(fds[0]);
	usleep(20000);
	process_ok(&p, "air off");	/* its place is free again */
	for (i = 1; i < 4; i++)
		close(fds[i]);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_quit(void)
{
	begin();
	process_ok(&p, "quit");
	CU_ASSERT_EQUAL(process_wait(&p), 0);
}

static void
test_wrong_options(void)
{
	static const struct { const char *args[4]; const char *why; int status; } rows[] = {
		{ { NULL }, "--chip is missing", 2 },
		{ { "--chip=mt7921u", NULL }, "--socket is missing", 2 },
		{ { "--chip=zx81", NULL }, "no chip \"zx81\"", 2 },
		{ { "--chip=rtl8922au", NULL }, "not known", 2 },
		{ { "--speed=full", NULL }, "neither super nor high", 2 },
		{ { "--pace=fast", NULL }, "no number", 2 },
		{ { "--model-set=boot", NULL }, "is not NAME:VALUE", 2 },
		{ { "--fault=boom", NULL }, "is not KIND", 2 },
		{ { "--turbo", NULL }, "--turbo", 2 },
		{ { "--chip=mt7921u", "word", NULL }, "\"word\" is no option", 2 },
		{ { "--list-switches", NULL }, "which --chip", 2 },
		{ { "--chip=mt7921u", "--socket=/tmp/x", "--air-set=loop:1", NULL },
		  "--air-set without --air", 2 },
		{ { "--chip=mt7921u", "--socket=/tmp/x", "--air=moon", NULL }, "moon", 1 },
		{ { "--chip=mt7921u", "--socket=/tmp/x", "--model-set=turbo:1", NULL },
		  "no switch \"turbo\"", 1 },
		{ { "--chip=mt7921u", "--socket=/tmp/x", "--model-set=boot:warm", NULL },
		  "does not take \"warm\"", 1 },
		{ { "--chip=mt7921u", "--socket=/nowhere/x", NULL }, "/nowhere/x", 1 },
		{ { "--chip=mt7921u", "--socket=", NULL }, "empty", 1 },
		{ { "--chip=mt7921u", "--socket=/tmp/x", "--log=/nowhere/log", NULL },
		  "/nowhere/log", 1 },
	};
	char text[4096];
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CU_ASSERT_EQUAL(process_run(rows[i].args, text, sizeof(text)),
				rows[i].status);
		if (strstr(text, rows[i].why) == NULL)
			printf("  row %u: %s\n", i, text);
		CU_ASSERT_PTR_NOT_NULL(strstr(text, rows[i].why));
	}
}

static void
leave_socket(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
	CU_ASSERT_EQUAL(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
}

/* What somebody listens on, or what is no socket, is left alone; what is left over not. */
static void
test_sockets(void)
{
	char text[1024], again[128], other[128], file[96];
	const char *const in_use[] = { "--chip=mt7921u", again, NULL };
	const char *const no_socket[] = { "--chip=mt7921u", other, NULL };
	uint8_t data[18];
	struct guest *g;
	int fd;

	begin();
	snprintf(again, sizeof(again), "--socket=%s", p.socket);
	CU_ASSERT_EQUAL(process_run(in_use, text, sizeof(text)), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "in use"));
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	guest_close(g);
	snprintf(file, sizeof(file), "%s/file", p.dir);
	snprintf(other, sizeof(other), "--socket=%s", file);
	fd = open(file, O_CREAT | O_WRONLY, 0600);
	close(fd);
	CU_ASSERT_EQUAL(process_run(no_socket, text, sizeof(text)), 1);
	CU_ASSERT_EQUAL(access(file, F_OK), 0);
	unlink(file);
	leave_socket(file);
	snprintf(again, sizeof(again), "--control=%s", file);
	{
		const char *const args[] = { "--chip=mt7921u", "--socket=/nowhere/x", again,
					     NULL };
		const char *const stale[] = { other, NULL };
		struct process q;

		CU_ASSERT_EQUAL(process_run(args, text, sizeof(text)), 1);
		CU_ASSERT_EQUAL(access(file, F_OK), 0);
		process_start(&q, stale);	/* the later --socket holds */
		g = guest_open(file, true);
		guest_close(g);
		CU_ASSERT_EQUAL(process_stop(&q), 0);
		CU_ASSERT_NOT_EQUAL(access(file, F_OK), 0);
	}
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* A name that was taken away and given to another process is that one's. */
static void
test_socket_of_another(void)
{
	char same[128];
	const char *const args[] = { same, NULL };
	struct process q;
	struct guest *g;
	unsigned int i;

	begin();
	snprintf(same, sizeof(same), "--socket=%s", p.socket);
	unlink(p.socket);
	process_start(&q, args);
	process_ok(&p, "quit");
	for (i = 0; i < 500 && access(p.control, F_OK) == 0; i++)
		usleep(10000);
	g = guest_open(p.socket, true);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&q), 0);
	CU_ASSERT_EQUAL(process_wait(&p), 0);
}

static bool
has_line(const char *file, const char *begins, const char *contains)
{
	char line[4096];
	bool found = false;
	FILE *f = fopen(file, "r");

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	while (fgets(line, sizeof(line), f) != NULL)
		found = found || (strncmp(line, begins, strlen(begins)) == 0 &&
				  strstr(line, contains) != NULL);
	fclose(f);
	return found;
}

static unsigned int
lines(const char *file)
{
	FILE *f = fopen(file, "r");
	unsigned int n = 0;
	int c;

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	while ((c = getc(f)) != EOF)
		n += c == '\n';
	fclose(f);
	return n;
}

static void
test_files(void)
{
	char dir[] = "/tmp/rxb-emu.XXXXXX", log[64], frames[64], out[64], opt[3][96];
	const char *const args[] = { READY, AIR, "--air-hold", opt[0], opt[1], opt[2], NULL };
	static const uint8_t bytes[4] = { 0xa1, 0xb2, 0xc3, 0xd4 };
	uint8_t data[512];
	struct guest *g;
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
	snprintf(log, sizeof(log), "%s/log", dir);
	snprintf(frames, sizeof(frames), "%s/frames", dir);
	snprintf(out, sizeof(out), "%s/out", dir);
	snprintf(opt[0], sizeof(opt[0]), "--log=%s", log);
	snprintf(opt[1], sizeof(opt[1]), "--frames=%s", frames);
	snprintf(opt[2], sizeof(opt[2]), "--air-out=%s", out);
	process_start(&p, args);
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(guest_set_configuration(g, 1), usb_redir_success);
	guest_control(g, 0xdf, 0x63, 0x7001, 0x0200, 4, data);
	guest_control(g, 0x80, 6, 0x0700, 0, 9, data);
	guest_answer(g, guest_out(g, 0x04, bytes, 4));
	for (i = 0; i < 3; i++)
		guest_in(g, 0x84, 16384);
	process_ok(&p, "air on 3");
	guest_run(g, 100);
	process_ok(&p, "air off");
	CU_ASSERT(has_line(log, "SET_CONFIG ", " 1\n"));
	CU_ASSERT(has_line(log, "CTL ", " rt=df req=63 val=7001 idx=0200 len=4 -> 4 | "
			   "61790000\n"));
	CU_ASSERT(has_line(log, "CTL ", " rt=80 req=06 val=0700 idx=0000 len=9 -> stall\n"));
	CU_ASSERT(has_line(log, "OUT ", " ep=04 len=4 | a1b2c3d4\n"));
	CU_ASSERT(has_line(log, "IN ", " ep=84 len="));
	CU_ASSERT_EQUAL(lines(frames), 1 + 3);
	CU_ASSERT_EQUAL(access(out, F_OK), 0);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
	unlink(log);
	unlink(frames);
	unlink(out);
	CU_ASSERT_EQUAL(rmdir(dir), 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "orders that are wrong", test_wrong_orders },
		{ "more faults than there is room for", test_too_many_faults },
		{ "lines without an answer", test_no_answer },
		{ "clients and pieces of lines", test_clients },
		{ "quit", test_quit },
		{ "options that are wrong", test_wrong_options },
		{ "sockets that are there already", test_sockets },
		{ "a socket that is another's by now", test_socket_of_another },
		{ "log, frames, air-out", test_files },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "usb-emu: orders and options", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
