/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <rte_errno.h>

#include "wport_bits.h"

#include "mt76u.h"
#include "mt76u_bytes.h"
#include "mt76u_caps.h"
#include "mt76u_chan.h"
#include "mt76u_dma.h"
#include "mt76u_fw_file.h"
#include "mt76u_hw.h"
#include "mt76u_load.h"
#include "mt76u_mcu.h"
#include "mt76u_regs.h"
#include "mt76u_up.h"

#define POWER_CTRL_MS	1000u
#define START_MS	1500u

struct up {
	struct wport *port;
	const struct mt76u_fw_files *files;	/* NULL: what runs is used */
	bool again;				/* the second time */
};

struct step {
	const char *name;
	int (*run)(const struct up *up);
};

/* As Linux begins: whoever had the device before may have left endpoints halted. */
static int
reset_port(const struct up *up)
{
	struct usb_transport *usb = up->port->usb;
	int ret;

	if (usb->ops->reset == NULL)
		return 0;
	ret = usb->ops->reset(usb);
	if (ret != 0)
		WPORT_LOG(ERR, up->port, "reset of the USB port: %s", rte_strerror(-ret));
	else
		mt76u_hw_of(up->port)->halted = 0;
	return ret;
}

static int
reset_chip(const struct up *up)
{
	uint32_t state;
	int ret = mt76u_state(up->port, &state);

	if (ret != 0 || ((state & MT76U_CONN_N9_RDY) == 0 && !up->again))
		return ret;
	return mt76u_reset(up->port);
}

static int
power_on(const struct up *up)
{
	return mt76u_power_on(up->port);
}

static int
set_up_dma(const struct up *up)
{
	return mt76u_set_up_dma(up->port);
}

static int
set_up_usb(const struct up *up)
{
	int ret = mt76u_set_up_usb(up->port);

	if (ret == 0)
		ret = mt76u_events_apart(up->port);
	return ret == 0 ? mt76u_keep_endpoints(up->port) : ret;
}

static int
download_mode(struct wport *port, bool on)
{
	return wport_reg_mask(port, MT76U_TX_QSEL, MT76U_TX_QSEL_FW_DL,
			      on ? MT76U_TX_QSEL_FW_DL : 0);
}

/* Linux waits for the boot loader too, and goes on when it does not come. */
static int
wake_boot_loader(const struct up *up)
{
	static const uint8_t on[4] = { 1 };
	struct wport *port = up->port;
	int ret = wport_reg_write(port, MT76U_SWDEF_MODE, 0);

	mt76u_mcu_unsettle(port);
	if (ret == 0)
		ret = download_mode(port, true);
	if (ret == 0)
		ret = mt76u_mcu_send(port, &mt76u_cmd_nic_power_ctrl, on, sizeof(on), NULL);
	if (ret != 0)
		return ret;
	ret = mt76u_wait_state(port, MT76U_CONN_STATE, MT76U_CONN_PWR_ON, POWER_CTRL_MS, false);
	if (ret != -EIO)
		return ret;
	WPORT_LOG(WARNING, port, "%s: the boot loader does not say that it is ready; going on",
		  mt76u_cmd_nic_power_ctrl.name);
	return 0;
}

static int
load_patch(const struct up *up)
{
	return mt76u_load_patch(up->port, &up->files->patch);
}

static int
load_ram(const struct up *up)
{
	return mt76u_load_ram(up->port, &up->files->ram);
}

static int
wait_start(const struct up *up)
{
	return mt76u_wait_state(up->port, MT76U_CONN_N9_RDY, MT76U_CONN_N9_RDY, START_MS, true);
}

static void
take_mac(struct wport *port, const struct rte_ether_addr *mac)
{
	if (rte_is_valid_assigned_ether_addr(mac)) {
		port->mac = *mac;
		return;
	}
	rte_eth_random_addr(port->mac.addr_bytes);
	WPORT_LOG(WARNING, port, "the chip has no MAC address; the port takes a random one");
}

