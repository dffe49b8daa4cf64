/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_TRANSPORT_H
#define USB_TRANSPORT_H

/*
 * The seam between a USB Wi-Fi driver and whatever carries its bytes: a device
 * model, a usbmon capture, nothing at all (null), or libusb. Knows USB, knows
 * no Wi-Fi and no chip.
 *
 *            back end                           driver
 *   armed --> [bulk IN] --> completed ring --> rx_poll() --> walk, decode, copy
 *     ^                                                            |
 *     +------------------------ rx_return() <----------------------+
 *
 * A completion only enqueues. Parsing, allocation of mbufs and re-arming happen
 * in the receive context, that is inside rx_burst.
 *
 *   tx_get() --> driver copies a frame in --> tx_submit() --> [bulk OUT]
 *      ^                                                          |
 *      +------------------------- free ring <---------------------+
 *
 * Who may call what:
 *   control context   the port's control lock held: open, start, stop, close,
 *                     control, bulk, clear_halt, reset, resume. But close: no lock
 *                     held that usb_event_fn takes, it waits for a call of that
 *   receive context   the one lcore that polls the queue, port started:
 *                     rx_poll, rx_return. Must not sleep, log or allocate.
 *   transmit context  of one queue: the one lcore that sends on it, port started:
 *                     tx_get, tx_submit. The same rules. Contexts of different
 *                     queues, and the receive context, run at the same time.
 *   anyone            rx_count, tx_count, and reading usb_transport.shared
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_ethdev.h>

/* One bulk-IN transfer. A transport owns it from rx_return() (or start()) until
 * rx_poll() hands it out; then the receive context owns it and its bytes. */
struct usb_xfer {
	uint8_t *data;		/* first byte that arrived */
	uint32_t len;		/* bytes that arrived, never more than size */
	uint32_t size;		/* room, bytes */
	int status;		/* 0 or a negative errno; len bytes are good either way */
	bool full;		/* the device filled all the room that the host had
				 * given: what it sent may go on in the next transfer */
	uint8_t ep;		/* IN: endpoint address that it came from */
	bool zlp;		/* OUT: end a transfer of whole packets with an empty one */
	rte_iova_t iova;	/* of data, RTE_BAD_IOVA where it has none */
	void *priv;		/* the back end's own */
};

/* Transmit queues of a transport, each with its own ring of transfers. */
#define USB_TX_QUEUES 4

/* Names of what only the back end can count; become the tail of the xstats. */
#define USB_COUNTERS_MAX 160

struct usb_counter {
	char name[RTE_ETH_XSTATS_NAME_SIZE];
	bool gauge;		/* a state or a maximum: a reset of statistics leaves it */
	uint64_t value;
};

/* What has become of the device. Only ever USB_LIVE for what is no real one. */
enum usb_state {
	USB_LIVE,
	USB_AWAY,	/* bulk transfers end at once, control requests may work: the
			 * system slept, or the device was reset. resume() */
	USB_FAILED,	/* present, but an endpoint failed more often than may be, or the
			 * device is mute: nothing moves until stop() and start() */
	USB_GONE,	/* unplugged; close() is all that helps */
};

/* What other processes may look at: lies in DPDK's shared memory. */
struct usb_shared {
	uint32_t state;		/* enum usb_state, atomic; before usb_event_fn says it */
	uint32_t speed_mbps;	/* 12, 480, 5000, 10000; 0: not known (a capture) */
	uint32_t nb_counters;
	uint64_t rx_missed;	/* frames that the device lost for lack of room */
	uint64_t rx_lost;	/* transfers with data that a started back end could not
				 * hand out; its counters name the reasons, and say what
				 * stop() found not yet polled */
	uint64_t tx_failed;	/* submitted OUT transfers that did not reach the device:
				 * errors, and what stop() cancelled */
	struct usb_counter counters[USB_COUNTERS_MAX];
};

