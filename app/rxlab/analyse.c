/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "usb_replay.h"
#include "wport.h"

#include "analyse.h"
#include "options.h"
#include "plot.h"

static const char usage_text[] =
	"usage: rxlab analyse FILE [options]\n"
	"What a usbmon capture of a USB Wi-Fi device tells of its aggregation: frames in each\n"
	"transfer, what ended it, the hold in force, and what another would have given.\n"
	"Make FILE with: modprobe usbmon; tcpdump -i usbmonBUS -s 0 -w FILE (or Wireshark),\n"
	"begun before the device is plugged in: then its registers are in it too.\n"
	"  --chip=NAME     where its descriptor was not captured\n"
	"  --dev=BUS.DEV   which device, where the capture has several\n"
	"  --host=HOST     whose processor the costs are of (rxlab list), or\n"
	"                  transfer-ns:N/frame-ns:N; default x86 on SuperSpeed, else x86-usb2\n"
	"  --layout=WHOSE  how gaps in descriptors of AX chips are read: vendor (default), linux\n"
	"  --csv=FILE      a line for each transfer\n"
	"  --plot=FILE     .svg or .png, through gnuplot\n";

enum { OPT_CHIP = 1, OPT_DEV, OPT_HOST, OPT_LAYOUT, OPT_CSV, OPT_PLOT, OPT_HELP };

static const struct option long_options[] = {
	{ "chip", required_argument, NULL, OPT_CHIP },
	{ "dev", required_argument, NULL, OPT_DEV },
	{ "host", required_argument, NULL, OPT_HOST },
	{ "layout", required_argument, NULL, OPT_LAYOUT },
	{ "csv", required_argument, NULL, OPT_CSV },
	{ "plot", required_argument, NULL, OPT_PLOT },
	{ "help", no_argument, NULL, OPT_HELP },
	{ NULL, 0, NULL, 0 },
};

static bool
take_chip(struct an_options *o, const char *text)
{
	struct an_chip chip;
	char names[160];

	o->wish.chip = text;
	if (an_chip_by_name(&chip, text, false))
		return true;
	an_chip_names(names, sizeof(names));
	return options_wrong("--chip=%s: none of %s", text, names);
}

static bool
take_device(struct an_options *o, const char *text)
{
	struct replay_filter filter;

	if (replay_parse_device(text, &filter) != 0)
		return options_wrong("--dev=%s: not BUS.DEV", text);
	o->wish.any_device = false;
	o->wish.bus = filter.bus;
	o->wish.device = filter.device;
	return true;
}

static bool
take_host(struct an_options *o, const char *text)
{
	static char name[NAME_SIZE];
	char err[256];

	if (!lab_host_parse(text, &o->host, name, err, sizeof(err)))
		return options_wrong("--host: %s", err);
	o->host_given = true;
	return true;
}

static bool
take_layout(struct an_options *o, const char *text)
{
	o->wish.linux_layout = strcmp(text, "linux") == 0;
	return o->wish.linux_layout || strcmp(text, "vendor") == 0 ||
		options_wrong("--layout=%s: neither vendor nor linux", text);
}

static bool
take_option(struct an_options *o, int option)
{
	switch (option) {
	case OPT_CHIP:
		return take_chip(o, optarg);
	case OPT_DEV:
		return take_device(o, optarg);
	case OPT_HOST:
		return take_host(o, optarg);
	case OPT_LAYOUT:
		return take_layout(o, optarg);
	case OPT_CSV:
		o->csv = optarg;
		return true;
	case OPT_PLOT:
		o->plot = optarg;
		return plot_can(optarg);
	default:
		return options_wrong("analyse --help shows what it takes");
	}
}

static bool
take_file(struct an_options *o, int argc, char **argv)
{
	if (optind == argc)
		return options_wrong("analyse: which capture? (--help)");
	if (optind + 1 < argc)
		return options_wrong("analyse: one capture, and \"%s\"? (--help)",
				     argv[optind + 1]);
	o->wish.file = argv[optind];
	return true;
}

/* False: the program ends with *status. */
static bool
parse(struct an_options *o, int argc, char **argv, int *status)
{
	int option;

	*status = 2;
	o->wish.any_device = true;
	optind = 1;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		if (option == OPT_HELP) {
			fputs(usage_text, stdout);
			*status = 0;
			return false;
		}
		if (!take_option(o, option))
			return false;
	}
	return take_file(o, argc, argv);
}

static bool
pass_with_csv(struct an *an)
{
	const char *name = an->options.csv;
	FILE *csv;
	bool ok;

	if (name == NULL)
		return an_pass(an, NULL);
	csv = fopen(name, "we");
	if (csv == NULL)
		return options_wrong("%s: %s", name, strerror(errno));
	ok = an_pass(an, csv);
	if (ferror(csv) != 0) {
		fclose(csv);
		return options_wrong("%s: cannot be written", name);
	}
	if (fclose(csv) != 0)
		return options_wrong("%s: %s", name, strerror(errno));
	return ok;
}

static const struct lab_host *
usual_host(bool super)
{
	const struct lab_host *host;
	unsigned int i;

	for (i = 0; (host = lab_host_at(i)) != NULL; i++)
		if ((host->speed == USB_SPEED_SUPER) == super)
			return host;
	return lab_host_at(0);
}

static bool
run(struct an *an)
{
	struct an_options *o = &an->options;

	if (!an_scan_file(o->wish.file, &an->scan))
		return false;
	an->device = an_scan_choose(&an->scan, &o->wish, &an->chip);
	if (an->device == NULL)
		return false;
	if (!o->host_given)
		o->host = *usual_host(an->device->super);
	if (!an_measure(an) || !pass_with_csv(an))
		return false;
	an_print(an, stdout);
	if (fflush(stdout) != 0 || ferror(stdout) != 0)
		return options_wrong("standard output: %s", strerror(errno));
	return o->plot == NULL || an_plot(an, o->plot);
}

int
lab_analyse(int argc, char **argv)
{
	struct an *an = calloc(1, sizeof(*an));
	int status = EXIT_FAILURE;

	if (an == NULL) {
		options_wrong("analyse: no memory");
		return EXIT_FAILURE;
	}
	if (parse(&an->options, argc, argv, &status))
		status = run(an) ? EXIT_SUCCESS : EXIT_FAILURE;
	an_result_fini(&an->result);
	free(an);
	return status;
}
