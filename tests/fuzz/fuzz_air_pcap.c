/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A capture as the air of a model, from the file to MPDUs. Byte 0: which options;
 * the rest is the file. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "air.h"
#include "air/phy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A capture that repeats never ends. */
#define FRAMES_MAX 200
/* Frame control, duration, an address, FCS. */
#define MPDU_MIN 14
/* Seconds of a capture have 32 bits: no time of one pass is beyond. */
#define PASS_MAX_NS 5000000000000000000ull

static const char *const options[] = {
	NULL, "loop:1", "pace:capture", "pace:capture/loop:1/rate:100", "fcs:yes", "fcs:no",
	"fcsbad:2", "amsdu:4/htc:1", "frag:64", "protect:tkip", "protect:gcmp256/ampdu:1",
	"a4:1/qos:0", "mode:cck/mcs:0/lossless:0", "nulls:1/tid:dscp",
};

#define N_OPTIONS (sizeof(options) / sizeof(options[0]))

static void
check_frame(const struct air_frame *f, uint64_t before_ns, bool loop)
{
	volatile uint8_t sum = 0;
	uint32_t i;

	if (f->len < MPDU_MIN || f->len > AIR_MPDU_MAX || !air_phy_rate_valid(&f->rate))
		abort();
	if (f->start_ns > f->end_ns || f->end_ns < before_ns)
		abort();
	if (!loop && f->end_ns > PASS_MAX_NS)
		abort();
	for (i = 0; i < f->len; i++)
		sum = (uint8_t)(sum + f->data[i]);
}

static void
check_air(struct air *air, bool loop)
{
	const struct air_frame *frame;
	uint64_t now_ns = 0;
	unsigned int n;

	for (n = 0; n < FRAMES_MAX; n++) {
		frame = air_peek(air);
		if (frame == NULL)
			break;
		check_frame(frame, now_ns, loop);
		now_ns = frame->end_ns;
		/* Not taken: the same again, and later if there was no room. */
		if (n % 16 == 7) {
			air_delay(air, now_ns + 1000000);
			frame = air_peek(air);
			if (frame == NULL || frame->end_ns < now_ns + 1000000)
				abort();
			now_ns = frame->end_ns;
		}
		air_take(air);
	}
}

/* One file in memory for all inputs; -1: there is none. */
static int
file_of(const uint8_t *data, size_t size)
{
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("capture", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
		return -1;
	return fd;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char spec[64], err[256] = "";
	const char *option;
	struct air *air;
	int fd;

	if (size == 0)
		return 0;
	fd = file_of(data + 1, size - 1);
	if (fd < 0)
		abort();
	snprintf(spec, sizeof(spec), "pcap:/proc/self/fd/%d", fd);
	option = options[data[0] % N_OPTIONS];
	air = air_open(spec, option, err, sizeof(err));
	/* A reason, in one line, and only then. */
	if ((air == NULL) != (err[0] != '\0') || strchr(err, '\n') != NULL)
		abort();
	if (air == NULL)
		return 0;
	check_air(air, option != NULL && strstr(option, "loop:1") != NULL);
	air_close(air);
	return 0;
}
