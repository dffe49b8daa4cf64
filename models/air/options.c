/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "../parse.h"
#include "options.h"
#include "phy.h"

#define TEXT_MAX 64
#define UNSET 0xff

void
air_options_default(struct air_options *o, bool lossless, bool live)
{
	/* Locally administered addresses, made up. */
	static const uint8_t bssid[6] = { 0x02, 0x22, 0x8a, 0xa9, 0x00, 0x01 };
	static const uint8_t da[6] = { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 };

	memset(o, 0, sizeof(*o));
	o->rate = (struct air_rate){ AIR_EHT, UNSET, UNSET, UNSET, UNSET };
	o->most = (struct air_most){ AIR_EHT, 2, 3 };
	o->ampdu = 64;
	o->rssi_dbm = -50;
	o->lossless = lossless;
	o->live = live;
	o->retry = 7;
	o->qos = true;
	memcpy(o->bssid, bssid, 6);
	memcpy(o->da, da, 6);
}

static uint8_t
at_most(uint8_t value, uint8_t most)
{
	return value < most ? value : most;
}

/* What is not given becomes the best that the mode, two streams, 160 MHz and the chip
 * allow. */
static void
complete_rate(struct air_options *o)
{
	static const uint8_t best_mcs[] = { 3, 7, 15, 9, 11, 11 };
	static const uint8_t best_bw[] = { 0, 0, 1, 3, 3, 3 };
	struct air_rate *rate = &o->rate;
	uint8_t nss = at_most(2, o->most.nss);

	if (!o->mode_given)
		rate->mode = o->most.mode;
	if (rate->mcs == UNSET)
		rate->mcs = rate->mode == AIR_HT ? (uint8_t)(nss * 8 - 1) :
			    best_mcs[rate->mode];
	if (rate->bw == UNSET)
		rate->bw = at_most(best_bw[rate->mode], o->most.bw);
	if (rate->mode == AIR_HT)
		rate->nss = rate->mcs / 8 + 1;
	else if (rate->nss == UNSET)
		rate->nss = rate->mode >= AIR_VHT ? nss : 1;
	if (rate->gi_ltf == UNSET)	/* 2x LTF and 0.8 us; long GI before HE */
		rate->gi_ltf = rate->mode >= AIR_HE ? 3 : 0;
}

int
air_option_next(const char **text, char *name, char *value, size_t size)
{
	const char *p = *text, *colon, *end;

	if (*p == '\0')
		return 0;
	end = strchrnul(p, '/');
	colon = memchr(p, ':', (size_t)(end - p));
	if (colon == NULL || colon == p || (size_t)(colon - p) >= size ||
	    (size_t)(end - colon) > size)
		return -1;
	memcpy(name, p, (size_t)(colon - p));
	name[colon - p] = '\0';
	memcpy(value, colon + 1, (size_t)(end - colon - 1));
	value[end - colon - 1] = '\0';
	*text = *end == '/' ? end + 1 : end;
	return 1;
}

/* Index of word in a NULL-ended list, or -1. */
static int
word_index(const char *const *list, const char *word)
{
	int i;

	for (i = 0; list[i] != NULL; i++)
		if (strcasecmp(list[i], word) == 0)
			return i;
	return -1;
}

static bool
set_number(const char *value, uint64_t max, uint32_t *out)
{
	uint64_t v;

	if (!model_parse_u64(value, 0, max, &v))
		return false;
	*out = (uint32_t)v;
	return true;
}

static bool
set_byte(const char *value, uint64_t max, uint8_t *out)
{
	uint32_t v;

	if (!set_number(value, max, &v))
		return false;
	*out = (uint8_t)v;
	return true;
}

static bool
set_word(const char *value, const char *const *list, int *out)
{
	*out = word_index(list, value);
	return *out >= 0;
}

static const char *const modes[] = { "cck", "ofdm", "ht", "vht", "he", "eht", NULL };
static const char *const widths[] = { "20", "40", "80", "160", NULL };

/* "he-2-80": mode, streams, MHz. */
static bool
set_most(const char *value, struct air_most *most)
{
	char mode[TEXT_MAX], nss[2] = "", width[TEXT_MAX];
	int mode_index, width_index, end = -1;

	sscanf(value, "%63[^-]-%1[1-8]-%63[0-9]%n", mode, nss, width, &end);
	if (end < 0 || value[end] != '\0' || !set_word(mode, modes, &mode_index) ||
	    !set_word(width, widths, &width_index))
		return false;
	most->mode = (enum air_mode)mode_index;
	most->nss = (uint8_t)(nss[0] - '0');
	most->bw = (uint8_t)width_index;
	return true;
}

/* 1 taken, 0 not of this group, -1 a value that it does not take. */
static int
rate_option(struct air_options *o, const char *name, const char *value)
{
	int index = 0;
	bool ok;

	if (strcmp(name, "mode") == 0) {
		ok = set_word(value, modes, &index);
		o->rate.mode = (enum air_mode)(ok ? index : 0);
		o->mode_given = true;
	} else if (strcmp(name, "bw") == 0) {
		ok = set_word(value, widths, &index);
		o->rate.bw = (uint8_t)index;
	} else if (strcmp(name, "mcs") == 0) {
		ok = set_byte(value, 31, &o->rate.mcs);
	} else if (strcmp(name, "nss") == 0) {
		ok = set_byte(value, 8, &o->rate.nss);
	} else if (strcmp(name, "gi") == 0) {
		ok = set_byte(value, 5, &o->rate.gi_ltf);
	} else if (strcmp(name, "most") == 0) {
		ok = set_most(value, &o->most);
	} else {
		return 0;
	}
	return ok ? 1 : -1;
}

