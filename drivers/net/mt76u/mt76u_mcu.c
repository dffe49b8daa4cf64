/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <time.h>

#include <rte_debug.h>
#include <rte_errno.h>

#include "mt76u.h"
#include "mt76u_event.h"
#include "mt76u_hw.h"
#include "mt76u_mcu.h"

#define SEND_MS		1000u	/* openwrt/mt76 usb.c */
#define ANSWER_MS	3000u	/* openwrt/mt76 mt7921/usb.c */
#define STALE_MS	1u
/* More than a chip can have waiting: one that never ends is no chip. */
#define STALE_MAX	64u
#define SKIP_MAX	1024u

static uint8_t
ep_answer(const struct wport *port)
{
	return port->chip->ep_event;
}

static uint64_t
now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * UINT64_C(1000) + ts.tv_nsec / 1000000;
}

/* Nobody else writes these counters, and the control context is one. */
static void
count(struct wport *port, enum mt76u_note note)
{
	uint64_t *n = &port->rxq.stats.notes[note];

	__atomic_store_n(n, *n + 1, __ATOMIC_RELAXED);
}

static void
count_skipped(struct wport *port, enum mt76u_event_kind kind)
{
	count(port, kind == MT76U_EVENT_ASIDE ? MT76U_NOTE_MCU_UNASKED :
	      kind == MT76U_EVENT_ANSWER ? MT76U_NOTE_MCU_STALE :
	      kind == MT76U_EVENT_UNIT ? MT76U_NOTE_MCU_OTHER : MT76U_NOTE_MCU_BAD);
}

static int
transfer(struct wport *port, uint8_t ep, void *data, uint32_t len, unsigned int timeout_ms)
{
	struct usb_transport *usb = port->usb;
	int ret = usb->ops->bulk == NULL ? -ENOTSUP :
		usb->ops->bulk(usb, ep, data, len, timeout_ms);

	if (ret == -EPIPE)
		mt76u_hw_of(port)->halted = ep;
	return ret;
}

static int
send_out(struct wport *port, uint8_t ep, uint32_t len, const char *what)
{
	int ret = transfer(port, ep, mt76u_hw_of(port)->out, len, SEND_MS);

	if (ret == (int)len)
		return 0;
	ret = ret < 0 ? ret : -EIO;
	WPORT_LOG(ERR, port, "%s: %u bytes to endpoint 0x%02x: %s", what, len, ep,
		  rte_strerror(-ret));
	return ret;
}

/* The answer to seq among the events of a transfer; the others are counted. */
static bool
find_answer(struct wport *port, uint32_t len, uint8_t seq, struct mt76u_event *event)
{
	const uint8_t *in = mt76u_hw_of(port)->in;
	enum mt76u_event_kind kind;
	uint32_t pos = 0;

	while (pos < len) {
		kind = mt76u_event_next(in, len, &pos, event);
		if (kind == MT76U_EVENT_NONE)
			break;
		if (kind == MT76U_EVENT_ANSWER && event->seq == seq)
			return true;
		count_skipped(port, kind);
	}
	return false;
}

/* Answers to commands that nobody waits for any more, and what the chip said meanwhile. */
static int
let_go_of_stale(struct wport *port)
{
	struct mt76u_hw *hw = mt76u_hw_of(port);
	struct mt76u_event event;
	unsigned int i;
	int ret;

	for (i = 0; i < STALE_MAX && !hw->settled; i++) {
		ret = transfer(port, ep_answer(port), hw->in, sizeof(hw->in), STALE_MS);
		if (ret == -ETIMEDOUT)
			hw->settled = true;
		else if (ret < 0)
			return ret;
		else
			find_answer(port, ret, 0, &event);
	}
	return 0;
}

/* An endpoint that stalled is given one more chance by whoever comes next. */
static int
end_halt(struct wport *port)
{
	struct mt76u_hw *hw = mt76u_hw_of(port);
	uint8_t ep = hw->halted;
	int ret;

	if (ep == 0)
		return 0;
	hw->halted = 0;
	ret = port->usb->ops->clear_halt(port->usb, ep);
	if (ret != 0)
		WPORT_LOG(ERR, port, "halt of endpoint 0x%02x: %s", ep, rte_strerror(-ret));
	return ret;
}

