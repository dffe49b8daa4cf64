/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_cycles.h>
#include <rte_malloc.h>

#include "wport_monitor.h"

/* A status is behind its frames on the bus, at most a hold of the aggregation and
 * a transfer later; then comes what a busy host adds. */
#define WAIT_MAX_MS 20u

/* Radios of one device that hear at the same time: their frames come mixed. */
#define PHYS 2u
#define NO_PPDU UINT32_MAX	/* no chip's number */

struct entry {
	struct rte_mbuf *m;	/* the frame, behind room for radiotap */
	struct wlan_monitor mon;
	uint32_t ppdu;
	bool ready;
};

struct phy {
	uint32_t ppdu;		/* of its last frame */
	uint32_t ref;		/* of that PPDU */
	uint32_t waiting;	/* entries that are not ready */
};

/* In order of arrival: entries[first .. first + n), around the corner. */
struct wport_pending {
	uint32_t first, n;
	uint32_t ref;		/* A-MPDU reference: counts PPDUs of all radios */
	uint64_t since;		/* when the last frame came, TSC */
	struct phy phys[PHYS];
	struct entry entries[WPORT_PENDING_MAX];
};

static struct entry *
entry_at(struct wport_pending *p, uint32_t i)
{
	return &p->entries[(p->first + i) % WPORT_PENDING_MAX];
}

static uint32_t
phy_of(const struct wlan_monitor *mon)
{
	return mon->rx.phy % PHYS;
}

/* What the status says and the frame did not. */
static void
add_status(struct wlan_monitor *mon, const struct wlan_monitor *add)
{
	static const struct { uint16_t known, all; } facts[] = {
		{ WLAN_MON_SIGNAL, WLAN_MON_SIGNAL },
		{ WLAN_MON_STBC_KNOWN, WLAN_MON_STBC_KNOWN },
		{ WLAN_MON_LDPC_KNOWN, WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC },
		{ WLAN_MON_BF_KNOWN, WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED },
	};
	uint16_t news = 0;
	unsigned int i;

	for (i = 0; i < RTE_DIM(facts); i++)
		if ((mon->flags & facts[i].known) == 0)
			news |= add->flags & facts[i].all;
	mon->flags |= news;
	if ((news & WLAN_MON_SIGNAL) != 0)
		mon->signal_dbm = add->signal_dbm;
	if ((news & WLAN_MON_STBC_KNOWN) != 0)
		mon->stbc = add->stbc;
	if (mon->chains == 0) {
		mon->chains = add->chains;
		memcpy(mon->chain_dbm, add->chain_dbm, sizeof(mon->chain_dbm));
	}
	if (mon->freq_mhz == 0)
		mon->freq_mhz = add->freq_mhz;
}

/*
 * All frames of a radio that wait go: with the status where it is theirs, else as they
 * are. A status of another PPDU says that theirs is lost: they must not be there when
 * their number, of a few bits, comes again.
 */
static void
release_phy(struct wport_rxq *q, uint32_t phy, const struct wport_status *status)
{
	struct wport_pending *p = q->pending;
	uint32_t i;

	for (i = p->n; p->phys[phy].waiting != 0; i--) {
		struct entry *e = entry_at(p, i - 1);

		if (e->ready || phy_of(&e->mon) != phy)
			continue;
		if (status != NULL && e->ppdu == status->ppdu)
			add_status(&e->mon, &status->add);
		else
			q->stats.no_status++;
		e->ready = true;
		p->phys[phy].waiting--;
	}
}

static void
release_all(struct wport_rxq *q)
{
	uint32_t phy;

	for (phy = 0; phy < PHYS; phy++)
		release_phy(q, phy, NULL);
}

/* A frame of that PPDU has come, of use or not: the one before it is over. Done twice
 * for a frame that found no mbuf, which changes nothing. */
static void
begin_ppdu(struct wport_rxq *q, uint32_t phy, uint32_t ppdu)
{
	struct wport_pending *p = q->pending;

	if (ppdu == p->phys[phy].ppdu)
		return;
	release_phy(q, phy, NULL);
	p->phys[phy].ppdu = ppdu;
	p->phys[phy].ref = ++p->ref;
}

/* Frames may come a little out of order. What is earlier by more is later, by up to
 * the 71 minutes of 32 bits. */
#define TSFT_BACK_MAX_US (1u << 24)

/* The device's clock has 32 bits, radiotap's 64. */
static uint64_t
extend_tsft(struct wport_rxq *q, uint32_t low)
{
	uint32_t back = (uint32_t)q->tsft_us - low;

	if (back <= TSFT_BACK_MAX_US && back <= q->tsft_us)
		q->tsft_us -= back;
	else
		q->tsft_us += low - (uint32_t)q->tsft_us;
	return q->tsft_us;
}