static int
frame_option(struct air_options *o, const char *name, const char *value)
{
	static const char *const ciphers[] = { "none", "wep40", "tkip", "ccmp128",
					       "ccmp256", "gcmp128", "gcmp256", NULL };
	static const char *const fcs_kinds[] = { "auto", "no", "yes", NULL };
	int index = 0;
	long tid = -1;
	bool ok;

	if (strcmp(name, "qos") == 0) {
		ok = model_parse_bool(value, &o->qos);
	} else if (strcmp(name, "htc") == 0) {
		ok = model_parse_bool(value, &o->htc);
	} else if (strcmp(name, "a4") == 0) {
		ok = model_parse_bool(value, &o->a4);
	} else if (strcmp(name, "undecrypted") == 0) {
		ok = model_parse_bool(value, &o->undecrypted);
	} else if (strcmp(name, "protect") == 0) {
		ok = set_word(value, ciphers, &index);
		o->protect = (enum air_protect)(ok ? index : 0);
	} else if (strcmp(name, "fcs") == 0) {
		ok = set_word(value, fcs_kinds, &index);
		o->fcs = (enum air_fcs)(ok ? index : 0);
	} else if (strcmp(name, "fcsbad") == 0) {
		ok = set_number(value, UINT32_MAX, &o->fcsbad);
	} else if (strcmp(name, "nulls") == 0) {
		ok = set_number(value, UINT32_MAX, &o->nulls);
	} else if (strcmp(name, "amsdu") == 0) {
		ok = set_number(value, 255, &o->amsdu);
	} else if (strcmp(name, "frag") == 0) {
		ok = set_number(value, AIR_MPDU_MAX, &o->frag) &&
		     (o->frag == 0 || o->frag >= 64);
	} else if (strcmp(name, "tid") == 0) {
		ok = strcmp(value, "dscp") == 0 || model_parse_int(value, 0, 7, &tid);
		o->tid = (int)tid;
	} else if (strcmp(name, "bssid") == 0) {
		ok = model_parse_mac(value, o->bssid);
	} else if (strcmp(name, "da") == 0) {
		ok = model_parse_mac(value, o->da);
	} else {
		return 0;
	}
	return ok ? 1 : -1;
}

static int
pace_option(struct air_options *o, const char *name, const char *value)
{
	static const char *const paces[] = { "phy", "capture", NULL };
	int index = 0;
	long rssi = 0;
	bool ok;

	if (strcmp(name, "loop") == 0) {
		ok = model_parse_bool(value, &o->loop);
	} else if (strcmp(name, "pace") == 0) {
		ok = set_word(value, paces, &index);
		o->pace = (enum air_pace)(ok ? index : 0);
	} else if (strcmp(name, "rate") == 0) {
		ok = model_parse_u64(value, 0, 100000, &o->rate_mbps);
	} else if (strcmp(name, "start") == 0) {
		o->start_never = strcmp(value, "never") == 0;
		ok = o->start_never || set_number(value, 60000, &o->start_ms);
	} else if (strcmp(name, "lossless") == 0) {
		ok = model_parse_bool(value, &o->lossless);
	} else if (strcmp(name, "rssi") == 0) {
		ok = model_parse_int(value, -110, 0, &rssi);
		o->rssi_dbm = (int8_t)rssi;
	} else if (strcmp(name, "ampdu") == 0) {
		ok = set_number(value, AIR_AMPDU_MAX, &o->ampdu) && o->ampdu > 0;
	} else {
		return 0;
	}
	return ok ? 1 : -1;
}

static bool
check_together(const struct air_options *o, char *err, size_t err_size)
{
	const char *why = air_options_live_wrong(o);

	if (why != NULL)
		;	/* the kind of air goes first */
	else if (!air_phy_rate_valid(&o->rate))
		why = "mode, mcs, nss, bw and gi do not go together";
	else if (o->amsdu > 1 && !o->qos)
		why = "amsdu needs qos:1";
	else if (o->amsdu > 1 && o->frag != 0)
		why = "amsdu and frag exclude each other";
	else if (o->htc && !o->qos)
		why = "htc needs qos:1";
	else if (o->undecrypted && o->protect == AIR_PROTECT_NONE)
		why = "undecrypted needs protect";
	if (why != NULL)
		snprintf(err, err_size, "air option: %s", why);
	return why == NULL;
}

bool
air_options_parse(struct air_options *o, const char *text, char *err,
		  size_t err_size)
{
	static int (*const groups[])(struct air_options *, const char *,
				     const char *) = {
		rate_option, frame_option, pace_option, air_options_live,
	};
	const char *rest = text != NULL ? text : "";
	char name[TEXT_MAX], value[TEXT_MAX];
	unsigned int g;
	int got, taken = 0;

	while ((got = air_option_next(&rest, name, value, TEXT_MAX)) > 0) {
		for (g = 0, taken = 0; g < sizeof(groups) / sizeof(groups[0]) && taken == 0; g++)
			taken = groups[g](o, name, value);
		if (taken == 1)
			continue;
		snprintf(err, err_size, taken == 0 ? "air option: no option \"%s\"" :
			 "air option: \"%s\" does not take \"%s\"", name, value);
		return false;
	}
	if (got < 0) {
		snprintf(err, err_size, "air option: \"%s\" is not NAME:VALUE", rest);
		return false;
	}
	complete_rate(o);
	return check_together(o, err, err_size);
}
