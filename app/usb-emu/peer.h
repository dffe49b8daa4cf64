/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PEER_H
#define PEER_H

/* The usbredir socket and who is connected to it: QEMU, mostly. */

#include <stdbool.h>
#include <stdint.h>

struct emu;
struct usbredirparser;

/* peer.c */
bool peer_init(struct emu *emu, char *err, size_t err_size);
void peer_fini(struct emu *emu);
void peer_accept(struct emu *emu);
void peer_readable(struct emu *emu);
void peer_writable(struct emu *emu);
bool peer_wants_write(const struct emu *emu);
void peer_close(struct emu *emu);

/* Plug the device into the peer or pull it; no peer: when there is one. False when it is
 * so already. */
bool peer_plug(struct emu *emu);
bool peer_unplug(struct emu *emu);

/* Is there a device for what comes? Counts when not. */
bool peer_on_bus(struct emu *emu);

/* peer_config.c, peer_data.c: what a peer may say. */
void peer_config_handlers(struct usbredirparser *parser);
void peer_data_handlers(struct usbredirparser *parser);

/* peer_data.c: answers to control requests that wait. */
void peer_answers(struct emu *emu);
uint64_t peer_next(const struct emu *emu);
void peer_forget_answers(struct emu *emu);

/* peer_send.c */
/* Interfaces and endpoints of the configuration and alternate settings as they are. */
void peer_send_layout(struct emu *emu);
void peer_send_connect(struct emu *emu);
void peer_send_bulk(struct emu *emu, uint64_t id, uint8_t ep, uint32_t stream, int status,
		    uint32_t len, const uint8_t *data);

/* Is ep there in the alternate settings as they are, and what is it? -1: no. */
int peer_endpoint_type(const struct emu *emu, uint8_t ep);

#endif /* PEER_H */