static int
get_caps(const struct up *up)
{
	struct wport *port = up->port;
	struct mt76u_caps *caps = &mt76u_hw_of(port)->caps;
	struct mt76u_answer answer;
	int ret = mt76u_mcu_send(port, &mt76u_cmd_get_nic_capab, NULL, 0, &answer);

	if (ret != 0)
		return ret;
	ret = mt76u_caps_parse(answer.body, answer.body_len, caps);
	if (ret != 0) {
		WPORT_LOG(ERR, port, "%s: the %u bytes of the answer are no list of what the "
			  "chip can", mt76u_cmd_get_nic_capab.name, answer.body_len);
		return ret;
	}
	if (caps->nss == 0 || caps->nss > port->chip->nss_max)
		caps->nss = port->chip->nss_max;
	take_mac(port, &caps->mac);
	WPORT_LOG(INFO, port, "firmware runs: " RTE_ETHER_ADDR_PRT_FMT ", %u antennas, "
		  "6 GHz %s", RTE_ETHER_ADDR_BYTES(&port->mac), caps->nss,
		  caps->band_6g ? "yes" : "no");
	return 0;
}

/* Without it the radio hears 2.4 GHz only (Network-Weather/mt76-usb-macos). */
static int
load_calibration(const struct up *up)
{
	static const uint8_t from_efuse[4] = { 0, 1 };
	int ret = download_mode(up->port, false);

	return ret != 0 ? ret : mt76u_mcu_send(up->port, &mt76u_cmd_efuse_buffer_mode,
					       from_efuse, sizeof(from_efuse), NULL);
}

/* Of what Linux sets up, without statistics of airtime and the table of stations. */
static int
set_up_bands(struct wport *port)
{
	const struct wport_reg_set sets[] = {
		{ MT76U_TMAC_CTCR0, MT76U_TMAC_CTCR0_DDLMT, MT76U_TMAC_CTCR0_DDLMT },
		{ MT76U_RSCR, MT76U_RSCR_RCPI, MT76U_RSCR_RCPI_FRAME },
		{ MT76U_TMAC_CTCR0 + MT76U_BAND_1, MT76U_TMAC_CTCR0_DDLMT,
		  MT76U_TMAC_CTCR0_DDLMT },
		{ MT76U_RSCR + MT76U_BAND_1, MT76U_RSCR_RCPI, MT76U_RSCR_RCPI_FRAME },
	};

	return wport_reg_apply(port, sets, RTE_DIM(sets));
}

static int
set_up_mac(const struct up *up)
{
	int ret = mt76u_set_up_mac(up->port);

	return ret == 0 && up->files != NULL ? set_up_bands(up->port) : ret;
}

/* A chip that sleeps hears nothing. */
static int
stay_awake(const struct up *up)
{
	uint8_t config[328] = { 0 };
	static const uint8_t band_on[4] = { 1 };
	int ret;

	memcpy(config + 8, "KeepFullPwr 1", 13);
	ret = mt76u_mcu_send(up->port, &mt76u_cmd_chip_config, config, sizeof(config), NULL);
	return ret != 0 ? ret : mt76u_mcu_send(up->port, &mt76u_cmd_mac_init_ctrl, band_on,
					       sizeof(band_on), NULL);
}

/* A monitor's interface: number 0, of nobody's address, in no BSS. */
static int
add_monitor(struct wport *port)
{
	static const uint8_t dev_info[16] = { [6] = 12, [8] = 1 };
	static const uint8_t bss_info[36] = {
		[6] = 32, [8] = 1,
		[12] = 0x02, [14] = 0x01,	/* as an access point, infrastructure */
		[16] = 1,			/* ready */
	};
	int ret = mt76u_mcu_send(port, &mt76u_cmd_dev_info_update, dev_info, sizeof(dev_info),
				 NULL);

	return ret != 0 ? ret : mt76u_mcu_send(port, &mt76u_cmd_bss_info_update, bss_info,
					       sizeof(bss_info), NULL);
}

/* Where nobody says it, a chip that was just started is where Linux begins. */
static int
add_interface(const struct up *up)
{
	struct wport *port = up->port;
	int ret;

	if (port->channel.control == 0)
		port->channel = (struct rte_wlan_channel){
			.band = 2, .control = 1, .width_mhz = 20,
		};
	ret = mt76u_hw_check_channel(port);
	if (ret == 0)
		ret = mt76u_chan_set_rx_path(port);
	return ret == 0 && wport_is_monitor(port) ? add_monitor(port) : ret;
}

