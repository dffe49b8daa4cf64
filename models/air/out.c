/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../bytes.h"
#include "out.h"
#include "phy.h"

#define SNAPLEN 65535
#define FLUSH_NS 1000000000u
#define FLUSH_FRAMES 1000u
#define SERVICE_BITS 22u	/* SERVICE field and tail */
#define FCS_LEN 4u

/* Fields of the radiotap header, in its order (radiotap.org). EHT has no field of
 * this kind, but a TLV of many words that nobody needs here: no rate then. */
enum {
	RT_TSFT = 0, RT_RATE = 2, RT_TX_FLAGS = 15, RT_MCS = 19, RT_VHT = 21, RT_HE = 23,
};

#define TX_FLAG_NO_ACK 0x0008u

static uint32_t
put_rate(uint8_t *p, const struct air_rate *rate)
{
	/* 500 kbit/s */
	static const uint8_t cck[] = { 2, 4, 11, 22 };
	static const uint8_t ofdm[] = { 12, 18, 24, 36, 48, 72, 96, 108 };

	p[0] = rate->mode == AIR_CCK ? cck[rate->mcs & 3] : ofdm[rate->mcs & 7];
	return 1;
}

/* known: bandwidth, MCS index, guard interval; flags: [1:0] bandwidth, b2 short. */
static uint32_t
put_mcs(uint8_t *p, const struct air_rate *rate)
{
	p[0] = 0x07;
	p[1] = (uint8_t)(rate->bw | (rate->gi_ltf != 0 ? 0x04 : 0));
	p[2] = rate->mcs;
	return 3;
}

/* known: guard interval 0x0004, bandwidth 0x0040; flags b2: short; first user. */
static uint32_t
put_vht(uint8_t *p, const struct air_rate *rate)
{
	static const uint8_t bandwidth[] = { 0, 1, 4, 11 };

	memset(p, 0, 12);
	put_le16(p, 0x0044);
	p[2] = rate->gi_ltf != 0 ? 0x04 : 0;
	p[3] = bandwidth[rate->bw & 3];
	p[4] = (uint8_t)(rate->mcs << 4 | rate->nss);
	return 12;
}

/*
 * data1: single user (0), MCS known 0x0020, bandwidth known 0x4000; data2: guard
 * interval known 0x0002; data3: MCS [11:8]; data5: bandwidth [3:0], guard interval
 * [5:4] 0.8 1.6 3.2 us, LTF size [7:6] 1x 2x 4x from 1; data6: streams [3:0].
 */
static uint32_t
put_he(uint8_t *p, const struct air_rate *rate)
{
	static const uint8_t gi[] = { 2, 0, 1, 0, 1, 0 };
	static const uint8_t ltf[] = { 3, 3, 2, 2, 1, 1 };
	unsigned int code = rate->gi_ltf <= 5 ? rate->gi_ltf : 0;

	memset(p, 0, 12);
	put_le16(p, 0x4020);
	put_le16(p + 2, 0x0002);
	put_le16(p + 4, (uint16_t)(rate->mcs << 8));
	put_le16(p + 8, (uint16_t)(rate->bw | gi[code] << 4 | ltf[code] << 6));
	put_le16(p + 10, rate->nss);
	return 12;
}

static bool
is_legacy(const struct air_rate *rate)
{
	return rate->mode == AIR_CCK || rate->mode == AIR_OFDM;
}

/* Fields behind the legacy rate, each at a multiple of two. pos: of the next. */
static uint32_t
put_ht_and_later(uint8_t *p, uint32_t pos, const struct air_rate *rate,
		 uint32_t *present)
{
	switch (rate->mode) {
	case AIR_HT:
		*present |= 1u << RT_MCS;
		return pos + put_mcs(p + pos, rate);
	case AIR_VHT:
		*present |= 1u << RT_VHT;
		return pos + put_vht(p + pos, rate);
	case AIR_HE:
		*present |= 1u << RT_HE;
		return pos + put_he(p + pos, rate);
	default:
		return pos;
	}
}

uint32_t
air_out_radiotap(uint8_t *p, uint64_t start_ns, const struct air_tx *tx)
{
	uint32_t present = 1u << RT_TSFT | 1u << RT_TX_FLAGS, pos = 8;

	memset(p, 0, AIR_OUT_RADIOTAP_MAX);
	put_le32(p + pos, (uint32_t)(start_ns / 1000));
	put_le32(p + pos + 4, (uint32_t)(start_ns / 1000 >> 32));
	pos += 8;
	if (is_legacy(&tx->rate)) {
		present |= 1u << RT_RATE;
		pos = round_up32(pos + put_rate(p + pos, &tx->rate), 2);
	}
	put_le16(p + pos, tx->no_ack ? TX_FLAG_NO_ACK : 0);
	pos = put_ht_and_later(p, pos + 2, &tx->rate, &present);
	put_le16(p + 2, (uint16_t)pos);
	put_le32(p + 4, present);
	return pos;
}

