/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Peers that come and go, and that say what they should not. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../cunit_run.h"
#include "guest.h"
#include "process.h"

#define ROOM 16384u
#define READY "--model-set=boot:ready/event:0"
#define AIR "--air=gen:rate:1000/size:500/flows:1/count:20"

static struct process p;

static void
begin(void)
{
	static const char *const args[] = { READY, AIR, "--air-hold", NULL };

	process_start(&p, args);
}

/* Whatever was before: the next guest finds a device. */
static void
expect_alive(void)
{
	struct guest *g = guest_open(p.socket, true);
	uint8_t data[18];

	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	guest_close(g);
}

static void
test_peer_goes(void)
{
	struct guest *g;
	unsigned int i, k;

	begin();
	for (i = 0; i < 5; i++) {
		g = guest_open(p.socket, true);
		for (k = 0; k < 300; k++) {	/* more than the model takes at once */
			guest_in(g, 0x84, ROOM);
			guest_in(g, 0x85, ROOM);
		}
		for (k = 0; k < 50 && process_stat(&p, "requests_now") != 600; k++)
			guest_run(g, 20);
		CU_ASSERT_EQUAL(process_stat(&p, "requests_now"), 600);
		CU_ASSERT_EQUAL(process_stat(&p, "submitted_now"), 512);
		guest_close(g);		/* in the middle of it */
		expect_alive();
	}
	CU_ASSERT_EQUAL(process_stat(&p, "peers"), 10);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_peer_goes_while_answered(void)
{
	struct guest *g;

	begin();
	process_ok(&p, "air on");
	g = guest_open(p.socket, true);
	guest_in(g, 0x84, ROOM);
	guest_in(g, 0x84, ROOM);
	guest_setup(g, 0x80, 6, 0x0200, 0, 512, NULL);
	guest_close(g);
	expect_alive();
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* A guest that starts anew gets the device as plugged in. */
static void
test_state_is_new(void)
{
	uint8_t word[4] = { 1, 2, 3, 4 }, data[4];
	struct guest *g;

	begin();
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(guest_set_configuration(g, 1), usb_redir_success);
	CU_ASSERT_EQUAL(guest_control(g, 0x5f, 0x66, 0x820e, 0x5000, 4, word), 4);
	guest_close(g);
	g = guest_open(p.socket, true);
	CU_ASSERT_EQUAL(guest_control(g, 0xdf, 0x63, 0x820e, 0x5000, 4, data), 4);
	CU_ASSERT_NOT_EQUAL(memcmp(data, word, 4), 0);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 8, 0, 0, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 0);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_second_peer(void)
{
	struct guest *g;
	uint8_t data[18];
	char byte;
	int fd;

	begin();
	g = guest_open(p.socket, true);
	fd = unix_connect(p.socket);
	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL(read(fd, &byte, 1), 0);		/* the end, at once */
	close(fd);
	CU_ASSERT_EQUAL(process_stat(&p, "peers_refused"), 1);
	CU_ASSERT_EQUAL(guest_control(g, 0x80, 6, 0x0100, 0, 18, data), 18);
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* Until the emulator has closed, 2 s at most. */
static bool
closed(int fd)
{
	struct timeval two_s = { 2, 0 };
	char text[4096];
	ssize_t n;

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &two_s, sizeof(two_s));
	while ((n = recv(fd, text, sizeof(text), 0)) > 0)
		;
	return n == 0 || errno == ECONNRESET;	/* it had not read all */
}

/* end: nothing more will come. Without it the emulator has to close by itself. */
static void
say(const void *bytes, size_t len, bool end)
{
	int fd = unix_connect(p.socket);

	CU_ASSERT_FATAL(fd >= 0);
	if (send(fd, bytes, len, MSG_NOSIGNAL) < 0)
		CU_FAIL("send");
	if (end)
		shutdown(fd, SHUT_WR);
	CU_ASSERT(closed(fd));
	close(fd);
}

static void
test_garbage(void)
{
	uint8_t bytes[4096];
	unsigned int i, round;

	begin();
	srandom(8);
	for (round = 0; round < 50; round++) {
		for (i = 0; i < sizeof(bytes); i++)
			bytes[i] = (uint8_t)random();
		say(bytes, 1 + (size_t)random() % sizeof(bytes), true);
	}
	say("GET / HTTP/1.0\r\n\r\n", 18, true);
	memset(bytes, 0, sizeof(bytes));
	say(bytes, sizeof(bytes), true);
	memset(bytes, 0xff, sizeof(bytes));
	say(bytes, sizeof(bytes), false);
	CU_ASSERT(process_stat(&p, "peer_errors") >= 40);
	CU_ASSERT_EQUAL(process_stat(&p, "peers"), 0);
	expect_alive();
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* Behind a proper hello, messages of every kind with bytes of chance in them. */
static uint32_t
put_le32(uint8_t *at, uint32_t v)
{
	at[0] = (uint8_t)v;
	at[1] = (uint8_t)(v >> 8);
	at[2] = (uint8_t)(v >> 16);
	at[3] = (uint8_t)(v >> 24);
	return 4;
}

static uint32_t
put_hello(uint8_t *out)
{
	memset(out, 0, 80);
	put_le32(out + 4, 68);		/* length; type and id are 0 */
	memcpy(out + 12, "chance", 6);
	put_le32(out + 76, 0x7a);	/* capabilities: 32-bit lengths, 64-bit ids, ... */
	return 80;
}

static uint32_t
put_message(uint8_t *out, uint32_t type, uint32_t len)
{
	uint32_t i;

	put_le32(out, type);
	put_le32(out + 4, len);
	for (i = 8; i < 16 + len; i++)
		out[i] = (uint8_t)random();
	return 16 + len;
}

static void
test_messages_of_chance(void)
{
	static const uint8_t sizes[] = { 0, 1, 2, 3, 4, 8, 9, 10, 14, 18, 26 };
	uint8_t bytes[8192];
	unsigned int round;
	uint32_t n, i, type;

	begin();
	srandom(17);
	for (round = 0; round < 300; round++) {
		n = put_hello(bytes);
		for (i = 0; i < 20; i++) {
			type = (uint32_t)random() % 33;
			n += put_message(bytes + n, type < 28 ? type : type + 72,
					 sizes[random() % 11]);
		}
		say(bytes, n, true);
	}
	expect_alive();
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

/* More at once than anybody may have. */
static void
test_too_much(void)
{
	struct guest_answer *a;
	struct guest *g;
	unsigned int i;
	uint64_t id;

	begin();
	g = guest_open(p.socket, true);
	for (i = 0; i < 4; i++)
		guest_in(g, 0x85, 64u << 20);
	id = guest_in(g, 0x85, 64u << 20);
	a = guest_answer(g, id);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	CU_ASSERT_EQUAL(a->status, usb_redir_ioerror);
	CU_ASSERT_EQUAL(process_stat(&p, "refused"), 1);
	guest_cancel(g, id - 4);
	CU_ASSERT_PTR_NOT_NULL(guest_answer(g, id - 4));
	id = guest_in(g, 0x85, 64u << 20);
	CU_ASSERT_PTR_NULL(guest_answer_ms(g, id, 50));
	guest_close(g);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
}

static void
test_two_devices(void)
{
	static const char *const args[] = { READY, "--speed=high", NULL };
	struct process other;
	struct guest *g, *h;

	begin();
	process_start(&other, args);
	g = guest_open(p.socket, true);
	h = guest_open(other.socket, true);
	CU_ASSERT_EQUAL(g->device.speed, usb_redir_speed_super);
	CU_ASSERT_EQUAL(h->device.speed, usb_redir_speed_high);
	process_ok(&p, "unplug");
	CU_ASSERT(guest_wait_disconnects(g, 1));
	CU_ASSERT_EQUAL(process_stat(&other, "plugged"), 1);
	guest_close(g);
	guest_close(h);
	CU_ASSERT_EQUAL(process_stop(&p), 0);
	CU_ASSERT_EQUAL(process_stop(&other), 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a peer that goes leaves nothing behind", test_peer_goes },
		{ "a peer that goes while it is answered", test_peer_goes_while_answered },
		{ "the next one gets a device just plugged in", test_state_is_new },
		{ "one peer at a time", test_second_peer },
		{ "no usbredir", test_garbage },
		{ "usbredir with bytes of chance", test_messages_of_chance },
		{ "more bytes than allowed", test_too_much },
		{ "two emulators", test_two_devices },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "usb-emu: peers", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
