/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * How the host thread sleeps, and how a transmit context wakes it. A model that
 * has nothing to do sleeps for up to a millisecond; what is sent must not wait so
 * long, and a thread that looked every few microseconds would burn a processor.
 * A system call is made only for a thread that sleeps: 5 to 15 us of the sender's on
 * a virtual machine of two processors, where the device then has the transfer 50 us
 * after it was submitted. Under load the thread does not sleep.
 */

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "usb_model.h"

static void
futex(uint32_t *word, int op, uint32_t value, const struct timespec *timeout)
{
	syscall(SYS_futex, word, op, value, timeout, NULL, 0);
}

/* Either this thread sees what was submitted, or the submitter sees that it sleeps:
 * each writes its own and then reads the other's, with a full fence between. */
void
usb_model_sleep(struct usb_model *m, uint64_t ns)
{
	const struct timespec ts = { .tv_nsec = (long)ns };

	__atomic_store_n(&m->asleep, 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!usb_model_tx_waiting(m) && !usb_model_bulk_waiting(m))
		futex(&m->asleep, FUTEX_WAIT_PRIVATE, 1, &ts);
	__atomic_store_n(&m->asleep, 0, __ATOMIC_RELAXED);
}

void
usb_model_wake(struct usb_model *m)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__atomic_load_n(&m->asleep, __ATOMIC_RELAXED) == 0)
		return;
	/* One caller is enough. */
	if (__atomic_exchange_n(&m->asleep, 0, __ATOMIC_RELAXED) != 0)
		futex(&m->asleep, FUTEX_WAKE_PRIVATE, 1, NULL);
}
