/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_H
#define RTW89_H

/* What the modelled chips of the rtw89 family share, and how one differs from
 * another: as data and a few functions in struct rtw89_kind. */

#include "../core/chip.h"
#include "ax_rxd.h"
#include "regs.h"
#include "tx_path.h"

/* The largest unit: descriptor, gaps of every kind, an MPDU of the largest size,
 * and what may follow it. */
#define RTW89_UNIT_MAX (40 + 24 + 112 + 48 + 16 + AIR_MPDU_MAX + 16)

/* rpkt_type, morrownr/rtw89 core.h */
enum rtw89_rpkt { RPKT_WIFI = 0, RPKT_PPDU_STAT = 1, RPKT_C2H = 10 };

/* Faults of the aggregation registers: agg_reg.c. */
enum rtw89_agg_reg { AGG_REG_OK, AGG_REG_DEAD, AGG_REG_CLAMP, AGG_REG_STALL };

/* Open questions and faults of all chips here; what each means: switches.c. */
struct rtw89_switches {
	enum rtw89_agg_reg agg_reg;
	uint32_t agg_reg_from;	/* the first write that the fault is in */
	bool need_en;		/* nothing is received while EN is 0 */
	bool small_stall;
	bool rx_cnt;		/* receive counters in PPDU status */
	bool bb_sel;
	bool ctrl_long;		/* long descriptor on control frames too */
	uint8_t plcp;		/* PLCP copy in PPDU status, 8-byte units */
	uint8_t chan_idx;	/* channel index in PPDU status: chan_idx.h */
	uint8_t path_b_db;	/* path B is weaker by so many dB */
	uint32_t c2h_ppdus;	/* a C2H after every so many PPDUs, 0: none */
	uint32_t badlen, zerolen, unknown;	/* every so many, 0: never */
};

/* ... of the BE generation: be_switches.c. */
struct be_switches {
	uint8_t eht_type;	/* PPDU_TYPE of an EHT PPDU */
	uint8_t shift, drv_info, hdr_cnv;	/* gap before the packet */
};

/* ... of the AX generation: ax_switches.c. */
struct ax_switches {
	struct ax_layout layout;
	bool cmac_off;		/* its registers answer 0xDEADBEEF until woken */
};

/* What the PPDU status will say about the PPDU that is arriving. */
struct rtw89_ppdu {
	uint32_t accepted;	/* MPDUs that passed the filter */
	bool a1_match, data, ctrl, mgmt, beacon;
};

#define RTW89_COUNTERS(X) \
	X(filtered_rate)	/* a rate that the radio cannot receive */ \
	X(units_ppdu_status) X(units_c2h) \
	X(fifo_overflow_status)	/* PPDU status units without room */ \
	X(fifo_overflow_c2h) \
	X(control_stalls) \
	X(agg_reg_faults)	/* writes that switch agg-reg has spoiled */ \
	X(tx_seq_differs)	/* frames with another number than their descriptor's */ \
	X(tx_reports_wanted)	/* no report is made */

struct rtw89_counters {
	RTW89_COUNTERS(CORE_FIELD)
};

struct rtw89 {
	struct usb_device dev;		/* first: a pointer to it is one to the whole */
	const struct rtw89_kind *kind;
	struct rtw89_switches sw;
	struct be_switches be;
	struct ax_switches ax;
	struct regs regs;
	uint8_t efuse_mac[6];	/* own MAC address where no register holds it */
	struct rtw89_counters count;
	struct rtw89_ppdu ppdu;
	uint32_t ppdus;
	uint8_t c2h_seq;
	uint32_t agg_reg_writes;
	uint8_t unit[RTW89_UNIT_MAX];
	uint16_t tx_seq;	/* the chip's own counter */
	uint8_t tx_frame[AIR_TX_MAX];
};

static inline struct rtw89 *
rtw89_of(struct usb_device *dev)
{
	return (struct rtw89 *)dev;
}

static inline const struct rtw89 *
rtw89_of_const(const struct usb_device *dev)
{
	return (const struct rtw89 *)dev;
}

/* What a radio can receive at best; streams 0: everything. */
struct rtw89_radio {
	enum air_mode mode;
	uint8_t streams;
	uint8_t bw;		/* as air_rate.bw */
};

/*
 * What of the packet buffer is for received frames on their way to the host: bytes that
 * are its own, and that it gets at most, the latter while nobody else wants them. scc_*:
 * the tables for a chip that runs one band, 0 where there are no others.
 */
struct rtw89_quota {
	uint32_t min, max, scc_min, scc_max;
};

struct rtw89_kind {
	struct chip_ops ops;	/* RTW89_CHIP_OPS and what is the chip's own */

	uint32_t unit_align;	/* a unit begins at a multiple of it */
	uint32_t rxagg_0, rxagg_1;
	uint32_t agg_size_step;	/* bytes, RXAGG_0 [7:0] counts in them */
	bool agg_size_high;	/* RXAGG_1 [17:16] are two more bits of it */
	bool agg_small;		/* RXAGG_1 has the small-packet function */
	uint32_t hci_func_en;	/* b1: receive DMA */
	uint32_t macid;		/* own MAC address, six bytes; 0: efuse_mac */
	uint32_t rx_fltr_opt;
	uint32_t type_filter[3];	/* management, control, data */
	uint32_t type_filter_bits;	/* for each subtype, 1: to the host */
	uint32_t mpdu_proc;	/* b0: frames keep their FCS */
	uint32_t ppdu_stat;	/* b0: PPDU status is made */
	uint32_t status_report;	/* register that sends it to the host ... */
	uint32_t status_report_mask, status_report_value;	/* ... with this */
	struct rtw89_quota quota[2];	/* receive buffer, by enum usb_speed */
	struct rtw89_radio radio;
	uint8_t paths;		/* receive paths, as the PPDU status tells */
	bool ax_v1;		/* AX descriptor with the masks of the 8852C */
	uint8_t ax_drv_unit;	/* bytes of its DRV_INFO_SIZE, as the vendor reads it */
	uint32_t efuse_mac_at;	/* logical place of the MAC address; 0: no efuse */
	struct rtw89_tx_kind tx;
	const struct rtw89_reset *reset;
	unsigned int n_reset;

