/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef NO_HOLD_HOOK_H
#define NO_HOLD_HOOK_H

/*
 * Put in front of a driver's sources (-include), it takes out of their receive path what
 * the controller of the hold sees: what remains is what bench.sh compares with.
 */

#include "wport_seen.h"

#define wport_hold_see_poll(seen, filled) ((void)(seen), (void)(filled))
#define wport_hold_see_transfer(seen, bytes) ((void)(seen), (void)(bytes))

#endif /* NO_HOLD_HOOK_H */
