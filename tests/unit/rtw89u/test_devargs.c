/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each key good, bad and at its edges; what does not go together; and one error
 * line for each refusal, never none and never two. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_log.h>

#include "cunit_run.h"

#include <rte_common.h>

#include "rtw89u.h"

/* What the parser logged. */
static char *log_text;
static size_t log_len;
static FILE *log_stream;

/* The chip that it chose. */
static const struct wport_chip *parsed_chip;

static int
parse(struct wport_conf *conf, const char *args)
{
	static struct wport port = { .family = &rtw89u_family, .name = "port0" };
	int ret;

	fflush(log_stream);
	rewind(log_stream);
	memset(&port.conf, 0xa5, sizeof(port.conf));
	ret = wport_conf_parse(&port, args);
	*conf = port.conf;
	parsed_chip = port.chip;
	fflush(log_stream);
	/* Older and longer text would stand behind. */
	log_text[ftell(log_stream)] = '\0';
	return ret;
}

static unsigned int
log_lines(void)
{
	unsigned int n = 0;
	const char *p;

	for (p = log_text; *p != '\0'; p++)
		n += *p == '\n';
	return n;
}

static bool
conf_is_empty(const struct wport_conf *conf)
{
	static const struct wport_conf empty;

	return memcmp(conf, &empty, sizeof(empty)) == 0;
}

/* One line that names the port and holds word. */
static void
refused_as(const char *args, int err, const char *word)
{
	struct wport_conf conf;
	int ret = parse(&conf, args);
	unsigned int lines = log_lines();

	CU_ASSERT_EQUAL(ret, err);
	CU_ASSERT_EQUAL(lines, 1);
	CU_ASSERT_TRUE(conf_is_empty(&conf));
	CU_ASSERT_PTR_NOT_NULL(strstr(log_text, "port0"));
	CU_ASSERT_PTR_NOT_NULL(strstr(log_text, word));
	if (ret != err || lines != 1 || strstr(log_text, word) == NULL)
		printf("    \"%s\": %d, %u lines: %s\n", args == NULL ? "(none)" : args, ret,
		       lines, log_text);
	/* Twice does no harm. */
	wport_conf_free(&conf);
	wport_conf_free(&conf);
}

static void
refused(const char *args, const char *word)
{
	refused_as(args, -EINVAL, word);
}

static struct wport_conf
accepted(const char *args)
{
	struct wport_conf conf;
	int ret = parse(&conf, args);

	CU_ASSERT_EQUAL_FATAL(ret, 0);
	CU_ASSERT_EQUAL(log_lines(), 0);
	return conf;
}

#define M "model=rtl8922au"
#define AX "model=rtl8852bu"
#define R "replay=f.pcap"

static void
test_defaults(void)
{
	struct wport_conf c = accepted(M);

	CU_ASSERT_STRING_EQUAL(c.model, "rtl8922au");
	CU_ASSERT(c.speed == NULL && c.air == NULL && c.air_set == NULL);
	CU_ASSERT(c.model_set == NULL && c.replay == NULL && c.replay_dev == NULL);
	CU_ASSERT(c.usb == NULL && !c.loop);
	CU_ASSERT_EQUAL(c.hold_us, WPORT_UNSET);
	CU_ASSERT_EQUAL(c.agg_kib, WPORT_UNSET);
	CU_ASSERT_EQUAL(c.agg_count, WPORT_UNSET);
	CU_ASSERT_EQUAL(c.buffers, 32);
	CU_ASSERT_EQUAL(c.buffer_size, WPORT_UNSET);
	CU_ASSERT_EQUAL(c.rx_csum, WPORT_CSUM_OFF);
	CU_ASSERT_EQUAL(c.family_arg[0], RTW89U_LAYOUT_VENDOR);
	CU_ASSERT_EQUAL(c.mode, WPORT_MODE_ETHERNET);
	CU_ASSERT_EQUAL(c.bad_fcs, WPORT_BAD_FCS_DROP);
	CU_ASSERT_EQUAL(c.rx_attach, 0);
	wport_conf_free(&c);
	CU_ASSERT_TRUE(conf_is_empty(&c));
}

