/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "emu.h"

static double
seconds(const struct emu *emu)
{
	return (double)emu->now_ns / 1e9;
}

static void
put_hex(struct emu *emu, const uint8_t *data, uint32_t len)
{
	static const char digits[] = "0123456789abcdef";
	uint32_t i;

	for (i = 0; i < len; i++) {
		putc(digits[data[i] >> 4], emu->log);
		putc(digits[data[i] & 15], emu->log);
	}
}

/* A line is in the file at once: a test reads it while we run. */
static void
end_line(struct emu *emu)
{
	putc('\n', emu->log);
	fflush(emu->log);
	if (ferror(emu->log)) {
		emu->count.log_errors++;
		clearerr(emu->log);
	}
}

void
trace_control(struct emu *emu, const struct usb_setup *s, int result, const uint8_t *data)
{
	if (emu->log == NULL)
		return;
	fprintf(emu->log, "CTL %8.4f rt=%02x req=%02x val=%04x idx=%04x len=%u -> ",
		seconds(emu), s->bmRequestType, s->bRequest, s->wValue, s->wIndex, s->wLength);
	if (result < 0)
		fputs("stall", emu->log);
	else
		fprintf(emu->log, "%d", result);
	if (result > 0) {
		fputs(" | ", emu->log);
		put_hex(emu, data, (uint32_t)result);
	}
	end_line(emu);
}

void
trace_bulk(struct emu *emu, uint8_t ep, const uint8_t *data, uint32_t len)
{
	if (emu->log == NULL)
		return;
	fprintf(emu->log, "%s %8.4f ep=%02x len=%u | ", (ep & 0x80) != 0 ? "IN" : "OUT",
		seconds(emu), ep, len);
	put_hex(emu, data, len);
	end_line(emu);
}

void
trace_event(struct emu *emu, const char *format, ...)
{
	const char *rest = strchr(format, ' ');
	int word = rest != NULL ? (int)(rest - format) : (int)strlen(format);
	va_list args;

	if (emu->log == NULL)
		return;
	/* The time is the second word of each line. */
	fprintf(emu->log, "%.*s %8.4f", word, format, seconds(emu));
	if (rest != NULL) {
		va_start(args, format);
		vfprintf(emu->log, rest, args);
		va_end(args);
	}
	end_line(emu);
}
