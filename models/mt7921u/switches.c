/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../parse.h"
#include "chip.h"

/* Each switch is a question that nothing public answers, or a fault to try a driver with.
 * The first value is the default. */

#define EVENT_PPDUS 50u
#define CHANNEL 36		/* CH_FREQ, openwrt/mt76 mt792x_mac.c */
#define CHAIN_STEP_DB (-2)	/* made up: chains that differ */

/* Estimates: Linux waits for 500, 200 and 1500 ms. */
#define POWER_ON_MS 2u
#define INIT_DONE_MS 50u
#define FW_READY_MS 20u

void
mt7921_switches_default(struct switches *sw)
{
	/* The access point and the station of models/air. */
	static const uint8_t mac[6] = { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 };
	static const uint8_t bssid[6] = { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x01 };

	memset(sw, 0, sizeof(*sw));
	memcpy(sw->mac, mac, 6);
	memcpy(sw->bssid, bssid, 6);
	sw->groups = GROUPS_AUTO;
	sw->xlat = true;
	sw->xlat_frag = true;
	sw->channel = CHANNEL;
	sw->rxv.chains = 2;
	sw->rxv.chain_step_db = CHAIN_STEP_DB;
	sw->rxv.he_mode = RXV_HE_SU;
	sw->event = EVENT_PPDUS;
	sw->poweron = POWER_ON_MS;
	sw->initdone = INIT_DONE_MS;
	sw->fwready = FW_READY_MS;
}

static struct switches *
sw_of(struct usb_device *dev)
{
	return &mt7921_of(dev)->sw;
}

static bool
every(const char *value, uint32_t *out)
{
	return core_switch_number(value, 0, UINT32_MAX, out);
}

/* "auto", "none" or digits of the groups, each once. */
static bool
set_groups(struct usb_device *dev, const char *value)
{
	uint8_t groups = 0;
	const char *p;

	if (strcmp(value, "auto") == 0 || strcmp(value, "none") == 0) {
		sw_of(dev)->groups = value[0] == 'a' ? GROUPS_AUTO : 0;
		return true;
	}
	for (p = value; *p >= '1' && *p <= '5'; p++) {
		if ((groups & RXD_GROUP(*p - '0')) != 0)
			return false;
		groups |= RXD_GROUP(*p - '0');
	}
	if (*p != '\0' || groups == 0)
		return false;
	sw_of(dev)->groups = groups;
	return true;
}

/* Which of a list of words value is, or -1. */
static int
word_index(const char *value, const char *const *words, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (strcmp(value, words[i]) == 0)
			return i;
	return -1;
}

static bool
set_pad(struct usb_device *dev, const char *value)
{
	static const char *const words[] = {
		[PAD_ALIGN4_PLUS4] = "align4+4", [PAD_NONE] = "0", [PAD_ALIGN4] = "align4",
		[PAD_4] = "4",
	};
	int i = word_index(value, words, 4);

	if (i >= 0)
		sw_of(dev)->pad = (unsigned int)i;
	return i >= 0;
}

static bool
set_he(struct usb_device *dev, const char *value)
{
	static const char *const words[] = { "su", "er", "tb", "mu" };
	int i = word_index(value, words, 4);

	if (i >= 0)
		sw_of(dev)->rxv.he_mode = (uint8_t)(RXV_HE_SU + i);
	return i >= 0;
}

static bool
set_chainstep(struct usb_device *dev, const char *value)
{
	long db;

	if (!model_parse_int(value, -30, 30, &db))
		return false;
	sw_of(dev)->rxv.chain_step_db = (int8_t)db;
	return true;
}

static bool
set_chains(struct usb_device *dev, const char *value)
{
	bool four = false;

	if (!core_switch_either(value, "2", "4", &four))
		return false;
	sw_of(dev)->rxv.chains = four ? 4 : 2;
	return true;
}

/* The register that decides: a host may write it too. */
static bool
set_eventep(struct usb_device *dev, const char *value)
{
	struct mt7921 *m = mt7921_of(dev);
	uint32_t host = mt7921_regs_get(&m->regs, REG_WFDMA_HOST_CONFIG);
	bool mcu;

	if (!core_switch_either(value, "data", "mcu", &mcu))
		return false;
	host = mcu ? host & ~HOST_CONFIG_USB_RXEVT_EP4_EN :
	       host | HOST_CONFIG_USB_RXEVT_EP4_EN;
	return mt7921_regs_set(&m->regs, REG_WFDMA_HOST_CONFIG, host);
}