/* The frame in an mbuf, behind WLAN_RADIOTAP_MAX bytes of room. */
static enum wport_fate
copy_frame(struct wport_rxq *q, const uint8_t *frame, uint32_t len, struct rte_mbuf **pkt)
{
	struct rte_mbuf *head, *tail;

	if (len + WLAN_RADIOTAP_MAX > q->max_len) {
		q->stats.too_long++;
		return WPORT_DROPPED;
	}
	if (len + WLAN_RADIOTAP_MAX > q->room && !q->scatter) {
		q->stats.no_scatter++;
		return WPORT_DROPPED;
	}
	head = tail = wport_spare_take(q);
	if (head == NULL)
		return WPORT_NO_MBUF;
	wport_mbuf_init(q, head, 0);
	head->packet_type = RTE_PTYPE_UNKNOWN;
	/* As long as the header may be: the append knows where the room ends. */
	head->data_len = WLAN_RADIOTAP_MAX;
	if (!wport_append(q, head, &tail, frame, len)) {
		rte_pktmbuf_free(head);
		return WPORT_NO_MBUF;
	}
	head->pkt_len = WLAN_RADIOTAP_MAX + len;
	*pkt = head;
	return WPORT_PACKET;
}

/* FCS, A-MPDU reference and clock: the same for every chip. */
static void
complete_facts(struct wport_rxq *q, struct wlan_monitor *mon, uint32_t *len)
{
	if ((mon->flags & WLAN_MON_FCS) != 0 && !q->keep_fcs) {
		mon->flags &= ~WLAN_MON_FCS;
		*len -= WLAN_FCS_LEN;
	}
	mon->ampdu_ref = q->pending->phys[phy_of(mon)].ref;
	if ((mon->flags & WLAN_MON_TSFT) != 0)
		mon->tsft_us = extend_tsft(q, mon->tsft_us);
}

/* Why a frame whose descriptor is good is not handed up. */
static unsigned int
why_not(const struct wport_rxq *q, const struct wlan_monitor *mon, uint32_t len)
{
	if ((mon->flags & WLAN_MON_FCS_BAD) != 0 && !q->keep_bad)
		return WLAN_DROP_FCS_ERROR;
	if ((mon->flags & WLAN_MON_FCS) != 0 && len < WLAN_FCS_LEN)
		return WLAN_DROP_SHORT;
	return WLAN_DROP_NONE;
}

static enum wport_fate
keep_frame(struct wport_rxq *q, const uint8_t *frame, uint32_t len, uint32_t ppdu,
	   const struct wlan_monitor *mon, bool ready)
{
	struct wport_pending *p = q->pending;
	struct entry *e = entry_at(p, p->n);
	enum wport_fate fate = copy_frame(q, frame, len, &e->m);

	if (fate != WPORT_PACKET)
		return fate;
	e->mon = *mon;
	e->ppdu = ppdu;
	e->ready = ready;
	p->n++;
	p->phys[phy_of(mon)].waiting += !ready;
	p->since = rte_rdtsc();
	return WPORT_PACKET;
}

static enum wport_fate
take_frame(struct wport_rxq *q, const struct wport_unit *unit,
	   const struct wport_monitor_ops *ops)
{
	struct wlan_monitor mon = { 0 };
	const uint8_t *frame;
	unsigned int drop;
	uint32_t ppdu, len;

	drop = ops->facts(q, unit, &mon, &ppdu, &frame, &len);
	if (drop == WLAN_DROP_NONE) {
		begin_ppdu(q, phy_of(&mon), ppdu);
		drop = why_not(q, &mon, len);
	}
	if (drop != WLAN_DROP_NONE) {
		q->stats.drops[drop]++;
		return WPORT_DROPPED;
	}
	complete_facts(q, &mon, &len);
	return keep_frame(q, frame, len, ppdu, &mon, ops->status == NULL);
}

/* Radiotap comes in front, in the room that was left for it. */
static void
write_radiotap(struct rte_mbuf *m, const struct wlan_monitor *mon)
{
	uint8_t header[WLAN_RADIOTAP_MAX];
	uint32_t len = wlan_radiotap_write(header, mon);

	rte_pktmbuf_adj(m, WLAN_RADIOTAP_MAX - len);
	memcpy(rte_pktmbuf_mtod(m, uint8_t *), header, len);
}

static void
set_dynfield(const struct wport_rxq *q, struct rte_mbuf *m, const struct wlan_monitor *mon)
{
	struct rte_wlan_rx *radio;

	if (q->dyn_off < 0)
		return;
	radio = RTE_MBUF_DYNFIELD(m, q->dyn_off, struct rte_wlan_rx *);
	*radio = mon->rx;
	/* These say what radiotap does not; the others come from mon's flags. */
	radio->flags &= RTE_WLAN_RX_RATE | RTE_WLAN_RX_AMPDU_EOF | RTE_WLAN_RX_DECRYPTED;
	/* Only what a flag vouches for: 0 else. */
	radio->tsft_us = 0;
	radio->rssi_dbm = 0;
	if ((mon->flags & WLAN_MON_TSFT) != 0) {
		radio->tsft_us = mon->tsft_us;
		radio->flags |= RTE_WLAN_RX_TSFT;
	}
	if ((mon->flags & WLAN_MON_SIGNAL) != 0) {
		radio->rssi_dbm = mon->signal_dbm;
		radio->flags |= RTE_WLAN_RX_RSSI;
	}
	radio->ppdu = mon->ampdu_ref;
	radio->flags |= (mon->flags & WLAN_MON_AMPDU) != 0 ? RTE_WLAN_RX_AMPDU : 0;
}

