/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "plot.h"

#define PANEL_WIDTH 720
#define PANEL_HEIGHT 240

extern char **environ;

static const char *
terminal_of(const char *file)
{
	const char *dot = strrchr(file, '.');

	if (dot != NULL && strcmp(dot, ".svg") == 0)
		return "svg noenhanced font 'sans,12'";
	if (dot != NULL && strcmp(dot, ".png") == 0)
		return "pngcairo noenhanced font 'sans,10'";
	return NULL;
}

bool
plot_can(const char *file)
{
	return terminal_of(file) != NULL ||
	       options_wrong("--plot: \"%s\" ends neither in .svg nor in .png", file);
}

static int
spawn(int *pid, int from)
{
	char name[] = "gnuplot";
	char *const argv[] = { name, NULL };
	posix_spawn_file_actions_t files;
	int err;

	err = posix_spawn_file_actions_init(&files);
	if (err != 0)
		return err;
	err = posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
	if (err == 0)
		err = posix_spawnp(pid, name, &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	return err;
}

static bool
start(struct plot *plot)
{
	int ends[2], err;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return options_wrong("gnuplot: %s", strerror(errno));
	err = spawn(&plot->pid, ends[0]);
	close(ends[0]);
	plot->to = err == 0 ? fdopen(ends[1], "w") : NULL;
	if (err == ENOENT)
		options_wrong("--plot: no gnuplot (package gnuplot-nox)");
	else if (err != 0)
		options_wrong("gnuplot: %s", strerror(err));
	if (plot->to == NULL)
		close(ends[1]);
	return plot->to != NULL;
}

/* Gnuplot's words: a quote is written twice. */
static void
put_quoted(FILE *to, const char *text)
{
	fputc('\'', to);
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputc('\'', to);
		fputc(*text, to);
	}
	fputc('\'', to);
}

bool
plot_begin(struct plot *plot, const char *file, unsigned int panels)
{
	int fd;

	if (!plot_can(file))
		return false;
	/* Gnuplot would say it in several lines, and too late. */
	fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return options_wrong("%s: %s", file, strerror(errno));
	close(fd);
	signal(SIGPIPE, SIG_IGN);
	if (!start(plot))
		return false;
	fprintf(plot->to, "set terminal %s size %u,%u\nset output ", terminal_of(file), PANEL_WIDTH,
		PANEL_HEIGHT * panels);
	put_quoted(plot->to, file);
	fprintf(plot->to, "\nset multiplot layout %u,1\n"
		"set style fill solid 0.6 noborder\nset boxwidth 0.6\n"
		"set key outside top right horizontal\nset grid ytics\n"
		"set ytics nomirror\nset y2tics\nset yrange [0:*]\nset y2range [0:*]\n", panels);
	return true;
}

bool
plot_end(struct plot *plot)
{
	int status = -1;
	bool good;

	fputs("unset multiplot\nunset output\n", plot->to);
	good = fclose(plot->to) == 0;
	good &= waitpid(plot->pid, &status, 0) == plot->pid && status == 0;
	return good || options_wrong("gnuplot failed");
}

static void
put_data(FILE *to, const struct plot_panel *panel)
{
	unsigned int i;

	fputs("$data << EOD\n", to);
	for (i = 0; i < panel->n; i++)
		fprintf(to, "%s %.6g %.6g\n", panel->names[i], panel->bars[i],
			panel->points[i]);
	fputs("EOD\n", to);
}

void
plot_panel(struct plot *plot, const struct plot_panel *panel)
{
	FILE *to = plot->to;

	put_data(to, panel);
	fputs("set title ", to);
	put_quoted(to, panel->title);
	fputs("\nset ylabel ", to);
	put_quoted(to, panel->left);
	fputs("\nset y2label ", to);
	put_quoted(to, panel->right);
	fprintf(to, "\nset xrange [-0.6:%u.6]\nplot $data using 0:2:xtic(1) with boxes title ",
		panel->n - 1);
	put_quoted(to, panel->left);
	fputs(", $data using 0:3 axes x1y2 with linespoints pointtype 7 title ", to);
	put_quoted(to, panel->right);
	fputc('\n', to);
}
