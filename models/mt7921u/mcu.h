/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_MCU_H
#define MT7921U_MCU_H

/*
 * Commands to the chip's processor and the download of its code. Layout: openwrt/mt76
 * mt76_connac_mcu.h, mt76_connac_mcu.c, mt7921/mcu.c, mcu.c.
 */

#include <stdbool.h>
#include <stdint.h>

/* Where the four kinds of commands have their numbers. */
enum mcu_path {
	MCU_LEGACY,	/* of the ROM: set/query is "not applicable" */
	MCU_CE, MCU_EXT, MCU_UNI,
};

struct mcu_command {
	enum mcu_path path;
	uint16_t id;		/* cid, or ext_cid */
	bool query;		/* CE and EXT */
	uint8_t seq;
	const uint8_t *body;
	uint32_t len;
};

/* What a host can do wrong; each is a counter. In a transfer: */
#define MCU_FRAMING_FAULTS(X) \
	X(mcu_bad_transfer)	/* its length is not what its USB word asks for */ \
	X(mcu_bad_word)		/* PKT_TYPE or a reserved bit of the USB word */ \
	X(mcu_bad_tail)		/* padding or end mark is not zero */ \
	X(mcu_bad_descriptor)	/* hardware words: length, format, queue */ \
	X(mcu_bad_length)	/* the descriptor's own length */ \
	X(mcu_bad_kind)		/* packet type, set/query, direction, fragment */ \
	X(mcu_bad_seq)		/* 0, above 15, or that of the command before */

/* In the order of things. No answer, as a chip that does not listen: */
#define MCU_ORDER_FAULTS(X) \
	X(mcu_no_power)		/* command or code before POWER_ON was over */ \
	X(mcu_dma_off)		/* ... without TX_EN, RX_EN, TX_DMA_EN, RX_DMA_EN */ \
	X(mcu_bad_order)	/* of the firmware in the ROM, or the other way round */ \
	X(mcu_bad_body)		/* too short, or a field that cannot be */ \
	X(mcu_bad_channel)	/* there is none of that number */ \
	X(fw_no_semaphore)	/* patch without it, RAM code or start with it */ \
	X(fw_no_region)		/* code that no command announced */ \
	X(fw_bad_address)	/* region of no length, or across the end */ \
	X(fw_bad_mode)		/* of a region: unknown bits, NEED_RSP missing */ \
	X(fw_too_few)		/* bytes, when the next command came */ \
	X(fw_too_many)		/* bytes of a region */ \
	X(fw_no_patch)		/* start without one */ \
	X(fw_bad_start)		/* start without code, or at an address of none */ \
	X(boot_no_swdef)	/* start without SWDEF_MODE 0 before it */ \
	X(boot_no_init)		/* POWER_ON while the WFSYS reset lasts */ \
	X(boot_reset_endpoints)	/* WFSYS reset with bits of EP_RST_OPT set */

#define MCU_FAULT_ENUM(name) FAULT_##name,

enum mcu_fault {
	MCU_FRAMING_FAULTS(MCU_FAULT_ENUM)
	MCU_ORDER_FAULTS(MCU_FAULT_ENUM)
	MCU_N_FAULTS,
	MCU_OK = MCU_N_FAULTS
};

/* mcu_decode.c: a transfer to endpoint 0x08. MCU_OK, or the first thing that is wrong. */
enum mcu_fault mt7921_mcu_decode(struct mcu_command *cmd, const uint8_t *data, uint32_t len);

/* A piece of code: *code and its length. */
enum mcu_fault mt7921_scatter_decode(const uint8_t *data, uint32_t len, const uint8_t **code,
				     uint32_t *code_len);

#define MCU_REGIONS_MAX 16	/* of RAM code */

/* The loader: what the ROM has got so far. */
struct mcu_loader {
	bool semaphore;		/* the host has it */
	bool patching;		/* between its first section and PATCH_FINISH */
	bool patched;
	bool spoiled;		/* something was wrong: the code will not run */
	bool region;		/* one was announced and is not whole */
	bool ram;		/* ... of RAM code */
	uint32_t announced, arrived;
	unsigned int n_regions;
	uint32_t regions[MCU_REGIONS_MAX];	/* addresses */
	uint32_t patch_bytes, patch_crc, ram_bytes, ram_crc;
};

