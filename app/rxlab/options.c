/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../models/parse.h"
#include "options.h"

#define ERR_SIZE 256
#define LIST_SIZE 512
#define SEEDS_MAX 1000
#define JOBS_MAX 64

bool
options_wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("rxlab: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return false;
}

static bool
too_many(const char *what, unsigned int most)
{
	return options_wrong("more than %u %s", most, what);
}

static bool
add_host(struct options *o, const char *text)
{
	char err[ERR_SIZE];

	if (o->nb_hosts == OPTIONS_HOSTS)
		return too_many("hosts", OPTIONS_HOSTS);
	if (!lab_host_parse(text, &o->hosts[o->nb_hosts], o->host_names[o->nb_hosts], err,
			    sizeof(err)))
		return options_wrong("--host: %s", err);
	o->nb_hosts++;
	return true;
}

static bool
add_workload(struct options *o, const char *text)
{
	const struct lab_workload *workload = lab_workload_find(text);

	if (o->nb_workloads == OPTIONS_WORKLOADS)
		return too_many("workloads", OPTIONS_WORKLOADS);
	if (workload == NULL)
		return options_wrong("--workload: no workload \"%s\" (rxlab list)", text);
	o->workloads[o->nb_workloads++] = workload;
	return true;
}

static bool
add_policy(struct options *o, const char *text)
{
	char err[ERR_SIZE];

	if (o->nb_policies == OPTIONS_POLICIES)
		return too_many("holds", OPTIONS_POLICIES);
	if (!lab_policy_parse(text, &o->policies[o->nb_policies], err, sizeof(err)))
		return options_wrong("--hold: %s", err);
	o->nb_policies++;
	return true;
}

/* add() for each word between commas. */
static bool
add_list(struct options *o, const char *option, const char *list,
	 bool (*add)(struct options *, const char *))
{
	char copy[LIST_SIZE], *word, *rest = copy;

	if (strlen(list) >= sizeof(copy))
		return options_wrong("--%s: too long", option);
	strcpy(copy, list);
	while ((word = strsep(&rest, ",")) != NULL)
		if (!add(o, word))
			return false;
	return true;
}

static bool
set_radio(struct options *o, const char *name)
{
	const struct lab_radio *radio = lab_radio_find(name);

	if (radio == NULL)
		return options_wrong("--radio: no radio \"%s\" (rxlab list)", name);
	o->radio = *radio;
	return true;
}

static bool
set_seeds(struct options *o, const char *text)
{
	char first[24];
	size_t len = strcspn(text, "-");

	if (len < sizeof(first)) {
		memcpy(first, text, len);
		first[len] = '\0';
		if (model_parse_u64(first, 0, UINT32_MAX, &o->seed_first) &&
		    model_parse_u64(text[len] == '-' ? text + len + 1 : first, o->seed_first,
				    o->seed_first + SEEDS_MAX - 1, &o->seed_last))
			return true;
	}
	return options_wrong("--seed: \"%s\" is neither A nor A-B, %u at most", text, SEEDS_MAX);
}

static bool
set_jobs(struct options *o, const char *text)
{
	uint64_t n;

	if (!model_parse_u64(text, 1, JOBS_MAX, &n))
		return options_wrong("--jobs: \"%s\" is not 1 to %u", text, JOBS_MAX);
	o->jobs = (unsigned int)n;
	return true;
}

static bool
set_chip(struct options *o, const char *name)
{
	if (usb_device_find(name) == NULL)
		return options_wrong("--chip: no chip \"%s\"", name);
	o->chip = name;
	return true;
}

static bool
set_file(const char *option, const char **at, const char *name)
{
	if (*name == '\0')
		return options_wrong("--%s: no name of a file", option);
	*at = name;
	return true;
}

/* In the order of names[] below. */
enum {
	O_HOST = 1, O_WORKLOAD, O_HOLD, O_RADIO, O_AIR_SET, O_CHIP, O_MODEL_SET, O_SEED,
	O_JOBS, O_CSV, O_PLOT, O_TRACE, O_CHECK, O_CALIBRATE, O_HELP,
};

static const struct option names[] = {
	{ "host", required_argument, NULL, O_HOST },
	{ "workload", required_argument, NULL, O_WORKLOAD },
	{ "hold", required_argument, NULL, O_HOLD },
	{ "radio", required_argument, NULL, O_RADIO },
	{ "air-set", required_argument, NULL, O_AIR_SET },
	{ "chip", required_argument, NULL, O_CHIP },
	{ "model-set", required_argument, NULL, O_MODEL_SET },
	{ "seed", required_argument, NULL, O_SEED },
	{ "jobs", required_argument, NULL, O_JOBS },
	{ "csv", required_argument, NULL, O_CSV },
	{ "plot", required_argument, NULL, O_PLOT },
	{ "trace", required_argument, NULL, O_TRACE },
	{ "check", no_argument, NULL, O_CHECK },
	{ "calibrate", no_argument, NULL, O_CALIBRATE },
	{ "help", no_argument, NULL, O_HELP },
	{ NULL, 0, NULL, 0 },
};

