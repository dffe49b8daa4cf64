/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What Linux's own mt7921u sent to another emulated device, recorded there: its requests and
 * its commands, sent to this one. The recordings are not part of the source; without them
 * the tests are skipped.
 */

#include <stdlib.h>
#include <string.h>

#include "../cunit_run.h"
#include "mt_host.h"

#define NO_TRACES "no recordings of Linux's driver (RXBATCH_DATA)"
#define LINE_MAX_LEN 16384

static FILE *
open_trace(const char *file)
{
	const char *dir = getenv("RXBATCH_DATA");
	char path[1024];

	snprintf(path, sizeof(path), "%s%s/traces/%s", dir == NULL ? SOURCE_ROOT : dir,
		 dir == NULL ? "/../shared/data" : "", file);
	return fopen(path, "r");
}

/* Hex digits up to something else; how many bytes. */
static uint32_t
unhex(const char *text, uint8_t *out, uint32_t room)
{
	uint32_t n = 0;
	unsigned int byte;

	while (n < room && sscanf(text + 2 * n, "%2x", &byte) == 1)
		out[n++] = (uint8_t)byte;
	return n;
}

/* Registers whose answer was the other emulator's own choice. */
static bool
own_choice(uint32_t address)
{
	static const uint32_t list[] = {
		0x70010204, MT_CONN_ON_MISC, MT_INFRA_STATUS, 0x74011890, 0x70002600,
	};
	unsigned int i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i] == address)
			return true;
	return false;
}

struct request {
	unsigned int type, request, value, index, len;
	uint8_t data[512];
};

static bool
take_request(const char *line, struct request *r)
{
	const char *data = strchr(line, '|');
	double time;

	if (sscanf(line, "CTL %lf rt=%x req=%x val=%x idx=%x len=%u", &time, &r->type,
		   &r->request, &r->value, &r->index, &r->len) != 6 || r->len > 512)
		return false;
	memset(r->data, 0, sizeof(r->data));
	if (data != NULL)
		unhex(data + 2, r->data, r->len);
	return true;
}

/* Every request of the file; how many. Reads give what Linux was given, as far as no
 * firmware was started. */
static unsigned int
replay_requests(FILE *f, struct mt_host *h)
{
	char line[LINE_MAX_LEN];
	bool before = true;
	unsigned int n = 0;
	struct request r;
	uint8_t data[512];

	while (fgets(line, sizeof(line), f) != NULL) {
		before = before && strncmp(line, "OUT", 3) != 0;
		if (!take_request(line, &r))
			continue;
		n++;
		memcpy(data, r.data, sizeof(data));
		CU_ASSERT_EQUAL(bench_request(h->b, (uint8_t)r.type, (uint8_t)r.request,
					      (uint16_t)r.value, (uint16_t)r.index,
					      (uint16_t)r.len, data), (int)r.len);
		if (before && (r.type & 0x80) != 0 &&
		    !own_choice(r.value << 16 | r.index) && memcmp(data, r.data, r.len) != 0) {
			printf("  %s", line);
			CU_FAIL("another value");
		}
		mt_wait(h, 1);
	}
	return n;
}

static void
check_requests(const char *file, unsigned int at_least)
{
	FILE *f = open_trace(file);
	struct mt_host h;

	if (f == NULL) {
		skip(NO_TRACES);
		return;
	}
	mt_host_open(&h, NULL);
	CU_ASSERT(replay_requests(f, &h) >= at_least);
	CU_ASSERT_EQUAL(mt_faults(&h), 0);
	CU_ASSERT_NOT_EQUAL(mt_read(h.b, MT_CONN_ON_MISC), 3);
	fclose(f);
	mt_host_close(&h);
}

static void
test_requests_6(void)
{
	check_requests("linux-6.1-mt7921u-to-wlan0-up.txt", 230);
}

static void
test_requests_7(void)
{
	check_requests("linux-7.3.4-mt7921u.txt", 290);
}

/* A command of the list: a line with its name, then hdr, pay and answer. */
struct listed {
	char what[128];
	uint8_t transfer[4096];
	uint32_t word, len;	/* announced length; bytes so far */
};

static void
start_listed(struct listed *c, const char *line)
{
	const char *word = strstr(line, "usb_word ");

	snprintf(c->what, sizeof(c->what), "%.*s", (int)strcspn(line, "\n"), line);
	c->word = word != NULL ? (uint32_t)strtoul(word + 9, NULL, 16) : 0;
	mt_put_word(c->transfer, c->word);
	c->len = 4;
}

