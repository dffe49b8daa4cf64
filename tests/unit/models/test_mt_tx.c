/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Transmit: transfers as Linux's mt7921u makes them, what goes on the air, and each thing
 * that can be wrong. Words: openwrt/mt76 mt76_connac_mac.c. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "../hexbytes.h"
#include "mt_receive.h"

#define EP_BE 0x04
#define EP_VO 0x07
#define EP_MGMT 0x09

struct transfer {
	uint32_t words[16];
	uint8_t frame[2048];
	uint32_t frame_len;
};

/* USB word, 16 words, frame, zeros to 4, 4 zeros. */
static uint32_t
bytes_of(const struct transfer *t, uint8_t *out)
{
	uint32_t len = 4 + 64 + t->frame_len, i;

	memset(out, 0, 4096);
	mt_put_word(out, 64 + t->frame_len);
	for (i = 0; i < 16; i++)
		mt_put_word(out + 4 + 4 * i, t->words[i]);
	memcpy(out + 68, t->frame, t->frame_len);
	return (len + 3) / 4 * 4 + 4;
}

/* A request of exactly those bytes; its status. */
static int
send_bytes(struct bench *b, uint8_t ep, const uint8_t *bytes, uint32_t len)
{
	struct bench_out out = { .urb = { .data = exact_copy(bytes, len), .size = len } };

	out.urb.owner = &out;
	CU_ASSERT_EQUAL_FATAL(b->ops->submit_out(b->dev, b->now_ns, ep, &out.urb), 0);
	bench_drain(b);
	CU_ASSERT(out.done);
	free(out.urb.data);
	return out.urb.status;
}

static void
send_transfer(struct bench *b, uint8_t ep, const struct transfer *t)
{
	uint8_t bytes[4096];
	uint32_t len = bytes_of(t, bytes);

	CU_ASSERT_EQUAL(send_bytes(b, ep, bytes, len), 0);
}

/* Authentication frame, 30 bytes, OFDM 6 Mbit/s. */
static const struct transfer auth = {
	.words = { (64 + 30) | 1u << 23 | 0x10u << 25, 0x80726001, 0x8000200b, 0x10007800, 0,
		   0x403, 0x004b0004, 0, 0x0000000b },
	.frame = { 0xb0, 0, 0, 0, 0x02, 0x22, 0x8a, 0xa9, 0, 1, 0x02, 0x22, 0x8a, 0, 0, 1,
		   0x02, 0x22, 0x8a, 0xa9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0 },
	.frame_len = 30,
};

/* An IPv4 packet of 60 bytes, 802.3. */
static const struct transfer ether = {
	.words = { (64 + 60) | 1u << 23 | 1u << 25, 0x80008001, 0x00000028, 0x00007800, 0, 0x01,
		   0, 0x00280400 },
	.frame = { 0x02, 0, 0, 0, 0, 0x77, 0x02, 0x22, 0x8a, 0, 0, 1, 0x08, 0x00, 0x45, 0 },
	.frame_len = 60,
};

/* A QoS data frame of 34 bytes, 802.11, as before encapsulation offload. */
static const struct transfer qos = {
	.words = { (64 + 34) | 1u << 23 | 1u << 25, 0x80026801, 0x00000028, 0x00007800, 0, 0x01,
		   0, 0, 0x00000028 },
	.frame = { 0x88, 0x01, 0, 0, 0x02, 0x22, 0x8a, 0xa9, 0, 1, 0x02, 0x22, 0x8a, 0, 0, 1,
		   0x02, 0, 0, 0, 0, 0x77, 0, 0, 0x05, 0, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0 },
	.frame_len = 34,
};

static struct bench *
open_bench(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));

	bench_submit(b, 8, 4096);
	return b;
}

static void
test_auth(void)
{
	struct bench *b = open_bench();
	const struct fake_air_sent *s;
	struct mt_unit u;

	send_transfer(b, EP_MGMT, &auth);
	send_transfer(b, EP_VO, &auth);		/* Linux 6.1 */
	s = fake_air_sent(b->air, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(s);
	CU_ASSERT_PTR_NOT_NULL(fake_air_sent(b->air, 1));
	CU_ASSERT_EQUAL_FATAL(s->tx.len, 30);
	CU_ASSERT_EQUAL(memcmp(s->bytes, auth.frame, 30), 0);
	CU_ASSERT_EQUAL(s->tx.rate.mode, AIR_OFDM);
	CU_ASSERT_EQUAL(s->tx.rate.mcs, 0);
	CU_ASSERT_FALSE(s->tx.no_ack);
	/* PID 3 and TX_STATUS_HOST: a status record. */
	mt_first(b, 0, &u);
	CU_ASSERT_EQUAL(u.dw[0], 0x00000028);
	CU_ASSERT_EQUAL(u.dw[2], 0x0000804b);
	CU_ASSERT_EQUAL(u.dw[4], 0x00010000);
	CU_ASSERT_EQUAL(u.dw[5], 0x03000000);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_mgmt"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_vo"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "units_tx_status"), 2);
	bench_close(b);
}

