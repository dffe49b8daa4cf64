/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "analyse.h"
#include "plot.h"

bool
an_plot(const struct an *an, const char *file)
{
	const struct an_result *result = &an->result;
	double rates[AN_RUNGS], delays[AN_RUNGS], frames[AN_RUNGS], cpu[AN_RUNGS];
	double s = an_seconds(result);
	const char *names[AN_RUNGS];
	char text[AN_RUNGS][16];
	struct plot plot;
	unsigned int i;

	for (i = 0; i < result->nb_rungs; i++) {
		const struct an_rung *rung = &result->rungs[i];

		snprintf(text[i], sizeof(text[i]), "%u", rung->hold_us);
		names[i] = text[i];
		rates[i] = rung->transfers / s;
		delays[i] = an_rung_delay_us(rung, 990);
		frames[i] = rung->transfers == 0 ? 0 :
			(double)rung->nb_frames / rung->transfers;
		cpu[i] = an_cpu_percent(&an->options.host, rates[i], rung->nb_frames / s);
	}
	if (!plot_begin(&plot, file, 2))
		return false;
	plot_panel(&plot, &(struct plot_panel){
		.title = "what each hold (us) would have given", .left = "transfers per second",
		.right = "99 % of frames wait less, us", .names = names, .bars = rates,
		.points = delays, .n = result->nb_rungs });
	plot_panel(&plot, &(struct plot_panel){
		.title = an->options.host.name, .left = "frames per transfer",
		.right = "processor, %", .names = names, .bars = frames, .points = cpu,
		.n = result->nb_rungs });
	return plot_end(&plot);
}