static void
shut(struct air_out *out)
{
	if (out->dump != NULL)
		pcap_dump_close(out->dump);
	if (out->pcap != NULL)
		pcap_close(out->pcap);
	out->pcap = NULL;
	out->dump = NULL;
}

/* libpcap tells nobody when it could not write. */
static void
flush(struct air_out *out, uint64_t now_ns)
{
	FILE *file = pcap_dump_file(out->dump);

	out->unflushed = 0;
	out->flushed_ns = now_ns;
	if (pcap_dump_flush(out->dump) != 0 || ferror(file))
		out->write_errors++;
	clearerr(file);
}

void
air_out_close(struct air_out *out)
{
	if (out->dump != NULL)
		flush(out, out->flushed_ns);
	shut(out);
}

/* A pipe would stop the radio with its reader, and two radios would write over one
 * another: a regular file, and nobody else's. NULL with a reason. */
static FILE *
open_own(const char *file, const char **reason)
{
	int fd = open(file, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
	struct stat st;
	FILE *stream = NULL;

	*reason = NULL;
	if (fd >= 0 && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		*reason = "not a regular file";
	else if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0)
		*reason = "another port writes it";
	else if (fd >= 0 && ftruncate(fd, 0) == 0)
		stream = fdopen(fd, "w");
	if (stream == NULL && *reason == NULL)
		*reason = strerror(errno);
	if (stream == NULL && fd >= 0)
		close(fd);
	return stream;
}

bool
air_out_file(struct air_out *out, const char *file, char *err, size_t err_size)
{
	const char *reason;
	FILE *stream;

	air_out_close(out);
	stream = open_own(file, &reason);
	if (stream == NULL) {
		snprintf(err, err_size, "%s: %s", file, reason);
		return false;
	}
	out->pcap = pcap_open_dead(DLT_IEEE802_11_RADIO, SNAPLEN);
	out->dump = out->pcap == NULL ? NULL : pcap_dump_fopen(out->pcap, stream);
	if (out->dump == NULL) {
		snprintf(err, err_size, "%s: no memory", file);
		fclose(stream);
		shut(out);
		return false;
	}
	/* A reader finds a capture, though an empty one. */
	if (pcap_dump_flush(out->dump) != 0) {
		snprintf(err, err_size, "%s: %s", file, strerror(errno));
		shut(out);
		return false;
	}
	return true;
}

void
air_out_time(struct air_out *out, uint64_t now_ns)
{
	if (out->unflushed != 0 && now_ns >= out->flushed_ns + FLUSH_NS)
		flush(out, now_ns);
}

static void
record(struct air_out *out, uint64_t start_ns, const struct air_tx *tx)
{
	uint8_t bytes[AIR_OUT_RADIOTAP_MAX + AIR_TX_MAX];
	uint32_t header = air_out_radiotap(bytes, start_ns, tx);
	struct pcap_pkthdr head = {
		.ts = {
			.tv_sec = (time_t)(start_ns / 1000000000u),
			.tv_usec = (suseconds_t)(start_ns % 1000000000u / 1000),
		},
		.caplen = header + tx->len,
		.len = header + tx->len,
	};

	memcpy(bytes + header, tx->data, tx->len);
	pcap_dump((u_char *)out->dump, &head, bytes);
	if (out->unflushed++ == 0)
		out->flushed_ns = start_ns;
	if (out->unflushed >= FLUSH_FRAMES)
		flush(out, start_ns);
}

/* Frames for a group, and those that ask for none, get no acknowledgement. */
static bool
answered(const struct air_tx *tx)
{
	return !tx->no_ack && tx->len >= 10 && (tx->data[4] & 1) == 0;
}

uint64_t
air_out_send(struct air_out *out, uint64_t now_ns, const struct air_tx *tx)
{
	uint64_t start_ns = now_ns > out->free_ns ? now_ns : out->free_ns;
	uint64_t bits = 8ull * (tx->len + FCS_LEN) +
			(tx->rate.mode == AIR_CCK ? 0 : SERVICE_BITS);

	if (tx->len > AIR_TX_MAX || !air_phy_rate_valid(&tx->rate))
		return start_ns;
	out->frames++;
	out->bytes += tx->len;
	if (out->pcap != NULL)
		record(out, start_ns, tx);
	out->free_ns = start_ns + air_phy_preamble_ns(&tx->rate) +
		       air_phy_data_ns(&tx->rate, bits);
	if (answered(tx))
		out->free_ns += air_phy_response_ns(&tx->rate, false);
	return out->free_ns;
}
