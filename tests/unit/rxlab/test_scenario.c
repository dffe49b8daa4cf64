/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What has a name, what a user may type, and tables. */

#include <string.h>

#include "cost.h"
#include "cunit_run.h"
#include "names.h"
#include "published.h"
#include "table.h"

#define ERR_SIZE 256

static void
test_hosts(void)
{
	const char *const names[] = { "x86", "x86-usb2", "pi5", "pi5-usb2", "pi1" };
	const struct lab_host *host;
	unsigned int i;

	for (i = 0; (host = lab_host_at(i)) != NULL; i++) {
		CU_ASSERT_STRING_EQUAL(host->name, names[i]);
		CU_ASSERT_EQUAL(host->speed, i == 0 || i == 2 ? USB_SPEED_SUPER :
						USB_SPEED_HIGH);
		CU_ASSERT_TRUE(host->transfer_ns != 0 && host->frame_ns != 0);
		CU_ASSERT_TRUE(host->send_ns != 0 && host->urbs != 0 && host->write_ns != 0);
		CU_ASSERT_PTR_NOT_NULL(lab_radio_find(host->radio));
	}
	CU_ASSERT_EQUAL(i, 5);
}

/* The same computer at another port does the same work. */
static void
test_ports_of_a_host(void)
{
	CU_ASSERT_EQUAL(lab_host_at(0)->transfer_ns, lab_host_at(1)->transfer_ns);
	CU_ASSERT_EQUAL(lab_host_at(0)->frame_ns, lab_host_at(1)->frame_ns);
	CU_ASSERT_EQUAL(lab_host_at(2)->transfer_ns, lab_host_at(3)->transfer_ns);
	CU_ASSERT_EQUAL(lab_host_at(2)->frame_ns, lab_host_at(3)->frame_ns);
}

static void
test_workloads(void)
{
	const char *const names[] = {
		"rpc1", "rpc16", "tcp1", "tcp8", "udp20", "udp50", "udp200", "mixed",
		"onoff1", "onoff10", "onoff100", "switching",
	};
	const struct lab_workload *workload;
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		workload = lab_workload_find(names[i]);
		CU_ASSERT_PTR_NOT_NULL_FATAL(workload);
		CU_ASSERT_TRUE(workload->phases[0].skip_ns < workload->phases[0].length_ns);
		CU_ASSERT_TRUE(cost_has_flows(&workload->phases[0]));
	}
	CU_ASSERT_PTR_NULL(lab_workload_at(i));
	CU_ASSERT_PTR_NULL(lab_workload_find("rpc"));
}

static void
test_switching(void)
{
	const struct lab_workload *w = lab_workload_find("switching");
	unsigned int i;

	for (i = 0; i < 5; i++) {
		CU_ASSERT_EQUAL(w->phases[i].length_ns, 2000000000);
		CU_ASSERT_EQUAL(w->phases[i].skip_ns, 100000000);
		CU_ASSERT_EQUAL(cost_has_flows(&w->phases[i]), i != 3);
	}
	CU_ASSERT_EQUAL(w->phases[5].length_ns, 0);
	CU_ASSERT_EQUAL(w->phases[2].flows[0].rate_kbps, 200000);
}

static void
test_host_parse(void)
{
	char name[NAME_SIZE], err[ERR_SIZE] = "";
	struct lab_host h;

	CU_ASSERT_TRUE(lab_host_parse("pi1", &h, name, err, sizeof(err)));
	CU_ASSERT_STRING_EQUAL(h.name, "pi1");
	CU_ASSERT_TRUE(lab_host_parse("pi1/frame-ns:5/speed:super", &h, name, err, sizeof(err)));
	CU_ASSERT_STRING_EQUAL(h.name, "pi1/frame-ns:5/speed:super");
	CU_ASSERT_EQUAL(h.frame_ns, 5);
	CU_ASSERT_EQUAL(h.speed, USB_SPEED_SUPER);
	CU_ASSERT_EQUAL(h.transfer_ns, lab_host_at(4)->transfer_ns);
	CU_ASSERT_TRUE(lab_host_parse("transfer-ns:1/send-ns:2/latency-ns:3/write-ns:4/urbs:5/"
				      "radio:5ghz", &h, name, err, sizeof(err)));
	CU_ASSERT_EQUAL(h.transfer_ns, 1);
	CU_ASSERT_EQUAL(h.send_ns, 2);
	CU_ASSERT_EQUAL(h.latency_ns, 3);
	CU_ASSERT_EQUAL(h.write_ns, 4);
	CU_ASSERT_EQUAL(h.urbs, 5);
	CU_ASSERT_STRING_EQUAL(h.radio, "5ghz");
	CU_ASSERT_EQUAL(h.frame_ns, lab_host_at(0)->frame_ns);
}

static void
test_host_parse_bad(void)
{
	const char *const bad[] = {
		"", "x8", "x86x", "x86/", "x86/speed:warp", "x86/urbs:0", "x86/urbs:257",
		"x86/frame-ns:-1", "x86/frame-ns:10000001", "x86/frame-ns:", "x86/frame-ns",
		"x86/nonsense:1", "x86/radio:7ghz", "nonsense:1", "x86/x86",
	};
	char name[NAME_SIZE], err[ERR_SIZE];
	struct lab_host h;
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		err[0] = '\0';
		CU_ASSERT_FALSE(lab_host_parse(bad[i], &h, name, err, sizeof(err)));
		CU_ASSERT_TRUE(err[0] != '\0' && strchr(err, '\n') == NULL);
	}
}

