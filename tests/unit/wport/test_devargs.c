/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each key good, bad and at its edges, against the chip's limits; what does not go
 * together; one error line for each refusal, never none and never two. */

#include <errno.h>

#include "bench.h"

#define M "model=toy1"
#define N "model=toy2"
#define Z "model=toy9"
#define R "replay=f.pcap"
#define U "usb=1-2.3"

/* What is on the bus: nothing, or a device with this id. */
static struct usb_id found;
static int find_ret;
static unsigned int nb_looks;

int
usb_libusb_identify(const char *port, const char *device, struct usb_id *id)
{
	nb_looks++;
	CU_ASSERT_STRING_EQUAL(port, "port0");
	if (find_ret != 0)
		rte_log(RTE_LOG_ERR, toy_logtype, "TOY: port0: %s: not found\n", device);
	*id = found;
	return find_ret;
}

int
usb_libusb_open(const struct usb_transport_conf *conf, const struct usb_libusb_args *args,
		struct usb_transport **t)
{
	return -ENOTSUP;
}

static struct wport port = { .family = &toy_family, .name = "port0" };

static int
parse(const char *args)
{
	log_clear();
	memset(&port.conf, 0xa5, sizeof(port.conf));
	port.chip = NULL;
	return wport_conf_parse(&port, args);
}

static bool
conf_is_empty(void)
{
	static const struct wport_conf empty;

	return memcmp(&port.conf, &empty, sizeof(empty)) == 0;
}

/* One line that names the port and holds word. */
static void
refused_as(const char *args, int err, const char *word)
{
	int ret = parse(args);
	unsigned int lines = log_lines();
	bool ok = ret == err && lines == 1 && strstr(log_get(), word) != NULL &&
		strstr(log_get(), "TOY: port0: ") != NULL && conf_is_empty();

	CU_ASSERT_TRUE(ok);
	if (!ok)
		printf("    \"%s\": %d, %u lines: %s\n", args == NULL ? "(none)" : args, ret,
		       lines, log_get());
	/* Twice does no harm. */
	wport_conf_free(&port.conf);
	wport_conf_free(&port.conf);
}

static void
refused(const char *args, const char *word)
{
	refused_as(args, -EINVAL, word);
}

/* wport_conf_free() is the caller's. */
static const struct wport_conf *
accepted(const char *args)
{
	int ret = parse(args);

	if (ret != 0)
		printf("    \"%s\": %s\n", args, log_get());
	CU_ASSERT_EQUAL_FATAL(ret, 0);
	CU_ASSERT_EQUAL(log_lines(), 0);
	return &port.conf;
}

static void
defaults(void)
{
	static const uint8_t bssid[6] = { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x01 };
	const struct wport_conf *c = accepted(M);

	CU_ASSERT_STRING_EQUAL(c->model, "toy1");
	CU_ASSERT(c->speed == NULL && c->air == NULL && c->air_set == NULL);
	CU_ASSERT(c->air_out == NULL && c->model_set == NULL && c->replay == NULL);
	CU_ASSERT(c->replay_dev == NULL && c->chip == NULL && c->usb == NULL && !c->loop);
	CU_ASSERT_EQUAL(c->hold_policy, RTE_WLAN_HOLD_FIXED);
	CU_ASSERT(c->hold_us == WPORT_UNSET && c->agg_kib == WPORT_UNSET);
	CU_ASSERT(c->agg_count == WPORT_UNSET && c->buffer_size == WPORT_UNSET);
	CU_ASSERT(c->buffers == 32 && c->rx_attach == 0);
	CU_ASSERT(c->rx_csum == WPORT_CSUM_OFF && c->mode == WPORT_MODE_ETHERNET);
	CU_ASSERT(c->bad_fcs == WPORT_BAD_FCS_DROP && c->family_arg[0] == 0);
	CU_ASSERT(c->gro == WPORT_GRO_MERGE && !c->gro_udp);
	CU_ASSERT(c->gro_flows == 64 && c->gro_hold_us == 50);
	CU_ASSERT_EQUAL(memcmp(c->bssid.addr_bytes, bssid, 6), 0);
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(0));
	wport_conf_free(&port.conf);
	CU_ASSERT_TRUE(conf_is_empty());
}