	/* Each writes one unit to out, RTW89_UNIT_MAX bytes, without padding
	 * behind, and gives its length. */
	uint32_t (*encode_frame)(const struct rtw89 *chip, const struct air_frame *frame,
				 uint8_t *out);
	uint32_t (*encode_status)(const struct rtw89 *chip, const struct air_frame *last,
				  uint8_t *out);
	uint32_t (*encode_c2h)(const struct rtw89 *chip, const struct air_frame *last,
			       uint8_t *out);
	/* A descriptor without a packet: its length. */
	uint32_t (*encode_short)(const struct rtw89 *chip, unsigned int rpkt_type,
				 uint32_t packet_len, uint8_t *out);
	/* Is the signal told with the frame itself? NULL: never. */
	bool (*signal_in_frame)(const struct rtw89 *chip);
	/* Length of the longest PPDU status unit, and C2H unit. */
	uint32_t (*status_room)(const struct rtw89 *chip);
	uint32_t c2h_room;

	/* Serve a register read itself: true when it did. May be NULL. */
	bool (*read)(struct rtw89 *chip, uint32_t address, uint8_t *data, uint32_t len);
	/* A register was written (the shared ones are served). May be NULL. */
	void (*written)(struct rtw89 *chip, uint32_t address, uint32_t len);
	/* Switches of the generation to their defaults. May be NULL. */
	void (*defaults)(struct rtw89 *chip);
};

/* Value of a register after plug-in ("open"); "cold" sets all of them to 0. */
struct rtw89_reset { uint32_t address, value; };

/* device.c */
struct usb_device *rtw89_create(const struct rtw89_kind *kind, enum usb_speed speed,
				struct air *air);
int rtw89_control(struct usb_device *dev, const struct usb_setup *setup, uint8_t *data);
bool rtw89_counter(const struct usb_device *dev, unsigned int i, const char **name,
		   uint64_t *value);
void rtw89_destroy(struct usb_device *dev);

/* rx_path.c */
bool rtw89_rx_enabled(const struct usb_device *dev);
uint32_t rtw89_rx_need(const struct usb_device *dev, const struct air_frame *frame);
void rtw89_frame_arrives(struct usb_device *dev, const struct air_frame *frame,
			 uint64_t now_ns);
void rtw89_frame_missed(struct usb_device *dev);
/* Is a PPDU status made, and sent to the host? */
bool rtw89_status_wanted(const struct rtw89 *chip);

/* log.c: what the chip tells of a frame, to the log if there is one. */
void rtw89_log_frame(struct rtw89 *chip, const struct air_frame *frame);

/* rx_agg.c */
void rtw89_agg_limits(const struct usb_device *dev, struct core_agg_limits *limits);
uint32_t rtw89_unit_step(const struct usb_device *dev, uint32_t len, bool is_frame);
void rtw89_agg_written(struct rtw89 *chip, uint32_t address, uint32_t len);

/* agg_reg.c: the switch, what it does to this write, and what is left of the hold. */
bool rtw89_agg_reg_set(struct usb_device *dev, const char *value);
enum rtw89_agg_reg rtw89_agg_reg_fault(struct rtw89 *chip, uint32_t address, uint32_t len);
void rtw89_agg_reg_clamp(struct rtw89 *chip);

#define RTW89_CHIP_OPS \
	.rx_enabled = rtw89_rx_enabled, \
	.rx_need = rtw89_rx_need, \
	.frame_arrives = rtw89_frame_arrives, \
	.frame_missed = rtw89_frame_missed, \
	.agg_limits = rtw89_agg_limits, \
	.unit_step = rtw89_unit_step, \
	.out_endpoints = rtw89_out_endpoints, \
	.out_transfer = rtw89_out_transfer, \
	.control = rtw89_control, \
	.counter = rtw89_counter, \
	.destroy = rtw89_destroy

/* rx_filter.c: does the chip hand this frame up? Counts when not. */
bool rtw89_filter_accepts(struct rtw89 *chip, const struct air_frame *frame);
bool rtw89_filter_a1_match(const struct rtw89 *chip, const struct air_frame *frame);

/* mac.c: the chip's own address. */
void rtw89_mac_get(const struct rtw89 *chip, uint8_t mac[6]);
bool rtw89_mac_set(struct rtw89 *chip, const uint8_t mac[6]);

/* switches.c: the family's; ends with a nameless one. */
extern const struct core_switch rtw89_switches[];
void rtw89_switches_default(struct rtw89 *chip, enum usb_speed speed);

/* reset.c */
bool rtw89_reset_open(struct rtw89 *chip);
bool rtw89_reset_cold(struct rtw89 *chip);

/* Does a register of four bytes at reg lie in what was written? */
static inline bool
rtw89_touches(uint32_t reg, uint32_t address, uint32_t len)
{
	return address < reg + 4 && address + len > reg;
}

#endif /* RTW89_H */
