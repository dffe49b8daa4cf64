/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_errno.h>

#include "mt76u.h"
#include "mt76u_bytes.h"
#include "mt76u_fw_file.h"
#include "mt76u_load.h"
#include "mt76u_mcu.h"

/* PATCH_SEM_CONTROL: what is asked for, what the boot loader says. */
enum { SEM_RELEASE = 0, SEM_GET = 1 };
enum { SEM_REFUSED = 0, SEM_PATCHED = 1, SEM_TAKEN = 2, SEM_RELEASED = 3 };

static int
semaphore(struct wport *port, uint32_t what, uint8_t *status)
{
	struct mt76u_answer answer;
	uint8_t payload[4];
	int ret;

	mt76u_put_le32(payload, what);
	ret = mt76u_mcu_send(port, &mt76u_cmd_patch_sem_control, payload, sizeof(payload),
			     &answer);
	*status = ret == 0 ? answer.status : 0;
	return ret;
}

static int
announce(struct wport *port, const struct mt76u_cmd *cmd, const struct mt76u_fw_part *part)
{
	uint8_t payload[12];

	mt76u_put_le32(payload, part->addr);
	mt76u_put_le32(payload + 4, part->len);
	mt76u_put_le32(payload + 8, part->mode);
	return mt76u_mcu_send(port, cmd, payload, sizeof(payload), NULL);
}

static int
load_part(struct wport *port, const struct mt76u_cmd *cmd, const uint8_t *data,
	  const struct mt76u_fw_part *part)
{
	uint32_t done, n;
	int ret = announce(port, cmd, part);

	for (done = 0; done < part->len && ret == 0; done += n) {
		n = RTE_MIN(part->len - done, MT76U_CHUNK_LEN);
		ret = mt76u_mcu_send_chunk(port, data + part->offset + done, n);
	}
	if (ret != 0)
		WPORT_LOG(ERR, port, "%u bytes to address 0x%08x of the chip: %s, byte %u",
			  part->len, part->addr, rte_strerror(-ret), done);
	return ret;
}

static int
finish_patch(struct wport *port)
{
	static const uint8_t payload[4];
	struct mt76u_answer answer;
	int ret = mt76u_mcu_send(port, &mt76u_cmd_patch_finish, payload, sizeof(payload),
				 &answer);

	if (ret == 0 && answer.status != 0) {
		WPORT_LOG(ERR, port, "%s: the boot loader refuses the patch, status %u",
			  mt76u_cmd_patch_finish.name, answer.status);
		ret = -EREMOTEIO;
	}
	return ret;
}

static int
load_sections(struct wport *port, const struct mt76u_fw_file *file)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < file->fw.nb && ret == 0; i++) {
		const struct mt76u_fw_part *part = &file->fw.parts[i];

		ret = load_part(port, mt76u_fw_is_patch_addr(part->addr) ?
				&mt76u_cmd_patch_start : &mt76u_cmd_target_address_len,
				file->data, part);
	}
	return ret == 0 ? finish_patch(port) : ret;
}

static int
release_semaphore(struct wport *port)
{
	uint8_t status;
	int ret = semaphore(port, SEM_RELEASE, &status);

	if (ret == 0 && status != SEM_RELEASED) {
		WPORT_LOG(ERR, port, "%s: not released, status %u",
			  mt76u_cmd_patch_sem_control.name, status);
		ret = -EREMOTEIO;
	}
	return ret;
}

/* Whatever goes wrong behind it, the whole bring-up is done again after a reset of the
 * chip: that is what releases the semaphore then. */
int
mt76u_load_patch(struct wport *port, const struct mt76u_fw_file *file)
{
	uint8_t status;
	int ret = semaphore(port, SEM_GET, &status);

	if (ret != 0)
		return ret;
	if (status == SEM_PATCHED) {
		WPORT_LOG(INFO, port, "the chip has its patch already");
		return 0;
	}
	if (status != SEM_TAKEN) {
		WPORT_LOG(ERR, port, "%s: the boot loader does not let the patch in, status %u",
			  mt76u_cmd_patch_sem_control.name, status);
		return -EREMOTEIO;
	}
	ret = load_sections(port, file);
	return ret == 0 ? release_semaphore(port) : ret;
}

int
mt76u_load_ram(struct wport *port, const struct mt76u_fw_file *file)
{
	uint8_t payload[8];
	unsigned int i;
	int ret = 0;

	for (i = 0; i < file->fw.nb && ret == 0; i++)
		ret = load_part(port, &mt76u_cmd_target_address_len, file->data,
				&file->fw.parts[i]);
	if (ret != 0)
		return ret;
	mt76u_put_le32(payload, file->fw.start_option);
	mt76u_put_le32(payload + 4, file->fw.start_addr);
	return mt76u_mcu_send(port, &mt76u_cmd_fw_start, payload, sizeof(payload), NULL);
}
