/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"

static char spec[128];

#define NAME (spec + 5)

static void
new_file(void)
{
	const char *dir = getenv("TMPDIR");
	int fd;

	capture_remove();
	snprintf(spec, sizeof(spec), "pcap:%s/models-XXXXXX", dir != NULL ? dir : "/tmp");
	fd = mkstemp(NAME);
	if (fd < 0)
		abort();
	close(fd);
}

const char *
capture_write(int link_type, const struct capture_record *records, unsigned int n)
{
	pcap_t *pcap = pcap_open_dead_with_tstamp_precision(link_type, 65536,
							    PCAP_TSTAMP_PRECISION_NANO);
	pcap_dumper_t *dump;
	unsigned int i;

	new_file();
	dump = pcap_dump_open(pcap, NAME);
	if (dump == NULL)
		abort();
	for (i = 0; i < n; i++) {
		struct pcap_pkthdr h = {
			.ts = { .tv_sec = 1000 + (time_t)(records[i].ns / 1000000000u),
				.tv_usec = (suseconds_t)(records[i].ns % 1000000000u) },
			.caplen = records[i].len,
			.len = records[i].wire_len != 0 ? records[i].wire_len :
			       records[i].len,
		};

		pcap_dump((u_char *)dump, &h, records[i].data);
	}
	pcap_dump_close(dump);
	pcap_close(pcap);
	return NAME;
}

const char *
capture_write_bytes(const void *bytes, uint32_t len)
{
	FILE *f;

	new_file();
	f = fopen(NAME, "w");
	if (f == NULL || fwrite(bytes, 1, len, f) != len || fclose(f) != 0)
		abort();
	return NAME;
}

void
capture_cut(uint32_t len)
{
	if (truncate(NAME, len) != 0)
		abort();
}

void
capture_remove(void)
{
	if (spec[0] != '\0')
		unlink(NAME);
	spec[0] = '\0';
}

const char *
capture_spec(void)
{
	return spec;
}
