/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef KGRO_EXACT_H
#define KGRO_EXACT_H

#include "kgro.h"

/*
 * What no rule may hide: cut as a segmenter cuts, the units are the frames of the train, each once
 * and byte for byte, and those of one flow in their order.
 */
bool kgro_exact(const struct kgro_train *train, const struct kgro_units *units);

#endif /* KGRO_EXACT_H */
