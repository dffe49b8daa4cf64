/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_PING_H
#define AIR_PING_H

/*
 * A station behind the access point that sends an ICMP echo request, waits for the reply,
 * and sends the next one. It knows no clock: while a request waits for its reply the next
 * one is already due at the time at which that would be lost, and a reply moves it.
 */

#include "ping_packet.h"
#include "rtt.h"
#include "source.h"

struct air_ping {
	bool on;
	uint64_t gap_ns, count;	/* count 0: for ever */
	struct air_ping_packet packet;
	uint64_t due_ns;	/* when the next request comes to the access point */
	bool pending;		/* ... which has it, but has not sent it */
	bool waiting;		/* for the reply to request number sent */
	uint64_t since_ns;	/* when that came to the access point */
	uint64_t sent, lost, bad, late;
	struct air_rtt rtt;
};

/* spec is what follows "ping", "" or ":NAME:VALUE...". False with a reason in err. */
bool air_ping_init(struct air_ping *ping, const char *spec, const struct air_options *options,
		   char *err, size_t err_size);

/* The access point has nothing to send: a further request waits in source. False: the
 * last one has been sent, or there is no memory. */
bool air_ping_next(struct air_ping *ping, struct air_source *source);

/* The access point has sent an MPDU. */
void air_ping_sent(struct air_ping *ping, const uint8_t *mpdu);

/* The radio sent an MPDU, which was over at end_ns. True: the reply that is waited for. */
bool air_ping_heard(struct air_ping *ping, uint64_t end_ns, const struct air_tx *tx,
		    const uint8_t bssid[6]);

/* Silence until now_ns: no request is due before. */
void air_ping_not_before(struct air_ping *ping, uint64_t now_ns);

/* It is now_ns: a last reply may be late. */
void air_ping_time(struct air_ping *ping, uint64_t now_ns);

#endif /* AIR_PING_H */
