/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The rare branches of the transmit path, and a queue's life. */

#include <errno.h>

#include "wport_tx.h"

/* len bytes from skip on, of a packet in several segments. The packet has them. */
void
wport_tx_copy_chain(uint8_t *dst, const struct rte_mbuf *m, uint32_t skip, uint32_t len)
{
	while (len != 0 && skip >= m->data_len) {
		skip -= m->data_len;
		m = m->next;
	}
	while (len != 0) {
		uint32_t n = RTE_MIN(m->data_len - skip, len);

		memcpy(dst, rte_pktmbuf_mtod_offset(m, const uint8_t *, skip), n);
		dst += n;
		len -= n;
		skip = 0;
		m = m->next;
	}
}

/* What the header of an injected frame needs to be contiguous: 4 addresses, QoS,
 * HT control. */
#define FRAME_HEAD_MAX 36u

/* Can the chip send at that rate? nss is good for each mode, HT too. */
static bool
has_rate(const struct wport_chip *chip, const struct wlan_rate *rate)
{
	return (chip->modes & RTE_BIT32(rate->mode)) != 0 && rate->nss <= chip->nss_max &&
		rate->bw_mhz <= chip->bw_max_mhz;
}

/*
 * Radiotap in front, then the frame. The radiotap header must lie in the first
 * segment. info is complete but for what the chip decides; *skip: where the frame
 * starts. False when it cannot be sent: counted.
 */
bool
wport_tx_inject_info(struct wport_txq *q, const struct rte_mbuf *m,
		     struct wlan_txinfo *info, uint32_t *skip)
{
	uint8_t copy[FRAME_HEAD_MAX];
	const uint8_t *frame;
	bool fcs = false;
	uint32_t len, head;
	int n;

	*info = WLAN_TXINFO_NONE;
	n = wlan_radiotap_read(rte_pktmbuf_mtod(m, const uint8_t *), m->data_len, info, &fcs);
	if (n < 0) {
		q->stats.bad_radiotap++;
		return false;
	}
	if ((info->flags & WLAN_TXF_RATE) != 0 && !has_rate(q->chip, &info->rate)) {
		q->stats.bad_rate++;
		return false;
	}
	len = m->pkt_len - n;
	if (len < (fcs ? WLAN_FCS_LEN : 0)) {
		q->stats.bad_frame++;
		return false;
	}
	len -= fcs ? WLAN_FCS_LEN : 0;
	if (len > q->max_len) {
		q->stats.too_long++;
		return false;
	}
	head = RTE_MIN(len, FRAME_HEAD_MAX);
	frame = rte_pktmbuf_read(m, n, head, copy);
	if (frame == NULL || !wlan_tx_frame(frame, head, len, info)) {
		q->stats.bad_frame++;
		return false;
	}
	info->ac = q->ac;
	*skip = n;
	return true;
}

uint16_t
wport_tx_sink(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	struct wport_txq *q = queue;

	rte_pktmbuf_free_bulk(pkts, nb_pkts);
	q->stats.no_device += nb_pkts;
	return nb_pkts;
}

int
wport_txq_setup(struct wport *port, unsigned int queue, uint16_t nb_desc,
		uint32_t max_len)
{
	bool monitor = wport_is_monitor(port);
	struct wport_txq *q = &port->txq[queue];
	uint8_t ep = monitor ? port->chip->ep_mgmt : port->chip->ep_out[queue];
	int ret = 0;

	if (port->usb->ops->tx_setup != NULL)
		ret = port->usb->ops->tx_setup(port->usb, queue, ep, nb_desc,
					       RTE_ALIGN_CEIL(max_len +
							      port->family->tx_overhead,
							      RTE_CACHE_LINE_SIZE));
	if (ret != 0) {
		q->max_len = 0;		/* it has no transfers, of whatever length */
		WPORT_LOG(ERR, port, "transmit queue %u: no %u transfers to endpoint 0x%02x: %s",
			  queue, nb_desc, ep, rte_strerror(-ret));
		return ret;
	}
	q->usb = port->usb;
	q->chip = port->chip;
	q->queue = queue;
	q->ac = monitor ? WLAN_AC_MGMT : queue;
	q->tid = wlan_ac_to_tid(queue);
	q->bssid = port->conf.bssid;
	q->max_len = max_len;
	q->nb_desc = nb_desc;
	q->set = true;
	return 0;
}

void
wport_txq_release(struct wport *port, unsigned int queue)
{
	if (port->txq[queue].set && port->usb != NULL && port->usb->ops->tx_setup != NULL)
		port->usb->ops->tx_setup(port->usb, queue, 0, 0, 0);
	port->txq[queue].set = false;
}
