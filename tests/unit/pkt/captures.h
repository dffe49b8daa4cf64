/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CAPTURES_H
#define CAPTURES_H

/*
 * All packets of the Ethernet captures at hand: tests/captures, and where it
 * exists a folder of public ones, $RXBATCH_DATA or shared/data beside the tree.
 * Files that are no whole Ethernet capture are not for these tests.
 */

#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>

#include "hexbytes.h"

/* pkt: a heap block of exactly len bytes, good for the call. nr counts the
 * packets of all files of one walk. */
typedef void (*packet_fn)(const uint8_t *pkt, uint32_t len, uint32_t nr);

static inline uint32_t
capture_each_of_file(const char *file, packet_fn fn, uint32_t nr)
{
	char errbuf[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline(file, errbuf);
	struct pcap_pkthdr *hdr;
	const u_char *bytes;

	if (pcap == NULL)
		return nr;
	if (pcap_datalink(pcap) == DLT_EN10MB) {
		while (pcap_next_ex(pcap, &hdr, &bytes) == 1) {
			uint8_t *pkt;

			if (hdr->caplen < 14)
				continue;
			pkt = exact_copy(bytes, hdr->caplen);
			fn(pkt, hdr->caplen, nr++);
			free(pkt);
		}
	}
	pcap_close(pcap);
	return nr;
}

static inline uint32_t
capture_each_of_dir(const char *dir, packet_fn fn)
{
	char pattern[1024];
	uint32_t nr = 0;
	glob_t files;
	size_t i;

	snprintf(pattern, sizeof(pattern), "%s/*.pcap", dir);
	if (glob(pattern, 0, NULL, &files) != 0)
		return 0;
	for (i = 0; i < files.gl_pathc; i++)
		nr = capture_each_of_file(files.gl_pathv[i], fn, nr);
	globfree(&files);
	return nr;
}

/* Number of packets seen. */
static inline uint32_t
capture_each_of_ours(packet_fn fn)
{
	return capture_each_of_dir(SOURCE_ROOT "/tests/captures", fn);
}

/* 0 where the public captures are not at hand. */
static inline uint32_t
capture_each_public(packet_fn fn)
{
	const char *dir = getenv("RXBATCH_DATA");

	return capture_each_of_dir(dir != NULL ? dir : SOURCE_ROOT "/../shared/data", fn);
}

#define NO_PUBLIC_CAPTURES "no public captures at hand (RXBATCH_DATA=FOLDER)"

#endif /* CAPTURES_H */