/* Beacons are not the firmware's business then. */
static int
go_on_channel(const struct up *up)
{
	static const uint8_t bss[4];
	struct wport *port = up->port;
	int ret = mt76u_chan_switch(port);

	if (ret == 0 && wport_is_monitor(port))
		ret = mt76u_mcu_send(port, &mt76u_cmd_set_bss_abort, bss, sizeof(bss), NULL);
	return ret == 0 ? mt76u_hw_set_filter(port) : ret;
}

/* Where nobody says it, the chip stays where it is. */
static int
tune(const struct up *up)
{
	struct wport *port = up->port;
	int ret;

	if (port->channel.control != 0)
		return mt76u_hw_set_channel(port);
	ret = wport_is_monitor(port) ? mt76u_chan_listen(port) : 0;
	return ret == 0 ? mt76u_hw_set_filter(port) : ret;
}

static int
find_running(const struct up *up)
{
	uint32_t state;
	int ret = mt76u_state(up->port, &state);

	if (ret != 0 || (state & MT76U_CONN_N9_RDY) == MT76U_CONN_N9_RDY)
		return ret;
	WPORT_LOG(ERR, up->port, "no firmware runs in the chip (register 0x%x reads 0x%08x): "
		  "firmware= names the folder of one", MT76U_CONN_ON_MISC, state);
	return -EIO;
}

/* Another driver, or a machine that slept, may have left it otherwise. */
static int
find_dma(const struct up *up)
{
	struct wport *port = up->port;
	uint32_t dummy;
	int ret = wport_reg_read(port, MT76U_DUMMY_CR, &dummy);

	if (ret != 0 || (dummy & MT76U_DUMMY_CR_REINIT) != 0)
		return ret;
	return mt76u_set_up_dma(port);
}

static const struct step cold[] = {
	{ "USB port", reset_port },
	{ "reset", reset_chip },
	{ "power", power_on },
	{ "DMA", set_up_dma },
	{ "USB DMA", set_up_usb },
	{ "boot loader", wake_boot_loader },
	{ "patch", load_patch },
	{ "code", load_ram },
	{ "start", wait_start },
	{ "capabilities", get_caps },
	{ "calibration", load_calibration },
	{ "MAC", set_up_mac },
	{ "power save", stay_awake },
	{ "interface", add_interface },
	{ "channel", go_on_channel },
};

static const struct step warm[] = {
	{ "firmware", find_running },
	{ "DMA", find_dma },
	{ "USB DMA", set_up_usb },
	{ "capabilities", get_caps },
	{ "MAC", set_up_mac },
	{ "channel", tune },
};

static int
run(const struct up *up, const struct step *steps, unsigned int n)
{
	struct wport *port = up->port;
	unsigned int i;
	int ret;

	mt76u_mcu_unsettle(port);
	for (i = 0; i < n; i++) {
		if (up->files != NULL)
			WPORT_LOG(INFO, port, "step %u of %u: %s", i + 1, n, steps[i].name);
		else
			WPORT_LOG(DEBUG, port, "step %u of %u: %s", i + 1, n, steps[i].name);
		ret = steps[i].run(up);
		if (ret != 0) {
			WPORT_LOG(ERR, port, "step %u of %u, %s: %s", i + 1, n, steps[i].name,
				  rte_strerror(-ret));
			return ret;
		}
	}
	/* Until the port starts. */
	return mt76u_hw_set_rx(port, false);
}

/* Not where the device is gone, the wish cannot be fulfilled, or memory is short. */
static bool
may_help(int err)
{
	return err != -ENODEV && err != -EINVAL && err != -ENOTSUP && err != -ENOMEM;
}

int
mt76u_up_cold(struct wport *port, const struct mt76u_fw_files *files)
{
	struct up up = { .port = port, .files = files };
	int ret = run(&up, cold, RTE_DIM(cold));

	if (ret == 0 || !may_help(ret))
		return ret;
	WPORT_LOG(NOTICE, port, "the chip is reset, and all is tried once more");
	up.again = true;
	return run(&up, cold, RTE_DIM(cold));
}

int
mt76u_up_warm(struct wport *port)
{
	const struct up up = { .port = port };

	return run(&up, warm, RTE_DIM(warm));
}