static void
test_strings(void)
{
	struct wport_conf c = accepted(M ",speed=super,air=pcap:a b/c.pcap,"
					"air-set=loop:1/rate:100,model-set=pad_last:1");

	CU_ASSERT_STRING_EQUAL(c.model, "rtl8922au");
	CU_ASSERT_STRING_EQUAL(c.speed, "super");
	CU_ASSERT_STRING_EQUAL(c.air, "pcap:a b/c.pcap");
	CU_ASSERT_STRING_EQUAL(c.air_set, "loop:1/rate:100");
	CU_ASSERT_STRING_EQUAL(c.model_set, "pad_last:1");
	wport_conf_free(&c);
	c = accepted(R ",replay-dev=1.12,loop=1");
	CU_ASSERT_STRING_EQUAL(c.replay, "f.pcap");
	CU_ASSERT_STRING_EQUAL(c.replay_dev, "1.12");
	CU_ASSERT_TRUE(c.loop);
	wport_conf_free(&c);
}

/* Strings outlive what they were parsed from. */
static void
test_strings_are_copies(void)
{
	char args[] = M ",air=gen:rate:1";
	struct wport_conf c = accepted(args);

	memset(args, 'x', sizeof(args) - 1);
	CU_ASSERT_STRING_EQUAL(c.model, "rtl8922au");
	CU_ASSERT_STRING_EQUAL(c.air, "gen:rate:1");
	wport_conf_free(&c);
}

/* Numbers with a key of their own: smallest and largest that is taken. */
static const struct {
	const char *key, *with;
	uint32_t min, max;
	size_t at;
} numbers[] = {
	/* 255 units of 32 us; a count of 8 bits; a size of 10 bits in KiB. */
	{ "hold", M, 0, 8160, offsetof(struct wport_conf, hold_us) },
	{ "agg-size", M, 1, 1023, offsetof(struct wport_conf, agg_kib) },
	{ "agg-count", M, 1, 255, offsetof(struct wport_conf, agg_count) },
	{ "buffers", M, 1, 256, offsetof(struct wport_conf, buffers) },
	{ "buffer-size", M, 1024, 1064960, offsetof(struct wport_conf, buffer_size) },
	{ "buffers", R, 1, 256, offsetof(struct wport_conf, buffers) },
};

static void
test_number_edges(void)
{
	unsigned int i, which;
	char args[128];

	for (i = 0; i < RTE_DIM(numbers); i++) {
		for (which = 0; which < 2; which++) {
			uint32_t v = which ? numbers[i].max : numbers[i].min, got;
			struct wport_conf c;

			snprintf(args, sizeof(args), "%s,%s=%u", numbers[i].with,
				 numbers[i].key, v);
			c = accepted(args);
			memcpy(&got, (char *)&c + numbers[i].at, sizeof(got));
			CU_ASSERT_EQUAL(got, v);
			wport_conf_free(&c);
		}
		snprintf(args, sizeof(args), "%s,%s=%u", numbers[i].with, numbers[i].key,
			 numbers[i].max + 1);
		refused(args, numbers[i].key);
		if (numbers[i].min == 0)
			continue;
		snprintf(args, sizeof(args), "%s,%s=%u", numbers[i].with, numbers[i].key,
			 numbers[i].min - 1);
		refused(args, numbers[i].key);
	}
}

static void
test_bad_numbers(void)
{
	static const char * const values[] = {
		"", "x", "-1", "+1", " 1", "1 ", "1x", "0x10", "1.5", "1e1", "4294967296",
		"4294967297", "18446744073709551616", "99999999999999999999999",
	};
	static const char * const keys[] = {
		"hold", "agg-size", "agg-count", "buffers", "buffer-size",
	};
	unsigned int k, v;
	char args[128];

	for (k = 0; k < RTE_DIM(keys); k++) {
		for (v = 0; v < RTE_DIM(values); v++) {
			snprintf(args, sizeof(args), M ",%s=%s", keys[k], values[v]);
			refused(args, keys[k]);
		}
		snprintf(args, sizeof(args), M ",%s", keys[k]);
		refused(args, keys[k]);
	}
}

