/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A device that goes, fails, and comes back: what the port does, in which order, and what
 * the application is told. The transport is script.h's, its events are the test's. */

#include <errno.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <rte_dev.h>

#include "bench.h"

#define PORT_NAME	"net_toy0"
#define NO_PORT		RTE_MAX_ETHPORTS
#define NB_MBUFS	1023u

static struct rte_mempool *pool;

/* A letter for each thing that is done. When a port has started ethdev restores both
 * filters. */
#define ETHDEV "ff"
static char steps[128];

static void
step(char c)
{
	size_t n = strlen(steps);

	if (n + 1 < sizeof(steps))
		memcpy(steps + n, (const char []){ c, '\0' }, 2);
}

static void
forget(void)
{
	memset(steps, 0, sizeof(steps));
}

static void
did(const char *want)
{
	CU_ASSERT_STRING_EQUAL(steps, want);
	if (strcmp(steps, want) != 0)
		printf("    \"%s\", not \"%s\"\n", steps, want);
	forget();
}

/* The transport. */
static struct script *script;
static struct usb_transport_ops plain;
static usb_event_fn event;
static void *event_arg;
static int resume_ret, resume_again, start_ret;
static bool event_at_init;

static int
start(struct usb_transport *t)
{
	step('s');
	if (start_ret == 0)
		return plain.start(t);
	if (start_ret == -EAGAIN)
		t->shared->state = USB_AWAY;
	return start_ret;
}

static int
stop(struct usb_transport *t)
{
	step('S');
	return plain.stop(t);
}

static void
close_it(struct usb_transport *t)
{
	step('C');
	plain.close(t);
}

static int
resume(struct usb_transport *t)
{
	step('R');
	if (resume_again != 0) {
		resume_again--;
		return -EAGAIN;
	}
	if (resume_ret == 0)
		t->shared->state = USB_LIVE;
	start_ret = 0;
	return resume_ret;
}

int
usb_libusb_identify(const char *port, const char *device, struct usb_id *id)
{
	*id = (struct usb_id){ 0x1234, 0x0001 };
	return 0;
}

static struct usb_transport_conf asked;
static struct usb_libusb_args asked_args;

static int
make_script(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	script = script_open(conf->nb_bufs, conf->nb_spare, conf->buf_size);
	script->t.shared = conf->shared;
	conf->shared->speed_mbps = 10000;
	plain = script->ops;
	script->ops.start = start;
	script->ops.stop = stop;
	script->ops.close = close_it;
	event = conf->event;
	event_arg = conf->event_arg;
	asked = *conf;
	*t = &script->t;
	return 0;
}

int
usb_libusb_open(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		struct usb_transport **t)
{
	int ret = make_script(conf, t);

	CU_ASSERT_STRING_EQUAL(args->device, "1-2");
	asked_args = *args;
	script->ops.resume = resume;
	return ret;
}

int
usb_model_open(const struct usb_transport_conf *conf, const struct usb_model_args *args,
	       struct usb_transport **t)
{
	return make_script(conf, t);
}

/* The family. */
static struct toy_hw_ret {
	int init, resume, agg, rx;
} hw;

/* As the transport does it: the state, then the call. */
static void
become(enum usb_state state)
{
	script->t.shared->state = state;
	event(event_arg, state);
}

static int
hw_init(struct wport *port)
{
	step('i');
	CU_ASSERT_EQUAL(port->channel.control, port->conf.channel.control);
	if (event_at_init)
		become(USB_GONE);
	return hw.init;
}

static int
hw_resume(struct wport *port)
{
	step('r');
	CU_ASSERT_EQUAL(pthread_mutex_trylock(&port->lock), EBUSY);
	return hw.resume;
}

static int
hw_set_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now)
{
	step('a');
	*now = *agg;
	return hw.agg;
}

static int
hw_set_filter(struct wport *port)
{
	step('f');
	return 0;
}

static int
hw_set_rx(struct wport *port, bool on)
{
	step(on ? 'x' : 'o');
	return on ? hw.rx : 0;
}

static int
hw_set_channel(struct wport *port)
{
	step('t');
	return 0;
}

static void
hw_close(struct wport *port)
{
	step('c');
	CU_ASSERT_PTR_NOT_NULL(port->usb);
}

static struct wport_family family;

static int
toy_probe(struct rte_vdev_device *vdev)
{
	return wport_probe(vdev, &family);
}

static struct rte_vdev_driver toy_driver = { .probe = toy_probe, .remove = wport_remove };

RTE_PMD_REGISTER_VDEV(net_toy, toy_driver);

/* The application. */
static unsigned int nb_rmv, nb_lsc;
static bool close_in_callback;

