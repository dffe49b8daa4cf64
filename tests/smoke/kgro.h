/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef KGRO_H
#define KGRO_H

/*
 * Differential test of lib/rxbatch against the kernel's GRO: the parts of kernel_gro.
 *
 * A train is a list of frames; the kernel and the library each make a list of units of it: frames
 * that passed, and aggregates.
 */

#include <stdbool.h>
#include <stdint.h>

#define KGRO_FRAMES_MAX	80u
#define KGRO_UNIT_MAX	(65535u + 64u)
/* Aggregates that the kernel holds for one bucket of its table; all of ours are in one. */
#define KGRO_FLOWS_MAX	8u

struct kgro_frame {
	uint8_t *bytes;
	uint32_t len;
};

struct kgro_train {
	uint32_t n;
	struct kgro_frame frame[KGRO_FRAMES_MAX];
};

struct kgro_unit {
	uint8_t *bytes;
	uint32_t len;
	uint16_t size;		/* payload of each packet of an aggregate but the last; else 0 */
	bool udp;		/* the aggregate is marked as one of datagrams */
};

struct kgro_units {
	uint32_t n;
	struct kgro_unit unit[KGRO_FRAMES_MAX];
};

/* The caller's to free(); never NULL. */
uint8_t *kgro_copy(const uint8_t *bytes, uint32_t len);

void kgro_units_clear(struct kgro_units *units);
/* A copy of bytes at the end. False: full. */
bool kgro_units_add(struct kgro_units *units, const uint8_t *bytes, uint32_t len, uint16_t size,
		    bool udp);

void kgro_train_clear(struct kgro_train *train);
bool kgro_train_add(struct kgro_train *train, const uint8_t *bytes, uint32_t len);

/* --- the kernel: kgro_tap.c --- */

/* A network namespace of this process's own, a TAP and a packet socket in it. Returns 0, or
 * what cannot be had here, -1, with why; gone with the process. */
int kgro_tap_open(char *why, uint32_t room);
/* rx-udp-gro-forwarding, without which the kernel merges no datagrams. False: not known here. */
bool kgro_tap_udp(void);
/* The units come in order. Returns 0; -1: the kernel did not answer as it must. */
int kgro_tap_run(const struct kgro_train *train, struct kgro_units *units);
/* Does it merge behind a VLAN tag? Not without 802.1Q. */
bool kgro_tap_tags(void);
/* Trains sent again because the kernel's tick came between. */
uint32_t kgro_tap_repeats(void);

/* --- for a kernel without 802.1Q: kgro_tags.c --- */

/* Takes the tags off, when all frames have the same, into tags (room for two); their length, else
 * 0. And puts them back. */
uint32_t kgro_tags_off(const struct kgro_train *train, struct kgro_train *plain, uint8_t tags[8]);
void kgro_tags_back(struct kgro_units *units, const uint8_t *tags, uint32_t len);

/* --- the library: kgro_ours.c --- */

int kgro_ours_open(bool udp);
/* tunnels: with RXB_GRO_TUNNEL. */
int kgro_ours_run(const struct kgro_train *train, bool tunnels, struct kgro_units *units);
/* As after a chip that sums: right checksums are known to be good. */
int kgro_ours_run_good(const struct kgro_train *train, struct kgro_units *units);
void kgro_ours_close(void);

#endif /* KGRO_H */