/* Where the radio listens. band 0: it was never told. */
struct mcu_channel {
	uint8_t band;		/* 2, 5, 6 */
	uint8_t control, centre, bandwidth;	/* as the command has them */
};

#define MCU_ANSWERS 32		/* that wait for their time */
#define MCU_ANSWER_MAX 160u

struct mcu_answer {
	uint64_t at_ns;
	uint32_t len;		/* of the transfer: less than its LENGTH when cut */
	uint8_t bytes[MCU_ANSWER_MAX];
};

struct mcu {
	struct mcu_loader loader;
	uint8_t last_seq;
	bool efuse;		/* EFUSE_BUFFER_MODE was there */
	bool sniffer, suspended, log;
	bool translate;		/* the station's entry allows header translation */
	struct mcu_channel channel;
	uint64_t deaf_until_ns;	/* while it tunes */
	uint64_t answered;	/* for faults that come every so many */
	uint64_t busy_until_ns;	/* with the commands before */
	uint64_t scan_end_ns;	/* CORE_NEVER: it does not scan */
	struct mcu_answer answers[MCU_ANSWERS];
	unsigned int head, count;
	uint64_t faults[MCU_N_FAULTS];
};

struct mt7921;

/* mcu.c */
void mt7921_mcu_fault(struct mt7921 *m, enum mcu_fault fault);
/* A transfer to endpoint 0x08; to 0x04 while FW_DL_EN is set. */
void mt7921_mcu_transfer(struct mt7921 *m, const uint8_t *data, uint32_t len);
void mt7921_mcu_scatter(struct mt7921 *m, const uint8_t *data, uint32_t len);
/* The processor starts again: nothing of before is known. */
void mt7921_mcu_forget(struct mt7921 *m);

/* mcu_fw.c: commands of the ROM, code. */
void mt7921_rom_command(struct mt7921 *m, const struct mcu_command *cmd);
void mt7921_rom_code(struct mt7921 *m, const uint8_t *code, uint32_t len);

/* mcu_cmd.c, mcu_uni.c: commands of the running firmware. */
void mt7921_ce_command(struct mt7921 *m, const struct mcu_command *cmd);
void mt7921_ext_command(struct mt7921 *m, const struct mcu_command *cmd);
void mt7921_uni_command(struct mt7921 *m, const struct mcu_command *cmd);

/* mcu_reply.c */
#define EID_RESULT 0x01
#define EID_REG 0x02
#define EID_SEMAPHORE 0x04
#define EID_SCAN_DONE 0x0d
#define EID_EXT 0xed

struct mcu_reply {
	uint8_t eid, option;
	uint8_t status;		/* behind the event's number: of EXT events that of theirs */
	const uint8_t *body;
	uint32_t len;
	uint64_t takes_ns;	/* more than a command takes anyhow */
};

void mt7921_mcu_reply(struct mt7921 *m, const struct mcu_command *cmd,
		      const struct mcu_reply *reply);
/* Event 1 without a body; UNI: with its result. */
void mt7921_mcu_generic(struct mt7921 *m, const struct mcu_command *cmd);
/* A scan is over at that time. */
void mt7921_mcu_scan(struct mt7921 *m, uint64_t end_ns);
/* good, or with switch mcustatus now and then bad. */
uint8_t mt7921_mcu_status(struct mt7921 *m, uint8_t good, uint8_t bad);
uint64_t mt7921_mcu_timer(const struct mt7921 *m);
void mt7921_mcu_timer_due(struct mt7921 *m);

/* mcu_channel.c */
/* Is there such a channel? band 2, 5 or 6. */
bool mt7921_channel_exists(unsigned int band, unsigned int control);
void mt7921_tune(struct mt7921 *m, const struct mcu_channel *channel);
/* CH_FREQ of the descriptors. */
uint8_t mt7921_channel_code(const struct mt7921 *m);
/* Does the radio listen to a frame of this frequency (0: it is on any channel)? */
bool mt7921_channel_hears(const struct mt7921 *m, uint16_t freq_mhz);

#endif /* MT7921U_MCU_H */
