/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "usb_log.h"

RTE_LOG_REGISTER(usb_logtype, pmd.common.usb, INFO);