static int
told(uint16_t port, enum rte_eth_event_type type, void *arg, void *ret_param)
{
	nb_rmv += type == RTE_ETH_EVENT_INTR_RMV;
	nb_lsc += type == RTE_ETH_EVENT_INTR_LSC;
	if (close_in_callback) {
		CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		CU_ASSERT_EQUAL(rte_eth_dev_close(port), 0);
	}
	return 0;
}

static uint16_t
port_add(const char *args)
{
	uint16_t port;

	if (rte_eal_hotplug_add("vdev", PORT_NAME, args) != 0 ||
	    rte_eth_dev_get_port_by_name(PORT_NAME, &port) != 0)
		return NO_PORT;
	return port;
}

static uint16_t
port_setup(const char *args, bool lsc)
{
	const struct rte_eth_conf conf = {
		.rxmode = { .mtu = 1500 }, .intr_conf = { .lsc = lsc, .rmv = 1 },
	};
	uint16_t port = port_add(args);

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, 1, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, NULL, pool), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_tx_queue_setup(port, 0, 8, SOCKET_ID_ANY, NULL), 0);
	rte_eth_dev_callback_register(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
	rte_eth_dev_callback_register(port, RTE_ETH_EVENT_INTR_LSC, told, NULL);
	nb_rmv = 0;
	nb_lsc = 0;
	return port;
}

static uint16_t
port_run(bool lsc)
{
	uint16_t port = port_setup("usb=1-2", lsc);

	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
	forget();
	return port;
}