static bool
take(struct options *o, int option, const char *value)
{
	switch (option) {
	case O_HOST:
		return add_list(o, "host", value, add_host);
	case O_WORKLOAD:
		return add_list(o, "workload", value, add_workload);
	case O_HOLD:
		return add_list(o, "hold", value, add_policy);
	case O_RADIO:
		return set_radio(o, value);
	case O_CHIP:
		return set_chip(o, value);
	case O_SEED:
		return set_seeds(o, value);
	case O_JOBS:
		return set_jobs(o, value);
	case O_CSV:
		return set_file("csv", &o->csv, value);
	case O_PLOT:
		return set_file("plot", &o->plot, value);
	case O_TRACE:
		return set_file("trace", &o->trace, value);
	case O_AIR_SET:
		o->air_set = value;
		return true;
	case O_MODEL_SET:
		o->switches = value;
		return true;
	case O_CHECK:
		o->check = true;
		return true;
	default:
		o->calibrate = true;
		return true;
	}
}

static bool
takes(const struct options_usage *usage, const char *name)
{
	const char *at = usage->takes;
	size_t len = strlen(name);

	while ((at = strstr(at, name)) != NULL) {
		if ((at == usage->takes || at[-1] == ' ') && at[len] == ' ')
			return true;
		at += len;
	}
	return false;
}

/* Those of the user come last and count. */
static bool
complete_switches(struct options *o)
{
	int len;

	if (strcmp(o->chip, LAB_CHIP) != 0)
		return true;
	len = snprintf(o->switches_text, sizeof(o->switches_text), "%s%s%s", LAB_SWITCHES,
		       o->switches != NULL ? "/" : "", o->switches != NULL ? o->switches : "");
	o->switches = o->switches_text;
	return (size_t)len < sizeof(o->switches_text) ||
	       options_wrong("--model-set: too long");
}

/* What nobody said. */
static bool
complete(struct options *o, const struct options_usage *usage)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	if (!complete_switches(o))
		return false;
	if (o->jobs == 0)
		o->jobs = cpus < 1 ? 1 : cpus < JOBS_MAX ? (unsigned int)cpus : JOBS_MAX;
	return (o->nb_hosts != 0 || add_list(o, "host", usage->hosts, add_host)) &&
	       (o->nb_workloads != 0 ||
		add_list(o, "workload", usage->workloads, add_workload)) &&
	       (o->nb_policies != 0 || add_list(o, "hold", usage->policies, add_policy));
}

bool
options_parse(int argc, char **argv, const struct options_usage *usage, struct options *o,
	      int *status)
{
	int option, at;

	memset(o, 0, sizeof(*o));
	o->chip = LAB_CHIP;
	o->seed_first = usage->seed_first;
	o->seed_last = usage->seed_last;
	*status = 2;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", names, &at)) != -1) {
		if (option == '?')
			return options_wrong("%s: \"%s\" is no option, or lacks its value "
					     "(--help)", argv[0], argv[optind - 1]);
		if (option == O_HELP) {
			fputs(usage->text, stdout);
			*status = 0;
			return false;
		}
		if (!takes(usage, names[option - 1].name))
			return options_wrong("%s takes no --%s (--help)", argv[0],
					     names[option - 1].name);
		if (!take(o, option, optarg))
			return false;
	}
	if (optind < argc)
		return options_wrong("\"%s\" is no option (--help)", argv[optind]);
	return complete(o, usage);
}

bool
options_add_ladder(struct options *o)
{
	struct lab_policy given[OPTIONS_POLICIES];
	unsigned int n = o->nb_policies, i;

	for (i = 0; i < n; i++)
		if (o->policies[i].ops == &lab_policy_fixed)
			return true;
	memcpy(given, o->policies, sizeof(given));
	o->nb_policies = 0;
	if (!add_list(o, "hold", OPTIONS_LADDER, add_policy))
		return false;
	for (i = 0; i < n; i++) {
		if (o->nb_policies == OPTIONS_POLICIES)
			return too_many("holds", OPTIONS_POLICIES);
		o->policies[o->nb_policies++] = given[i];
	}
	return true;
}

unsigned int
options_seeds(const struct options *o)
{
	return (unsigned int)(o->seed_last - o->seed_first + 1);
}

bool
options_link(const struct options *o, const struct lab_host *host, struct options_link *link)
{
	int len;

	link->radio = o->radio.name != NULL ? o->radio : *lab_radio_find(host->radio);
	if (o->air_set == NULL)
		return true;
	len = snprintf(link->air, sizeof(link->air), "%s/%s", link->radio.air, o->air_set);
	if (len < 0 || (size_t)len >= sizeof(link->air))
		return options_wrong("--air-set: too long");
	link->radio.air = link->air;
	return true;
}

struct lab_conf
options_conf(const struct options *o, const struct lab_host *host,
	     const struct lab_radio *radio, const struct lab_workload *workload,
	     const struct lab_policy *policy, uint64_t seed)
{
	struct lab_conf conf = {
		.host = host,
		.radio = radio,
		.workload = workload,
		.policy = *policy,
		.chip = o->chip,
		.switches = o->switches,
		.seed = seed,
	};

	if (policy->ops != &lab_policy_fixed)
		conf.policy.hold_us = host->speed == USB_SPEED_SUPER ? 32 : 1024;
	return conf;
}
