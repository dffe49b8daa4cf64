/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_CHIP_H
#define RTW89U_CHIP_H

/* What differs between the chips of the family, as data. */

#include <stdbool.h>
#include <stdint.h>

struct rtw89u_chip {
	const char *name;		/* after model= */
	uint8_t ep_in;			/* first bulk-IN endpoint: the one that Linux uses */
	uint32_t buf_size;		/* default room of a transfer, bytes */
	/* RX aggregation: limits of the register fields and defaults. */
	uint32_t agg_unit;		/* of the size limit, bytes */
	uint32_t agg_bytes;		/* default size limit */
	uint32_t agg_count;		/* default frame limit */
	uint32_t hold_us_super;		/* default hold on SuperSpeed */
	uint32_t hold_us;		/* and elsewhere */
	bool chip_csum;			/* a published checksum report exists */
};

/* NULL for a chip that is not in the table. rtw89u_chip_at(i) walks the table,
 * NULL past its end. */
const struct rtw89u_chip *rtw89u_chip_find(const char *name);
const struct rtw89u_chip *rtw89u_chip_at(unsigned int i);

#endif /* RTW89U_CHIP_H */
