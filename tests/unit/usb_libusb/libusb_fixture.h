/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LIBUSB_FIXTURE_H
#define LIBUSB_FIXTURE_H

/*
 * The libusb back end on a scripted device (tests/usbfs), and what is asked of it again and
 * again: that every transfer comes once and in order, and that the ring is full again.
 */

#include <errno.h>
#include <sys/ioctl.h>
#include <time.h>

#include <linux/usbdevice_fs.h>

#include <rte_malloc.h>
#include <rte_memzone.h>

#include "../usb/replay_fixture.h"
#include "fake_bus.h"
#include "fake_script.h"

#define EP_IN		0x84
#define EP_EVENT	0x85
#define EP_OUT		0x04
#define EP_COMMAND	0x08
#define NB		32u
#define ROOM		8192u
#define LEN		100u
#define OUTS		16u
#define OUT_ROOM	2048u

/* On a busy machine, with a sanitizer. */
#define PATIENCE_MS	8000u

static struct fake_usbfs *lu_f;
static int lu_fd = -1;

/* Ends well, with so many bytes. */
static const struct fake_step lu_good = { FAKE_DONE, 0, LEN };
static const struct fake_step lu_sent = { FAKE_DONE, 0, FAKE_ALL };

/* What the event callback was told. Atomic. */
static unsigned int lu_events[USB_GONE + 1];
static unsigned int lu_nb_events;

static inline void
lu_event(void *arg, enum usb_state state)
{
	__atomic_fetch_add(&lu_events[state], 1, __ATOMIC_ACQ_REL);
	__atomic_fetch_add(&lu_nb_events, 1, __ATOMIC_ACQ_REL);
}

static inline unsigned int
lu_told(enum usb_state state)
{
	return __atomic_load_n(&lu_events[state], __ATOMIC_ACQUIRE);
}

static inline uint64_t
lu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

static inline struct usb_transport_conf
lu_conf(void)
{
	return (struct usb_transport_conf){
		.port = "net_test0", .socket_id = -1, .nb_bufs = NB, .buf_size = ROOM,
		.ep_in = EP_IN, .event = lu_event, .shared = &fx_shared,
	};
}

static inline void
lu_forget(void)
{
	memset(lu_events, 0, sizeof(lu_events));
	lu_nb_events = 0;
	memset(&fx_shared, 0, sizeof(fx_shared));
	fflush(fx_log);
	rewind(fx_log);
}