/* Everything else that was set stays. */
static bool
set_boot(struct usb_device *dev, const char *value)
{
	struct mt7921 *m = mt7921_of(dev);
	bool cold;

	if (!core_switch_either(value, "ready", "cold", &cold))
		return false;
	return cold ? mt7921_boot_cold(m) : mt7921_boot_ready(m);
}

static bool
milliseconds(const char *value, uint32_t *out)
{
	if (strcmp(value, "never") != 0)
		return core_switch_number(value, 0, 60000, out);
	*out = MCU_NEVER_MS;
	return true;
}

/* What the chip was made with; the host may have set another since. */
static bool
set_mac(struct usb_device *dev, const char *value)
{
	struct mt7921 *m = mt7921_of(dev);

	if (!model_parse_mac(value, m->sw.mac))
		return false;
	memcpy(m->mac, m->sw.mac, 6);
	return true;
}

static bool
set_bssid(struct usb_device *dev, const char *value)
{
	struct mt7921 *m = mt7921_of(dev);

	if (!model_parse_mac(value, m->sw.bssid))
		return false;
	memcpy(m->bssid, m->sw.bssid, 6);
	return true;
}

#define SETTER CORE_SWITCH_SETTER

SETTER(composite, core_switch_either(value, "0", "1", &sw_of(dev)->composite))
SETTER(xlat, core_switch_either(value, "0", "1", &sw_of(dev)->xlat))
SETTER(xlatfrag, core_switch_either(value, "0", "1", &sw_of(dev)->xlat_frag))
SETTER(channel, core_switch_small(value, 255, &sw_of(dev)->channel))
SETTER(chfreq, core_switch_small(value, 255, &sw_of(dev)->chfreq))
SETTER(padbyte, core_switch_small(value, 255, &sw_of(dev)->pad_byte) &&
       core_switch_small(value, 255, &dev->sw.fill))
SETTER(size, core_switch_either(value, "before", "after", &dev->sw.size_after))
SETTER(ldpc, core_switch_either(value, "0", "1", &sw_of(dev)->rxv.ldpc))
SETTER(stbc, core_switch_small(value, 3, &sw_of(dev)->rxv.stbc))
SETTER(event, every(value, &sw_of(dev)->event))
SETTER(badlen, every(value, &sw_of(dev)->badlen))
SETTER(unknown, every(value, &sw_of(dev)->unknown))
SETTER(cm, every(value, &sw_of(dev)->cm))
SETTER(clm, every(value, &sw_of(dev)->clm))
SETTER(icv, every(value, &sw_of(dev)->icv))
SETTER(mic, every(value, &sw_of(dev)->mic))
SETTER(poweron, milliseconds(value, &sw_of(dev)->poweron))
SETTER(initdone, milliseconds(value, &sw_of(dev)->initdone))
SETTER(fwready, core_switch_number(value, 0, 60000, &sw_of(dev)->fwready))
SETTER(wfreset, core_switch_either(value, "cold", "rom", &sw_of(dev)->wfreset_rom))
SETTER(busreset, core_switch_either(value, "keep", "dma", &sw_of(dev)->busreset_dma))
SETTER(hop, core_switch_either(value, "keep", "mute", &sw_of(dev)->hopmute))
SETTER(patched, core_switch_either(value, "0", "1", &sw_of(dev)->patched))
SETTER(nosem, core_switch_either(value, "0", "1", &sw_of(dev)->nosem))
SETTER(fwrefuse, core_switch_either(value, "0", "1", &sw_of(dev)->fwrefuse))
SETTER(mcusilent, every(value, &sw_of(dev)->mcusilent))
SETTER(mcubadseq, every(value, &sw_of(dev)->mcubadseq))
SETTER(mcustatus, every(value, &sw_of(dev)->mcustatus))
SETTER(mcushort, every(value, &sw_of(dev)->mcushort))
SETTER(mculate, core_switch_number(value, 0, 60000, &sw_of(dev)->mculate))