/* Strings are the port's own. */
static void
strings(void)
{
	char args[] = M ",speed=super,air=pcap:a b/c.pcap,air-set=loop:1/rate:100,"
		"air-out=o.pcap,model-set=pad_last:1";
	const struct wport_conf *c = accepted(args);

	memset(args, 'x', sizeof(args) - 1);
	CU_ASSERT_STRING_EQUAL(c->model, "toy1");
	CU_ASSERT_STRING_EQUAL(c->speed, "super");
	CU_ASSERT_STRING_EQUAL(c->air, "pcap:a b/c.pcap");
	CU_ASSERT_STRING_EQUAL(c->air_set, "loop:1/rate:100");
	CU_ASSERT_STRING_EQUAL(c->air_out, "o.pcap");
	CU_ASSERT_STRING_EQUAL(c->model_set, "pad_last:1");
	wport_conf_free(&port.conf);
	c = accepted(R ",replay-dev=1.12,loop=1,chip=toy2");
	CU_ASSERT_STRING_EQUAL(c->replay, "f.pcap");
	CU_ASSERT_STRING_EQUAL(c->replay_dev, "1.12");
	CU_ASSERT_STRING_EQUAL(c->chip, "toy2");
	CU_ASSERT_TRUE(c->loop);
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(1));
	wport_conf_free(&port.conf);
}

/* Which chip: the model's, the capture's, or the family's first. */
static void
chips(void)
{
	accepted(N);
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(1));
	wport_conf_free(&port.conf);
	accepted(R);
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(0));
	wport_conf_free(&port.conf);
	CU_ASSERT_STRING_EQUAL(accepted("null=toy2")->null, "toy2");
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(1));
	wport_conf_free(&port.conf);
	refused_as("null=toy3", -ENODEV, "toy3: unknown chip; known: toy1, toy2, toy9, toy0");
	refused_as("model=toy3", -ENODEV, "toy3: unknown chip; known: toy1, toy2");
	refused_as("model=toy", -ENODEV, "known: toy1, toy2");
	refused_as(R ",chip=TOY1", -ENODEV, "TOY1");
}

/* Which chip: the one that has the device's id, or that which is said. */
static void
usb(void)
{
	const struct wport_conf *c;
	struct wport_family none = toy_family;

	found = (struct usb_id){ 0x1234, 0x0002 };
	c = accepted(U ",firmware=/lib/f");
	CU_ASSERT_STRING_EQUAL(c->usb, "1-2.3");
	CU_ASSERT_STRING_EQUAL(c->firmware, "/lib/f");
	CU_ASSERT_FALSE(c->usbfs_memory);
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(1));
	wport_conf_free(&port.conf);
	found.product = 1;
	CU_ASSERT_TRUE(accepted(U ",buffer-memory=usbfs")->usbfs_memory);
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(0));
	wport_conf_free(&port.conf);
	/* Of the same maker, and of another. */
	found.product = 7;
	refused_as(U, -ENODEV, "1234:0007");
	refused_as(U, -ENODEV, "1234:0001, 1234:0011, 1234:0002;");
	found = (struct usb_id){ 0x4321, 0x0001 };
	refused_as(U, -ENODEV, "4321:0001");
	nb_looks = 0;
	accepted(U ",chip=toy2");
	CU_ASSERT_PTR_EQUAL(port.chip, toy_family.chip_at(1));
	wport_conf_free(&port.conf);
	refused_as(U ",chip=toy5", -ENODEV, "toy5: unknown chip");
	/* A device that is not asked for is not looked for. */
	refused(M "," U, "exclude");
	CU_ASSERT_EQUAL(nb_looks, 0);
	for (find_ret = -ENODEV; find_ret != 0; find_ret = find_ret == -ENODEV ? -ENOTUNIQ : 0)
		refused_as(U, find_ret, "not found");
	none.brings_up = false;
	port.family = &none;
	refused(U, "no real device");
	refused(U ",chip=toy9", "no real device");
	port.family = &toy_family;
	found = (struct usb_id){ 0x1234, 0x0001 };
}

static int
tune(struct wport *p)
{
	return 0;
}

