/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <usbredirparser.h>

#include "emu.h"
#include "peer.h"
#include "socket.h"

static void
log_line(void *priv, int level, const char *message)
{
	struct emu *emu = priv;

	if (level == usbredirparser_error)
		emu->count.peer_errors++;
	if (level <= usbredirparser_warning)
		fprintf(stderr, "usb-emu: %s\n", message);
}

static int
read_some(void *priv, uint8_t *data, int count)
{
	struct emu *emu = priv;
	ssize_t n = recv(emu->peer_fd, data, (size_t)count, 0);

	if (n > 0)
		return (int)n;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	emu->peer_broken = true;
	return -1;
}

static int
write_some(void *priv, uint8_t *data, int count)
{
	struct emu *emu = priv;
	ssize_t n = send(emu->peer_fd, data, (size_t)count, MSG_NOSIGNAL);

	if (n >= 0)
		return (int)n;
	if (errno == EAGAIN || errno == EINTR)
		return 0;
	emu->peer_broken = true;
	return -1;
}

static void
connect_device(struct emu *emu)
{
	emu_clock(emu);
	if (!device_power_on(emu))
		return;
	emu->count.plugs++;
	trace_event(emu, "PLUG");
	peer_send_connect(emu);
}

static void
power_off(struct emu *emu)
{
	emu->unplug_due = false;
	peer_forget_answers(emu);
	device_power_off(emu);
}

static void
hello(void *priv, struct usb_redir_hello_header *h)
{
	struct emu *emu = priv;

	(void)h;
	if (emu->hello) {	/* once is enough */
		emu->peer_broken = true;
		return;
	}
	emu->hello = true;
	emu->count.peers++;
	if (emu->plugged)
		connect_device(emu);
}

bool
peer_plug(struct emu *emu)
{
	if (emu->plugged)
		return false;
	emu->plugged = true;
	if (emu->hello)
		connect_device(emu);
	return true;
}

bool
peer_unplug(struct emu *emu)
{
	if (!emu->plugged)
		return false;
	emu->plugged = false;
	trace_event(emu, "UNPLUG");
	if (emu->dev != NULL) {
		power_off(emu);
		usbredirparser_send_device_disconnect(emu->parser);
		emu->awaiting_ack = usbredirparser_peer_has_cap(emu->parser,
			usb_redir_cap_device_disconnect_ack);
	}
	return true;
}

static void
disconnect_ack(void *priv)
{
	struct emu *emu = priv;

	emu->awaiting_ack = false;
}


bool
peer_on_bus(struct emu *emu)
{
	if (emu->dev != NULL && !emu->awaiting_ack)
		return true;
	emu->count.dropped++;
	return false;
}

static struct usbredirparser *
make_parser(struct emu *emu)
{
	uint32_t caps[USB_REDIR_CAPS_SIZE] = { 0 };
	struct usbredirparser *p = usbredirparser_create();

	if (p == NULL)
		return NULL;
	p->priv = emu;
	p->log_func = log_line;
	p->read_func = read_some;
	p->write_func = write_some;
	p->hello_func = hello;
	p->device_disconnect_ack_func = disconnect_ack;
	peer_config_handlers(p);
	peer_data_handlers(p);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_connect_device_version);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_device_disconnect_ack);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_ep_info_max_packet_size);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_64bits_ids);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_32bits_bulk_length);
	usbredirparser_init(p, "usb-emu", caps, USB_REDIR_CAPS_SIZE,
			    usbredirparser_fl_usb_host);
	return p;
}

bool
peer_init(struct emu *emu, char *err, size_t err_size)
{
	unsigned int i;

	for (i = 0; i < ENDPOINTS; i++)
		emu->pipes[i].ep = (uint8_t)(i < 16 ? i : (i - 16) | 0x80);
	emu->peer_fd = -1;
	emu->plugged = true;
	emu->listener = socket_listen(emu->options->socket, err, err_size);
	return emu->listener >= 0;
}

void
peer_close(struct emu *emu)
{
	if (emu->peer_fd < 0)
		return;
	power_off(emu);
	usbredirparser_destroy(emu->parser);
	close(emu->peer_fd);
	emu->parser = NULL;
	emu->peer_fd = -1;
	emu->hello = emu->peer_broken = emu->awaiting_ack = false;
	trace_event(emu, "PEER gone");
}

void
peer_fini(struct emu *emu)
{
	peer_close(emu);
	if (emu->listener < 0)
		return;
	close(emu->listener);
	socket_remove(emu->options->socket);
}

/* A second one is told so by the end of its connection. */
void
peer_accept(struct emu *emu)
{
	int fd = socket_accept(emu->listener);

	if (fd < 0)
		return;
	if (emu->peer_fd >= 0) {
		emu->count.peers_refused++;
		close(fd);
		return;
	}
	emu->peer_fd = fd;
	emu->parser = make_parser(emu);
	if (emu->parser == NULL) {
		emu->count.no_memory++;
		close(fd);
		emu->peer_fd = -1;
		return;
	}
	trace_event(emu, "PEER connected");
}

/* Behind what is no usbredir there is no next packet to trust. */
void
peer_readable(struct emu *emu)
{
	if (usbredirparser_do_read(emu->parser) == usbredirparser_read_parse_error) {
		emu->count.peer_errors++;
		emu->peer_broken = true;
	}
}

void
peer_writable(struct emu *emu)
{
	usbredirparser_do_write(emu->parser);
}

bool
peer_wants_write(const struct emu *emu)
{
	return emu->parser != NULL && usbredirparser_has_data_to_write(emu->parser) > 0;
}