/* bmRequestType .. wLength of USB 2.0 9.3, fields in CPU order. */
struct usb_request {
	uint8_t bmRequestType;
	uint8_t bRequest;
	uint16_t wValue;
	uint16_t wIndex;
	uint16_t wLength;
};

struct usb_transport;

/*
 * The state of a started or stopped transport has changed to anything but USB_LIVE.
 * Called once for each change, from a thread of the transport's or of EAL's that may
 * sleep and take locks, never inside an op of the transport, none of its locks held.
 * close() waits until a call that runs has returned, but not when it is called from it.
 */
typedef void (*usb_event_fn)(void *arg, enum usb_state state);

struct usb_transport_ops {
	/* For log lines: "model", "replay", "null", ... */
	const char *name;

	/*
	 * Arm every transfer and let completions come. Control context.
	 * 0 or a negative errno; then nothing is armed.
	 */
	int (*start)(struct usb_transport *t);

	/*
	 * Bring every transfer home: completed or cancelled, none armed, in
	 * bounded time. What was completed and not polled is lost and counted
	 * by the back end. Control context, rx_poll not running, everything
	 * that was handed out returned. May be called twice.
	 * 0, or -ETIMEDOUT with the overdue transfers leaked and counted; then
	 * close() is all that may follow.
	 */
	int (*stop)(struct usb_transport *t);

	/* Free everything, the transport too. Control context, stopped. */
	void (*close)(struct usb_transport *t);

	/*
	 * Up to n completed transfers, in bus order; 0 before start() and after
	 * stop(). Ownership goes to the caller, who gives each back once by
	 * rx_return(). Receive context.
	 */
	unsigned int (*rx_poll)(struct usb_transport *t, struct usb_xfer **xfers,
				unsigned int n);

	/* Arm these again. Cannot fail: a transfer that could not be armed is
	 * kept and tried again by the back end. Receive context. */
	void (*rx_return)(struct usb_transport *t, struct usb_xfer **xfers,
			  unsigned int n);

	/* Completed transfers not yet polled. Anyone; a snapshot. */
	unsigned int (*rx_count)(const struct usb_transport *t);

	/*
	 * Make nb OUT transfers of buf_size bytes for transmit queue number queue
	 * (< USB_TX_QUEUES), which go to endpoint ep; those that it had are freed.
	 * nb 0 only frees. Control context, stopped, everything that tx_get() had
	 * handed out submitted. 0, -ENOENT when the device has no such endpoint,
	 * -ENOMEM (logged); then the queue has none. NULL where no device is that could take
	 * a transfer (a capture): drivers then count what they are given to send.
	 */
	int (*tx_setup)(struct usb_transport *t, unsigned int queue, uint8_t ep,
			uint32_t nb, uint32_t buf_size);

	/* Up to n free OUT transfers of a queue; data and size are set. Ownership goes
	 * to the caller, who gives each back once by tx_submit(). Transmit context. */
	unsigned int (*tx_get)(struct usb_transport *t, unsigned int queue,
			       struct usb_xfer **xfers, unsigned int n);

	/* Send the first len bytes of each, in this order. len 0: not used, nothing is
	 * sent. Cannot fail; a transfer that is not sent in the end is counted in
	 * tx_failed. Before start() and after stop() everything is counted so.
	 * Transmit context. */
	void (*tx_submit)(struct usb_transport *t, unsigned int queue,
			  struct usb_xfer **xfers, unsigned int n);

	/* OUT transfers of a queue on their way. Anyone; a snapshot. */
	unsigned int (*tx_count)(const struct usb_transport *t, unsigned int queue);

	/*
	 * A control request on endpoint 0, data of wLength bytes. Control
	 * context, may sleep up to timeout_ms. Bytes moved, or a negative
	 * errno: -EPIPE stalled, -ETIMEDOUT, -ENODEV gone. NULL where there is
	 * no device that could answer (a capture): drivers then program nothing.
	 */
	int (*control)(struct usb_transport *t, const struct usb_request *req,
		       void *data, unsigned int timeout_ms);

