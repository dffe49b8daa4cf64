/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../bytes.h"
#include "fcs.h"
#include "radiotap.h"
#include "source.h"

#define FRAME_MIN 10	/* frame control, duration, address 1: the shortest there is */

struct record {
	size_t offset;
	struct air_packet packet;	/* data is set when the packet goes out */
};

struct pcap_source {
	struct air_source base;
	const struct air_options *options;
	struct record *records;
	size_t n_records, records_room;
	uint8_t *bytes;
	size_t n_bytes, bytes_room;
	size_t next;
	uint64_t length_ns;	/* of one pass, with the pause before the next */
};

static bool
grow(void **memory, size_t *room, size_t need, size_t size)
{
	size_t more = *room == 0 ? 1024 : *room;
	void *p;

	if (need <= *room)
		return true;
	while (more < need)
		more *= 2;
	p = realloc(*memory, more * size);
	if (p == NULL)
		return false;
	*memory = p;
	*room = more;
	return true;
}

static struct record *
append(struct pcap_source *s, const uint8_t *data, uint32_t len)
{
	struct record *record;

	if (!grow((void **)&s->records, &s->records_room, s->n_records + 1,
		  sizeof(*record)) ||
	    !grow((void **)&s->bytes, &s->bytes_room, s->n_bytes + len, 1))
		return NULL;
	memcpy(s->bytes + s->n_bytes, data, len);
	record = &s->records[s->n_records++];
	memset(record, 0, sizeof(*record));
	record->offset = s->n_bytes;
	record->packet.len = len;
	s->n_bytes += len;
	return record;
}

static uint32_t
dot11_header_len(const uint8_t *frame, uint32_t len)
{
	uint8_t type = frame[0] >> 2 & 3, subtype = frame[0] >> 4;
	uint32_t header = 24;

	if (type != 2)
		return 0;
	if ((frame[1] & 3) == 3)
		header += 6;
	if (subtype & 8)
		header += frame[1] & 0x80 ? 6 : 2;
	return header <= len ? header : 0;
}

/* Some drivers capture with the body aligned to four bytes: take that out. */
static void
remove_pad(struct pcap_source *s, struct record *record)
{
	uint8_t *frame = s->bytes + record->offset;
	uint32_t header = dot11_header_len(frame, record->packet.len);
	uint32_t pad = round_up32(header, 4) - header;

	if (header == 0 || pad == 0 || header + pad > record->packet.len)
		return;
	memmove(frame + header, frame + header + pad,
		record->packet.len - header - pad);
	record->packet.len -= pad;
	s->n_bytes -= pad;
}

/* A capture without word about the FCS: it has one when the last four bytes
 * are the right one; a body that ends so by chance is one in four billion. */
static bool
ends_with_fcs(const uint8_t *frame, uint32_t len)
{
	return len >= FRAME_MIN + 4 &&
	       air_fcs_crc32(frame, len - 4) == get_le32(frame + len - 4);
}

static void
decide_fcs(struct pcap_source *s, struct record *record, const struct radiotap *rt)
{
	const uint8_t *frame = s->bytes + record->offset;
	struct air_packet *p = &record->packet;

	if (s->options->fcs != AIR_FCS_AUTO)
		p->has_fcs = s->options->fcs == AIR_FCS_PRESENT;
	else if (rt != NULL && rt->has_flags)
		p->has_fcs = rt->fcs_present;
	else
		p->has_fcs = ends_with_fcs(frame, p->len);
	if (p->len < FRAME_MIN + 4)
		p->has_fcs = false;
}

/* 0, or -1 without memory; records that cannot be sent are counted. */
static int
add_dot11(struct pcap_source *s, const uint8_t *data, uint32_t len,
	  const struct radiotap *rt, uint64_t capture_ns)
{
	struct record *record;

	if (len < FRAME_MIN) {
		s->base.malformed++;
		return 0;
	}
	if (len > AIR_MPDU_MAX - 4) {
		s->base.oversize++;
		return 0;
	}
	record = append(s, data, len);
	if (record == NULL)
		return -1;
	record->packet.dot11 = true;
	record->packet.capture_ns = capture_ns;
	if (rt != NULL) {
		if (rt->data_pad)
			remove_pad(s, record);
		record->packet.has_rate = rt->has_rate;
		record->packet.rate = rt->rate;
		record->packet.has_rssi = rt->has_rssi;
		record->packet.rssi_dbm = rt->rssi_dbm;
		record->packet.freq_mhz = rt->freq_mhz;
		record->packet.in_ampdu = rt->in_ampdu;
		record->packet.ampdu_ref = rt->ampdu_ref;
	}
	decide_fcs(s, record, rt);
	return 0;
}

static int
add_ethernet(struct pcap_source *s, const uint8_t *data, uint32_t len,
	     uint64_t capture_ns)
{
	struct record *record;

	if (len < 14) {
		s->base.malformed++;
		return 0;
	}
	/* 14 go, at most 36 + 4 of header, 8 of IV and LLC each, 16 + 4 behind
	 * come. */
	if (len > AIR_MPDU_MAX - 64) {
		s->base.oversize++;
		return 0;
	}
	record = append(s, data, len);
	if (record == NULL)
		return -1;
	record->packet.capture_ns = capture_ns;
	return 0;
}

