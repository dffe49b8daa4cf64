/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAULT_H
#define FAULT_H

/* Faults that a user asks for, and when their turn is. */

#include <stdbool.h>
#include <stdint.h>

#define FAULTS_MAX 16
#define FAULT_EP_DEFAULT 0xff	/* the first bulk-IN endpoint */

enum fault_kind {
	FAULT_STALL,		/* the endpoint halts; endpoint 0: the request is stalled */
	FAULT_IOERROR, FAULT_TIMEOUT, FAULT_BABBLE,	/* the request ends with it, no data lost */
	FAULT_ZERO,		/* the request ends with no bytes */
	FAULT_HANG,		/* the request waits until it is cancelled */
	FAULT_DELAY,		/* the request is answered so many ms later */
	FAULT_SHORT,		/* the transfer lacks its last quarter */
	FAULT_UNPLUG,		/* behind the transfer the device is gone */
	FAULT_KINDS,
};

struct fault {
	enum fault_kind kind;
	uint8_t ep;		/* 0: control requests */
	uint32_t value;		/* of a delay, ms */
	uint32_t count;		/* so many times, 0: for ever */
	uint32_t every;		/* every so many transfers of the endpoint, 1: each */
	uint32_t seen;		/* transfers since the last time */
};

struct faults {
	struct fault list[FAULTS_MAX];
	unsigned int n;
	uint64_t met;		/* faults that took place */
};

/* "KIND[=MS][:EP][:COUNT][:EVERY]", EP in hex; false when it is not that. */
bool fault_parse(const char *text, struct fault *fault);

const char *fault_name(enum fault_kind kind);

/* False when there are too many. */
bool faults_add(struct faults *faults, const struct fault *fault);

/* The fault that the next request to ep meets before it goes to the device, or NULL. */
struct fault *faults_next(struct faults *faults, uint8_t ep);

/* A transfer of ep is over. The i-th fault that it meets behind the device, NULL when
 * there is none or no more; call it with i = 0 first, which counts the transfer. */
struct fault *faults_over(struct faults *faults, uint8_t ep, unsigned int i);

/* The fault took place. It may be gone behind this. */
void faults_met(struct faults *faults, struct fault *fault);

#endif /* FAULT_H */
