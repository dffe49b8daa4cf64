/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef OPTIONS_H
#define OPTIONS_H

/* The options of "rxlab COMMAND". */

#include "names.h"

#define OPTIONS_HOSTS 8
#define OPTIONS_WORKLOADS 16
#define OPTIONS_POLICIES 16
#define OPTIONS_SWITCHES_SIZE 256

/* The fixed holds that are compared. */
#define OPTIONS_LADDER "32,64,128,256,512,1024"

struct options {
	struct lab_host hosts[OPTIONS_HOSTS];
	char host_names[OPTIONS_HOSTS][NAME_SIZE];
	unsigned int nb_hosts;
	const struct lab_workload *workloads[OPTIONS_WORKLOADS];
	unsigned int nb_workloads;
	struct lab_policy policies[OPTIONS_POLICIES];
	unsigned int nb_policies;
	struct lab_radio radio;		/* name NULL: each host's */
	const char *air_set;		/* behind the radio's own */
	const char *chip, *switches;
	char switches_text[OPTIONS_SWITCHES_SIZE];
	uint64_t seed_first, seed_last;
	unsigned int jobs;
	const char *csv, *plot, *trace;
	bool check, calibrate;
};

/* What one command takes, and what it has where nothing is said. */
struct options_usage {
	const char *text;		/* all of --help */
	const char *takes;		/* names of options, a space behind each */
	const char *hosts, *workloads, *policies;	/* lists as a user would give */
	uint64_t seed_first, seed_last;
};

/* False: the program ends with *status, the reason was printed. */
bool options_parse(int argc, char **argv, const struct options_usage *usage,
		   struct options *o, int *status);

/* One line on standard error behind "rxlab: "; false. */
bool options_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Where no fixed hold is among the policies: the ladder of them, in front. */
bool options_add_ladder(struct options *o);

unsigned int options_seeds(const struct options *o);

/* The link of a host: its own or --radio, with --air-set. The air's text stays in link. */
#define OPTIONS_AIR_SIZE 256
struct options_link {
	struct lab_radio radio;
	char air[OPTIONS_AIR_SIZE];
};
bool options_link(const struct options *o, const struct lab_host *host,
		  struct options_link *link);

/*
 * One run; it points into what it was made of. A policy that adapts starts where the
 * drivers do: 32 us on SuperSpeed, 1024 us elsewhere.
 */
struct lab_conf options_conf(const struct options *o, const struct lab_host *host,
			     const struct lab_radio *radio,
			     const struct lab_workload *workload,
			     const struct lab_policy *policy, uint64_t seed);

#endif /* OPTIONS_H */
