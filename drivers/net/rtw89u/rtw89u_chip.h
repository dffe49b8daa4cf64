/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_CHIP_H
#define RTW89U_CHIP_H

/* What differs between the chips of the family, as data. */

#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>

#include "wport.h"
#include "wport_regs.h"

#include "rtw89u_ppdu.h"
#include "rtw89u_txd.h"

/* Where a chip has what; 0: it has none. */
struct rtw89u_regmap {
	uint32_t rxagg_0;
	uint32_t rxagg_1;
	uint32_t hci_func_en;
	uint32_t rxdma_setting;
	uint32_t fltr_opt;
	uint32_t fltr_station;		/* values of fltr_opt */
	uint32_t fltr_monitor;
	uint32_t mac_addr;		/* a register, or ... */
	uint16_t efuse_mac;		/* ... a place in the efuse's logical map */
	uint32_t cmac_start, cmac_end;	/* reads of these need a second look */
	const struct wport_reg_set *init;	/* first set-up */
	unsigned int nb_init;
};

struct rtw89u_chip {
	struct wport_chip port;		/* first: the shared rooms know it alone */
	bool be;			/* BE generation, else AX */
	bool is_8852c;			/* masks and units of its own among AX */
	enum rtw89u_txd_format txd;
	uint8_t dma[WPORT_TX_QUEUES + 1];	/* channel of each queue, WLAN_AC_MGMT too */
	struct rtw89u_ppdu_rules ppdu;
	struct rtw89u_regmap regs;
};

static inline const struct rtw89u_chip *
rtw89u_chip_of(const struct wport_chip *chip)
{
	return container_of(chip, const struct rtw89u_chip, port);
}

/* rtw89u_chip_at(i) walks the table, NULL past its end; a chip's place in it. */
const struct wport_chip *rtw89u_chip_at(unsigned int i);
unsigned int rtw89u_chip_index(const struct wport_chip *chip);

#endif /* RTW89U_CHIP_H */
