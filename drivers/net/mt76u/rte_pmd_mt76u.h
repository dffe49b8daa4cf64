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

#ifdef __cplusplus
}
#endif

#endif /* RTE_PMD_MT76U_H */