	/*
	 * One bulk transfer of the control context's own, for commands to the device's
	 * processor and its answers; returns when it is over. Bit 7 of ep says IN. Not on
	 * an endpoint where transfers are armed (ep_in, and ep_event, while started) nor
	 * where some of a transmit queue are on their way. Started or stopped; the
	 * receive context need not poll. OUT: exactly len bytes, no empty packet behind
	 * them. IN: up to len bytes, a whole number of packets.
	 * Bytes moved, or a negative errno: -ETIMEDOUT nothing moved in timeout_ms (0 is
	 * no time at all, not for ever), -EPIPE stalled, -ENOENT no such endpoint,
	 * -EOVERFLOW, -ENODEV gone, -EIO. NULL where control is NULL.
	 */
	int (*bulk)(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
		    unsigned int timeout_ms);

	/* End the halt of an endpoint. Control context, may sleep. 0 or a negative errno. */
	int (*clear_halt)(struct usb_transport *t, uint8_t ep);

	/* Reset the device's port. Control context, stopped, may sleep. What the driver
	 * had set up in the device may be lost. 0, or a negative errno: -EBUSY started,
	 * -ENODEV when the device came back as another or not at all. */
	int (*reset)(struct usb_transport *t);

	/* After USB_AWAY, control context, stopped: take the device back. 0 and the state
	 * is USB_LIVE: then start(); -EAGAIN it does not answer yet; -ENODEV gone. NULL
	 * where that state cannot be. Of a back end that has it stop() and start() may be
	 * called while the contexts of bursts go on: nothing is handed out meanwhile, and
	 * what was handed out before is given back when its owner likes. start() says
	 * -EAGAIN where the device was away while it was stopped. */
	int (*resume)(struct usb_transport *t);
};

struct usb_bufs;

struct usb_transport {
	const struct usb_transport_ops *ops;
	struct usb_bufs *bufs;		/* usb_bufs.h: where an application may keep the
					 * bytes of a transfer (rx-attach); NULL where it
					 * cannot: they are a capture's */
	struct usb_shared *shared;	/* the driver's, in shared memory */
};

/* Bulk endpoint addresses, 0 behind the last. A chip that has these many has them in
 * this order in its descriptors. */
#define USB_ENDPOINTS_MAX 8

struct usb_endpoints {
	uint8_t in[USB_ENDPOINTS_MAX];
	uint8_t out[USB_ENDPOINTS_MAX];
};

/* idVendor and idProduct, USB 2.0 9.6.1. */
struct usb_id {
	uint16_t vendor;
	uint16_t product;
};

/* What a driver asks of a transport. Strings are borrowed for the call. */
struct usb_transport_conf {
	const char *port;		/* ethdev name, for logs and object names */
	int socket_id;			/* NUMA node of the transfer buffers */
	uint32_t nb_bufs;		/* transfers in flight, at least 1 */
	uint32_t nb_spare;		/* buffers more than that: rx-attach, else 0 */
	uint32_t buf_size;		/* room of each, bytes */
	uint8_t ep_in;			/* bulk-IN endpoint address, 0x81..0x8f; a model
					 * gives what its first one brings under it */
	uint8_t ep_event;		/* a second bulk-IN endpoint to listen to, 0: none;
					 * not ep_in. Its transfers come out of rx_poll()
					 * among the others, in the order of their
					 * completion */
	uint32_t nb_event;		/* buffers armed there, of buf_size; not of nb_bufs,
					 * at least 1 with ep_event */
	/* Bulk endpoints in the order of the descriptor, as the addresses above and those
	 * of tx_setup() and bulk() are meant; another device of the kind may have others
	 * in the same order. NULL: the addresses are the device's. */
	const struct usb_endpoints *endpoints;
	usb_event_fn event;		/* NULL: nobody asks */
	void *event_arg;
	struct usb_shared *shared;	/* zeroed; filled by the transport */
};