/* Band by the number where nobody says; what there is not; a family that cannot. */
static void
channels(void)
{
	static const struct {
		const char *args;
		struct rte_wlan_channel want;
	} good[] = {
		{ M, { 0 } },
		{ M ",channel=1", { 2, 1, 20, 0 } },
		{ M ",channel=14", { 2, 14, 20, 0 } },
		{ M ",channel=6,bandwidth=40", { 2, 6, 40, 0 } },
		{ M ",channel=36,bandwidth=80", { 5, 36, 80, 0 } },
		{ M ",channel=165", { 5, 165, 20, 0 } },
		{ M ",channel=1,band=6", { 6, 1, 20, 0 } },
		{ M ",bandwidth=40,band=6,channel=37", { 6, 37, 40, 0 } },
		{ U ",channel=11,band=2", { 2, 11, 20, 0 } },
		{ N ",channel=36,bandwidth=160", { 5, 36, 160, 0 } },
	};
	static const struct { const char *args, *word; } bad[] = {
		{ M ",channel=0", "1 to 233" }, { M ",channel=234", "1 to 233" },
		{ M ",channel=x", "not a number" }, { M ",channel=6,band=3", "2|5|6" },
		{ M ",channel=6,band=24", "2|5|6" }, { M ",channel=6,bandwidth=30", "20|40|80" },
		{ M ",channel=36,bandwidth=160", "the chip has no channel so wide" },
		{ M ",channel=1,band=6,bandwidth=320", "the chip has no channel so wide" },
		{ M ",channel=15", "band=6" }, { M ",channel=36,band=2", "1 to 14" },
		{ M ",channel=6,band=5", "5 GHz has" }, { M ",channel=6,band=6", "6 GHz has" },
		{ M ",channel=14,bandwidth=40", "channel 14 is 20 MHz" },
		{ M ",channel=6,bandwidth=80", "20 or 40" },
		{ M ",channel=6,channel=6", "twice" },
	};
	struct wport_family family = toy_family;
	unsigned int i;

	refused(M ",channel=6", "cannot tune");
	family.hw_set_channel = tune;
	port.family = &family;
	for (i = 0; i < RTE_DIM(good); i++) {
		const struct rte_wlan_channel *c = &accepted(good[i].args)->channel;

		CU_ASSERT_EQUAL(c->band, good[i].want.band);
		CU_ASSERT_EQUAL(c->control, good[i].want.control);
		CU_ASSERT_EQUAL(c->width_mhz, good[i].want.width_mhz);
		CU_ASSERT_EQUAL(c->centre, 0);
		wport_conf_free(&port.conf);
	}
	for (i = 0; i < RTE_DIM(bad); i++)
		refused(bad[i].args, bad[i].word);
	port.family = &toy_family;
}

/* Smallest and largest that is taken. */
static const struct {
	const char *with, *key;
	uint32_t min, max;
	size_t at;
} numbers[] = {
	{ M, "hold", 0, 8160, offsetof(struct wport_conf, hold_us) },
	{ N, "hold", 0, 255, offsetof(struct wport_conf, hold_us) },
	{ M, "agg-size", 1, 100, offsetof(struct wport_conf, agg_kib) },
	/* Its register counts in 4 KiB. */
	{ N, "agg-size", 4, 31, offsetof(struct wport_conf, agg_kib) },
	{ M, "agg-count", 1, 255, offsetof(struct wport_conf, agg_count) },
	{ N, "agg-count", 1, 31, offsetof(struct wport_conf, agg_count) },
	{ M, "buffers", 1, 256, offsetof(struct wport_conf, buffers) },
	{ R, "buffers", 1, 256, offsetof(struct wport_conf, buffers) },
	{ M, "buffer-size", 1024, 1064960, offsetof(struct wport_conf, buffer_size) },
	/* 11454 - 26 - 6 - 4 + 12 */
	{ M, "rx-attach", 0, 11430, offsetof(struct wport_conf, rx_attach) },
	{ M, "gro-flows", 1, 16384, offsetof(struct wport_conf, gro_flows) },
	{ R, "gro-hold", 0, 10000, offsetof(struct wport_conf, gro_hold_us) },
};

static void
number_is(const char *with, const char *key, uint32_t v, size_t at)
{
	uint32_t got;
	char args[96];

	snprintf(args, sizeof(args), "%s,%s=%u", with, key, v);
	accepted(args);
	memcpy(&got, RTE_PTR_ADD(&port.conf, at), sizeof(got));
	CU_ASSERT_EQUAL(got, v);
	wport_conf_free(&port.conf);
}