static void
test_policy_parse(void)
{
	const struct {
		const char *text, *name;
		const struct lab_policy_ops *ops;
		uint32_t us;
		enum rxb_hold_preset preset;
	} cases[] = {
		{ "0", "0", &lab_policy_fixed, 0, RXB_HOLD_BALANCED },
		{ "32", "32", &lab_policy_fixed, 32, RXB_HOLD_BALANCED },
		{ "8160", "8160", &lab_policy_fixed, 8160, RXB_HOLD_BALANCED },
		{ "auto", "auto", &lab_policy_auto, 0, RXB_HOLD_BALANCED },
		{ "auto:balanced", "auto", &lab_policy_auto, 0, RXB_HOLD_BALANCED },
		{ "auto:latency", "auto:latency", &lab_policy_auto, 0, RXB_HOLD_LATENCY },
		{ "auto:cpu", "auto:cpu", &lab_policy_auto, 0, RXB_HOLD_CPU },
		{ "dim", "dim", &lab_policy_dim, 0, RXB_HOLD_BALANCED },
		{ "itr", "itr", &lab_policy_itr, 0, RXB_HOLD_BALANCED },
	};
	char name[NAME_SIZE], err[ERR_SIZE];
	struct lab_policy p;
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		CU_ASSERT_TRUE(lab_policy_parse(cases[i].text, &p, err, sizeof(err)));
		CU_ASSERT_PTR_EQUAL(p.ops, cases[i].ops);
		CU_ASSERT_EQUAL(p.hold_us, cases[i].us);
		CU_ASSERT_EQUAL(p.preset, cases[i].preset);
		lab_policy_name(&p, name, sizeof(name));
		CU_ASSERT_STRING_EQUAL(name, cases[i].name);
	}
}

static void
test_policy_parse_bad(void)
{
	const char *const bad[] = { "", "8161", "-1", "32us", "auto:", "auto:fast", "automatic",
				    "fixed" };
	char err[ERR_SIZE];
	struct lab_policy p;
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		err[0] = '\0';
		CU_ASSERT_FALSE(lab_policy_parse(bad[i], &p, err, sizeof(err)));
		CU_ASSERT_TRUE(err[0] != '\0' && strchr(err, '\n') == NULL);
	}
}

static void
test_published_rows(void)
{
	const struct published_row *row;
	unsigned int i, set = 0;

	for (i = 0; (row = published_row_at(i)) != NULL; i++) {
		CU_ASSERT_PTR_NOT_NULL(published_setup_find(row->setup));
		set += (row->sets[0] != NULL) + (row->sets[1] != NULL);
	}
	/* Three computers with two costs each, three links, two windows, one sender. */
	CU_ASSERT_EQUAL(set, 6 + 3 + 2 + 1);
}

static void
print_both(const struct table *t, char *text, char *csv, size_t size)
{
	FILE *to = fmemopen(text, size, "w");

	CU_ASSERT_TRUE(table_print(t, to));
	fclose(to);
	to = fmemopen(csv, size, "w");
	CU_ASSERT_TRUE(table_print_csv(t, to));
	fclose(to);
}

static void
test_table(void)
{
	char text[512] = "", csv[512] = "";
	struct table t;

	table_begin(&t, "name,n,about");
	table_put(&t, "%s", "a");
	table_put(&t, "%u", 12345);
	table_put(&t, "%s", "one, \"two\"");
	table_put(&t, "%s", "longer");
	table_put(&t, "%u", 1);
	table_put(&t, "%s", "");
	print_both(&t, text, csv, sizeof(text));
	CU_ASSERT_STRING_EQUAL(text, "name        n  about\n"
				     "a       12345  one, \"two\"\n"
				     "longer      1  \n");
	CU_ASSERT_STRING_EQUAL(csv, "name,n,about\n"
				    "a,12345,\"one, \"\"two\"\"\"\n"
				    "longer,1,\n");
	table_end(&t);
}

/* More cells than there is room at first. */
static void
test_long_table(void)
{
	struct table t;
	unsigned int i;

	table_begin(&t, "a,b");
	for (i = 0; i < 2000; i++)
		table_put(&t, "%u", i);
	CU_ASSERT_EQUAL(t.cells, 2002);
	CU_ASSERT_STRING_EQUAL(t.cell[2001], "1999");
	CU_ASSERT_EQUAL(t.width[1], 4);
	table_end(&t);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "hosts", test_hosts },
		{ "one host at two ports", test_ports_of_a_host },
		{ "workloads", test_workloads },
		{ "the switching workload", test_switching },
		{ "host: what a user types", test_host_parse },
		{ "... and should not", test_host_parse_bad },
		{ "hold: what a user types", test_policy_parse },
		{ "... and should not", test_policy_parse_bad },
		{ "published rows", test_published_rows },
		{ "table", test_table },
		{ "table with many rows", test_long_table },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxlab scenario", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
