/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#define LANES_SIZE 16
#define LANES_TARGET

#include "rxb_sum_lanes.h"

const struct rxb_sum_impl rxb_sum_base = {
	.name = "base",
	.sum = lanes_sum,
	.copy_sum = lanes_copy_sum,
};