static int
get_ready(struct wport *port, const struct mt76u_cmd *cmd)
{
	int ret = end_halt(port);

	if (ret != 0 || cmd->answer == MT76U_ANSWER_NONE)
		return ret;
	ret = let_go_of_stale(port);
	if (ret != 0)
		WPORT_LOG(ERR, port, "before %s: endpoint 0x%02x: %s", cmd->name,
			  ep_answer(port), rte_strerror(-ret));
	return ret;
}

static int
wait_answer(struct wport *port, uint8_t seq, struct mt76u_event *event)
{
	struct mt76u_hw *hw = mt76u_hw_of(port);
	uint64_t now = now_ms(), end = now + ANSWER_MS;
	unsigned int i;
	int ret;

	for (i = 0; i < SKIP_MAX && now < end; i++, now = now_ms()) {
		ret = transfer(port, ep_answer(port), hw->in, sizeof(hw->in), end - now);
		if (ret < 0)
			return ret;
		if (find_answer(port, ret, seq, event))
			return 0;
	}
	return -ETIMEDOUT;
}

static int
look_at_uni(const struct wport *port, const struct mt76u_cmd *cmd,
	    const struct mt76u_event *event)
{
	uint32_t status;

	if (!mt76u_event_uni_status(event, cmd->id, &status)) {
		WPORT_LOG(ERR, port, "%s: event 0x%02x of %u bytes is not its result",
			  cmd->name, event->id, event->body_len);
		return -EPROTO;
	}
	if (status == 0)
		return 0;
	WPORT_LOG(ERR, port, "%s: the firmware refuses, status 0x%08x", cmd->name, status);
	return -EREMOTEIO;
}

static int
take_answer(struct wport *port, const struct mt76u_cmd *cmd, uint8_t seq,
	    struct mt76u_answer *answer)
{
	struct mt76u_event event;
	int ret = wait_answer(port, seq, &event);

	if (ret != 0) {
		WPORT_LOG(ERR, port, "%s: no answer on endpoint 0x%02x: %s", cmd->name,
			  ep_answer(port), rte_strerror(-ret));
		return ret;
	}
	if (answer != NULL)
		*answer = (struct mt76u_answer){
			.status = mt76u_event_status(&event),
			.body = event.body, .body_len = event.body_len,
		};
	return cmd->answer == MT76U_ANSWER_UNI ? look_at_uni(port, cmd, &event) : 0;
}

void
mt76u_mcu_unsettle(struct wport *port)
{
	mt76u_hw_of(port)->settled = false;
}

int
mt76u_mcu_send(struct wport *port, const struct mt76u_cmd *cmd, const void *payload,
	       uint32_t len, struct mt76u_answer *answer)
{
	struct mt76u_hw *hw = mt76u_hw_of(port);
	uint32_t n;
	int ret;

	RTE_BUILD_BUG_ON(sizeof(hw->out) < MT76U_CMD_MAX);
	RTE_ASSERT(len <= MT76U_CMD_PAYLOAD_MAX);
	ret = get_ready(port, cmd);
	if (ret != 0)
		return ret;
	hw->seq = hw->seq % MT76U_CMD_SEQ_MAX + 1;
	n = mt76u_cmd_put(hw->out, cmd, hw->seq, payload, len);
	ret = send_out(port, mt76u_chip_of(port->chip)->ep_cmd, n, cmd->name);
	if (ret == 0 && cmd->answer != MT76U_ANSWER_NONE)
		ret = take_answer(port, cmd, hw->seq, answer);
	if (ret != 0)
		mt76u_mcu_unsettle(port);
	return ret;
}

int
mt76u_mcu_send_chunk(struct wport *port, const void *data, uint32_t len)
{
	uint32_t n = mt76u_cmd_put_chunk(mt76u_hw_of(port)->out, data, len);

	return send_out(port, port->chip->ep_out[WLAN_AC_BE], n, "firmware");
}
