/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the kernel's GRO makes of a train. Frames are written to a TAP with NAPI, whose aggregates
 * stay open while gro_flush_timeout says so; with that set to 0 one more frame
 * closes them. All is seen by a packet socket, which is told the segment size.
 *
 * The kernel also closes what is older than its tick: a train that a tick came into is
 * sent again.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <linux/ethtool.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <linux/sockios.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "kgro.h"
#include "kgro_case.h"

#define TAP_NAME	"kgro0"
#define TIMEOUT_PATH	"/sys/class/net/" TAP_NAME "/gro_flush_timeout"
#define DEFER_PATH	"/sys/class/net/" TAP_NAME "/napi_defer_hard_irqs"
#define TIMEOUT_NS	"2000000"
/* Newer than some systems' headers. */
#ifndef VIRTIO_NET_HDR_GSO_UDP_L4
#define VIRTIO_NET_HDR_GSO_UDP_L4 5
#endif
#define REPEATS_MAX	50u
#define ANSWER_MS	2000
/* EtherType of the frames that end a train: one of those for experiments. */
#define MARK_TYPE	0x88b5u

static int tap_fd = -1, sock_fd = -1, timeout_fd = -1;
static uint32_t repeats;
static uint8_t unit_bytes[KGRO_UNIT_MAX + sizeof(struct virtio_net_hdr)];

static int
cannot(char *why, uint32_t room, const char *what)
{
	snprintf(why, room, "%s: %s", what, strerror(errno));
	return -1;
}

static int
write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = write(fd, text, strlen(text));
	close(fd);
	return n < 0 ? -1 : 0;
}

/* sysfs shows the interfaces of the namespace that it was mounted in. */
static int
own_namespace(char *why, uint32_t room)
{
	if (unshare(CLONE_NEWNET | CLONE_NEWNS) != 0)
		return cannot(why, room, "no network namespace");
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("sysfs", "/sys", "sysfs", 0, NULL) != 0)
		return cannot(why, room, "no sysfs of the namespace");
	/* The TAP's interface must not speak of itself; not every kernel has IPv6. */
	write_text("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
	return 0;
}

static int
open_tap(char *why, uint32_t room)
{
	struct ifreq ifr = { .ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR | IFF_NAPI };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc;

	if (fd < 0)
		return cannot(why, room, "no socket");
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), TAP_NAME);
	tap_fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (tap_fd < 0 || ioctl(tap_fd, TUNSETIFF, &ifr) != 0) {
		rc = cannot(why, room, "no TAP with IFF_NAPI");
	} else {
		ifr.ifr_flags = IFF_UP;
		rc = ioctl(fd, SIOCSIFFLAGS, &ifr) == 0 ? 0 : cannot(why, room, "TAP not up");
	}
	close(fd);
	if (rc != 0)
		return rc;
	timeout_fd = open(TIMEOUT_PATH, O_WRONLY | O_CLOEXEC);
	if (timeout_fd < 0 || write_text(DEFER_PATH, "10") != 0)
		return cannot(why, room, "no gro_flush_timeout or napi_defer_hard_irqs");
	return 0;
}

static int
open_socket(char *why, uint32_t room)
{
	struct sockaddr_ll addr = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL) };
	int one = 1, size = 16 << 20;

	sock_fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (sock_fd < 0 ||
	    setsockopt(sock_fd, SOL_PACKET, PACKET_VNET_HDR, &one, sizeof(one)) != 0 ||
	    setsockopt(sock_fd, SOL_PACKET, PACKET_AUXDATA, &one, sizeof(one)) != 0 ||
	    setsockopt(sock_fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)) != 0)
		return cannot(why, room, "no packet socket with PACKET_VNET_HDR");
	addr.sll_ifindex = (int)if_nametoindex(TAP_NAME);
	if (bind(sock_fd, (struct sockaddr *)&addr, sizeof(addr)) != 0)
		return cannot(why, room, "packet socket not bound");
	return 0;
}

