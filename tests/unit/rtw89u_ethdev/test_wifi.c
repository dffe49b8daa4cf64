/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Public 802.11 captures on the air: what becomes a packet, what is dropped, and
 * under which name. The numbers were counted by tshark 4.0 (wlan.fc.type, subtype,
 * protected, frag, wlan.frag, qos.amsdupresent, qos.mesh_ctl_present), not by us.
 */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cunit_run.h"
#include "port.h"

static const struct {
	const char *file;
	unsigned int packets, mgmt, ctrl, no_data, is_protected, fragment, mesh;
} captures[] = {
	{ "wifi__aircrack__n-02.cap", 4, 53, 64, 16, 81, 0, 0 },
	{ "wifi__aircrack__wpa2-psk-linksys.cap", 12, 128, 163, 164, 32, 0, 0 },
	{ "wifi__frag__amsdu-inject-fromap.pcapng", 6, 80, 3, 12, 40, 0, 0 },
	{ "wifi__frag__linux-plain-fromap.pcapng", 6, 62, 0, 0, 34, 6, 0 },
	{ "wifi__frag__ping_I_E_R_E-fromclient.pcapng", 12, 158, 21, 0, 24, 4, 0 },
	{ "wifi__ns3__hwmp-simplest-regression-test-0-1.pcap", 0, 65, 333, 0, 0, 0, 326 },
	{ "wifi__tcpdump__ieee802.11_exthdr.pcap", 0, 16, 8, 2, 0, 0, 0 },
	{ "wifi__tcpdump__ieee802.11_htc.pcap", 1, 0, 0, 0, 0, 0, 0 },
	{ "wifi__zeek__radiotap.pcap", 3, 0, 0, 0, 0, 0, 0 },
};

static const char *
data_path(const char *file)
{
	static char path[512];
	const char *dir = getenv("RXBATCH_DATA");

	if (dir != NULL)
		snprintf(path, sizeof(path), "%s/%s", dir, file);
	else
		snprintf(path, sizeof(path), "%s/../shared/data/%s", SOURCE_ROOT, file);
	return path;
}

/* Everything of a capture. Old ones are slow: some frames at 1 Mbit/s, and many in a row
 * that are no packets. */
static uint64_t
take_capture(uint16_t port, unsigned int units)
{
	uint64_t got = 0;
	unsigned int i;

	for (i = 0; i < 30 && xstat(port, "rx_unit_wifi") < units; i++)
		got += port_take(port, UINT64_MAX, 200, NULL, NULL);
	return got + port_take(port, UINT64_MAX, 200, NULL, NULL);
}

static void
check_capture(unsigned int i)
{
	unsigned int units = captures[i].packets + captures[i].mgmt + captures[i].ctrl +
		captures[i].no_data + captures[i].is_protected + captures[i].fragment +
		captures[i].mesh;
	char args[640];
	uint16_t port;

	snprintf(args, sizeof(args), MODEL ",air=pcap:%s,air-set=start:0",
		 data_path(captures[i].file));
	port = port_run(args, 0);
	CU_ASSERT_NOT_EQUAL_FATAL(port, NO_PORT);
	CU_ASSERT_EQUAL(take_capture(port, units), captures[i].packets);
	CU_ASSERT_EQUAL(xstat(port, "rx_decap_mgmt"), captures[i].mgmt);
	CU_ASSERT_EQUAL(xstat(port, "rx_decap_ctrl"), captures[i].ctrl);
	CU_ASSERT_EQUAL(xstat(port, "rx_decap_no_data"), captures[i].no_data);
	CU_ASSERT_EQUAL(xstat(port, "rx_decap_protected"), captures[i].is_protected);
	CU_ASSERT_EQUAL(xstat(port, "rx_decap_fragment"), captures[i].fragment);
	CU_ASSERT_EQUAL(xstat(port, "rx_decap_mesh"), captures[i].mesh);
	CU_ASSERT_EQUAL(xstat(port, "rx_unit_wifi"), units);
	CU_ASSERT_EQUAL(xstat(port, "rx_agg_abandoned_bytes"), 0);
	port_remove(port);
}

static void
test_public_captures(void)
{
	unsigned int i, found = 0;

	for (i = 0; i < RTE_DIM(captures); i++) {
		if (access(data_path(captures[i].file), R_OK) != 0)
			continue;
		found++;
		check_capture(i);
	}
	if (found == 0)
		skip("no public captures (RXBATCH_DATA)");
}

CU_TestInfo wifi_tests[] = {
	{ "public 802.11 captures", test_public_captures },
	CU_TEST_INFO_NULL
};
