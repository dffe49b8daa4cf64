/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * kernel_gro EAL-OPTION... -- --allow=FILE [OPTION...] [CAPTURE...]
 *
 * Differential test of lib/rxbatch against the kernel's GRO: each train goes to both, and what they
 * merge must be the same, flow by flow, but for the rules that FILE lists; each rule that is
 * listed must be needed. Needs a kernel with TAP and rights for a network namespace: else it
 * says "skipped: ..." and ends with 77.
 *
 *	--random=N	so many random trains (3000)
 *	--seed=S	the first of them (1)
 *	--only=TEXT	named trains that have this in their name; nothing else
 *	--show		every train that differs, also by a rule
 */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <pcap/pcap.h>
#include <rte_eal.h>

#include "kgro.h"
#include "kgro_case.h"
#include "kgro_compare.h"
#include "kgro_view.h"

#define SKIPPED		77
#define WINDOW		32u
#define FRAME_MAX	9000u
#define TRIES		3u
#define SHOWN_MAX	40u
#define TEXT_MAX	600u

/* Trains of one part of the test. */
struct tally {
	uint32_t trains, frames, kernel_units, same, allowed, differ;
};

static bool listed[KGRO_RULES_MAX], has_udp, has_tags, show;
static uint32_t used[KGRO_RULES_MAX], passed, failed, skipped, shown;
static struct kgro_train train;
static struct kgro_units units;

static void
result(bool ok, const char *part, const char *name, const struct tally *t)
{
	printf("%s: %s%s", ok ? "pass" : "FAIL", part, name);
	if (t != NULL)
		printf(": %u trains, %u frames, %u of the kernel: %u alike, %u but for a rule, "
		       "%u differ", t->trains, t->frames, t->kernel_units, t->same, t->allowed,
		       t->differ);
	printf("\n");
	ok ? passed++ : failed++;
}

/* What the two made of the train, and by which rule that is allowed. */
static void
show_train(const char *name, const struct kgro_case *c, const uint32_t before[KGRO_RULES_MAX])
{
	static struct kgro_units ours;
	char text[TEXT_MAX];
	uint32_t i;

	printf("  %s\n", name);
	if (c != NULL)
		kgro_case_print(c);
	kgro_units_text(&units, true, text, sizeof(text));
	printf("    kernel  %s\n", text);
	if (kgro_ours_run(&train, false, &ours) != 0)
		printf("    the library did not answer as it must\n");
	kgro_units_text(&ours, true, text, sizeof(text));
	printf("    rxbatch %s\n", text);
	kgro_units_clear(&ours);
	for (i = 0; i < kgro_rules_len; i++)
		if (used[i] != before[i])
			printf("    rule    %s\n", kgro_rule_name(i));
}

/* A kernel that does not know of tags is asked about what is behind them. */
static int
run_kernel(void)
{
	static struct kgro_train plain;
	uint8_t tags[8];
	uint32_t len = has_tags ? 0 : kgro_tags_off(&train, &plain, tags);
	int rc = kgro_tap_run(len != 0 ? &plain : &train, &units);

	if (rc == 0 && len != 0)
		kgro_tags_back(&units, tags, len);
	kgro_train_clear(&plain);
	return rc;
}

/*
 * Another try when they differ: a tick that was not seen would cut the kernel's aggregates, the
 * library's are always the same.
 */
static enum kgro_verdict
compare(const char *name, const struct kgro_case *c, struct tally *t)
{
	uint32_t before[KGRO_RULES_MAX], i;
	enum kgro_verdict verdict = KGRO_DIFFERS;

	memcpy(before, used, sizeof(before));
	for (i = 0; i < TRIES && verdict == KGRO_DIFFERS; i++) {
		verdict = KGRO_BROKEN;
		if (run_kernel() == 0)
			verdict = kgro_compare(&train, &units, listed, used);
	}
	t->trains++;
	t->frames += train.n;
	t->kernel_units += units.n;
	if (verdict == KGRO_SAME)
		t->same++;
	else if (verdict == KGRO_ALLOWED)
		t->allowed++;
	else
		t->differ++;
	if (verdict == KGRO_BROKEN)
		printf("  %s: no answer of the TAP, or the library's is not exact\n", name);
	if ((verdict >= KGRO_DIFFERS && shown++ < SHOWN_MAX) ||
	    (verdict == KGRO_ALLOWED && show))
		show_train(name, c, before);
	return verdict;
}

/* Flows of the train, as the kernel counts them. */
static uint32_t
flows(void)
{
	uint8_t key[KGRO_FRAMES_MAX][KGRO_KEY_MAX];
	uint32_t len[KGRO_FRAMES_MAX], n = 0, i, k;

	for (i = 0; i < train.n; i++) {
		len[n] = kgro_key(train.frame[i].bytes, train.frame[i].len, true, key[n]);
		for (k = 0; k < n; k++)
			if (len[k] == len[n] && memcmp(key[k], key[n], len[n]) == 0)
				break;
		n += k == n;
	}
	return n;
}

static bool
is_udp(const struct kgro_case *c)
{
	return c->base == KGRO_UDP4 || c->base == KGRO_UDP6;
}

static void
run_named(const struct kgro_case *c)
{
	struct tally t = { 0 };
	char text[TEXT_MAX];
	bool ok;

	if (is_udp(c) && !has_udp) {
		printf("skip: %s: this kernel merges no datagrams\n", c->name);
		skipped++;
		return;
	}
	kgro_case_build(c, &train);
	ok = compare(c->name, c, &t) < KGRO_DIFFERS;
	if (c->expect != NULL) {
		kgro_units_text(&units, false, text, sizeof(text));
		if (strcmp(text, c->expect) != 0) {
			printf("  the kernel gives %s, not %s\n", text, c->expect);
			ok = false;
		}
	}
	result(ok, "", c->name, NULL);
}

