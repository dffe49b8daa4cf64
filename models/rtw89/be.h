/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef BE_H
#define BE_H

#include "rtw89.h"

/* be_reset.c: registers of a chip that receives after plug-in. */
#define N_BE_RESET 12
extern const struct rtw89_reset be_reset[N_BE_RESET];

/* be_switches.c: ends with a nameless one. */
extern const struct core_switch be_switches[];

#endif /* BE_H */
