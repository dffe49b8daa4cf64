/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_FAKE_HOLD_H
#define WPORT_FAKE_HOLD_H

/* In the place of lib/rxbatch's controller: one that wants what the test wants, and remembers
 * what it was told. All under the port's lock, as the real one. */

#include "rxb_hold.h"

struct fake_hold {
	unsigned int nb_init, nb_steps, nb_written, nb_restarted;
	struct rxb_hold_conf conf;	/* of the last init */
	struct rxb_hold_input in;	/* of the last step */
	uint32_t want_us;		/* each step, where it is not in force; 0: nothing */
	uint32_t hold_us, wanted_us;
	uint32_t written_us, restarted_us;
	int written_err;
	bool stuck;
};

extern struct fake_hold fake_hold;

#endif /* WPORT_FAKE_HOLD_H */