static void
run_random(uint64_t seed, uint32_t n)
{
	struct tally t = { 0 };
	struct kgro_case c;
	char name[40];
	uint32_t i;

	for (i = 0; i < n; i++) {
		kgro_random(seed + i, has_udp, &c);
		kgro_case_build(&c, &train);
		snprintf(name, sizeof(name), "--seed=%llu", (unsigned long long)seed + i);
		if (flows() <= KGRO_FLOWS_MAX)
			compare(name, &c, &t);
	}
	result(t.differ == 0 && t.trains > 0, "random trains", "", &t);
}

/* Takes the frame away again when it is of one flow too many. */
static bool
fits(const uint8_t *bytes, uint32_t len)
{
	kgro_train_add(&train, bytes, len);
	if (flows() <= KGRO_FLOWS_MAX)
		return true;
	free(train.frame[--train.n].bytes);
	return false;
}

static void
compare_window(const char *file, uint32_t nr, struct tally *t)
{
	char name[300];

	snprintf(name, sizeof(name), "%s, frames before %u", file, nr);
	if (train.n > 0)
		compare(name, NULL, t);
	kgro_train_clear(&train);
}

/* In trains of up to 32 frames and 8 flows. */
static void
run_capture(const char *path)
{
	const char *file = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
	char errbuf[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline(path, errbuf);
	struct pcap_pkthdr *hdr;
	const u_char *bytes;
	struct tally t = { 0 };
	uint32_t nr = 0;

	if (pcap == NULL || pcap_datalink(pcap) != DLT_EN10MB) {
		printf("  %s: %s\n", path, pcap == NULL ? errbuf : "not Ethernet");
		result(false, "", file, NULL);
		return;
	}
	kgro_train_clear(&train);
	while (pcap_next_ex(pcap, &hdr, &bytes) == 1) {
		if (hdr->caplen >= 14 && hdr->caplen <= FRAME_MAX) {
			if (train.n == WINDOW || !fits(bytes, hdr->caplen)) {
				compare_window(file, nr, &t);
				fits(bytes, hdr->caplen);
			} else if (train.n == 0) {
				fits(bytes, hdr->caplen);
			}
		}
		nr++;
	}
	compare_window(file, nr, &t);
	pcap_close(pcap);
	result(t.differ == 0 && t.trains > 0, "", file, &t);
}

static void
check_rules(void)
{
	uint32_t i;

	for (i = 0; i < kgro_rules_len; i++)
		if (listed[i]) {
			printf("%s: rule %s: needed by %u trains\n", used[i] != 0 ? "pass" : "FAIL",
			       kgro_rule_name(i), used[i]);
			used[i] != 0 ? passed++ : failed++;
		}
}

static int
usage(void)
{
	fprintf(stderr, "kernel_gro EAL-OPTION... -- --allow=FILE [--random=N] [--seed=S] "
		"[--only=TEXT] [--show] [CAPTURE...]\n");
	return 2;
}

static int
run_all(int argc, char **argv)
{
	static const struct option options[] = {
		{ "allow", required_argument, NULL, 'a' },
		{ "random", required_argument, NULL, 'r' },
		{ "seed", required_argument, NULL, 's' },
		{ "only", required_argument, NULL, 'o' },
		{ "show", no_argument, NULL, 'S' },
		{ 0 },
	};
	const char *allow = NULL, *only = NULL;
	uint32_t random_trains = 3000, i;
	uint64_t seed = 1;
	int opt;

	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (opt == 'a')
			allow = optarg;
		else if (opt == 'r')
			random_trains = (uint32_t)strtoul(optarg, NULL, 0);
		else if (opt == 's')
			seed = strtoull(optarg, NULL, 0);
		else if (opt == 'o')
			only = optarg;
		else if (opt == 'S')
			show = true;
		else
			return usage();
	}
	if (allow == NULL)
		return usage();
	if (kgro_allow_read(allow, has_udp, has_tags, listed) != 0)
		return 1;
	for (i = 0; i < kgro_table_len; i++)
		if (only == NULL || strstr(kgro_table[i].name, only) != NULL)
			run_named(&kgro_table[i]);
	if (only == NULL) {
		if (random_trains > 0)
			run_random(seed, random_trains);
		for (; optind < argc; optind++)
			run_capture(argv[optind]);
		check_rules();
	}
	printf("%u trains sent again: the kernel's tick came between\n", kgro_tap_repeats());
	printf("\n%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed == 0 && passed > 0 ? 0 : 1;
}

int
main(int argc, char **argv)
{
	struct utsname name;
	char why[200];
	int n, rc;

	/* Before EAL, whose threads would stay in the old namespace. */
	if (kgro_tap_open(why, sizeof(why)) != 0) {
		printf("skipped: %s\n", why);
		return SKIPPED;
	}
	has_udp = kgro_tap_udp();
	has_tags = kgro_tap_tags();
	n = rte_eal_init(argc, argv);
	if (n < 0 || kgro_ours_open(has_udp) != 0) {
		printf("no EAL, or no memory\n");
		return 1;
	}
	uname(&name);
	printf("the kernel's GRO is that of Linux %s%s%s\n", name.release,
	       has_udp ? "" : "; it has no rx-udp-gro-forwarding: no datagrams",
	       has_tags ? "" : "; it has no 802.1Q: tags are taken off");
	argv[n] = argv[0];
	rc = run_all(argc - n, argv + n);
	kgro_units_clear(&units);
	kgro_train_clear(&train);
	kgro_ours_close();
	rte_eal_cleanup();
	return rc;
}