static uint16_t
hand_up(struct wport_rxq *q, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	struct wport_pending *p = q->pending;
	uint16_t nb_rx = 0;

	while (nb_rx < nb_pkts && p->n != 0 && entry_at(p, 0)->ready) {
		struct entry *e = entry_at(p, 0);

		if ((e->mon.rx.flags & RTE_WLAN_RX_RATE) == 0)
			q->stats.bad_rate++;
		if ((e->mon.flags & WLAN_MON_ICV_ERROR) != 0)
			q->stats.icv_errors++;
		write_radiotap(e->m, &e->mon);
		set_dynfield(q, e->m, &e->mon);
		q->stats.bytes += e->m->pkt_len;
		pkts[nb_rx++] = e->m;
		p->first = (p->first + 1) % WPORT_PENDING_MAX;
		p->n--;
	}
	return nb_rx;
}

/* One unit of the transfer in hand. False at its end, or without an mbuf. */
static bool
take_unit(struct wport_rxq *q, const struct wport_rx_ops *rx,
	  const struct wport_monitor_ops *ops, bool *starved)
{
	struct wport_status status = { 0 };
	struct wport_unit unit;

	if (!rx->next(q, &q->walk, &unit)) {
		wport_transfer_end(q, rx);
		return false;
	}
	if (!rx->is_frame(&unit)) {
		rx->other(q, &unit);
		q->seen.others++;
		if (ops->status != NULL && ops->status(q, &unit, &status))
			release_phy(q, status.phy % PHYS, &status);
		return true;
	}
	if (take_frame(q, &unit, ops) == WPORT_NO_MBUF) {
		q->stats.nombuf++;
		q->walk.pos = unit.rxd;
		*starved = true;
		return false;
	}
	q->stats.units[0]++;
	q->seen.frames++;
	return true;
}

/* Nothing more has come. Where a transfer is left its status may be in it, however late
 * the application asks. */
static void
release_in_time(struct wport_rxq *q)
{
	struct wport_pending *p = q->pending;

	if (p->n != 0 && rte_rdtsc() - p->since > q->wait_tsc)
		release_all(q);
}

uint16_t
wport_monitor_burst(struct wport_rxq *q, struct rte_mbuf **pkts, uint16_t nb_pkts,
		    const struct wport_rx_ops *rx, const struct wport_monitor_ops *ops)
{
	/* Units may hold no frames, and frames may wait: a burst ends all the same. */
	uint32_t budget = nb_pkts * 2u + WPORT_XFER_BATCH;
	bool starved = false, dry = false;
	uint16_t nb_rx;

	nb_rx = hand_up(q, pkts, nb_pkts);
	while (nb_rx < nb_pkts && !starved && !dry && budget-- > 0) {
		if (q->pending->n == WPORT_PENDING_MAX)
			release_all(q);
		else if (q->xfer == NULL && !wport_transfer_begin(q, nb_rx))
			dry = true;
		else
			take_unit(q, rx, ops, &starved);
		if (dry)
			release_in_time(q);
		/* What waits may hold the mbufs that are missing. */
		if (starved)
			release_all(q);
		nb_rx += hand_up(q, pkts + nb_rx, nb_pkts - nb_rx);
	}
	q->stats.packets += nb_rx;
	q->stats.bursts += nb_rx != 0;
	return nb_rx;
}

/* No frame is remembered. */
static void
forget_ppdus(struct wport_pending *p)
{
	uint32_t phy;

	for (phy = 0; phy < PHYS; phy++) {
		p->phys[phy].ppdu = NO_PPDU;
		p->phys[phy].waiting = 0;
	}
}

int
wport_monitor_init(struct wport_rxq *q, int socket_id)
{
	wport_monitor_free(q);
	q->pending = rte_zmalloc_socket("wport_pending", sizeof(*q->pending), 0, socket_id);
	if (q->pending == NULL)
		return -ENOMEM;
	forget_ppdus(q->pending);
	q->wait_tsc = rte_get_tsc_hz() / 1000 * WAIT_MAX_MS;
	return 0;
}

/* What waits when the queue stops is lost, and counted. */
void
wport_monitor_stop(struct wport_rxq *q)
{
	struct wport_pending *p = q->pending;

	if (p == NULL)
		return;
	for (; p->n != 0; p->n--) {
		rte_pktmbuf_free(entry_at(p, 0)->m);
		p->first = (p->first + 1) % WPORT_PENDING_MAX;
		q->stats.monitor_stopped++;
	}
	forget_ppdus(p);
}

void
wport_monitor_free(struct wport_rxq *q)
{
	rte_free(q->pending);
	q->pending = NULL;
}
