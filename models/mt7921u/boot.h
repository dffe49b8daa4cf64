/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_BOOT_H
#define MT7921U_BOOT_H

/*
 * From plug-in to a running firmware (openwrt/mt76 mt792x_usb.c, mt7921/usb.c):
 *
 *   OFF --POWER_ON--> ROM --patch, RAM code, FW_START--> RUNNING
 *    ^                 ^                                    |
 *    |                 +------- NIC_POWER_CTRL -------------+
 *    +------ WFSYS reset, from anywhere
 *
 * How long each takes is an estimate. What a register of the radio held is gone with the
 * reset; those of the USB side stay.
 */

#include <stdbool.h>
#include <stdint.h>

struct mt7921;

enum boot_phase { BOOT_OFF, BOOT_ROM, BOOT_RUNNING };

struct boot {
	enum boot_phase phase;
	uint64_t power_at_ns;	/* OFF becomes ROM; CORE_NEVER */
	uint64_t start_at_ns;	/* ROM becomes RUNNING; CORE_NEVER */
	uint64_t init_at_ns;	/* the WFSYS reset is over; CORE_NEVER: it is held */
	bool swdef;		/* SWDEF_MODE was written since then */
};

/* As after plug-in; as firmware and a driver leave it. False without room for registers. */
bool mt7921_boot_cold(struct mt7921 *m);
bool mt7921_boot_ready(struct mt7921 *m);

/* What has become of it by dev->now_ns; then the registers that tell it. */
void mt7921_boot_advance(struct mt7921 *m);

void mt7921_boot_power_on(struct mt7921 *m);
/* FW_START with all code there; a restart into the ROM. */
void mt7921_boot_start(struct mt7921 *m);
void mt7921_boot_restart(struct mt7921 *m);

/* A register was written; uhw: by the requests of that name. */
void mt7921_boot_written(struct mt7921 *m, uint32_t address, bool uhw);

/* The host has reset the port. */
void mt7921_boot_bus_reset(struct mt7921 *m);

#endif /* MT7921U_BOOT_H */
