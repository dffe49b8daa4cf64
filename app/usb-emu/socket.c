/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "socket.h"

static bool
somebody_listens(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool yes = fd >= 0 &&
		   (connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0 ||
		    errno == EAGAIN);

	if (fd >= 0)
		close(fd);
	return yes;
}

/* What a killed process left; nothing else is removed. */
static void
remove_stale(const struct sockaddr_un *address)
{
	struct stat st;

	if (lstat(address->sun_path, &st) == 0 && S_ISSOCK(st.st_mode) &&
	    !somebody_listens(address))
		unlink(address->sun_path);
}

static bool
address_of(const char *path, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	if (*path == '\0' || strlen(path) >= sizeof(address->sun_path))
		return false;
	strcpy(address->sun_path, path);
	return true;
}

void
socket_remove(const char *path)
{
	struct sockaddr_un address;

	if (address_of(path, &address))
		remove_stale(&address);
}

int
socket_listen(const char *path, char *err, size_t err_size)
{
	struct sockaddr_un address;
	int fd;

	if (!address_of(path, &address)) {
		snprintf(err, err_size, "\"%s\": empty, or longer than a socket's name may be",
			 path);
		return -1;
	}
	remove_stale(&address);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0) {
		if (listen(fd, 8) == 0)
			return fd;
		unlink(path);
	}
	snprintf(err, err_size, "%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

int
socket_accept(int listener)
{
	return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