static void
test_ethernet(void)
{
	static const uint8_t header[34] = {
		0x88, 0x01, 0, 0, 0x02, 0x22, 0x8a, 0xa9, 0, 1, 0x02, 0x22, 0x8a, 0, 0, 1,
		0x02, 0, 0, 0, 0, 0x77, 0x10, 0, 0x06, 0, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0,
	};
	struct bench *b = open_bench();
	struct transfer t = ether;
	const struct fake_air_sent *s;

	t.words[1] |= 6u << 20;			/* TID */
	t.frame[59] = 0x99;
	send_transfer(b, EP_BE, &t);
	send_transfer(b, EP_BE, &t);		/* sequence number 1 */
	s = fake_air_sent(b->air, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(s);
	CU_ASSERT_EQUAL_FATAL(s->tx.len, 34 + 46);
	CU_ASSERT_EQUAL(memcmp(s->bytes, header, 34), 0);
	CU_ASSERT_EQUAL(memcmp(s->bytes + 34, t.frame + 14, 46), 0);
	CU_ASSERT_EQUAL(b->n_transfers, 0);	/* no status asked for */
	CU_ASSERT_EQUAL(bench_counter(b, "tx_be"), 2);
	bench_close(b);
}

/* No QoS, no acknowledgement, a length field: each by its own bits. */
static void
test_ethernet_forms(void)
{
	struct bench *b = open_bench();
	struct transfer t = ether;
	const struct fake_air_sent *s;

	t.words[2] = 0x20;
	t.words[7] = 0x00200000;
	t.words[1] = 0x80000001;
	t.frame[12] = 0;
	t.frame[13] = 20;		/* of 46 */
	send_transfer(b, EP_BE, &t);
	s = fake_air_sent(b->air, 0);
	CU_ASSERT_EQUAL_FATAL(s->tx.len, 24 + 20);
	CU_ASSERT_EQUAL(s->bytes[0], 0x08);
	CU_ASSERT_EQUAL(memcmp(s->bytes + 24, ether.frame + 14, 20), 0);
	t = ether;
	t.words[3] |= 1;
	send_transfer(b, EP_BE, &t);
	s = fake_air_sent(b->air, 1);
	CU_ASSERT(s->tx.no_ack);
	CU_ASSERT_EQUAL(s->bytes[24], 0x20);
	bench_close(b);
}

static void
test_sequence(void)
{
	struct bench *b = open_bench();
	struct transfer t = qos;

	t.words[3] |= 0x80000000 | 0x123u << 16;
	send_transfer(b, EP_BE, &t);
	send_transfer(b, EP_BE, &qos);
	send_transfer(b, EP_BE, &qos);
	send_transfer(b, EP_MGMT, &auth);
	CU_ASSERT_EQUAL(mt_word(fake_air_sent(b->air, 0)->bytes + 22) & 0xffff, 0x1230);
	CU_ASSERT_EQUAL(mt_word(fake_air_sent(b->air, 1)->bytes + 22) & 0xffff, 0x0000);
	CU_ASSERT_EQUAL(mt_word(fake_air_sent(b->air, 2)->bytes + 22) & 0xffff, 0x0010);
	CU_ASSERT_EQUAL(mt_word(fake_air_sent(b->air, 3)->bytes + 22) & 0xffff, 0x0000);
	bench_close(b);
}

struct fault_row {
	const char *counter;
	const struct transfer *base;
	uint8_t ep;
	int word;		/* -1: a byte of the transfer */
	uint32_t at, value;	/* word: and-mask in at */
};

#define KEEP 0xffffffffu

static const struct fault_row fault_rows[] = {
	{ "tx_bad_usb_word", &auth, EP_MGMT, -1, 2, 1 },
	{ "tx_bad_transfer", &auth, EP_MGMT, -1, 0, 64 + 26 },
	{ "tx_bad_transfer", &auth, EP_MGMT, -1, 0, 64 },
	{ "tx_bad_tail", &auth, EP_MGMT, -1, 98, 1 },	/* padding */
	{ "tx_bad_tail", &auth, EP_MGMT, -1, 103, 1 },	/* end mark */
	{ "tx_bad_length", &auth, EP_MGMT, 0, KEEP, 1 },
	{ "tx_bad_descriptor", &auth, EP_MGMT, 0, ~(3u << 23), 0 },
	{ "tx_bad_descriptor", &auth, EP_MGMT, 1, 0x7fffffff, 0 },
	{ "tx_bad_endpoint", &auth, EP_BE, 0, KEEP, 0 },
	{ "tx_bad_endpoint", &ether, EP_VO, 0, KEEP, 0 },
	{ "tx_bad_header_format", &auth, EP_MGMT, 1, KEEP, 1u << 16 },
	{ "tx_bad_header_len", &auth, EP_MGMT, 1, KEEP, 1u << 11 },
	{ "tx_bad_ethertype", &ether, EP_BE, 1, ~(1u << 15), 0 },
	{ "tx_bad_type", &auth, EP_MGMT, 2, KEEP, 0x10 },
	{ "tx_bad_type", &auth, EP_MGMT, 2, KEEP, 0x04 },
	{ "tx_bad_type", &auth, EP_MGMT, 8, 0, 0 },
	{ "tx_bad_type", &auth, EP_MGMT, 8, KEEP, 0x20 },
	{ "tx_bad_type", &ether, EP_BE, 2, 0, 0x08 },
	{ "tx_bad_type", &ether, EP_BE, 2, 0, 0x2c },
	{ "tx_bad_type", &ether, EP_BE, 7, ~(1u << 21), 0 },
	{ "tx_bad_type", &ether, EP_BE, 7, ~(1u << 19), 0 },
	{ "tx_bad_multicast", &auth, EP_MGMT, 2, KEEP, 1u << 10 },
	{ "tx_bad_multicast", &auth, EP_MGMT, -1, 68 + 4, 1 },
	{ "tx_bad_fragment", &auth, EP_MGMT, 2, KEEP, 1u << 14 },
	{ "tx_bad_fragment", &auth, EP_MGMT, -1, 68 + 1, 4 },
	{ "tx_bad_rate", &auth, EP_MGMT, 6, 0, 0x00410004 },
	{ "tx_no_attempts", &auth, EP_MGMT, 3, ~(0x1fu << 11), 0 },
	{ "tx_no_key", &ether, EP_BE, 3, KEEP, 2 },
	{ "tx_no_station", &ether, EP_BE, 1, ~3u, 2 },
};

static void
test_faults(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(fault_rows) / sizeof(fault_rows[0]); i++) {
		const struct fault_row *r = &fault_rows[i];
		struct bench *b = open_bench();
		struct transfer t = *r->base;
		uint8_t bytes[4096];
		uint32_t len;

		if (r->word >= 0)
			t.words[r->word] = (t.words[r->word] & r->at) | r->value;
		len = bytes_of(&t, bytes);
		if (r->word < 0)
			bytes[r->at] = (uint8_t)r->value;
		CU_ASSERT_EQUAL(send_bytes(b, r->ep, bytes, len), 0);
		if (bench_counter(b, r->counter) != 1) {
			printf("  row %u: %s\n", i, r->counter);
			CU_FAIL("not counted");
		}
		CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 0));
		bench_close(b);
	}
}

