/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTE_PMD_MT76U_H
#define RTE_PMD_MT76U_H

/**
 * @file
 * What net_mt76u can do beyond ethdev. Exported by librte_net_mt76u.
 */

#include <stdint.h>

#include <rte_compat.h>

#include "rte_pmd_wlan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Tune a port to another channel. Works while the port is stopped and while it runs, from
 * any thread that may sleep: some ten milliseconds, up to several seconds when the chip
 * does not answer. Frames that are received meanwhile are those of the old channel, then
 * those of the new one; transfers that were on their way arrive.
 *
 * @param port_id
 *   A port of net_mt76u with a device: model= or usb=.
 * @param channel
 *   centre 0: worked out. 40 MHz in the 2.4 GHz band then have their second half above for
 *   channels 1 to 7, below for 8 to 13.
 * @return
 *   - 0: the port is on the channel.
 *   - -EINVAL: channel is NULL, or there is no such channel.
 *   - -ENODEV: no port of net_mt76u, or the device is gone.
 *   - -ENOTSUP: the chip has no such band or width, or the port has no device.
 *   - -ETIMEDOUT, -EREMOTEIO, -EIO and others of the transport: the chip did not answer, or
 *     refused. The port may be on either channel; what rte_pmd_mt76u_channel_get() says
 *     has not changed.
 */
__rte_experimental
int rte_pmd_mt76u_channel_set(uint16_t port_id, const struct rte_wlan_channel *channel);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Where a port is tuned to.
 *
 * @param port_id
 *   A port of net_mt76u.
 * @param channel
 *   Filled in; its control channel is 0 when nobody has said where: the port is where the
 *   chip's firmware was before.
 * @return
 *   0; -EINVAL: channel is NULL; -ENODEV: no port of net_mt76u.
 */
__rte_experimental
int rte_pmd_mt76u_channel_get(uint16_t port_id, struct rte_wlan_channel *channel);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Change the receive aggregation of a port: how long the device holds frames back to put
 * several into one transfer, how many and how much may go into one, or who decides that.
 * Works while the port is stopped or its device is away, and is remembered for its start,
 * and while it runs, from any thread that may sleep: a few register accesses, some 100 us
 * each, up to several seconds when the device does not answer. The receive burst does not
 * wait meanwhile, and the driver lets no frame go for it; transfers that were on their way
 * are as before.
 *
 * @param port_id
 *   A port of net_mt76u with a device: model= or usb=.
 * @param hold
 *   What to change, read during the call only; RTE_WLAN_HOLD_KEEP leaves hold_us, size or
 *   count as it is.
 *   - hold_us: 0 to 255; 0, the default, switches aggregation off: each transfer is one unit.
 *     A policy that adapts starts from it, where aggregation was off from 16, and changes it;
 *     with RTE_WLAN_HOLD_FIXED it stays.
 *   - size: bytes, rounded down to a multiple of 1024, at least one and at most 255 KiB, and
 *     what the port's transfer buffers have room for (buffer-size=).
 *   - count: 1 to 255.
 * @return
 *   - 0: the device has it, as read back; or the port is stopped and has it from its start on.
 *   - -EINVAL: hold is NULL; there is no such policy; a value is out of range; a policy that
 *     adapts together with a hold_us of 0.
 *   - -ENODEV: no port of net_mt76u in this process, or the device is gone.
 *   - -ENOTSUP: the port has no device (replay=, null=).
 *   - -EIO: the device took it and reads back something else.
 *   - -EAGAIN, -ENOMEM: no thread for a policy that adapts.
 *   - -ETIMEDOUT and others of the transport: the device did not answer.
 *   .
 *   Of what is refused or fails nothing is done, or it is taken back as far as the device
 *   lets it. But for a NULL and a port of others the driver logs one line with the reason.
 */
__rte_experimental
int rte_pmd_mt76u_rx_hold_set(uint16_t port_id, const struct rte_wlan_rx_hold *hold);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * The receive aggregation that is in use, as the device read back; of a stopped port, what it
 * will start with. Any thread that may sleep.
 *
 * @param port_id
 *   A port of net_mt76u.
 * @param hold
 *   Filled in. With a policy that adapts hold_us is what it has found, for now.
 * @return
 *   - 0: success.
 *   - -EINVAL: hold is NULL.
 *   - -ENODEV: no port of net_mt76u in this process.
 *   - -ENOTSUP: the port has no device (replay=, null=).
 */
__rte_experimental
int rte_pmd_mt76u_rx_hold_get(uint16_t port_id, struct rte_wlan_rx_hold *hold);

#ifdef __cplusplus
}
#endif

#endif /* RTE_PMD_MT76U_H */