static int
add_record(struct pcap_source *s, int link_type, const struct pcap_pkthdr *header,
	   const uint8_t *data, uint64_t capture_ns)
{
	struct radiotap rt;

	if (header->caplen < header->len) {
		s->base.snapped++;
		return 0;
	}
	if (link_type == DLT_EN10MB)
		return add_ethernet(s, data, header->caplen, capture_ns);
	if (link_type == DLT_IEEE802_11)
		return add_dot11(s, data, header->caplen, NULL, capture_ns);
	if (!air_radiotap_parse(data, header->caplen, &rt)) {
		s->base.malformed++;
		return 0;
	}
	return add_dot11(s, data + rt.len, header->caplen - rt.len, &rt, capture_ns);
}

/* libpcap's numbers are signed, a damaged file's may be anything: 0 for a time
 * that cannot be. */
static uint64_t
record_ns(const struct pcap_pkthdr *header)
{
	if (header->ts.tv_sec < 0 || header->ts.tv_sec > UINT32_MAX || header->ts.tv_usec < 0)
		return 0;
	/* Opened for nanoseconds: tv_usec counts those. */
	return (uint64_t)header->ts.tv_sec * 1000000000ull +
	       (uint64_t)header->ts.tv_usec;
}

static bool
read_all(struct pcap_source *s, pcap_t *pcap, const char *file, char *err,
	 size_t err_size)
{
	int got, link_type = pcap_datalink(pcap);
	struct pcap_pkthdr *header;
	const u_char *data;
	uint64_t first = 0, now = 0, read = 0;

	while ((got = pcap_next_ex(pcap, &header, &data)) == 1) {
		if (read++ == 0)
			first = record_ns(header);
		/* A clock that was set back must not stop the air. */
		if (record_ns(header) >= first && record_ns(header) - first > now)
			now = record_ns(header) - first;
		if (add_record(s, link_type, header, data, now) != 0) {
			snprintf(err, err_size, "%s: no memory for it", file);
			return false;
		}
	}
	if (got == PCAP_ERROR) {
		snprintf(err, err_size, "%s: record %llu: %s", file,
			 (unsigned long long)read + 1, pcap_geterr(pcap));
		return false;
	}
	if (s->n_records == 0) {
		snprintf(err, err_size, read == 0 ? "%s: capture without packets" :
			 "%s: no whole packet in it", file);
		return false;
	}
	s->length_ns = now + now / s->n_records + 1;
	return true;
}

static bool
pcap_source_next(struct air_source *base, struct air_packet *packet)
{
	struct pcap_source *s = (struct pcap_source *)base;
	const struct record *record;

	if (s->next == s->n_records) {
		if (!s->options->loop)
			return false;
		s->next = 0;
		base->loops++;
	}
	record = &s->records[s->next++];
	*packet = record->packet;
	packet->data = s->bytes + record->offset;
	packet->capture_ns += base->loops * s->length_ns;
	return true;
}

static void
pcap_source_close(struct air_source *base)
{
	struct pcap_source *s = (struct pcap_source *)base;

	free(s->records);
	free(s->bytes);
	free(s);
}

static pcap_t *
open_file(const char *file, char *err, size_t err_size)
{
	char why[PCAP_ERRBUF_SIZE];
	const char *name;
	struct stat st;
	pcap_t *pcap;
	int type;

	/* Anything else could keep the caller waiting for ever. */
	if (stat(file, &st) == 0 && !S_ISREG(st.st_mode)) {
		snprintf(err, err_size, "%s: not a regular file", file);
		return NULL;
	}
	pcap = pcap_open_offline_with_tstamp_precision(file,
						       PCAP_TSTAMP_PRECISION_NANO, why);
	if (pcap == NULL) {
		/* libpcap's texts name the file in some cases only. */
		snprintf(err, err_size, "%s: %s", file,
			 strncmp(why, file, strlen(file)) == 0 ?
			 why + strlen(file) + (why[strlen(file)] == ':' ? 2 : 0) : why);
		return NULL;
	}
	type = pcap_datalink(pcap);
	if (type == DLT_EN10MB || type == DLT_IEEE802_11 ||
	    type == DLT_IEEE802_11_RADIO)
		return pcap;
	name = pcap_datalink_val_to_name(type);
	snprintf(err, err_size, "%s: link type %d (%s) is not Ethernet (1), "
		 "802.11 (105) or radiotap (127)", file, type,
		 name != NULL ? name : "unknown");
	pcap_close(pcap);
	return NULL;
}

static const struct air_source_ops pcap_source_ops = {
	.next = pcap_source_next,
	.close = pcap_source_close,
};

struct air_source *
air_source_pcap(const char *file, const struct air_options *options, char *err,
		size_t err_size)
{
	pcap_t *pcap = open_file(file, err, err_size);
	struct pcap_source *s;
	bool ok;

	if (pcap == NULL)
		return NULL;
	s = calloc(1, sizeof(*s));
	if (s == NULL) {
		snprintf(err, err_size, "%s: no memory for it", file);
		pcap_close(pcap);
		return NULL;
	}
	s->base.ops = &pcap_source_ops;
	s->options = options;
	ok = read_all(s, pcap, file, err, err_size);
	pcap_close(pcap);
	if (ok)
		return &s->base;
	pcap_source_close(&s->base);
	return NULL;
}