/*
 * Open functions, one per back end: 0 and *t, or a negative errno with one
 * error line logged and nothing left behind.
 */

/* Control requests succeed and read zero; nothing is ever received. */
int usb_null_open(const struct usb_transport_conf *conf, struct usb_transport **t);

/*
 * A usbmon capture (pcap or pcapng, link types 189 and 220) stands in for the
 * device: its successful bulk-IN completions on conf->ep_in and conf->ep_event
 * come out of rx_poll(), in order, nothing is paced.
 *
 * device  NULL or "BUS.DEV", decimal; needed where several devices of the
 *         capture have data on ep_in: -ENOTUNIQ names them
 * loop    the capture is loaded into memory once and repeats for ever
 *
 * -ENOENT no such file (or what else the file system says), -EPROTONOSUPPORT
 * another link type, -EBADMSG not a capture or cut short, -ENODATA no bulk-IN
 * data on ep_in or of that device, -EINVAL device is not BUS.DEV, -ENOMEM.
 *
 * rx_poll() looks at a bounded number of records: 0 does not mean the end. At
 * the end rx_count() is 0 while nothing is handed out.
 */
int usb_replay_open(const struct usb_transport_conf *conf, const char *file,
		    const char *device, bool loop, struct usb_transport **t);

/* Devargs of the model back end as typed; NULL where not given. */
struct usb_model_args {
	const char *chip;		/* "rtl8922au", ... */
	const char *speed;		/* "high" or "super"; NULL: super */
	const char *air;		/* "pcap:FILE" or "gen:..."; NULL: silence */
	const char *air_out;		/* capture of what is sent; NULL: none */
	const char *air_options;	/* NAME:VALUE[/NAME:VALUE...] */
	const char *switches;		/* NAME:VALUE[/NAME:VALUE...] */
};

/*
 * A device model in real time, in a thread of its own.
 * -ENODEV unknown chip; -EINVAL a value, a switch or an air that cannot be, or more
 * buffers on an endpoint than a model takes; -ENOENT an unknown switch, or the model
 * has no endpoint ep_event; -ENOTSUP it has one bulk-IN endpoint alone; -ENOMEM.
 */
int usb_model_open(const struct usb_transport_conf *conf,
		   const struct usb_model_args *args, struct usb_transport **t);

/* How to find a device, and what to do with it. */
struct usb_libusb_args {
	const char *device;		/* "VID:PID", four hexadecimal digits each, or
					 * "BUS-PORT[.PORT...]", decimal, as sysfs names it */
	bool usbfs_memory;		/* transfer buffers from the kernel: no copy of its
					 * own, but no buffer that an mbuf may keep */
};

/*
 * Which device that is: for a driver that has to know its chip before it opens it.
 * 0 and *id; -EINVAL not of that form, -ENODEV none, -ENOTUNIQ several (the line names
 * their ports), -EACCES, -EIO.
 */
int usb_libusb_identify(const char *port, const char *device, struct usb_id *id);

/*
 * A real device through libusb. Takes the interface that has at least the bulk endpoints
 * of conf->endpoints (else: ep_in) and is vendor-specific; a kernel driver bound to it is
 * detached, and attached again by close().
 * As usb_libusb_identify(), and -EBUSY somebody else has the interface, -ENOENT no such
 * interface (the line tells what the device has), -ENOMEM.
 */
int usb_libusb_open(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		    struct usb_transport **t);

/*
 * The same with an open device node: for tests, and for programs that get one from
 * somebody who may open it. fd stays the caller's and must outlive the transport.
 */
int usb_libusb_wrap(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		    int fd, struct usb_transport **t);

static inline int
usb_control(struct usb_transport *t, const struct usb_request *req, void *data,
	    unsigned int timeout_ms)
{
	return t->ops->control == NULL ? -ENOTSUP :
	       t->ops->control(t, req, data, timeout_ms);
}

#endif /* USB_TRANSPORT_H */
