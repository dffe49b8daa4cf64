/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_CHIP_H
#define MT7921U_CHIP_H

/* The modelled chip and the doors between its rooms. */

#include "../core/chip.h"
#include "boot.h"
#include "mcu.h"
#include "regs.h"
#include "rx_units.h"
#include "txd.h"

#define EP_DATA_IN 0x84
#define EP_MCU_IN 0x85
#define PIPE_DATA 0
#define PIPE_MCU 1

#define MCU_NEVER_MS UINT32_MAX

/* Open questions and faults; what each means: switches.c. */
struct switches {
	uint8_t mac[6], bssid[6];
	uint8_t groups;		/* as struct rx_setup.groups */
	bool xlat, xlat_frag;
	bool composite;		/* with Bluetooth on interfaces 0 - 2 */
	uint8_t channel;
	uint8_t chfreq;		/* not 0: what CH_FREQ says, whatever the channel */
	struct rxv_kind rxv;
	enum { PAD_ALIGN4_PLUS4, PAD_NONE, PAD_ALIGN4, PAD_4 } pad;
	uint8_t pad_byte;
	uint32_t event, unknown;	/* after every so many, 0: none */
	uint32_t badlen, cm, clm, icv, mic;
	bool cold;		/* was made so, or a WFSYS reset was made */
	bool wfreset_rom, busreset_dma, hopmute;
	uint32_t poweron, initdone, fwready;	/* ms, or MCU_NEVER_MS */
	bool patched, nosem, fwrefuse;
	uint32_t mcusilent, mcubadseq, mcustatus, mcushort;	/* every so many, 0: none */
	uint32_t mculate;	/* ms */
};

/* Beside those of models/core. Frames of filtered_rate count into its sum. */
#define MT7921_COUNTERS(X) \
	X(filtered_rate)	/* a PPDU that the chip cannot receive (EHT) */ \
	X(filtered_channel)	/* of another channel, or while the radio tunes */ \
	X(filtered_sniffer)	/* nobody told the firmware to monitor */ \
	X(filtered_suspended)	/* HIF_CTRL */ \
	X(units_msdu)		/* of A-MSDUs, among units_wifi */ \
	X(units_event) X(units_unknown) X(units_tx_status) \
	X(fifo_overflow_events)	/* events and transmit status without room */ \
	X(tx_off_frames)	/* TX_EN or TX_DMA_EN 0 */ \
	X(tx_no_firmware)	/* frames while none runs */ \
	X(mcu_answers) \
	X(mcu_silent)		/* switch mcusilent */ \
	X(mcu_unknown)		/* commands that the model knows nothing of */ \
	X(events_off)		/* answers and events while reception was off */ \
	X(fw_transfers)		/* pieces of code */ \
	X(wfsys_resets) X(bus_resets)

#define MT7921_FIELD(name) uint64_t name;

struct counters {
	MT7921_COUNTERS(MT7921_FIELD)
};

#define TX_SEQ_OTHER 16		/* behind the TIDs */

struct mt7921 {
	struct usb_device dev;	/* first: the core's view */
	struct regs regs;
	struct boot boot;
	struct mcu mcu;
	struct switches sw;
	struct counters count;
	uint8_t mac[6], bssid[6];	/* in use: the switches', or what the host set */
	uint64_t tx_faults[TXD_N_FAULTS];
	bool in_ppdu;
	uint64_t ppdu_start_ns;
	uint64_t ppdus;
	uint64_t frames;	/* that passed the filter */
	uint64_t decrypted;
	uint16_t tx_seq[TX_SEQ_OTHER + 1];
	uint8_t unit[RX_UNIT_MAX];
	uint8_t mpdu[AIR_MPDU_MAX];
};

static inline struct mt7921 *
mt7921_of(struct usb_device *dev)
{
	return (struct mt7921 *)dev;
}

static inline const struct mt7921 *
mt7921_of_const(const struct usb_device *dev)
{
	return (const struct mt7921 *)dev;
}

/* mt7921u.c: as a host does by a request. */
void mt7921_register_write(struct mt7921 *m, uint32_t address, uint32_t value, bool uhw);
uint32_t mt7921_register_read(struct mt7921 *m, uint32_t address);

/* switches.c */
extern const struct core_switch mt7921_switches[];
void mt7921_switches_default(struct switches *sw);

/* counters.c */
bool mt7921_counter(const struct usb_device *dev, unsigned int i, const char **name,
		    uint64_t *value);

/* rx_filter.c: does the chip hand this frame up? Counts when not. */
bool mt7921_filter_accepts(struct mt7921 *m, const struct air_frame *frame);

/* rx_path.c */
bool mt7921_rx_enabled(const struct usb_device *dev);
uint32_t mt7921_rx_need(const struct usb_device *dev, const struct air_frame *frame);
void mt7921_frame_arrives(struct usb_device *dev, const struct air_frame *frame,
			  uint64_t now_ns);
void mt7921_frame_missed(struct usb_device *dev);

/* rx_log.c: the unit in m->unit, len bytes, joined a transfer. */
void mt7921_log_unit(struct mt7921 *m, const struct rx_units *u, const struct air_frame *frame,
		     uint32_t len);

/* rx_agg.c */
void mt7921_agg_limits(const struct usb_device *dev, struct core_agg_limits *limits);
uint32_t mt7921_unit_step(const struct usb_device *dev, uint32_t len, bool is_frame);
void mt7921_finish(struct usb_device *dev, struct core_transfer *transfer);

/* events.c: to the host, by the endpoint that is set for it. */
#define EVENT_UNIT_MAX 64u
void mt7921_event_debug(struct mt7921 *m, uint64_t now_ns);
void mt7921_unknown_unit(struct mt7921 *m, uint64_t now_ns);
void mt7921_tx_status(struct mt7921 *m, const struct txd *txd, const struct air_rate *rate,
		      uint64_t now_ns);

struct event {
	uint8_t eid, seq, option, ext_eid;
};

/* The event itself: descriptor, header, body; its length. */
uint32_t mt7921_event_put(uint8_t *out, const struct event *event, const uint8_t *body,
			  uint32_t body_len);

/* An event in a transfer of len bytes at most; false when it is lost, which is counted. An
 * answer first asks whether there is room. */
bool mt7921_event_fits(const struct mt7921 *m, uint32_t len);
bool mt7921_event_send(struct mt7921 *m, const uint8_t *event, uint32_t len, uint64_t now_ns);
bool mt7921_event_unasked(struct mt7921 *m, const uint8_t *event, uint32_t len,
			  uint64_t now_ns);

/* tx_path.c */
uint64_t mt7921_out_transfer(struct usb_device *dev, uint8_t ep, const uint8_t *data,
			     uint32_t len, uint64_t now_ns);

#endif /* MT7921U_CHIP_H */
