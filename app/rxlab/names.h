/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef NAMES_H
#define NAMES_H

/* What a user calls computers, links, loads and holds. False with one line in err. */

#include "lab.h"

#define NAME_SIZE 64

/*
 * The chip of the published tables, and what it has for received frames: the table of
 * rtw8922a.c (Linux rtw89) for one band. With that for both bands nothing is ever lost in
 * the chip, and no hold makes TCP slower by more than a tenth ("rxlab published").
 */
#define LAB_CHIP "rtl8922au"
#define LAB_SWITCHES "quota:scc-max"

/*
 * NAME[/FIELD:VALUE...] or FIELD:VALUE[/FIELD:VALUE...], which starts from the first host.
 * name (NAME_SIZE) becomes the host's when fields were given.
 */
bool lab_host_parse(const char *text, struct lab_host *host, char *name, char *err,
		    size_t err_size);
const struct lab_radio *lab_radio_find(const char *name);
const struct lab_workload *lab_workload_find(const char *name);

/* US, auto, auto:latency, auto:balanced, auto:cpu, dim or itr: as hold= of the drivers. */
bool lab_policy_parse(const char *text, struct lab_policy *policy, char *err, size_t err_size);
void lab_policy_name(const struct lab_policy *policy, char *name, size_t size);

/* Share of the processor that a policy of the preset may take for receiving. */
uint32_t lab_budget_permille(enum rxb_hold_preset preset);

#endif /* NAMES_H */