/* A status record only for TX_STATUS_HOST and a PID that is not reserved. */
static void
test_status(void)
{
	static const uint32_t word5[] = { 0x403, 0x402, 0x401, 0x003, 0x4ff };
	struct bench *b = open_bench();
	struct transfer t = auth;
	unsigned int i;

	t.words[6] = 0x05090006;		/* VHT 9, two streams, 80 MHz */
	for (i = 0; i < 5; i++) {
		t.words[5] = word5[i];
		send_transfer(b, EP_MGMT, &t);
	}
	CU_ASSERT_EQUAL(bench_counter(b, "tx_frames"), 5);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(mt_word(b->transfers[0].data + 8), 0x40008509);
	CU_ASSERT_EQUAL(b->transfers[0].data[23], 3);
	CU_ASSERT_EQUAL(b->transfers[1].data[23], 0xff);
	bench_close(b);
}

/* The chip's own rates: unicast data, and anything else. */
static void
test_own_rates(void)
{
	static const struct air_rate he = { AIR_HE, 11, 2, 2, 3 }, ofdm = { AIR_OFDM, 0, 1, 0, 0 };
	struct bench *b = open_bench();
	struct transfer t = auth;

	t.words[2] &= 0x7fffffff;
	send_transfer(b, EP_MGMT, &t);
	send_transfer(b, EP_BE, &ether);
	CU_ASSERT_EQUAL(memcmp(&fake_air_sent(b->air, 0)->tx.rate, &ofdm, sizeof(ofdm)), 0);
	CU_ASSERT_EQUAL(memcmp(&fake_air_sent(b->air, 1)->tx.rate, &he, sizeof(he)), 0);
	t = qos;
	t.frame[4] = 1;			/* to a group: no acknowledgement */
	t.words[2] |= 1u << 10;
	send_transfer(b, EP_BE, &t);
	CU_ASSERT_EQUAL(memcmp(&fake_air_sent(b->air, 2)->tx.rate, &ofdm, sizeof(ofdm)), 0);
	CU_ASSERT(fake_air_sent(b->air, 2)->tx.no_ack);
	bench_close(b);
}

static void
test_off_and_commands(void)
{
	struct bench *b = open_bench();
	uint8_t command[16] = { 8 };

	mt_write(b, MT_WLCFG_0, 0x00540000);
	send_transfer(b, EP_BE, &qos);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_off_frames"), 1);
	CU_ASSERT_EQUAL(send_bytes(b, 0x08, command, sizeof(command)), 0);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_commands"), 1);
	CU_ASSERT_PTR_NULL(fake_air_sent(b->air, 0));
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "management frame", test_auth },
		{ "802.3", test_ethernet },
		{ "802.3, other forms", test_ethernet_forms },
		{ "sequence numbers", test_sequence },
		{ "each fault", test_faults },
		{ "status", test_status },
		{ "the chip's own rates", test_own_rates },
		{ "off; commands", test_off_and_commands },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u transmit", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