const struct core_switch mt7921_switches[] = {
	{ "boot", "ready|cold", "firmware runs and DMA is set up, or as plugged in; first of "
	  "all switches, before any request", set_boot },
	{ "poweron", "2|MS|never", "from POWER_ON to CONN_ON_MISC 1", set_poweron },
	{ "initdone", "50|MS|never", "from a WFSYS reset to INIT_DONE", set_initdone },
	{ "fwready", "20|MS", "from FW_START to CONN_ON_MISC 3", set_fwready },
	{ "wfreset", "cold|rom", "after a WFSYS reset: POWER_ON and DMA anew, or neither",
	  set_wfreset },
	{ "busreset", "keep|dma", "a reset of the port takes nothing, or DMA's registers",
	  set_busreset },
	{ "hop", "keep|mute", "CHANNEL_SWITCH ends monitoring until the next SNIFFER",
	  set_hop },
	{ "patched", "0|1", "the patch is there already", set_patched },
	{ "groups", "auto|none|LIST", "groups of a descriptor, such as 123 or 12345; auto: "
	  "123, 4 with a translated header, 5 as DMA_DCR0 says", set_groups },
	{ "composite", "0|1", "descriptors with Bluetooth on interfaces 0 - 2, Wi-Fi on 3",
	  set_composite },
	{ "xlat", "1|0", "the station's entry allows header translation (MDP_DCR0 decides)",
	  set_xlat },
	{ "xlatfrag", "1|0", "... of first fragments too", set_xlatfrag },
	{ "channel", "36|CODE", "CH_FREQ: channel, or 181 + n for 6 GHz channel 4 n + 1",
	  set_channel },
	{ "chfreq", "0|CODE", "fault: CH_FREQ of every frame, whatever channel was set; 0 none",
	  set_chfreq },
	{ "pad", "align4+4|0|align4|4", "bytes behind the last unit of a transfer",
	  set_pad },
	{ "padbyte", "0|N", "value of padding bytes", set_padbyte },
	{ "size", "after|before", "RX_AGG_LMT: exceeded by one unit, or never", set_size },
	{ "chains", "2|4", "chains that report a level", set_chains },
	{ "chainstep", "-2|DB", "each further chain is so much stronger", set_chainstep },
	{ "he", "su|er|tb|mu", "TX_MODE of HE PPDUs", set_he },
	{ "ldpc", "0|1", "LDPC bit from HT on", set_ldpc },
	{ "stbc", "0|1..3", "STBC code from HT on; doubles NSTS", set_stbc },
	{ "event", "50|N", "an event after every N PPDUs, 0 none", set_event },
	{ "eventep", "data|mcu", "events on endpoint 0x84, or 0x85 (HOST_CONFIG bit 6)",
	  set_eventep },
	{ "mac", "02:22:8a:00:00:01", "own MAC address", set_mac },
	{ "bssid", "02:22:8a:a9:00:01", "access point of the station", set_bssid },
	{ "fifo", "65536|BYTES", "receive buffer, 2048 up", core_set_fifo },
	{ "badlen", "0|N", "fault: every N-th frame has a LENGTH of 0, 23, 24, 65535 in turn",
	  set_badlen },
	{ "unknown", "0|N", "fault: a unit of another packet type after every N-th frame",
	  set_unknown },
	{ "nosem", "0|1", "fault: the patch semaphore is never given", set_nosem },
	{ "fwrefuse", "0|1", "fault: the firmware does not start", set_fwrefuse },
	{ "mcusilent", "0|N", "fault: every N-th answer to a command does not come",
	  set_mcusilent },
	{ "mcubadseq", "0|N", "fault: ... has the next sequence number", set_mcubadseq },
	{ "mcustatus", "0|N", "fault: ... tells an error, where it tells one", set_mcustatus },
	{ "mcushort", "0|N", "fault: ... ends after 28 bytes", set_mcushort },
	{ "mculate", "0|MS", "fault: every answer comes so much later", set_mculate },
	{ "cm", "0|N", "every N-th decrypted frame: cipher mismatch instead", set_cm },
	{ "clm", "0|N", "... cipher length mismatch", set_clm },
	{ "icv", "0|N", "... ICV error", set_icv },
	{ "mic", "0|N", "... TKIP MIC error", set_mic },
	{ NULL, NULL, NULL, NULL },
};
