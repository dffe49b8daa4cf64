/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the libusb back end costs above libusb: nanoseconds of a bulk-IN transfer, with
 * usbfs answered in the process (tests/usbfs), so that no kernel and no device take their
 * share. Once by a plain loop of libusb's own kind, callbacks that submit again, and once
 * by rx_poll() and rx_return(). In turn, several times; the best of each.
 *
 *   libusb_bench [MILLISECONDS]
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <libusb.h>

#include <rte_eal.h>

#include "fake_script.h"
#include "usb_transport.h"

#define EP	0x84
#define DEPTH	32u
#define ROOM	20480u
#define TURNS	5u

static struct fake_usbfs *f;
static int fd;

static double
now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static void
die(const char *what)
{
	fprintf(stderr, "libusb_bench: %s\n", what);
	exit(1);
}

/* As much as a kernel copies. */
static void
fill(void *arg, uint8_t ep, uint64_t number, uint8_t *data, uint32_t len)
{
	static uint8_t bytes[ROOM];

	memcpy(data, bytes, len);
}

static void
plug(uint32_t len)
{
	const struct fake_script_conf conf = { .fill = fill };
	const struct fake_step step = { FAKE_DONE, 0, len };

	f = fake_usbfs_create(NULL);
	if (f == NULL || fake_script_attach(f, &conf) != 0)
		die("no memory");
	fake_script(f, EP, NULL, 0, step);
	fd = fake_usbfs_open(f);
}

static void
unplug(void)
{
	close(fd);
	fake_usbfs_destroy(f);
}

static uint64_t nb_done;
static unsigned int nb_flying;
static bool stop;
static volatile uint8_t seen;

static void LIBUSB_CALL
again(struct libusb_transfer *t)
{
	seen ^= t->buffer[0];
	nb_done++;
	nb_flying--;
	if (!stop && libusb_submit_transfer(t) == 0)
		nb_flying++;
}

/* Nanoseconds of a transfer. */
static double
plain(uint32_t len, double ns)
{
	struct libusb_transfer *t[DEPTH];
	struct timeval zero = { 0, 0 };
	libusb_device_handle *h;
	libusb_context *ctx;
	double begin, end;
	uint64_t first;
	unsigned int i;

	plug(len);
	if (libusb_init(&ctx) != 0 || libusb_wrap_sys_device(ctx, fd, &h) != 0 ||
	    libusb_claim_interface(h, 0) != 0)
		die("libusb");
	stop = false;
	first = nb_done;
	begin = now_ns();
	for (i = 0; i < DEPTH; i++) {
		t[i] = libusb_alloc_transfer(0);
		libusb_fill_bulk_transfer(t[i], h, EP, malloc(ROOM), ROOM, again, NULL, 0);
		nb_flying += libusb_submit_transfer(t[i]) == 0;
	}
	while (now_ns() - begin < ns)
		libusb_handle_events_timeout(ctx, &zero);
	end = now_ns();
	first = nb_done - first;
	stop = true;
	while (nb_flying != 0)
		libusb_handle_events_timeout(ctx, &zero);
	for (i = 0; i < DEPTH; i++) {
		free(t[i]->buffer);
		libusb_free_transfer(t[i]);
	}
	libusb_close(h);
	libusb_exit(ctx);
	unplug();
	return (end - begin) / (double)first;
}

static double
back_end(uint32_t len, double ns)
{
	static struct usb_shared shared;
	const struct usb_transport_conf conf = {
		.port = "net_bench0", .socket_id = -1, .nb_bufs = DEPTH, .buf_size = ROOM,
		.ep_in = EP, .shared = &shared,
	};
	const struct usb_libusb_args args = { .device = NULL };
	struct usb_transport *t;
	struct usb_xfer *x[DEPTH];
	double begin, end;
	unsigned int n, i;
	uint64_t all = 0;

	plug(len);
	memset(&shared, 0, sizeof(shared));
	if (usb_libusb_wrap(&conf, &args, fd, &t) != 0 || t->ops->start(t) != 0)
		die("the back end");
	begin = now_ns();
	while (now_ns() - begin < ns) {
		n = t->ops->rx_poll(t, x, DEPTH);
		for (i = 0; i < n; i++)
			seen ^= x[i]->data[0];
		t->ops->rx_return(t, x, n);
		all += n;
	}
	end = now_ns();
	t->ops->stop(t);
	t->ops->close(t);
	unplug();
	return (end - begin) / (double)all;
}

static void
compare(uint32_t len, double ns)
{
	double best[2] = { 1e12, 1e12 }, one;
	unsigned int i;

	for (i = 0; i < TURNS; i++) {
		one = plain(len, ns / (2 * TURNS));
		best[0] = one < best[0] ? one : best[0];
		one = back_end(len, ns / (2 * TURNS));
		best[1] = one < best[1] ? one : best[1];
	}
	printf("%6u bytes: libusb %7.0f ns, back end %7.0f ns (%.2f M/s), ratio %.2f\n", len,
	       best[0], best[1], 1e3 / best[1], best[1] / best[0]);
}

int
main(int argc, char **argv)
{
	static char arg[][20] = { "bench", "--no-huge", "-m", "64", "--no-pci",
		"--no-telemetry", "--no-shconf", "--log-level=4" };
	static const uint32_t lengths[] = { 64, 2048, 16384 };
	double ns = (argc > 1 ? atof(argv[1]) : 3000) * 1e6;
	char *eal[8];
	unsigned int i;

	for (i = 0; i < 8; i++)
		eal[i] = arg[i];
	if (rte_eal_init(8, eal) < 0)
		die("EAL");
	for (i = 0; i < 3; i++)
		compare(lengths[i], ns / 3);
	rte_eal_cleanup();
	return 0;
}