int
kgro_tap_open(char *why, uint32_t room)
{
	if (own_namespace(why, room) != 0 || open_tap(why, room) != 0 ||
	    open_socket(why, room) != 0)
		return -1;
	return 0;
}

/* Number of this feature among the device's; -1: it has none of this name. */
static int
feature_bit(struct ifreq *ifr, const char *name)
{
	struct {
		struct ethtool_sset_info info;
		uint32_t count;
	} sset = { .info = { .cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1u << ETH_SS_FEATURES } };
	struct ethtool_gstrings *names;
	int bit = -1;
	uint32_t i;

	ifr->ifr_data = (char *)&sset;
	if (ioctl(sock_fd, SIOCETHTOOL, ifr) != 0 || sset.info.sset_mask == 0)
		return -1;
	names = calloc(1, sizeof(*names) + sset.count * (size_t)ETH_GSTRING_LEN);
	if (names == NULL)
		return -1;
	names->cmd = ETHTOOL_GSTRINGS;
	names->string_set = ETH_SS_FEATURES;
	names->len = sset.count;
	ifr->ifr_data = (char *)names;
	if (ioctl(sock_fd, SIOCETHTOOL, ifr) == 0)
		for (i = 0; i < names->len && bit < 0; i++)
			if (strncmp((char *)names->data + i * ETH_GSTRING_LEN, name,
				    ETH_GSTRING_LEN) == 0)
				bit = (int)i;
	free(names);
	return bit;
}

bool
kgro_tap_udp(void)
{
	struct {
		struct ethtool_sfeatures head;
		struct ethtool_set_features_block block[8];
	} set = { .head = { .cmd = ETHTOOL_SFEATURES } };
	struct ifreq ifr = { 0 };
	int bit;

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), TAP_NAME);
	bit = feature_bit(&ifr, "rx-udp-gro-forwarding");
	if (bit < 0)
		return false;
	set.head.size = (uint32_t)bit / 32 + 1;
	set.block[bit / 32].valid = set.block[bit / 32].requested = 1u << bit % 32;
	/* The kernel wants as many blocks as it has; more bits than one block have two. */
	for (; set.head.size <= 8; set.head.size++) {
		ifr.ifr_data = (char *)&set;
		if (ioctl(sock_fd, SIOCETHTOOL, &ifr) >= 0)
			return true;
	}
	return false;
}

static int
write_frame(const uint8_t *bytes, uint32_t len)
{
	struct virtio_net_hdr hdr = { 0 };
	struct iovec iov[2] = {
		{ &hdr, sizeof(hdr) },
		{ (void *)(uintptr_t)bytes, len },
	};

	return writev(tap_fd, iov, 2) == (ssize_t)(sizeof(hdr) + len) ? 0 : -1;
}

static int
set_timeout(const char *ns)
{
	return pwrite(timeout_fd, ns, strlen(ns), 0) > 0 ? 0 : -1;
}

/* With no timeout the first mark closes all, but may itself come before; the second comes last. */
static int
write_marks(void)
{
	uint8_t mark[60] = { 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, MARK_TYPE >> 8, MARK_TYPE & 0xff };
	uint8_t i;

	for (i = 1; i <= 2; i++) {
		mark[14] = i;
		if (write_frame(mark, sizeof(mark)) != 0)
			return -1;
	}
	return 0;
}

/* The kernel takes the outer tag out of the frame: put it back. */
static uint32_t
put_tag_back(struct msghdr *msg, uint8_t *bytes, uint32_t len)
{
	struct tpacket_auxdata aux;
	struct cmsghdr *c;
	uint16_t tag[2];

	for (c = CMSG_FIRSTHDR(msg); c != NULL; c = CMSG_NXTHDR(msg, c)) {
		if (c->cmsg_level != SOL_PACKET || c->cmsg_type != PACKET_AUXDATA)
			continue;
		memcpy(&aux, CMSG_DATA(c), sizeof(aux));
		if ((aux.tp_status & TP_STATUS_VLAN_VALID) == 0)
			continue;
		tag[0] = htons(aux.tp_status & TP_STATUS_VLAN_TPID_VALID ? aux.tp_vlan_tpid :
			       ETHERTYPE_VLAN);
		tag[1] = htons(aux.tp_vlan_tci);
		memmove(bytes + 16, bytes + 12, len - 12);
		memcpy(bytes + 12, tag, sizeof(tag));
		return len + 4;
	}
	return len;
}

