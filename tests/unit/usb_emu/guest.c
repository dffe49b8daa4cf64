/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <CUnit/CUnit.h>

#include "guest.h"
#include "process.h"

#define WAIT_MS 5000

static void
log_line(void *priv, int level, const char *message)
{
	(void)priv;
	if (level <= usbredirparser_warning)
		printf("  guest: %s\n", message);
}

static int
read_some(void *priv, uint8_t *data, int count)
{
	struct guest *g = priv;
	ssize_t n = recv(g->fd, data, (size_t)count, 0);

	if (n > 0)
		return (int)n;
	if (n < 0 && errno == EAGAIN)
		return 0;
	g->gone = true;
	return -1;
}

static int
write_some(void *priv, uint8_t *data, int count)
{
	struct guest *g = priv;
	ssize_t n;

	if (g->corked) {
		CU_ASSERT_FATAL(g->cork_len + (size_t)count <= sizeof(g->cork));
		memcpy(g->cork + g->cork_len, data, (size_t)count);
		g->cork_len += (size_t)count;
		return count;
	}
	n = send(g->fd, data, (size_t)count, MSG_NOSIGNAL);
	if (n >= 0)
		return (int)n;
	if (errno == EAGAIN)
		return 0;
	g->gone = true;
	return -1;
}

static void
hello(void *priv, struct usb_redir_hello_header *h)
{
	(void)priv;
	(void)h;
}

static void
device_connect(void *priv, struct usb_redir_device_connect_header *h)
{
	struct guest *g = priv;

	g->connects++;
	g->device = *h;
}

static void
device_disconnect(void *priv)
{
	struct guest *g = priv;

	g->disconnects++;
}

static void
interface_info(void *priv, struct usb_redir_interface_info_header *h)
{
	struct guest *g = priv;

	g->interfaces = *h;
}

static void
ep_info(void *priv, struct usb_redir_ep_info_header *h)
{
	struct guest *g = priv;

	g->layouts++;
	g->endpoints = *h;
}

static void
keep(struct guest *g, uint64_t id, uint8_t ep, int status, uint32_t len, uint8_t *data)
{
	CU_ASSERT_FATAL(g->n_answers < GUEST_ANSWERS);
	g->answers[g->n_answers++] = (struct guest_answer){ id, ep, status, len, data, false };
}

static void
configuration_status(void *priv, uint64_t id, struct usb_redir_configuration_status_header *h)
{
	keep(priv, id, 0, h->status, h->configuration, NULL);
}

static void
alt_setting_status(void *priv, uint64_t id, struct usb_redir_alt_setting_status_header *h)
{
	keep(priv, id, h->interface, h->status, h->alt, NULL);
}

static void
iso_status(void *priv, uint64_t id, struct usb_redir_iso_stream_status_header *h)
{
	keep(priv, id, h->endpoint, h->status, 0, NULL);
}

static void
interrupt_status(void *priv, uint64_t id,
		 struct usb_redir_interrupt_receiving_status_header *h)
{
	keep(priv, id, h->endpoint, h->status, 0, NULL);
}

static void
streams_status(void *priv, uint64_t id, struct usb_redir_bulk_streams_status_header *h)
{
	keep(priv, id, 0, h->status, h->no_streams, NULL);
}

static void
control_packet(void *priv, uint64_t id, struct usb_redir_control_packet_header *h,
	       uint8_t *data, int len)
{
	(void)len;
	keep(priv, id, h->endpoint, h->status, h->length, data);
}

static void
bulk_packet(void *priv, uint64_t id, struct usb_redir_bulk_packet_header *h, uint8_t *data,
	    int len)
{
	(void)len;
	keep(priv, id, h->endpoint, h->status, (uint32_t)h->length_high << 16 | h->length, data);
}

static void
interrupt_packet(void *priv, uint64_t id, struct usb_redir_interrupt_packet_header *h,
		 uint8_t *data, int len)
{
	(void)len;
	keep(priv, id, h->endpoint, h->status, h->length, data);
}