static void
send_listed(struct mt_host *h, struct listed *c)
{
	uint32_t len = (c->len + 3) / 4 * 4 + 4;

	CU_ASSERT_EQUAL(c->len, c->word + 4);
	memset(c->transfer + c->len, 0, len - c->len);
	mt_send(h, 0x08, c->transfer, len);
}

/* Where the answer is not the same to the bit: the address and what the chip can do. */
static bool
same_answer(const struct mt_host *h, const uint8_t *want, uint32_t len)
{
	const struct bench_transfer *t = h->answer;

	if (t == NULL || t->len < len || memcmp(t->data, want, 32) != 0)
		return false;
	return len == 83 ? memcmp(t->data + 32, want + 32, 16) == 0 :
	       memcmp(t->data + 32, want + 32, len - 32) == 0;
}

static void
check_listed(struct mt_host *h, struct listed *c, const char *line)
{
	const char *hex = strstr(line, "bytes: ");
	uint8_t want[256];
	bool ok;

	send_listed(h, c);
	/* Nobody waits for an answer to SET_EDCA_PARMS. */
	ok = hex == NULL || strstr(c->what, "CE 0x1d") != NULL ? h->answer == NULL :
	     same_answer(h, want, unhex(hex + 7, want, sizeof(want)));
	if (!ok) {
		printf("  %s\n   answered %u bytes\n", c->what,
		       h->answer != NULL ? h->answer->len : 0);
		CU_FAIL("answer");
	}
}

/* The code that a command announced: the list has its length only. */
static void
send_code(struct mt_host *h, const struct listed *c)
{
	uint32_t left = mt_word(c->transfer + 4 + 64 + 4), n;

	for (; left != 0; left -= n) {
		n = left < 4096 ? left : 4096;
		mt_code(h, n, 0);
	}
}

static void
begin_section(struct mt_host *h)
{
	mt_host_open(h, NULL);
	mt_listen_at(h, 0x84);
	bench_switch(h->b, "fwready", "0");
	mt_power_on(h);
	mt_wait(h, 5);
	mt_dma(h);
	mt_write(h->b, MT_HOST_CONFIG, 0x40);
}

/* Commands of one boot of Linux: up to the next heading. How many. */
static unsigned int
replay_section(FILE *f, char *line, struct mt_host *h)
{
	struct listed c = { .len = 0 };
	unsigned int n = 0;

	while (fgets(line, LINE_MAX_LEN, f) != NULL && strncmp(line, "====", 4) != 0) {
		if (line[0] == '[') {
			start_listed(&c, line);
		} else if (strncmp(line, "  hdr ", 6) == 0 || strncmp(line, "  pay ", 6) == 0) {
			c.len += unhex(line + 6, c.transfer + c.len,
				       (uint32_t)sizeof(c.transfer) - 8 - c.len);
		} else if (strncmp(line, "  answer", 8) == 0) {
			check_listed(h, &c, line);
			n++;
			if (strstr(c.what, "TARGET_ADDRESS") || strstr(c.what, "PATCH_START"))
				send_code(h, &c);
		}
	}
	return n;
}

/* Left out of the list are commands that came again and again: their numbers too. */
static void
check_section(struct mt_host *h, unsigned int n)
{
	CU_ASSERT(n >= 15);
	CU_ASSERT_EQUAL(mt_faults(h), mt_count(h, "mcu_bad_seq"));
	CU_ASSERT(mt_count(h, "mcu_bad_seq") < n / 5);
	CU_ASSERT_EQUAL(mt_read(h->b, MT_CONN_ON_MISC), 3);
}

static void
test_commands(void)
{
	static char line[LINE_MAX_LEN];
	FILE *f = open_trace("linux-mt7921u-mt7925u-mcu-commands.txt");
	unsigned int sections = 0, n;
	struct mt_host h;

	if (f == NULL) {
		skip(NO_TRACES);
		return;
	}
	while (fgets(line, sizeof(line), f) != NULL) {
		if (line[0] != 'r' || strstr(line, ": Linux") == NULL ||
		    strstr(line, "mt7921u") == NULL)
			continue;
		begin_section(&h);
		n = replay_section(f, line, &h);
		printf("  %u commands\n", n);
		check_section(&h, n);
		mt_host_close(&h);
		sections++;
	}
	CU_ASSERT_EQUAL(sections, 4);
	fclose(f);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "requests of Linux 6.1", test_requests_6 },
		{ "requests of Linux 7.3", test_requests_7 },
		{ "commands", test_commands },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u against recordings", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
