/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_LOAD_H
#define MT76U_LOAD_H

/* The download of firmware into the chip. Control context; 0 or a negative errno with an
 * error line. */

struct wport;
struct mt76u_fw_file;

/* Patch of the boot loader's ROM; nothing where the chip has it already. */
int mt76u_load_patch(struct wport *port, const struct mt76u_fw_file *file);
/* RAM code, and the command to run it. */
int mt76u_load_ram(struct wport *port, const struct mt76u_fw_file *file);

#endif /* MT76U_LOAD_H */
