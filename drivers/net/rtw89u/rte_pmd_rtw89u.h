/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTE_PMD_RTW89U_H
#define RTE_PMD_RTW89U_H

/**
 * @file
 * What net_rtw89u can do beyond ethdev. Exported by librte_net_rtw89u.
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
 * Change the receive aggregation of a port: how long the device holds frames back to put
 * several into one transfer, how large a transfer may grow, or who decides that. Works while
 * the port is stopped or its device is away, and is remembered for its start, and while it
 * runs, from any thread that may sleep: one or two register writes and as many reads, some
 * 100 us each, up to several seconds when the device does not answer. The receive burst does
 * not wait meanwhile, and the driver lets no frame go for it; transfers that were on their way
 * are as before.
 *
 * @param port_id
 *   A port of net_rtw89u with a device: model= or usb=.
 * @param hold
 *   What to change, read during the call only; RTE_WLAN_HOLD_KEEP leaves hold_us, size or
 *   count as it is.
 *   - hold_us: 0 to 8160, rounded to the nearest multiple of 32, though not to 0; 0 switches
 *     aggregation off. A policy that adapts starts from it, where aggregation was off from
 *     32, and changes it; with RTE_WLAN_HOLD_FIXED it stays.
 *   - size: bytes, rounded down to a multiple of 1024 (8851B, 8852A, 8852B: 4096), at least
 *     one and at most 1023 KiB (1020), and what the port's transfer buffers
 *     have room for (buffer-size=).
 *   - count: 1 to 255; 0, no limit, on the 8851B, 8852A and 8852B.
 * @return
 *   - 0: the device has it, as read back; or the port is stopped and has it from its start on.
 *   - -EINVAL: hold is NULL; there is no such policy; a value is out of range; a policy that
 *     adapts together with a hold_us of 0.
 *   - -ENODEV: no port of net_rtw89u in this process, or the device is gone.
 *   - -ENOTSUP: the port has no device (replay=, null=).
 *   - -EIO: the device took it and reads back something else.
 *   - -EAGAIN, -ENOMEM: no thread for a policy that adapts.
 *   - -ETIMEDOUT and others of the transport: the device did not answer.
 *   .
 *   Of what is refused or fails nothing is done, or it is taken back as far as the device
 *   lets it. But for a NULL and a port of others the driver logs one line with the reason.
 */
__rte_experimental
int rte_pmd_rtw89u_rx_hold_set(uint16_t port_id, const struct rte_wlan_rx_hold *hold);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * The receive aggregation that is in use, as the device read back; of a stopped port, what it
 * will start with. Any thread that may sleep.
 *
 * @param port_id
 *   A port of net_rtw89u.
 * @param hold
 *   Filled in. With a policy that adapts hold_us is what it has found, for now.
 * @return
 *   - 0: success.
 *   - -EINVAL: hold is NULL.
 *   - -ENODEV: no port of net_rtw89u in this process.
 *   - -ENOTSUP: the port has no device (replay=, null=).
 */
__rte_experimental
int rte_pmd_rtw89u_rx_hold_get(uint16_t port_id, struct rte_wlan_rx_hold *hold);

#ifdef __cplusplus
}
#endif

#endif /* RTE_PMD_RTW89U_H */
