/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "command.h"
#include "control.h"
#include "emu.h"
#include "peer.h"

static void
air_on(struct emu *emu, const struct command *c, char *answer, size_t size)
{
	air_hold_after(emu->air, c->frames);
	air_release(emu->air, emu->now_ns);
	snprintf(answer, size, "ok");
}

static void
air_off(struct emu *emu, char *answer, size_t size)
{
	air_hold_after(emu->air, 0);
	air_hold(emu->air);
	if (emu->frames != NULL)
		fflush(emu->frames);
	snprintf(answer, size, "ok");
}

static void
add_fault(struct emu *emu, const struct command *c, char *answer, size_t size)
{
	struct fault fault = c->fault;
	unsigned int i;

	if (fault.ep == FAULT_EP_DEFAULT)
		fault.ep = emu->first_in;
	if (!faults_add(&emu->faults, &fault)) {
		snprintf(answer, size, "error more than %u faults", FAULTS_MAX);
		return;
	}
	for (i = 0; i < ENDPOINTS; i++)
		pipe_pump(emu, &emu->pipes[i]);
	snprintf(answer, size, "ok");
}

static void
faults_off(struct emu *emu, char *answer, size_t size)
{
	unsigned int i;

	emu->faults.n = 0;
	for (i = 0; i < ENDPOINTS; i++) {
		emu->pipes[i].hung = false;
		pipe_pump(emu, &emu->pipes[i]);
	}
	snprintf(answer, size, "ok");
}

/* Also for the device that is plugged in next. */
static void
set(struct emu *emu, const struct command *c, char *answer, size_t size)
{
	int rc = emu->dev != NULL ?
		emu->ops->set_switch(emu->dev, c->name, c->value) : 0;

	if (rc == -ENOENT)
		snprintf(answer, size, "error no switch \"%s\"", c->name);
	else if (rc != 0)
		snprintf(answer, size, "error \"%s\" does not take \"%s\"", c->name, c->value);
	else if (!switches_put(&emu->options->switches, c->name, c->value))
		snprintf(answer, size, "error too many switches");
	else
		snprintf(answer, size, "ok");
}

static void
stats(struct emu *emu, char *answer, size_t size)
{
	if (emu->frames != NULL)
		fflush(emu->frames);
	snprintf(answer, size, "ok ");
	stats_print(emu, answer + 3, size - 3);
}

static void
plug(struct emu *emu, bool in, char *answer, size_t size)
{
	if (in ? peer_plug(emu) : peer_unplug(emu))
		snprintf(answer, size, "ok");
	else
		snprintf(answer, size, "error it is %s", in ? "plugged in" : "unplugged");
}

void
order(struct emu *emu, const char *line, char *answer, size_t size)
{
	struct command c;
	char err[256];

	answer[0] = '\0';
	if (!command_parse(line, &c, err, sizeof(err))) {
		snprintf(answer, size, "error %s", err);
		return;
	}
	emu_clock(emu);
	device_run(emu);
	switch (c.kind) {
	case COMMAND_AIR_ON:
		air_on(emu, &c, answer, size);
		break;
	case COMMAND_AIR_OFF:
		air_off(emu, answer, size);
		break;
	case COMMAND_PLUG:
	case COMMAND_UNPLUG:
		plug(emu, c.kind == COMMAND_PLUG, answer, size);
		break;
	case COMMAND_FAULT:
		add_fault(emu, &c, answer, size);
		break;
	case COMMAND_FAULT_OFF:
		faults_off(emu, answer, size);
		break;
	case COMMAND_SET:
		set(emu, &c, answer, size);
		break;
	case COMMAND_STATS:
		stats(emu, answer, size);
		break;
	case COMMAND_QUIT:
		emu->stop = true;
		snprintf(answer, size, "ok");
		break;
	case COMMAND_NOTHING:
		break;
	}
}
