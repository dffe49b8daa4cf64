#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""check-features.py: do doc/guides/nics/features/*.ini say what the drivers do?

For every feature that code can show, the pattern that shows it: a feature that is
claimed without it, and one that is there and not claimed, are both errors. What
each feature of DPDK means stands in its doc/guides/nics/features.rst.
"""
import configparser
import glob
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

EVIDENCE = {
    "Speed capabilities": r"->speed_capa\s*=",
    "Link status": r"\.link_update\s*=",
    "Link status event": r"RTE_ETH_EVENT_INTR_LSC",
    "Removal event": r"RTE_ETH_EVENT_INTR_RMV",
    "Rx interrupt": r"\.rx_queue_intr_enable\s*=",
    "Lock-free Tx queue": r"RTE_ETH_TX_OFFLOAD_MT_LOCKFREE",
    "Fast mbuf free": r"RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE",
    "Free Tx mbuf on demand": r"\.tx_done_cleanup\s*=",
    "Queue start/stop": r"\.rx_queue_start\s*=",
    "Runtime Rx queue setup": r"RTE_ETH_DEV_CAPA_RUNTIME_RX_QUEUE_SETUP",
    "Burst mode info": r"\.rx_burst_mode_get\s*=",
    "MTU update": r"\.mtu_set\s*=",
    "Scattered Rx": r"RTE_ETH_RX_OFFLOAD_SCATTER",
    "LRO": r"RTE_ETH_RX_OFFLOAD_TCP_LRO",
    "TSO": r"RTE_ETH_TX_OFFLOAD_TCP_TSO",
    "Promiscuous mode": r"\.promiscuous_enable\s*=",
    "Allmulticast mode": r"\.allmulticast_enable\s*=",
    "Unicast MAC filter": r"\.hw_set_mac\s*=",
    "Multicast MAC filter": r"\.set_mc_addr_list\s*=",
    "CRC offload": r"\.fcs\s*=\s*true",     # of a chip; wport_ethdev.c offers it then
    "VLAN offload": r"RTE_ETH_RX_OFFLOAD_VLAN_STRIP",
    "L3 checksum offload": r"RTE_ETH_RX_OFFLOAD_(CHECKSUM|IPV4_CKSUM)\b",
    "L4 checksum offload": r"RTE_ETH_RX_OFFLOAD_(CHECKSUM|TCP_CKSUM)\b",
    "Timestamp offload": r"RTE_ETH_RX_OFFLOAD_TIMESTAMP",
    "Packet type parsing": r"\.dev_supported_ptypes_get\s*=",
    "Rx descriptor status": r"->rx_descriptor_status\s*=",
    "Tx descriptor status": r"->tx_descriptor_status\s*=",
    "Basic stats": r"\.stats_get\s*=",
    "Extended stats": r"\.xstats_get\s*=",
    "Stats per queue": r"q_ipackets|rxb_stats_one_queue|RTE_ETH_DEV_AUTOFILL_QUEUE_XSTATS",
    "FW version": r"\.fw_version_get\s*=",
    "EEPROM dump": r"\.get_eeprom\s*=",
    "Registers dump": r"\.get_reg\s*=",
    "Multiprocess aware": r"RTE_PROC_PRIMARY",
}

# The shared code has them, and they are a driver's where it also says this.
CONDITION = {
    "Link status event": r"\.brings_up\s*=\s*true",
    "Removal event": r"\.brings_up\s*=\s*true",
}

# What no pattern in a driver shows; anything else is a feature that DPDK does not know.
UNSEEN = {"Linux", "x86-64", "Usage doc", "Design doc", "Perf doc"}


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def driver_text(driver):
    """Its own files, and those that all families share."""
    paths = glob.glob(os.path.join(TOP, "drivers", "net", driver, "*.[ch]"))
    paths += glob.glob(os.path.join(TOP, "drivers", "common", "wport", "*.[ch]"))
    return "".join(strip_comments(open(path, encoding="utf-8").read()) for path in sorted(paths))


def check(path):
    driver = os.path.splitext(os.path.basename(path))[0]
    ini = configparser.ConfigParser(delimiters="=", comment_prefixes=";")
    ini.optionxform = str
    ini.read(path, encoding="utf-8")
    claimed = {name.strip(): value.strip() for name, value in ini["Features"].items()}
    text = driver_text(driver)
    errors = [f"{name}: no such feature" for name in claimed
              if name not in EVIDENCE and name not in UNSEEN]
    errors += [f"{name}: '{value}' is neither Y nor P" for name, value in claimed.items()
               if value not in ("Y", "P")]
    for name, pattern in EVIDENCE.items():
        seen = all(re.search(p, text) for p in (pattern, CONDITION.get(name, pattern)))
        if seen and name not in claimed:
            errors.append(f"{name}: the code has it, the file does not")
        if not seen and name in claimed:
            errors.append(f"{name}: the file has it, the code does not")
    if not os.path.exists(os.path.join(TOP, "doc", "guides", "nics", driver + ".rst")):
        errors.append("Usage doc: there is no guide")
    for error in errors:
        print(f"{driver}: {error}", file=sys.stderr)
    return not errors


files = sorted(glob.glob(os.path.join(TOP, "doc", "guides", "nics", "features", "*.ini")))
good = sum(check(path) for path in files)
print(f"{good} passed, {len(files) - good} failed, 0 skipped")
sys.exit(0 if files and good == len(files) else 1)