static void
number_is_not(const char *with, const char *key, const char *value)
{
	char args[96];

	snprintf(args, sizeof(args), "%s,%s=%s", with, key, value);
	refused(args, key);
}

static void
numbers_and_edges(void)
{
	static const char * const bad[] = {
		"-1", "+1", "1x", "x", "0x10", " 1", "1.5", "4294967296", "4294967297",
		"18446744073709551617", "",
	};
	char text[16];
	unsigned int i, j;

	for (i = 0; i < RTE_DIM(numbers); i++) {
		const char *with = numbers[i].with, *key = numbers[i].key;

		number_is(with, key, numbers[i].min, numbers[i].at);
		number_is(with, key, numbers[i].max, numbers[i].at);
		snprintf(text, sizeof(text), "%u", numbers[i].max + 1);
		number_is_not(with, key, text);
		if (numbers[i].min != 0) {
			snprintf(text, sizeof(text), "%u", numbers[i].min - 1);
			number_is_not(with, key, text);
		}
		for (j = 0; j < RTE_DIM(bad); j++)
			number_is_not(with, key, bad[j]);
	}
	refused(R ",loop=2", "loop");
	refused(R ",loop=yes", "loop");
	refused(M ",gro-udp=2", "gro-udp");
	refused(M ",gro-udp=no", "gro-udp");
	/* The limits are told. */
	refused(N ",agg-size=32", "from 4 to 31");
	refused(M ",hold=8161", "from 0 to 8160");
}

/* A number, or a policy; a policy says no hold. */
static void
holds(void)
{
	static const struct {
		const char *value;
		enum rte_wlan_hold_policy policy;
		uint32_t us;
	} good[] = {
		{ "48", RTE_WLAN_HOLD_FIXED, 48 },
		{ "auto", RTE_WLAN_HOLD_BALANCED, WPORT_UNSET },
		{ "auto:latency", RTE_WLAN_HOLD_LATENCY, WPORT_UNSET },
		{ "auto:balanced", RTE_WLAN_HOLD_BALANCED, WPORT_UNSET },
		{ "auto:cpu", RTE_WLAN_HOLD_CPU, WPORT_UNSET },
	};
	static const char * const bad[] = {
		"Auto", "auto:", "auto:fast", "auto:cpu:32", "auto32", "autos", "fixed", "cpu",
		"32us", "32,hold=64", "", "4294967295",
	};
	const struct wport_conf *c;
	char args[64];
	unsigned int i;

	for (i = 0; i < RTE_DIM(good); i++) {
		snprintf(args, sizeof(args), M ",hold=%s", good[i].value);
		c = accepted(args);
		CU_ASSERT_EQUAL(c->hold_policy, good[i].policy);
		CU_ASSERT_EQUAL(c->hold_us, good[i].us);
		wport_conf_free(&port.conf);
	}
	for (i = 0; i < RTE_DIM(bad); i++)
		number_is_not(M, "hold", bad[i]);
	refused(M ",hold=x", "need <us>, auto, auto:latency, auto:balanced or auto:cpu");
}

static void
words(void)
{
	static const char * const csum[] = { "chip", "sw", "off" };
	const struct wport_conf *c;
	char args[64];
	unsigned int i;

	for (i = 0; i < RTE_DIM(csum); i++) {
		snprintf(args, sizeof(args), M ",rx-csum=%s", csum[i]);
		c = accepted(args);
		CU_ASSERT_EQUAL((unsigned int)c->rx_csum, i);
		CU_ASSERT(c->mode == WPORT_MODE_ETHERNET && c->bad_fcs == WPORT_BAD_FCS_DROP);
		wport_conf_free(&port.conf);
	}
	c = accepted(M ",mode=monitor,rx-bad-fcs=keep");
	CU_ASSERT(c->mode == WPORT_MODE_MONITOR && c->bad_fcs == WPORT_BAD_FCS_KEEP);
	CU_ASSERT_EQUAL(c->rx_csum, WPORT_CSUM_OFF);
	wport_conf_free(&port.conf);
	c = accepted(M ",mode=ethernet,rx-bad-fcs=drop");
	CU_ASSERT(c->mode == WPORT_MODE_ETHERNET && c->bad_fcs == WPORT_BAD_FCS_DROP);
	wport_conf_free(&port.conf);
	c = accepted(M ",gro=list,gro-udp=1");
	CU_ASSERT(c->gro == WPORT_GRO_LIST && c->gro_udp);
	wport_conf_free(&port.conf);
	c = accepted(R ",gro=merge,gro-udp=0");
	CU_ASSERT(c->gro == WPORT_GRO_MERGE && !c->gro_udp);
	wport_conf_free(&port.conf);
	refused(M ",gro=Merge", "merge|list");
	refused(M ",gro=off", "merge|list");
	refused(M ",gro=", "gro=");
	refused(M ",gro", "gro=");
	refused(M ",gro=list,gro=list", "twice");
	refused(M ",rx-csum=hw", "chip|sw|off");
	refused(M ",rx-csum=", "rx-csum");
	refused(M ",rx-csum", "rx-csum");
	refused(M ",rx-csum=s", "chip|sw|off");
	refused(M ",rx-csum=swx", "chip|sw|off");
	refused(M ",rx-csum=chip|sw", "chip|sw|off");
	refused(M ",mode=Monitor", "ethernet|monitor");
	refused(M ",mode=monitor,rx-bad-fcs=yes", "drop|keep");
}

