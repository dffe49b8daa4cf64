/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"
#include "rxd.h"

/*
 * Answers of the processor. It works on one command at a time; an answer is on its way when
 * the command's time is over, on the endpoint that is set by then.
 */

#define COMMAND_NS 100000u	/* an estimate */
#define SEQ_MAX 15
#define OPTION_UNI_RESULT 2
#define SCAN_DONE_BODY 96u
#define CUT_LEN 28u		/* fault: an event ends inside its header */

static uint64_t
time_of(struct mt7921 *m, const struct mcu_reply *reply)
{
	uint64_t now_ns = m->dev.now_ns, start = m->mcu.busy_until_ns;

	if (start < now_ns)
		start = now_ns;
	m->mcu.busy_until_ns = start + COMMAND_NS + reply->takes_ns;
	return m->mcu.busy_until_ns + m->sw.mculate * 1000000ull;
}

static uint8_t
sequence(const struct mt7921 *m, uint8_t seq)
{
	return core_every(m->sw.mcubadseq, m->mcu.answered) ? seq % SEQ_MAX + 1 : seq;
}

void
mt7921_mcu_reply(struct mt7921 *m, const struct mcu_command *cmd,
		 const struct mcu_reply *reply)
{
	struct mcu *mcu = &m->mcu;
	struct mcu_answer *a;
	struct event event = { .eid = reply->eid, .option = reply->option,
			       .ext_eid = reply->status };

	mcu->answered++;
	if (core_every(m->sw.mcusilent, mcu->answered)) {
		m->count.mcu_silent++;
		return;
	}
	if (mcu->count == MCU_ANSWERS) {
		m->count.fifo_overflow_events++;
		return;
	}
	a = &mcu->answers[(mcu->head + mcu->count++) % MCU_ANSWERS];
	event.seq = sequence(m, cmd->seq);
	a->at_ns = time_of(m, reply);
	a->len = mt7921_event_put(a->bytes, &event, reply->body, reply->len);
	if (core_every(m->sw.mcushort, mcu->answered))
		a->len = CUT_LEN;
}

void
mt7921_mcu_generic(struct mt7921 *m, const struct mcu_command *cmd)
{
	struct mcu_reply reply = { .eid = EID_RESULT };
	uint8_t body[8] = { 0 };

	if (cmd->path == MCU_UNI) {
		body[0] = (uint8_t)cmd->id;
		put_le32(body + 4, mt7921_mcu_status(m, 0, 1));
		reply.option = OPTION_UNI_RESULT;
		reply.body = body;
		reply.len = sizeof(body);
	}
	mt7921_mcu_reply(m, cmd, &reply);
}

uint8_t
mt7921_mcu_status(struct mt7921 *m, uint8_t good, uint8_t bad)
{
	return core_every(m->sw.mcustatus, m->mcu.answered + 1) ? bad : good;
}

void
mt7921_mcu_scan(struct mt7921 *m, uint64_t end_ns)
{
	m->mcu.scan_end_ns = end_ns;
}

static const struct mcu_answer *
first_answer(const struct mcu *mcu)
{
	return &mcu->answers[mcu->head];
}

/* When the first answer is due. One that finds no room waits for it: then something else
 * happens first. */
static uint64_t
next_answer(const struct mt7921 *m)
{
	const struct mcu_answer *a = first_answer(&m->mcu);

	if (m->mcu.count == 0)
		return CORE_NEVER;
	return a->at_ns <= m->dev.now_ns && !mt7921_event_fits(m, a->len) ? CORE_NEVER :
	       a->at_ns;
}

uint64_t
mt7921_mcu_timer(const struct mt7921 *m)
{
	uint64_t answer_ns = next_answer(m);

	return answer_ns < m->mcu.scan_end_ns ? answer_ns : m->mcu.scan_end_ns;
}

/* What was heard came as frames. Nobody reads the body. */
static void
scan_is_over(struct mt7921 *m)
{
	static const uint8_t body[SCAN_DONE_BODY];
	const struct event event = { .eid = EID_SCAN_DONE };
	uint8_t unit[MCU_ANSWER_MAX];
	uint32_t len = mt7921_event_put(unit, &event, body, sizeof(body));

	m->mcu.scan_end_ns = CORE_NEVER;
	m->count.units_event += mt7921_event_unasked(m, unit, len, m->dev.now_ns);
}

static void
send_first(struct mt7921 *m)
{
	const struct mcu_answer *a = first_answer(&m->mcu);

	m->mcu.head = (m->mcu.head + 1) % MCU_ANSWERS;
	m->mcu.count--;
	m->count.mcu_answers += mt7921_event_send(m, a->bytes, a->len, m->dev.now_ns);
}

void
mt7921_mcu_timer_due(struct mt7921 *m)
{
	if (m->mcu.scan_end_ns <= m->dev.now_ns)
		scan_is_over(m);
	else if (next_answer(m) <= m->dev.now_ns)
		send_first(m);
}
