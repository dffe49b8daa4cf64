/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef SOCKET_H
#define SOCKET_H

#include <stddef.h>

/* A listening unix socket, non-blocking; -1 with a reason in err. A socket file that
 * nobody listens on is replaced. */
int socket_listen(const char *path, char *err, size_t err_size);

/* The file of a socket that was closed, unless somebody else listens there by now. */
void socket_remove(const char *path);

/* Who waits there, non-blocking; -1: nobody. */
int socket_accept(int listener);

#endif /* SOCKET_H */