/* The family's own word, for the chip for which it means something. */
static void
family_words(void)
{
	CU_ASSERT_EQUAL(accepted(M ",toy-word=fancy")->family_arg[0], 1);
	wport_conf_free(&port.conf);
	CU_ASSERT_EQUAL(accepted(M ",toy-word=plain")->family_arg[0], 0);
	wport_conf_free(&port.conf);
	refused(M ",toy-word=vendor", "plain|fancy");
	refused(M ",toy-word=plain,toy-word=plain", "twice");
	refused(N ",toy-word=plain", "toy-word= has no meaning for the toy2");
}

static void
bssid(void)
{
	static const uint8_t want[6] = { 0x02, 0xab, 0xcd, 0xef, 0x12, 0x34 };
	const struct wport_conf *c = accepted(M ",bssid=02:ab:CD:ef:12:34");

	CU_ASSERT_EQUAL(memcmp(c->bssid.addr_bytes, want, 6), 0);
	wport_conf_free(&port.conf);
	refused(M ",bssid=02:ab:cd:ef:12", "bssid=02:ab:cd:ef:12");
	refused(M ",bssid=00:00:00:00:00:00", "bssid");
	refused(M ",bssid=03:ab:cd:ef:12:34", "bssid");		/* a group */
	refused(M ",bssid=ff:ff:ff:ff:ff:ff", "bssid");
	refused(M ",bssid=", "bssid");
	refused(M ",bssid", "bssid");
	refused(M ",bssid=02:ab:cd:ef:12:34:56", "bssid");
}

