/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_CHAN_IDX_H
#define RTW89_CHAN_IDX_H

/*
 * Band and primary channel in one byte, as the information element IE01 of a PPDU status
 * carries it (morrownr/rtw89 phy.c). [7:4] names the channel where a range begins, [3:0]
 * how far behind it the channel is: in channel numbers at 2.4 GHz, in pairs of them
 * elsewhere. 0x0B is channel 11, 2462 MHz; 0x20 is channel 36.
 */

#include <stdbool.h>
#include <stdint.h>

enum chan_band { CHAN_2G, CHAN_5G, CHAN_6G };

/* False for a channel that the coding cannot say. */
bool chan_idx_encode(enum chan_band band, unsigned int channel, uint8_t *idx);

/* "2g6", "5g36", "6g53": band, then channel. */
bool chan_idx_parse(const char *text, uint8_t *idx);

/* The channel number again, and the middle of its 20 MHz in MHz. */
uint8_t chan_idx_channel(uint8_t idx);
uint16_t chan_idx_mhz(uint8_t idx);

#endif /* RTW89_CHAN_IDX_H */
