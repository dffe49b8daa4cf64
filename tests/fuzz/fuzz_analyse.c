/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* "rxlab analyse", all of it. First byte: which chip; the rest is the capture. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "usb_log.h"

#include "analyse.h"
#include "options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is said of a bad capture is of no interest here. */
int usb_logtype;

int
rte_log(uint32_t level, uint32_t logtype, const char *format, ...)
{
	(void)level;
	(void)logtype;
	(void)format;
	return 0;
}

bool
options_wrong(const char *format, ...)
{
	(void)format;
	return false;
}

/* Nothing is counted twice or forgotten. */
static void
check(const struct an *an)
{
	const struct an_result *r = &an->result;
	uint64_t closed = 0;
	unsigned int i;

	for (i = 0; i < AN_CLOSES; i++)
		closed += r->closed[i];
	if (closed != r->transfers || r->whole > r->transfers || r->frames > r->units)
		abort();
	for (i = 0; i < r->nb_rungs; i++)
		if (r->rungs[i].nb_units != r->units || r->rungs[i].nb_frames != r->frames)
			abort();
}

static void
analyse(struct an *an, FILE *null)
{
	if (!an_scan_file(an->options.wish.file, &an->scan))
		return;
	an->device = an_scan_choose(&an->scan, &an->options.wish, &an->chip);
	if (an->device == NULL || !an_measure(an) || !an_pass(an, null))
		return;
	check(an);
	an_print(an, null);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char * const chips[] = {
		"rtl8922au", "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu", "mt7921u", NULL,
	};
	char path[32];
	struct an *an;
	FILE *null;
	int fd;

	if (size == 0)
		return 0;
	fd = memfd_create("capture", MFD_CLOEXEC);
	null = fopen("/dev/null", "we");
	an = calloc(1, sizeof(*an));
	if (fd < 0 || null == NULL || an == NULL ||
	    write(fd, data + 1, size - 1) != (ssize_t)(size - 1))
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	an->options.wish.file = path;
	an->options.wish.any_device = true;
	an->options.wish.chip = chips[data[0] % 7];
	an->options.host.name = "";
	analyse(an, null);
	an_result_fini(&an->result);
	free(an);
	fclose(null);
	close(fd);
	return 0;
}