static void
test_loop(void)
{
	struct wport_conf c = accepted(R ",loop=0");

	CU_ASSERT_FALSE(c.loop);
	wport_conf_free(&c);
	refused(R ",loop=2", "loop");
	refused(R ",loop=yes", "loop");
	refused(R ",loop=", "loop");
}

static void
test_csum(void)
{
	static const struct {
		const char *args;
		enum wport_csum csum;
	} rows[] = {
		{ M ",rx-csum=chip", WPORT_CSUM_CHIP },
		{ M ",rx-csum=sw", WPORT_CSUM_SW },
		{ M ",rx-csum=off", WPORT_CSUM_OFF },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wport_conf c = accepted(rows[i].args);

		CU_ASSERT_EQUAL(c.rx_csum, rows[i].csum);
		wport_conf_free(&c);
	}
	refused(M ",rx-csum=hw", "rx-csum");
	refused(M ",rx-csum=SW", "rx-csum");
	refused(M ",rx-csum=1", "rx-csum");
	refused(M ",rx-csum=", "rx-csum");
	refused(M ",rx-csum", "rx-csum");
}

static void
test_empty_strings(void)
{
	static const char * const keys[] = {
		"speed", "air", "air-set", "model-set", "replay", "replay-dev", "usb",
	};
	unsigned int i;
	char args[128];

	refused("model=", "model=");
	refused("model", "model=");
	for (i = 0; i < RTE_DIM(keys); i++) {
		snprintf(args, sizeof(args), M ",%s=", keys[i]);
		refused(args, keys[i]);
		snprintf(args, sizeof(args), M ",%s", keys[i]);
		refused(args, keys[i]);
	}
}

static void
test_given_twice(void)
{
	refused(M "," M, "twice");
	refused(M ",hold=32,hold=32", "twice");
	refused(R ",loop=1,loop=0", "twice");
	refused(M ",speed=high,air=gen:x,rx-csum=sw,rx-csum=off", "twice");
}

static void
test_unknown_keys(void)
{
	refused("modl=rtl8922au", "unknown");
	refused(M ",hold_us=32", "unknown");
	refused(M ",Hold=32", "unknown");
	refused(M ",rx_attach=100", "unknown");
	refused(M ",=32", "unknown");
	refused("=", "unknown");
}

/* Words that are this family's or this chapter's. */
static void
test_words(void)
{
	static const struct {
		const char *args;
		enum rtw89u_layout layout;
		enum wport_mode mode;
		enum wport_bad_fcs bad_fcs;
	} rows[] = {
		{ AX ",rxd-layout=vendor", RTW89U_LAYOUT_VENDOR, WPORT_MODE_ETHERNET,
		  WPORT_BAD_FCS_DROP },
		{ AX ",rxd-layout=linux", RTW89U_LAYOUT_LINUX, WPORT_MODE_ETHERNET,
		  WPORT_BAD_FCS_DROP },
		{ M ",mode=monitor", RTW89U_LAYOUT_VENDOR, WPORT_MODE_MONITOR,
		  WPORT_BAD_FCS_DROP },
		{ M ",mode=monitor,rx-bad-fcs=keep", RTW89U_LAYOUT_VENDOR, WPORT_MODE_MONITOR,
		  WPORT_BAD_FCS_KEEP },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wport_conf c = accepted(rows[i].args);

		CU_ASSERT_EQUAL(c.family_arg[0], rows[i].layout);
		CU_ASSERT_EQUAL(c.mode, rows[i].mode);
		CU_ASSERT_EQUAL(c.bad_fcs, rows[i].bad_fcs);
		wport_conf_free(&c);
	}
	refused(AX ",rxd-layout=", "rxd-layout");
	refused(AX ",rxd-layout=vendor|linux", "rxd-layout");
	refused(AX ",rxd-layout=Linux", "rxd-layout");
	refused(M ",rxd-layout=vendor", "no meaning for the rtl8922au");
	refused(M ",mode=ap", "mode");
	refused(M ",rx-bad-fcs=keep", "mode=monitor");
}