/* What does not go together, each told by its own line. */
static void
together(void)
{
	static const struct { const char *args, *word; } rules[] = {
		{ M ",usb=1-2", "exclude" },
		{ R ",usb=1-2", "exclude" },
		{ "null=toy1,usb=1-2", "exclude" },
		{ U ",replay-dev=1.2", "needs replay=" },
		{ U ",loop=1", "loop= needs replay=" },
		{ U ",speed=high", "need model=" },
		{ U ",air=gen:x", "need model=" },
		{ M ",buffer-memory=usbfs", "buffer-memory= needs usb=" },
		{ M ",buffer-memory=dpdk", "buffer-memory= needs usb=" },
		{ U ",buffer-memory=usbfs,rx-attach=100", "buffer-memory=dpdk" },
		{ R ",firmware=running", "firmware= needs usb= or model=" },
		{ "null=toy1,firmware=/x", "firmware= needs usb= or model=" },
		{ M ",band=5", "need channel=" },
		{ M ",bandwidth=40", "need channel=" },
		{ R ",channel=6", "nothing else has a radio" },
		{ "null=toy1,channel=6", "nothing else has a radio" },
		{ NULL, "need model=CHIP, usb=DEVICE, replay=FILE or null=CHIP" },
		{ "", "need model=CHIP, usb=DEVICE, replay=FILE or null=CHIP" },
		{ "buffers=4", "need model=CHIP, usb=DEVICE, replay=FILE or null=CHIP" },
		{ M "," R, "exclude" },
		{ M ",null=toy1", "exclude" },
		{ R ",null=toy1", "exclude" },
		{ M "," R ",null=toy1", "exclude" },
		{ "null=toy1,chip=toy1", "needs replay=" },
		{ "null=toy1,loop=1", "loop= needs replay=" },
		{ "null=toy1,air=gen:rate:1", "need model=" },
		{ "null=toy1,hold=64", "can aggregate" },
		{ M ",replay-dev=1.2", "needs replay=" },
		{ M ",chip=toy1", "needs replay= or usb=" },
		{ M ",loop=1", "loop= needs replay=" },
		{ R ",speed=super", "need model=" },
		{ R ",air=gen:rate:1", "need model=" },
		{ R ",air-set=loop:1", "need model=" },
		{ R ",air-out=x.pcap", "need model=" },
		{ R ",model-set=a:1", "need model=" },
		{ M ",air-set=loop:1", "air-set= needs air=" },
		{ R ",hold=64", "can aggregate" },
		{ R ",hold=0", "can aggregate" },
		{ R ",agg-size=4", "can aggregate" },
		{ R ",agg-count=4", "can aggregate" },
		{ R ",hold=auto", "how a capture was aggregated" },
		{ R ",hold=auto:latency", "how a capture was aggregated" },
		{ "null=toy1,hold=auto", "hold=auto needs a device" },
		{ "model=toy0,hold=0", "no register of this chip" },
		{ "model=toy0,hold=auto", "no register of this chip" },
		{ "model=toy0,agg-count=3", "no register of this chip" },
		{ M ",hold=0,agg-size=4", "hold=0" },
		{ M ",hold=0,agg-count=4", "hold=0" },
		{ Z ",agg-size=4", "need hold=" },
		{ Z ",agg-count=4", "need hold=" },
		{ Z ",hold=0,agg-count=4", "hold=0" },
		{ M ",mode=monitor,rx-csum=sw", "rx-csum= is for mode=ethernet" },
		{ M ",rx-csum=off,mode=monitor", "rx-csum= is for mode=ethernet" },
		{ M ",mode=monitor,bssid=02:00:00:00:00:01", "bssid= is for mode=ethernet" },
		{ M ",rx-bad-fcs=keep", "mode=monitor" },
		{ M ",mode=ethernet,rx-bad-fcs=keep", "mode=monitor" },
		{ M ",mode=monitor,rx-attach=100", "mode=ethernet" },
		{ R ",loop=1,rx-attach=100", "loop=1" },
		{ M ",mode=monitor,gro=merge", "gro-hold= are for mode=ethernet" },
		{ M ",mode=monitor,gro-udp=0", "gro-hold= are for mode=ethernet" },
		{ M ",mode=monitor,gro-flows=64", "gro-hold= are for mode=ethernet" },
		{ R ",mode=monitor,gro-hold=0", "gro-hold= are for mode=ethernet" },
		{ M ",rx-attach=100,gro=merge", "no meaning with rx-attach=" },
		{ M ",rx-attach=100,gro-udp=1", "no meaning with rx-attach=" },
		{ M ",rx-attach=100,gro-flows=2", "no meaning with rx-attach=" },
		{ M ",rx-attach=100,gro-hold=2", "no meaning with rx-attach=" },
		{ M ",gro=list,gro-hold=0", "gro-hold= needs gro=merge" },
	};
	static const char * const good[] = {
		M ",loop=0", R ",loop=0,rx-attach=100", R ",loop=1,rx-attach=0", M ",hold=0",
		M ",mode=monitor,rx-attach=0", M ",rx-attach=100", R ",mode=monitor,loop=1",
		M ",hold=32,agg-size=4,agg-count=4", M ",air=gen:x,air-set=y",
		Z ",hold=32,agg-size=4,agg-count=4", Z, Z ",hold=0", N ",agg-size=4",
		Z ",hold=auto,agg-size=4", "model=toy0",
		M ",mode=ethernet,rx-csum=sw,bssid=02:00:00:00:00:01",
		U, U ",hold=64,agg-size=4", U ",buffer-memory=usbfs", U ",chip=toy2,rx-attach=100",
		U ",buffer-memory=dpdk,rx-attach=100", M ",firmware=running", U ",firmware=/f",
		M ",gro=list,gro-udp=1,gro-flows=1", "null=toy1,gro=merge,gro-hold=0",
		M ",gro=merge,rx-attach=0", M ",mode=monitor", N ",rx-csum=chip,gro=list",
		R ",buffer-size=1024", "null=toy2", "null=toy1,mode=monitor,rx-bad-fcs=keep",
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rules); i++)
		refused(rules[i].args, rules[i].word);
	for (i = 0; i < RTE_DIM(good); i++) {
		accepted(good[i]);
		wport_conf_free(&port.conf);
	}
}

