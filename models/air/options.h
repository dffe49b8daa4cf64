/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_OPTIONS_H
#define AIR_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../air.h"

#define AIR_AMPDU_MAX 1024	/* MPDUs, the largest BlockAck window of EHT */

enum air_pace { AIR_PACE_PHY, AIR_PACE_CAPTURE };
enum air_fcs { AIR_FCS_AUTO, AIR_FCS_ABSENT, AIR_FCS_PRESENT };

enum air_protect {
	AIR_PROTECT_NONE,
	AIR_PROTECT_WEP40,
	AIR_PROTECT_TKIP,
	AIR_PROTECT_CCMP128,
	AIR_PROTECT_CCMP256,
	AIR_PROTECT_GCMP128,
	AIR_PROTECT_GCMP256,
};

/* What the chip can receive at best: bounds what of mode, nss and bw is not given. */
struct air_most {
	enum air_mode mode;
	uint8_t nss;
	uint8_t bw;		/* as air_rate.bw */
};

struct air_options {
	bool loop;
	enum air_pace pace;
	uint32_t start_ms;	/* silence before the first frame */
	bool start_never;	/* ... until it is released */
	uint64_t rate_mbps;	/* offered load, 0: no cap */
	struct air_rate rate;
	bool mode_given;
	struct air_most most;
	uint32_t ampdu;		/* MPDUs per PPDU at most */
	int8_t rssi_dbm;
	bool lossless;
	bool qos;
	bool htc;
	bool a4;
	enum air_protect protect;
	bool undecrypted;
	uint32_t fcsbad;	/* every so many MPDUs, 0: never */
	uint32_t nulls;		/* a QoS Null before every so many packets */
	uint32_t amsdu;		/* packets per A-MSDU, 0 and 1: no A-MSDU */
	uint32_t frag;		/* body bytes per fragment, 0: whole */
	int tid;		/* 0..7, or -1: from the IP precedence */
	enum air_fcs fcs;
	uint8_t bssid[6];
	uint8_t da[6];		/* of generated packets */
	/* Of an air that is given packets while time goes on (options_live.c). */
	bool live;
	bool live_given;	/* one of those below was given */
	bool access_given;
	uint32_t access_min_us, access_max_us;
	uint64_t seed;
	uint32_t retry;		/* further tries of an MPDU */
	bool rate_ewma;		/* else the rate is fixed */
};

/*
 * Fill from text, "NAME:VALUE[/NAME:VALUE...]" or NULL. Fields that text does
 * not name keep what the caller put there. False and one line in err.
 */
bool air_options_parse(struct air_options *options, const char *text,
		       char *err, size_t err_size);

/* The defaults; lossless and live are what the kind of source wants. */
void air_options_default(struct air_options *options, bool lossless, bool live);

/* options_live.c: 1 taken, 0 not one of its own, -1 a value that it does not take. */
int air_options_live(struct air_options *options, const char *name, const char *value);
/* What does not go together with the kind of air; NULL: nothing. */
const char *air_options_live_wrong(const struct air_options *options);

/*
 * Take the next NAME:VALUE off *text into name and value. 1, 0 at the end, -1
 * when it has not that form or does not fit.
 */
int air_option_next(const char **text, char *name, char *value, size_t size);

#endif /* AIR_OPTIONS_H */