static void
set_handlers(struct usbredirparser *p)
{
	p->log_func = log_line;
	p->read_func = read_some;
	p->write_func = write_some;
	p->hello_func = hello;
	p->device_connect_func = device_connect;
	p->device_disconnect_func = device_disconnect;
	p->interface_info_func = interface_info;
	p->ep_info_func = ep_info;
	p->configuration_status_func = configuration_status;
	p->alt_setting_status_func = alt_setting_status;
	p->iso_stream_status_func = iso_status;
	p->interrupt_receiving_status_func = interrupt_status;
	p->bulk_streams_status_func = streams_status;
	p->control_packet_func = control_packet;
	p->bulk_packet_func = bulk_packet;
	p->interrupt_packet_func = interrupt_packet;
}

struct guest *
guest_open(const char *path, bool wait)
{
	uint32_t caps[USB_REDIR_CAPS_SIZE] = { 0 };
	struct guest *g = calloc(1, sizeof(*g));

	if (g == NULL)
		abort();
	g->fd = unix_connect(path);
	CU_ASSERT_FATAL(g->fd >= 0);
	fcntl(g->fd, F_SETFL, O_NONBLOCK);
	g->parser = usbredirparser_create();
	g->parser->priv = g;
	set_handlers(g->parser);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_connect_device_version);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_device_disconnect_ack);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_ep_info_max_packet_size);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_64bits_ids);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_32bits_bulk_length);
	usbredirparser_init(g->parser, "test guest", caps, USB_REDIR_CAPS_SIZE, 0);
	g->next_id = 0x100000001;	/* more than 32 bits, in case somebody cuts them */
	if (wait)
		CU_ASSERT_FATAL(guest_wait_connects(g, 1));
	return g;
}

void
guest_close(struct guest *g)
{
	unsigned int i;

	for (i = 0; i < g->n_answers; i++)
		usbredirparser_free_packet_data(g->parser, g->answers[i].data);
	usbredirparser_destroy(g->parser);
	close(g->fd);
	free(g);
}

static uint64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* One round; false when the time is up or the other end has gone. */
static bool
turn(struct guest *g, uint64_t until_ms)
{
	struct pollfd p = { .fd = g->fd, .events = POLLIN };
	uint64_t now = now_ms();

	if (g->gone || now >= until_ms)
		return false;
	if (usbredirparser_has_data_to_write(g->parser) != 0)
		usbredirparser_do_write(g->parser);
	if (usbredirparser_has_data_to_write(g->parser) != 0)
		p.events |= POLLOUT;
	poll(&p, 1, (int)(until_ms - now));
	if (p.revents != 0)
		usbredirparser_do_read(g->parser);
	return true;
}

void
guest_run(struct guest *g, unsigned int ms)
{
	uint64_t until_ms = now_ms() + ms;

	while (turn(g, until_ms))
		;
}

bool
guest_wait_connects(struct guest *g, unsigned int n)
{
	uint64_t until_ms = now_ms() + WAIT_MS;

	while (g->connects < n && turn(g, until_ms))
		;
	return g->connects >= n;
}

bool
guest_wait_disconnects(struct guest *g, unsigned int n)
{
	uint64_t until_ms = now_ms() + WAIT_MS;

	while (g->disconnects < n && turn(g, until_ms))
		;
	return g->disconnects >= n;
}

static void
write_now(struct guest *g)
{
	usbredirparser_do_write(g->parser);
}

void
guest_uncork(struct guest *g)
{
	CU_ASSERT_EQUAL(send(g->fd, g->cork, g->cork_len, MSG_NOSIGNAL),
			(ssize_t)g->cork_len);
	g->corked = false;
	g->cork_len = 0;
}

