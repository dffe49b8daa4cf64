/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"
#include "msdu.h"

/* From an OUT transfer to a frame in the air. */

#define FC_DATA 0x0008u
#define FC_QOS 0x0080u
#define FC_TODS 0x0100u
#define QOS_NO_ACK 0x0020u
#define PID_FIRST 3		/* below: no status wanted */

/* Rates of frames whose descriptor leaves the rate to the chip: made up. */
static const struct air_rate data_rate = { AIR_HE, 11, 2, 2, 3 };
static const struct air_rate basic_rate = { AIR_OFDM, 0, 1, 0, 0 };

/* An Ethernet packet becomes a data frame to the access point. */
static uint32_t
encapsulate(struct mt7921 *m, const struct txd *t)
{
	uint8_t *p = m->mpdu;
	uint32_t len = 24;

	put_le16(p, (uint16_t)(FC_DATA | FC_TODS | (t->subtype == 8 ? FC_QOS : 0)));
	put_le16(p + 2, 0);
	memcpy(p + 4, m->bssid, 6);
	memcpy(p + 10, t->frame + 6, 6);
	memcpy(p + 16, t->frame, 6);
	put_le16(p + 22, 0);
	if (t->subtype == 8) {
		put_le16(p + len, (uint16_t)(t->tid | (t->no_ack ? QOS_NO_ACK : 0)));
		len += 2;
	}
	return len + mt7921_msdu_from_ethernet(t->frame, t->frame_len, p + len);
}

static uint32_t
make_mpdu(struct mt7921 *m, const struct txd *t)
{
	if (t->ethernet)
		return encapsulate(m, t);
	memcpy(m->mpdu, t->frame, t->frame_len);
	return t->frame_len;
}

/* The host's number, or the chip's own: one count for each TID and one for the rest. */
static void
number(struct mt7921 *m, const struct txd *t, const struct mpdu *mpdu)
{
	uint16_t *next = &m->tx_seq[mpdu->qos ? mpdu->tid : TX_SEQ_OTHER];
	uint16_t seq = t->sn_valid ? t->seq : *next;

	if (mpdu->a3 == NULL)		/* control frames have none */
		return;
	if (!t->sn_valid && !mpdu->more_frag)
		*next = (uint16_t)((*next + 1) & 0xfff);
	put_le16(m->mpdu + 22, (uint16_t)(seq << 4 | mpdu->frag));
}

/* Classes of the endpoints. */
static enum core_tx_queue
queue_of(uint8_t ep)
{
	switch (ep) {
	case EP_BE:
		return CORE_TX_BE;
	case EP_BK:
		return CORE_TX_BK;
	case EP_VI:
		return CORE_TX_VI;
	case EP_VO:
		return CORE_TX_VO;
	default:
		return CORE_TX_MGMT;
	}
}

static uint64_t
send(struct mt7921 *m, const struct txd *t, uint8_t ep, uint64_t now_ns)
{
	uint32_t len = make_mpdu(m, t);
	struct mpdu mpdu;
	struct air_tx tx = { .data = m->mpdu, .len = len };
	uint64_t end_ns;

	mt7921_mpdu_parse(&mpdu, m->mpdu, len);
	number(m, t, &mpdu);
	tx.rate = t->fix_rate ? t->rate :
		  mpdu.type == TYPE_DATA && !mpdu.group ? data_rate : basic_rate;
	tx.no_ack = t->no_ack || mpdu.group;
	end_ns = core_tx_send(&m->dev, queue_of(ep), &tx);
	if (t->tx_status_host && t->pid >= PID_FIRST)
		mt7921_tx_status(m, t, &tx.rate, now_ns);
	return end_ns;
}

static void
count_fault(struct mt7921 *m, enum txd_fault fault)
{
#define CORE_FIELD_OF(name) [TXD_##name - TXD_N_FAULTS] = &m->dev.count.name,
	uint64_t *const core[] = { TXD_CORE_FAULTS(CORE_FIELD_OF) };

	if (fault < TXD_N_FAULTS)
		m->tx_faults[fault]++;
	else
		(*core[fault - TXD_N_FAULTS])++;
}

static bool
tx_enabled(const struct mt7921 *m)
{
	return (mt7921_regs_get(&m->regs, REG_UDMA_WLCFG_0) & WLCFG_0_TX_EN) != 0 &&
	       (mt7921_regs_get(&m->regs, REG_UWFDMA0_GLO_CFG) & GLO_CFG_TX_DMA_EN) != 0;
}

static uint64_t
frame_transfer(struct mt7921 *m, uint8_t ep, const uint8_t *data, uint32_t len,
	       uint64_t now_ns)
{
	struct txd txd;
	enum txd_fault fault = mt7921_txd_decode(&txd, ep, data, len);

	if (fault != TXD_OK)
		count_fault(m, fault);
	else if (!tx_enabled(m))
		m->count.tx_off_frames++;
	else if (m->boot.phase != BOOT_RUNNING)
		m->count.tx_no_firmware++;
	else
		return send(m, &txd, ep, now_ns);
	return now_ns;
}

uint64_t
mt7921_out_transfer(struct usb_device *dev, uint8_t ep, const uint8_t *data, uint32_t len,
		    uint64_t now_ns)
{
	struct mt7921 *m = mt7921_of(dev);
	uint32_t qsel = mt7921_regs_get(&m->regs, REG_UDMA_TX_QSEL);

	mt7921_boot_advance(m);
	if (ep == EP_MCU)
		mt7921_mcu_transfer(m, data, len);
	else if (ep == EP_BE && (qsel & TX_QSEL_FW_DL_EN) != 0)
		mt7921_mcu_scatter(m, data, len);
	else
		return frame_transfer(m, ep, data, len, now_ns);
	return now_ns;
}
