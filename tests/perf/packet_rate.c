/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * How fast a monitor interface of Linux's delivers 802.11 frames to a program that
 * looks at nothing but their lengths: a packet socket with a ring of blocks in shared
 * memory, the least that Linux asks for a frame (packet(7), PACKET_RX_RING; TPACKET_V3
 * in the kernel's Documentation/networking/packet_mmap.rst).
 *
 *   packet_rate INTERFACE MILLISECONDS
 *
 * Prints "ready", then the line of rate_print() and "dropped N": frames that the ring
 * had no room for, in all. Exit status 1: it could not, or nothing came.
 *
 * The driver's own thread has a real-time priority and leaves nothing to others when
 * there is always another frame (mt76_worker_setup(), sched_set_fifo_low()); so this
 * program has the next higher one, which is all that it takes to be given what it needs.
 */

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "rate.h"

#define BLOCK_SIZE	(1u << 18)
#define BLOCKS		64u
#define FRAME_SIZE	2048u	/* of no meaning with blocks but that it divides one */
#define BLOCK_MS	10u	/* a block that is not full is handed over after that */
#define POLL_MS		100
#define WAIT_MS		10000

static void __attribute__((noreturn))
cannot(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static uint8_t *
ring_create(int fd)
{
	struct tpacket_req3 req = {
		.tp_block_size = BLOCK_SIZE, .tp_block_nr = BLOCKS, .tp_frame_size = FRAME_SIZE,
		.tp_frame_nr = BLOCK_SIZE / FRAME_SIZE * BLOCKS, .tp_retire_blk_tov = BLOCK_MS,
	};
	int version = TPACKET_V3;
	uint8_t *ring;

	if (setsockopt(fd, SOL_PACKET, PACKET_VERSION, &version, sizeof(version)) != 0 ||
	    setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &req, sizeof(req)) != 0)
		cannot("packet_rate: ring");
	ring = mmap(NULL, (size_t)BLOCK_SIZE * BLOCKS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED)
		cannot("packet_rate: mmap");
	return ring;
}

static int
socket_open(const char *interface, uint8_t **ring)
{
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = if_nametoindex(interface),
	};
	int fd = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL));

	if (fd < 0 || address.sll_ifindex == 0)
		cannot(interface);
	*ring = ring_create(fd);
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0)
		cannot(interface);
	return fd;
}

static void
take_block(const struct tpacket_block_desc *block, struct rate *rate)
{
	const uint8_t *at = (const uint8_t *)block + block->hdr.bh1.offset_to_first_pkt;
	uint32_t i;

	for (i = 0; i < block->hdr.bh1.num_pkts; i++) {
		const struct tpacket3_hdr *packet = (const void *)at;

		rate_frame(rate, at + packet->tp_mac, packet->tp_len);
		at += packet->tp_next_offset;
	}
}

static void
receive(int fd, uint8_t *ring, struct rate *rate)
{
	uint64_t end = rate_now_ns() + WAIT_MS * NS_PER_MS;
	struct pollfd wait = { .fd = fd, .events = POLLIN | POLLERR };
	unsigned int at = 0;

	do {
		struct tpacket_block_desc *block = (void *)(ring + (size_t)at * BLOCK_SIZE);

		if ((__atomic_load_n(&block->hdr.bh1.block_status, __ATOMIC_ACQUIRE) &
		     TP_STATUS_USER) == 0) {
			poll(&wait, 1, POLL_MS);
		} else {
			take_block(block, rate);
			__atomic_store_n(&block->hdr.bh1.block_status, TP_STATUS_KERNEL,
					 __ATOMIC_RELEASE);
			at = (at + 1) % BLOCKS;
		}
		if (rate->frames == 0 && rate->start_ns == 0 && rate_now_ns() > end) {
			fputs("packet_rate: nothing received\n", stderr);
			exit(EXIT_FAILURE);
		}
	} while (rate_goes_on(rate));
}

int
main(int argc, char **argv)
{
	struct tpacket_stats_v3 stats = { 0 };
	socklen_t len = sizeof(stats);
	struct sched_param above = { .sched_priority = 2 };
	struct rate rate = { 0 };
	uint8_t *ring;
	int fd;

	if (argc != 3) {
		fputs("usage: packet_rate INTERFACE MILLISECONDS\n", stderr);
		return EXIT_FAILURE;
	}
	rate.window_ns = strtoull(argv[2], NULL, 10) * NS_PER_MS;
	fd = socket_open(argv[1], &ring);
	if (sched_setscheduler(0, SCHED_FIFO, &above) != 0)
		cannot("packet_rate: priority");
	rate_ready();
	receive(fd, ring, &rate);
	rate_print(&rate);
	if (getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &stats, &len) != 0)
		cannot("packet_rate: statistics");
	printf("dropped %u\n", stats.tp_drops);
	return EXIT_SUCCESS;
}