uint64_t
guest_in(struct guest *g, uint8_t ep, uint32_t len)
{
	struct usb_redir_bulk_packet_header h = {
		.endpoint = ep, .length = (uint16_t)len, .length_high = (uint16_t)(len >> 16),
	};

	usbredirparser_send_bulk_packet(g->parser, g->next_id, &h, NULL, 0);
	write_now(g);
	return g->next_id++;
}

uint64_t
guest_out(struct guest *g, uint8_t ep, const uint8_t *data, uint32_t len)
{
	struct usb_redir_bulk_packet_header h = {
		.endpoint = ep, .length = (uint16_t)len, .length_high = (uint16_t)(len >> 16),
	};
	uint8_t *copy = malloc(len + 1);

	if (copy == NULL)
		abort();
	memcpy(copy, data, len);
	usbredirparser_send_bulk_packet(g->parser, g->next_id, &h, len != 0 ? copy : NULL,
					(int)len);
	free(copy);
	write_now(g);
	return g->next_id++;
}

uint64_t
guest_setup(struct guest *g, uint8_t type, uint8_t request, uint16_t value, uint16_t index,
	    uint16_t len, const uint8_t *data)
{
	struct usb_redir_control_packet_header h = {
		.endpoint = type & 0x80, .request = request, .requesttype = type,
		.value = value, .index = index, .length = len,
	};
	bool out = (type & 0x80) == 0 && len != 0;
	uint8_t *copy = malloc(len + 1u);

	if (copy == NULL)
		abort();
	if (out)
		memcpy(copy, data, len);
	usbredirparser_send_control_packet(g->parser, g->next_id, &h, out ? copy : NULL,
					   out ? len : 0);
	free(copy);
	write_now(g);
	return g->next_id++;
}

void
guest_cancel(struct guest *g, uint64_t id)
{
	usbredirparser_send_cancel_data_packet(g->parser, id);
	write_now(g);
}

static struct guest_answer *
find(struct guest *g, uint64_t id)
{
	unsigned int i;

	for (i = 0; i < g->n_answers; i++)
		if (g->answers[i].id == id)
			return &g->answers[i];
	return NULL;
}

struct guest_answer *
guest_answer_ms(struct guest *g, uint64_t id, unsigned int ms)
{
	uint64_t until_ms = now_ms() + ms;

	while (find(g, id) == NULL && turn(g, until_ms))
		;
	return find(g, id);
}

struct guest_answer *
guest_answer(struct guest *g, uint64_t id)
{
	return guest_answer_ms(g, id, WAIT_MS);
}

int
guest_control(struct guest *g, uint8_t type, uint8_t request, uint16_t value, uint16_t index,
	      uint16_t len, uint8_t *data)
{
	uint64_t id = guest_setup(g, type, request, value, index, len, data);
	struct guest_answer *a = guest_answer(g, id);

	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	if (a->status != usb_redir_success)
		return -a->status;
	CU_ASSERT_FATAL(a->len <= len);
	if ((type & 0x80) != 0 && a->len != 0)
		memcpy(data, a->data, a->len);
	return (int)a->len;
}

int
guest_set_configuration(struct guest *g, uint8_t value)
{
	struct usb_redir_set_configuration_header h = { .configuration = value };
	struct guest_answer *a;

	usbredirparser_send_set_configuration(g->parser, g->next_id, &h);
	write_now(g);
	a = guest_answer(g, g->next_id++);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	return a->status;
}

int
guest_set_alt(struct guest *g, uint8_t interface, uint8_t alt)
{
	struct usb_redir_set_alt_setting_header h = { .interface = interface, .alt = alt };
	struct guest_answer *a;

	usbredirparser_send_set_alt_setting(g->parser, g->next_id, &h);
	write_now(g);
	a = guest_answer(g, g->next_id++);
	CU_ASSERT_PTR_NOT_NULL_FATAL(a);
	return a->status;
}

void
guest_reset(struct guest *g)
{
	usbredirparser_send_reset(g->parser);
	write_now(g);
}
