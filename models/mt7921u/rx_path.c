/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"

/* From a frame in the air to units in a transfer. */

/* What a unit's place may have more than its bytes, and what may follow a frame. */
#define STEP_MORE 12u
#define AFTER_FRAME (2 * EVENT_UNIT_MAX)

bool
mt7921_rx_enabled(const struct usb_device *dev)
{
	const struct regs *regs = &mt7921_of_const(dev)->regs;
	uint32_t wlcfg = mt7921_regs_get(regs, REG_UDMA_WLCFG_0);
	uint32_t glo = mt7921_regs_get(regs, REG_UWFDMA0_GLO_CFG);

	return (wlcfg & WLCFG_0_RX_EN) != 0 && (wlcfg & WLCFG_0_RX_FLUSH) == 0 &&
	       (glo & GLO_CFG_RX_DMA_EN) != 0;
}

static struct rx_setup
setup_of(const struct mt7921 *m)
{
	uint32_t mdp = mt7921_regs_get(&m->regs, REG_MDP_DCR0);
	uint32_t dma = mt7921_regs_get(&m->regs, REG_DMA_DCR0);
	struct rx_setup s = {
		.groups = m->sw.groups,
		.group5 = (dma & DMA_DCR0_RXD_G5_EN) != 0,
		.translate = m->sw.xlat && m->mcu.translate &&
			     (mdp & MDP_DCR0_RX_HDR_TRANS_EN) != 0,
		.translate_frag = m->sw.xlat_frag,
		.split_amsdu = (mdp & MDP_DCR0_DAMSDU_EN) != 0,
		.channel = mt7921_channel_code(m),
		.rxv = m->sw.rxv,
	};

	memcpy(s.mac, m->mac, 6);
	return s;
}

static uint32_t
room_for(const struct rx_units *u)
{
	return u->room + u->n * STEP_MORE;
}

uint32_t
mt7921_rx_need(const struct usb_device *dev, const struct air_frame *frame)
{
	const struct rx_setup setup = setup_of(mt7921_of_const(dev));
	struct rx_units u;

	mt7921_rx_begin(&u, &setup, frame, 0, FLAW_NONE);
	return room_for(&u) + AFTER_FRAME;
}

/* Every so many decrypted frames have a flaw of the kind. */
static enum rx_flaw
flaw_of(struct mt7921 *m, const struct air_frame *frame)
{
	if (!frame->decrypted)
		return FLAW_NONE;
	m->decrypted++;
	if (core_every(m->sw.cm, m->decrypted))
		return FLAW_CM;
	if (core_every(m->sw.clm, m->decrypted))
		return FLAW_CLM;
	if (core_every(m->sw.icv, m->decrypted))
		return FLAW_ICV;
	return core_every(m->sw.mic, m->decrypted) ? FLAW_MIC : FLAW_NONE;
}

/* Lengths that no descriptor may have, in turn. */
static void
spoil_length(struct mt7921 *m)
{
	static const uint16_t lengths[] = { 0, RXD_BASE - 1, RXD_BASE, 0xffff };
	uint64_t turn = m->frames / m->sw.badlen;

	put_le16(m->unit, lengths[turn % 4]);
	m->dev.count.units_fault++;
}

/* All units of an MPDU or none: the frame counts with its last one. */
static bool
room_for_all(struct mt7921 *m, const struct rx_units *u, uint64_t now_ns)
{
	struct usb_device *dev = &m->dev;

	if (u->n == 1 || core_fifo_room(dev, now_ns) >= room_for(u))
		return true;
	dev->count.fifo_overflow_frames++;
	if (!dev->sw.full_wait && dev->in[PIPE_DATA].first == NULL)
		core_agg_close(dev, CORE_AGG_FULL, now_ns);
	return false;
}

static void
add_frame(struct mt7921 *m, const struct air_frame *frame, uint64_t now_ns)
{
	const struct rx_setup setup = setup_of(m);
	uint64_t *lost = &m->dev.count.fifo_overflow_frames;
	struct rx_units u;
	uint32_t len;

	mt7921_rx_begin(&u, &setup, frame, m->ppdu_start_ns, flaw_of(m, frame));
	if (!room_for_all(m, &u, now_ns))
		return;
	m->frames++;
	while ((len = mt7921_rx_next(&u, m->unit)) != 0) {
		bool last = u.next == u.n;

		if (last && core_every(m->sw.badlen, m->frames))
			spoil_length(m);
		if (!core_rx_add_unit(&m->dev, m->unit, len, last, lost, now_ns)) {
			m->dev.count.no_memory_frames += !last;
			return;
		}
		mt7921_log_unit(m, &u, frame, len);
		m->dev.count.units_wifi++;
		m->count.units_msdu += u.n > 1;
	}
	if (core_every(m->sw.unknown, m->frames))
		mt7921_unknown_unit(m, now_ns);
}

static void
end_ppdu(struct mt7921 *m, uint64_t now_ns)
{
	m->in_ppdu = false;
	m->ppdus++;
	if (core_every(m->sw.event, m->ppdus))
		mt7921_event_debug(m, now_ns);
}

void
mt7921_frame_arrives(struct usb_device *dev, const struct air_frame *frame, uint64_t now_ns)
{
	struct mt7921 *m = mt7921_of(dev);

	/* The timestamp is that of the PPDU: its MPDUs share it. */
	if (!m->in_ppdu)
		m->ppdu_start_ns = frame->start_ns;
	m->in_ppdu = true;
	if (mt7921_filter_accepts(m, frame))
		add_frame(m, frame, now_ns);
	if (frame->last)
		end_ppdu(m, now_ns);
}

void
mt7921_frame_missed(struct usb_device *dev)
{
	mt7921_of(dev)->in_ppdu = false;
}
