/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mt76u.h"
#include "mt76u_fw_file.h"

/* Where Linux distributions have them. */
#define FOLDER		"/lib/firmware/mediatek"

/* Ten times what is known: patch 92 KB, code 800 KB. */
#define LEN_MAX		(8u * 1024 * 1024)

typedef int (*parse_fn)(const uint8_t *data, size_t len, struct mt76u_fw *fw,
			char *why, size_t size);

/* Some of it: 0 at the end of the file. */
static ssize_t
read_some(int fd, uint8_t *p, size_t room)
{
	ssize_t n;

	do {
		n = read(fd, p, room);
	} while (n < 0 && errno == EINTR);
	return n;
}

/* All of an open file. A folder, a device or a pipe is no firmware. */
static int
read_all(int fd, struct mt76u_fw_file *file)
{
	struct stat st;
	ssize_t n = 1;

	if (fstat(fd, &st) != 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	if (st.st_size > (off_t)LEN_MAX)
		return -EFBIG;
	file->data = malloc(st.st_size + 1);
	if (file->data == NULL)
		return -ENOMEM;
	while (n > 0 && file->len < (size_t)st.st_size) {
		n = read_some(fd, file->data + file->len, st.st_size - file->len);
		if (n < 0)
			return -errno;
		file->len += n;
	}
	return 0;
}

static int
read_file(const char *path, struct mt76u_fw_file *file)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), ret;

	if (fd < 0)
		return -errno;
	ret = read_all(fd, file);
	close(fd);
	return ret;
}

static void
free_file(struct mt76u_fw_file *file)
{
	free(file->data);
	memset(file, 0, sizeof(*file));
}

static int
take_file(struct wport *port, const char *what, const char *name, parse_fn parse,
	  struct mt76u_fw_file *file)
{
	const char *folder = port->conf.firmware != NULL ? port->conf.firmware : FOLDER;
	char path[PATH_MAX], why[160];
	int ret;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path)) {
		WPORT_LOG(ERR, port, "firmware=: the name of the folder is too long");
		return -ENAMETOOLONG;
	}
	ret = read_file(path, file);
	if (ret != 0) {
		WPORT_LOG(ERR, port, "%s %s: %s (firmware= names another folder)", what, path,
			  strerror(-ret));
		return ret;
	}
	ret = parse(file->data, file->len, &file->fw, why, sizeof(why));
	if (ret != 0) {
		WPORT_LOG(ERR, port, "%s %s: %s", what, path, why);
		return ret;
	}
	WPORT_LOG(INFO, port, "%s %s: %zu bytes, %u parts, %s%sbuilt %s", what, path, file->len,
		  file->fw.nb, file->fw.version, file->fw.version[0] != '\0' ? ", " : "",
		  file->fw.build[0] != '\0' ? file->fw.build : "-");
	return 0;
}

int
mt76u_fw_files_read(struct wport *port, struct mt76u_fw_files *files)
{
	const struct mt76u_chip *chip = mt76u_chip_of(port->chip);
	int ret;

	memset(files, 0, sizeof(*files));
	ret = take_file(port, "patch", chip->patch_file, mt76u_fw_parse_patch, &files->patch);
	if (ret == 0)
		ret = take_file(port, "code", chip->ram_file, mt76u_fw_parse_ram, &files->ram);
	if (ret != 0)
		mt76u_fw_files_free(files);
	return ret;
}

void
mt76u_fw_files_free(struct mt76u_fw_files *files)
{
	free_file(&files->patch);
	free_file(&files->ram);
}
