/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PLOT_H
#define PLOT_H

/* Pictures by gnuplot. */

#include <stdbool.h>
#include <stdio.h>

struct plot {
	FILE *to;		/* gnuplot's orders */
	int pid;
};

/* Does the name say SVG or PNG? */
bool plot_can(const char *file);
/*
 * file ends in .svg or .png; panels one below the other. False, with one line on standard
 * error, when that cannot be. The same orders make the same bytes of an SVG.
 */
bool plot_begin(struct plot *plot, const char *file, unsigned int panels);
bool plot_end(struct plot *plot);

/*
 * One panel of n named columns: two figures of each, the first as bars against the left
 * axis, the second as points against the right one.
 */
struct plot_panel {
	const char *title, *left, *right;
	const char *const *names;
	const double *bars, *points;
	unsigned int n;
};
void plot_panel(struct plot *plot, const struct plot_panel *panel);

#endif /* PLOT_H */