/* Returns 1: a unit, 0: the last mark, -1: nothing came. */
static int
read_unit(struct kgro_units *units)
{
	struct pollfd pfd = { .fd = sock_fd, .events = POLLIN };
	struct virtio_net_hdr hdr;
	struct sockaddr_ll from;
	char control[256];
	struct iovec iov[2] = { { &hdr, sizeof(hdr) }, { unit_bytes, KGRO_UNIT_MAX } };
	struct msghdr msg = { .msg_name = &from, .msg_iov = iov, .msg_iovlen = 2 };
	uint32_t len;
	ssize_t n;

	for (;;) {
		msg.msg_namelen = sizeof(from);
		msg.msg_control = control;
		msg.msg_controllen = sizeof(control);
		n = recvmsg(sock_fd, &msg, MSG_DONTWAIT);
		if (n < 0 && errno == EAGAIN && poll(&pfd, 1, ANSWER_MS) == 1)
			continue;
		if (n < (ssize_t)sizeof(hdr) + 14)
			return -1;
		len = (uint32_t)n - (uint32_t)sizeof(hdr);
		if (from.sll_pkttype == PACKET_OUTGOING)
			continue;
		if (unit_bytes[12] != MARK_TYPE >> 8 || unit_bytes[13] != (MARK_TYPE & 0xff))
			break;
		if (unit_bytes[14] == 2)
			return 0;
	}
	len = put_tag_back(&msg, unit_bytes, len);
	if (!kgro_units_add(units, unit_bytes, len,
			    hdr.gso_type != VIRTIO_NET_HDR_GSO_NONE ? hdr.gso_size : 0,
			    hdr.gso_type == VIRTIO_NET_HDR_GSO_UDP_L4))
		return -1;
	return 1;
}

/* The kernel's tick as seen from here. */
static long long
tick(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Returns 1: a tick came between. */
static int
run_once(const struct kgro_train *train, struct kgro_units *units)
{
	long long begin;
	uint32_t i;
	int rc = 0, got;

	if (set_timeout(TIMEOUT_NS) != 0)
		return -1;
	begin = tick();
	for (i = 0; i < train->n && rc == 0; i++)
		rc = write_frame(train->frame[i].bytes, train->frame[i].len);
	if (rc == 0 && tick() != begin)
		rc = 1;
	if (set_timeout("0") != 0 || write_marks() != 0)
		return -1;
	do {
		got = read_unit(units);
	} while (got == 1);
	return got < 0 ? -1 : rc;
}

int
kgro_tap_run(const struct kgro_train *train, struct kgro_units *units)
{
	uint32_t i;
	int rc;

	for (i = 0; i < REPEATS_MAX; i++) {
		kgro_units_clear(units);
		rc = run_once(train, units);
		if (rc <= 0)
			return rc;
		repeats++;
	}
	return -1;
}

bool
kgro_tap_tags(void)
{
	const struct kgro_case two = { .base = KGRO_TCP4, .n = 2,
				       .edit = { { KGRO_ON, KGRO_TAG, 0x81000012 } } };
	struct kgro_train train = { 0 };
	struct kgro_units units = { 0 };
	bool merged;

	kgro_case_build(&two, &train);
	merged = kgro_tap_run(&train, &units) == 0 && units.n == 1;
	kgro_units_clear(&units);
	kgro_train_clear(&train);
	return merged;
}

uint32_t
kgro_tap_repeats(void)
{
	return repeats;
}
