/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef GUEST_H
#define GUEST_H

/* The other end of usbredir: a guest's side, as QEMU has it. One request at a time where
 * that is enough, else by ids. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <usbredirparser.h>

#define GUEST_ANSWERS 1024

struct guest_answer {
	uint64_t id;
	uint8_t ep;
	int status;		/* of usbredir */
	uint32_t len;		/* as the header says */
	uint8_t *data;		/* IN; NULL without bytes */
	bool taken;
};

struct guest {
	int fd;
	struct usbredirparser *parser;
	bool gone;		/* the emulator has closed */
	bool corked;		/* what is sent waits here for guest_uncork() */
	uint8_t cork[4096];
	size_t cork_len;
	unsigned int connects, disconnects, layouts;
	struct usb_redir_device_connect_header device;
	struct usb_redir_interface_info_header interfaces;
	struct usb_redir_ep_info_header endpoints;
	unsigned int n_answers;	/* in the order in which they came */
	struct guest_answer answers[GUEST_ANSWERS];
	uint64_t next_id;
};

/* Connects and waits for the device, unless it is to be without. */
struct guest *guest_open(const char *path, bool wait);
void guest_close(struct guest *g);

/* What comes within ms; ends early when there is nothing to wait for any more. */
void guest_run(struct guest *g, unsigned int ms);
bool guest_wait_connects(struct guest *g, unsigned int n);
bool guest_wait_disconnects(struct guest *g, unsigned int n);

uint64_t guest_in(struct guest *g, uint8_t ep, uint32_t len);
uint64_t guest_out(struct guest *g, uint8_t ep, const uint8_t *data, uint32_t len);
uint64_t guest_setup(struct guest *g, uint8_t type, uint8_t request, uint16_t value,
		     uint16_t index, uint16_t len, const uint8_t *data);
void guest_cancel(struct guest *g, uint64_t id);
/* Everything since corked was set, at once. */
void guest_uncork(struct guest *g);

/* The answer to a request, waited for up to 5 s; NULL: none. */
struct guest_answer *guest_answer(struct guest *g, uint64_t id);
/* Is it there already, or within ms? */
struct guest_answer *guest_answer_ms(struct guest *g, uint64_t id, unsigned int ms);

/* A control request and its answer: bytes moved, or minus the status. */
int guest_control(struct guest *g, uint8_t type, uint8_t request, uint16_t value,
		  uint16_t index, uint16_t len, uint8_t *data);
/* Status. */
int guest_set_configuration(struct guest *g, uint8_t value);
int guest_set_alt(struct guest *g, uint8_t interface, uint8_t alt);
void guest_reset(struct guest *g);

#endif /* GUEST_H */