static void
port_remove(uint16_t port)
{
	struct script *s = script;

	rte_eth_dev_callback_unregister(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
	rte_eth_dev_callback_unregister(port, RTE_ETH_EVENT_INTR_LSC, told, NULL);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	CU_ASSERT_TRUE(s->closed);
	script_close(s);
	forget();
}

static bool
is_up(uint16_t port)
{
	struct rte_eth_link link;

	CU_ASSERT_EQUAL(rte_eth_link_get_nowait(port, &link), 0);
	return link.link_status == RTE_ETH_LINK_UP;
}

/* What the transport is told, and what ethdev is told of the port. */
static void
opened(void)
{
	uint16_t port;
	struct rte_eth_dev_info info;
	struct rte_eth_link link;

	port = port_setup("usb=1-2,buffer-memory=usbfs,buffers=7", false);
	CU_ASSERT_EQUAL(asked.nb_bufs, 7);
	CU_ASSERT_EQUAL(asked.ep_event, 0);
	CU_ASSERT_EQUAL(asked.nb_event, 0);
	CU_ASSERT_TRUE(asked_args.usbfs_memory);
	did("i");
	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT_TRUE((*info.dev_flags & RTE_ETH_DEV_INTR_RMV) != 0);
	CU_ASSERT_TRUE((*info.dev_flags & RTE_ETH_DEV_INTR_LSC) != 0);
	CU_ASSERT_EQUAL(info.speed_capa, RTE_ETH_LINK_SPEED_10G);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	did("afxs" ETHDEV);
	CU_ASSERT_EQUAL(rte_eth_link_get_nowait(port, &link), 0);
	CU_ASSERT_EQUAL(link.link_speed, RTE_ETH_SPEED_NUM_10G);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	did("oS");
	CU_ASSERT_EQUAL(rte_eth_dev_is_removed(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_close(port), 0);
	did("cC");
	port_remove(port);
	/* A model neither goes nor comes. Its events are the control context's too. */
	port = port_add("model=toy2");
	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL(asked.ep_event, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT_TRUE((*info.dev_flags & RTE_ETH_DEV_INTR_RMV) == 0);
	port_remove(port);
	/* The channel is the family's to set, when it sets all up. */
	port = port_add("usb=1-2,channel=36,bandwidth=80");
	CU_ASSERT_FATAL(port != NO_PORT);
	did("i");
	port_remove(port);
}

static void
gone(void)
{
	uint16_t port = port_run(true);

	CU_ASSERT_TRUE(is_up(port));
	become(USB_GONE);
	CU_ASSERT_FALSE(is_up(port));
	CU_ASSERT_EQUAL(nb_rmv, 1);
	CU_ASSERT_EQUAL(nb_lsc, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_is_removed(port), 1);
	did("");
	/* The same, told by somebody who saw it later: once is enough. */
	event(event_arg, USB_GONE);
	CU_ASSERT_EQUAL(nb_rmv, 1);
	did("");
	/* No register of a device that is gone is asked. */
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	did("S");
	start_ret = -ENODEV;
	CU_ASSERT_NOT_EQUAL(rte_eth_dev_start(port), 0);
	start_ret = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_close(port), 0);
	CU_ASSERT_EQUAL(nb_rmv, 1);
	port_remove(port);
}

static void
failed(void)
{
	uint16_t port = port_run(true);

	become(USB_FAILED);
	CU_ASSERT_FALSE(is_up(port));
	CU_ASSERT_EQUAL(nb_lsc, 1);
	CU_ASSERT_EQUAL(nb_rmv, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_is_removed(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	script->t.shared->state = USB_LIVE;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_TRUE(is_up(port));
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(port);
	/* Nobody asked. */
	port = port_run(false);
	become(USB_FAILED);
	CU_ASSERT_FALSE(is_up(port));
	CU_ASSERT_EQUAL(nb_lsc + nb_rmv, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(port);
}

/* The port sets the device up again, and nobody need know. */
static void
away(void)
{
	uint16_t port = port_run(true);

	resume_again = 2;
	become(USB_AWAY);
	did("SRRRrafxs");
	CU_ASSERT_TRUE(is_up(port));
	CU_ASSERT_EQUAL(nb_lsc + nb_rmv, 0);
	CU_ASSERT_TRUE(script->started);
	/* Told late: it has been seen to. */
	event(event_arg, USB_AWAY);
	did("");
	/* Stopped: set up, not started. */
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	forget();
	become(USB_AWAY);
	did("Rr");
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	did("afxs" ETHDEV);
	/* Its queue is stopped, the others send. */
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
	forget();
	become(USB_AWAY);
	did("SRrafs");
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(port);
	/* A family that has no other way than from the beginning. */
	family.hw_resume = NULL;
	port = port_run(false);
	become(USB_AWAY);
	did("SRiafxs");
	family.hw_resume = hw_resume;
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(port);
}

/* It does not come back, or cannot be set up: down, and told; another start tries again. */
static void
away_for_good(void)
{
	uint16_t port = port_run(true);

	hw.resume = -EIO;
	become(USB_AWAY);
	did("SRr");
	CU_ASSERT_FALSE(is_up(port));
	CU_ASSERT_EQUAL(nb_lsc, 1);
	hw.resume = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_TRUE(is_up(port));
	forget();
	resume_ret = -ENODEV;
	become(USB_AWAY);
	did("SR");
	CU_ASSERT_FALSE(is_up(port));
	CU_ASSERT_EQUAL(nb_lsc, 2);
	become(USB_GONE);
	CU_ASSERT_EQUAL(nb_rmv, 1);
	resume_ret = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(port);
}

/* A sleep of a stopped port shows when it starts. */
static void
away_at_start(void)
{
	uint16_t port = port_setup("usb=1-2", false);

	forget();
	start_ret = -EAGAIN;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	did("afxsoRrafxs" ETHDEV);
	CU_ASSERT_TRUE(is_up(port));
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	forget();
	/* Or in a register that does not answer. Once more, and no more. */
	hw.agg = -EIO;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	did("aRra");
	CU_ASSERT_FALSE(is_up(port));
	hw.agg = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(port);
}

/* The callback is the application's: it may close. */
static void
closed_in_callback(void)
{
	uint16_t port = port_run(false);

	close_in_callback = true;
	become(USB_GONE);
	close_in_callback = false;
	CU_ASSERT_EQUAL(nb_rmv, 1);
	did("ScC");
	CU_ASSERT_FALSE(rte_eth_dev_is_valid_port(port));
	CU_ASSERT_TRUE(script->closed);
	rte_eal_hotplug_remove("vdev", PORT_NAME);
	script_close(script);
	forget();
}

/* While the port is set up nothing of it may be touched from another thread. */
static void
gone_at_init(void)
{
	uint16_t port;

	event_at_init = true;
	hw.init = -ENODEV;
	CU_ASSERT_EQUAL(port_add("usb=1-2"), NO_PORT);
	did("icC");
	script_close(script);
	hw.init = 0;
	port = port_add("usb=1-2");
	event_at_init = false;
	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL(rte_eth_dev_is_removed(port), 1);
	port_remove(port);
}

static int
make_all(void)
{
	rte_log_set_level_pattern("lib.*", RTE_LOG_EMERG);
	family = toy_family;
	family.hw_init = hw_init;
	family.hw_resume = hw_resume;
	family.hw_set_agg = hw_set_agg;
	family.hw_set_filter = hw_set_filter;
	family.hw_set_rx = hw_set_rx;
	family.hw_set_channel = hw_set_channel;
	family.hw_close = hw_close;
	pool = rte_pktmbuf_pool_create("tests", NB_MBUFS, 0, 0, ROOM + RTE_PKTMBUF_HEADROOM,
				       SOCKET_ID_ANY);
	return pool == NULL;
}

static int
free_all(void)
{
	rte_mempool_free(pool);
	return 0;
}

static CU_TestInfo tests[] = {
	{ "opened", opened },
	{ "gone", gone },
	{ "failed", failed },
	{ "away", away },
	{ "away for good", away_for_good },
	{ "away at start", away_at_start },
	{ "closed in callback", closed_in_callback },
	{ "gone at init", gone_at_init },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_event", make_all, free_all, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