/* Keys that there are not, twice, without a value. */
static void
keys(void)
{
	static const char * const strings[] = {
		"model", "speed", "air", "air-set", "air-out", "model-set", "replay",
		"replay-dev", "chip", "usb", "null", "firmware", "channel", "band", "bandwidth",
		"buffer-memory",
	};
	char args[128];
	unsigned int i;

	refused(M ",modle=x", "modle");
	refused(M ",modle=x", "known: model, speed, air");
	refused(M ",modle=x", ", channel, band, bandwidth, toy-word\n");
	refused(M ",modle", "modle");
	refused("=x", "known: ");
	/* A key of another family. */
	refused(M ",rxd-layout=linux", "rxd-layout");
	refused(M ",buffers=3,buffers=4", "buffers= is given twice");
	refused(M "," M, "model= is given twice");
	refused(M ",bssid=02:00:00:00:00:01,bssid=02:00:00:00:00:01", "twice");
	for (i = 0; i < RTE_DIM(strings); i++) {
		snprintf(args, sizeof(args), "%s=", strings[i]);
		refused(args, strings[i]);
		snprintf(args, sizeof(args), "%s", strings[i]);
		refused(args, strings[i]);
	}
}

/* No key that the family lists goes by unseen: none is right without a value. */
static void
every_key_is_taken(void)
{
	unsigned int i;
	char args[96];

	for (i = 0; toy_family.keys[i] != NULL; i++) {
		snprintf(args, sizeof(args), "%s,model=toy1", toy_family.keys[i]);
		refused(args, toy_family.keys[i]);
	}
	CU_ASSERT_EQUAL(i, 32);
}

/* Limits in the chip's units, devargs before defaults. */
static void
aggregation(void)
{
	static const struct {
		const char *args;
		uint32_t mbps, hold_us, bytes, count;
	} cases[] = {
		{ M, 480, 256, 20480, 0 }, { M, 5000, 64, 20480, 0 }, { M, 0, 256, 20480, 0 },
		{ M ",hold=100", 5000, 96, 20480, 0 }, { M ",hold=112", 5000, 128, 20480, 0 },
		{ M ",hold=1", 480, 32, 20480, 0 }, { M ",hold=0", 480, 0, 20480, 0 },
		{ M ",agg-size=7,agg-count=9", 480, 256, 7168, 9 },
		{ N, 5000, 0, 4096, 10 }, { N, 480, 100, 4096, 10 },
		{ N ",agg-size=11", 480, 100, 8192, 10 }, { N ",agg-size=7", 480, 100, 4096, 10 },
		/* A policy begins where the chip does, or at its shortest hold. */
		{ M ",hold=auto", 480, 256, 20480, 0 }, { M ",hold=auto", 5000, 64, 20480, 0 },
		{ N ",hold=auto:cpu", 5000, 20, 4096, 10 }, { Z ",hold=auto", 480, 16, 8192, 10 },
		{ Z, 480, 0, 8192, 10 }, { Z ",hold=auto,agg-size=3", 480, 16, 3072, 10 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(cases); i++) {
		struct wport_agg agg;

		accepted(cases[i].args);
		port.usb_shared.speed_mbps = cases[i].mbps;
		wport_hold_init(&port);
		agg = wport_agg_limits(&port);
		CU_ASSERT_EQUAL(agg.hold_us, cases[i].hold_us);
		CU_ASSERT_EQUAL(agg.bytes, cases[i].bytes);
		CU_ASSERT_EQUAL(agg.count, cases[i].count);
		wport_conf_free(&port.conf);
	}
}

static CU_TestInfo tests[] = {
	{ "defaults", defaults },
	{ "strings", strings },
	{ "chips", chips },
	{ "usb", usb },
	{ "channels", channels },
	{ "numbers and edges", numbers_and_edges },
	{ "holds", holds },
	{ "words", words },
	{ "family's words", family_words },
	{ "bssid", bssid },
	{ "together", together },
	{ "keys", keys },
	{ "every key is taken", every_key_is_taken },
	{ "aggregation", aggregation },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_devargs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
