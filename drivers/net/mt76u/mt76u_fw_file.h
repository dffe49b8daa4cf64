/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_FW_FILE_H
#define MT76U_FW_FILE_H

#include "mt76u_fw.h"

struct wport;

struct mt76u_fw_file {
	struct mt76u_fw fw;
	uint8_t *data;
	size_t len;
};

/* Both, read and looked through. */
struct mt76u_fw_files {
	struct mt76u_fw_file patch, ram;
};

/*
 * From the port's folder: conf.firmware, or that of the system. 0, or a negative errno
 * with an error line that names the file and says what is wrong with it: that of opening
 * or reading it, -EINVAL for what is in it, -EFBIG, -ENOMEM. Nothing is left then.
 */
int mt76u_fw_files_read(struct wport *port, struct mt76u_fw_files *files);
void mt76u_fw_files_free(struct mt76u_fw_files *files);

#endif /* MT76U_FW_FILE_H */