/* Which chip: a model's name, a capture's, else the first. */
static void
test_chips(void)
{
	static const char * const names[] = {
		"rtl8922au", "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu",
	};
	struct wport_conf c = accepted(R);
	unsigned int i;
	char args[64];

	CU_ASSERT_STRING_EQUAL(parsed_chip->name, "rtl8922au");
	wport_conf_free(&c);
	for (i = 0; i < RTE_DIM(names); i++) {
		snprintf(args, sizeof(args), "model=%s", names[i]);
		c = accepted(args);
		CU_ASSERT_STRING_EQUAL(parsed_chip->name, names[i]);
		wport_conf_free(&c);
		snprintf(args, sizeof(args), R ",chip=%s", names[i]);
		c = accepted(args);
		CU_ASSERT_STRING_EQUAL(parsed_chip->name, names[i]);
		wport_conf_free(&c);
	}
	CU_ASSERT_EQUAL(parse(&c, "model=rtl8821au"), -ENODEV);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_text, "rtl8851bu"));
	CU_ASSERT_TRUE(conf_is_empty(&c));
}

/* Sizes in steps of 4 KiB end below what 8 bits of them hold. */
static void
test_sizes_by_chip(void)
{
	struct wport_conf c = accepted("model=rtl8852bu,agg-size=1020");

	CU_ASSERT_EQUAL(c.agg_kib, 1020);
	wport_conf_free(&c);
	refused("model=rtl8852bu,agg-size=1021", "agg-size");
	refused("model=rtl8852au,agg-size=1021", "agg-size");
	refused("model=rtl8851bu,agg-size=1021", "agg-size");
	c = accepted("model=rtl8852cu,agg-size=1023");
	CU_ASSERT_EQUAL(c.agg_kib, 1023);
	wport_conf_free(&c);
}

static void
test_combinations(void)
{
	refused(NULL, "need model=");
	refused("", "need model=");
	refused("hold=32", "need model=");
	refused("speed=high", "need model=");
	refused(M "," R, "exclude");
	refused("usb=0bda:8912", "brings up no real device");
	refused(M ",firmware=/lib/firmware", "loads none");
	refused(M ",usb=1-2", "usb=");
	refused(R ",usb=1-2", "usb=");
	refused(M ",replay-dev=1.2", "replay-dev=");
	refused(M ",loop=1", "loop=");
	refused(R ",speed=high", "need model=");
	refused(R ",air=gen:x", "need model=");
	refused(R ",air=gen:x,air-set=loop:1", "need model=");
	refused(R ",air-set=loop:1", "need model=");
	refused(R ",model-set=pad_last:1", "need model=");
	refused(M ",air-set=loop:1", "air-set=");
	refused(R ",hold=32", "aggregate");
	refused(R ",hold=0", "aggregate");
	refused(R ",agg-size=20", "aggregate");
	refused(R ",agg-count=255", "aggregate");
	refused(M ",hold=0,agg-size=20", "hold=0");
	refused(M ",hold=0,agg-count=1", "hold=0");
}

static void
test_good_combinations(void)
{
	static const char * const rows[] = {
		M ",hold=0", M ",hold=1,agg-size=20,agg-count=255",
		M ",agg-count=1", M ",loop=0", R ",rx-csum=sw,buffers=64,buffer-size=65536",
		M ",hold=32,buffers=1,buffer-size=1024,rx-csum=chip",
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wport_conf c = accepted(rows[i]);

		wport_conf_free(&c);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "defaults", test_defaults },
		{ "strings", test_strings },
		{ "strings are copies", test_strings_are_copies },
		{ "numbers at their edges", test_number_edges },
		{ "numbers that are none", test_bad_numbers },
		{ "loop", test_loop },
		{ "rx-csum", test_csum },
		{ "strings without a value", test_empty_strings },
		{ "keys given twice", test_given_twice },
		{ "unknown keys", test_unknown_keys },
		{ "words", test_words },
		{ "chips", test_chips },
		{ "sizes by chip", test_sizes_by_chip },
		{ "what does not go together", test_combinations },
		{ "what goes together", test_good_combinations },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_devargs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};
	int ret;

	log_stream = open_memstream(&log_text, &log_len);
	if (log_stream == NULL || rte_openlog_stream(log_stream) != 0)
		return EXIT_FAILURE;
	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_openlog_stream(NULL);
	fclose(log_stream);
	free(log_text);
	return ret;
}