/* A device that nobody has opened. */
static inline void
lu_plug(const struct fake_conf *conf, const struct fake_script_conf *script)
{
	lu_f = fake_usbfs_create(conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(lu_f);
	CU_ASSERT_EQUAL_FATAL(fake_script_attach(lu_f, script), 0);
}

static inline int
lu_wrap(const struct usb_transport_conf *conf, const struct usb_libusb_args *args)
{
	static const struct usb_libusb_args none;

	lu_forget();
	fx_t = NULL;
	lu_fd = fake_usbfs_open(lu_f);
	CU_ASSERT_TRUE_FATAL(lu_fd >= 0);
	return usb_libusb_wrap(conf, args == NULL ? &none : args, lu_fd, &fx_t);
}

/* Plugged in and open, by default. */
static inline void
lu_open(const struct fake_conf *conf, const struct fake_script_conf *script)
{
	const struct usb_transport_conf ours = lu_conf();

	lu_plug(conf, script);
	CU_ASSERT_EQUAL_FATAL(lu_wrap(&ours, NULL), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(fx_t);
}

/* Nothing of it is left. */
static inline void
lu_unplug(void)
{
	struct fake_seen seen;

	if (lu_fd != -1)
		close(lu_fd);
	lu_fd = -1;
	seen = fake_usbfs_seen(lu_f);
	CU_ASSERT_EQUAL(seen.opens, seen.closes);
	CU_ASSERT_EQUAL(seen.memory, 0);
	CU_ASSERT_EQUAL(seen.mapped, 0);
	CU_ASSERT_EQUAL(seen.unclaimed, 0);
	CU_ASSERT_EQUAL(seen.bad_sizes, 0);
	CU_ASSERT_EQUAL(seen.busy_halts, 0);
	fake_usbfs_destroy(lu_f);
	lu_f = NULL;
}

static inline void
lu_close(void)
{
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fx_t->ops->close(fx_t);
	fx_t = NULL;
	CU_ASSERT_EQUAL(fake_usbfs_pending(lu_f, EP_IN), 0);
	lu_unplug();
}

static inline void
lu_start(void)
{
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->start(fx_t), 0);
}

static inline enum usb_state
lu_state(void)
{
	return (enum usb_state)__atomic_load_n(&fx_shared.state, __ATOMIC_ACQUIRE);
}

/* By name, "" any that begins so; of all that do, the sum. */
static inline uint64_t
lu_counter(const char *begin)
{
	uint64_t sum = 0;
	uint32_t i;
	bool found = false;

	for (i = 0; i < fx_shared.nb_counters; i++)
		if (strncmp(fx_shared.counters[i].name, begin, strlen(begin)) == 0) {
			sum += __atomic_load_n(&fx_shared.counters[i].value, __ATOMIC_RELAXED);
			found = true;
		}
	CU_ASSERT_TRUE(found);
	return sum;
}

/* What has been received since lu_begin(). */
static uint64_t lu_next;	/* number that must come */
static uint64_t lu_lost;	/* number that does not come, UINT64_MAX: none */
static uint64_t lu_bytes;
static unsigned int lu_nb_status;	/* with a status that is not 0 */

static inline void
lu_begin(uint64_t next)
{
	lu_next = next;
	lu_lost = UINT64_MAX;
	lu_bytes = 0;
	lu_nb_status = 0;
}

static inline void
lu_look(const struct usb_xfer *x)
{
	CU_ASSERT_TRUE(x->len <= x->size);
	CU_ASSERT_EQUAL(x->full, x->len == x->size);
	CU_ASSERT_EQUAL(x->ep, EP_IN);
	lu_nb_status += x->status != 0;
	if (x->len == 0)
		return;
	lu_next += lu_next == lu_lost;
	CU_ASSERT_EQUAL(fake_number(x->data, x->len), lu_next);
	CU_ASSERT_TRUE(fake_filled(x->data, x->len, EP_IN, lu_next));
	lu_next++;
	lu_bytes += x->len;
}

/* One burst. */
static inline unsigned int
lu_burst(void)
{
	struct usb_xfer *x[8];
	unsigned int n = fx_poll(x, RTE_DIM(x)), i;

	for (i = 0; i < n; i++)
		lu_look(x[i]);
	fx_return(x, n);
	return n;
}

/* Until so many transfers with data have come since lu_begin(0); whether they have. */
static inline bool
lu_receive(uint64_t want)
{
	uint64_t until = lu_ms() + PATIENCE_MS;

	while (lu_next < want && lu_ms() < until)
		if (lu_burst() == 0)
			usleep(50);
	return lu_next >= want;
}

/* Polls until cond or for so long. */
#define LU_UNTIL(cond, ms) __extension__ ({				\
	uint64_t until_ = lu_ms() + (ms);				\
	bool is_;							\
									\
	while (!(is_ = (cond)) && lu_ms() < until_)			\
		if (lu_burst() == 0)					\
			usleep(100);					\
	is_;								\
})

/* The same, nobody polling. */
#define LU_WAIT(cond, ms) __extension__ ({				\
	uint64_t until_ = lu_ms() + (ms);				\
	bool is_;							\
									\
	while (!(is_ = (cond)) && lu_ms() < until_)			\
		usleep(1000);						\
	is_;								\
})

static inline unsigned int
lu_armed(void)
{
	return fake_usbfs_pending(lu_f, EP_IN);
}

/* Of DPDK's heap. */
struct lu_used {
	unsigned int objects, zones;
};

static inline void
lu_count_zone(const struct rte_memzone *zone, void *arg)
{
	(*(unsigned int *)arg)++;
}

static inline struct lu_used
lu_used_now(void)
{
	struct rte_malloc_socket_stats stats;
	struct lu_used used = { 0 };

	CU_ASSERT_EQUAL(rte_malloc_get_socket_stats(0, &stats), 0);
	used.objects = stats.alloc_count;
	rte_memzone_walk(lu_count_zone, &used.zones);
	return used;
}

static inline void
lu_nothing_left(struct lu_used before)
{
	struct lu_used now = lu_used_now();

	CU_ASSERT_EQUAL(now.objects, before.objects);
	CU_ASSERT_EQUAL(now.zones, before.zones);
}

static inline int
lu_run(CU_TestInfo *tests, const char *name)
{
	CU_SuiteInfo suites[] = {
		{ .pName = name, .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	int rc;

	alarm(280);	/* whatever hangs */
	if (fx_init() != 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	rte_log_set_global_level(RTE_LOG_WARNING);
	rte_log_set_level_pattern("*", RTE_LOG_WARNING);
	rc = cunit_run();
	if (rc == EXIT_SUCCESS) {
		fx_fini();
		return rc;
	}
	/* Threads of what a test has left open may still be in EAL's memory. */
	fflush(stdout);
	unlink(fx_file);
	rmdir(fx_dir);
	_exit(rc);
}

#endif /* LIBUSB_FIXTURE_H */
