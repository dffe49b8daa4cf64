/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "table.h"

static char *
next_cell(struct table *t)
{
	unsigned int room = t->room != 0 ? 2 * t->room : 256;
	void *more;

	if (t->cells == t->room) {
		more = realloc(t->cell, room * sizeof(*t->cell));
		if (more == NULL) {
			t->failed = true;
			return NULL;
		}
		t->cell = more;
		t->room = room;
	}
	return t->cell[t->cells++];
}

void
table_begin(struct table *t, const char *heading)
{
	const char *p;
	size_t len;

	memset(t, 0, sizeof(*t));
	t->columns = 1;
	for (p = heading; *p != '\0'; p++)
		t->columns += *p == ',';
	for (p = heading; *p != '\0'; p += len + (p[len] == ',')) {
		len = strcspn(p, ",");
		table_put(t, "%.*s", (int)len, p);
	}
}

void
table_put(struct table *t, const char *format, ...)
{
	unsigned int *width = &t->width[t->cells % t->columns];
	char *cell = next_cell(t);
	va_list args;

	if (cell == NULL)
		return;
	va_start(args, format);
	vsnprintf(cell, TABLE_CELL, format, args);
	va_end(args);
	if (strlen(cell) > *width)
		*width = (unsigned int)strlen(cell);
}

void
table_end(struct table *t)
{
	free(t->cell);
	memset(t, 0, sizeof(*t));
}

static bool
printable(const struct table *t)
{
	if (t->failed)
		errno = ENOMEM;
	return !t->failed;
}

/* Words to the left, figures to the right: as the first row below the heading has it. */
static bool
is_words(const struct table *t, unsigned int column)
{
	const char *cell = column + t->columns < t->cells ? t->cell[column + t->columns] : "";

	return strspn(cell, "0123456789+-.%") != strlen(cell);
}

bool
table_print(const struct table *t, FILE *to)
{
	unsigned int i, column;
	int width;

	if (!printable(t))
		return false;
	for (i = 0; i < t->cells; i++) {
		column = i % t->columns;
		width = (int)t->width[column];
		if (is_words(t, column) && column + 1 == t->columns)
			width = 0;
		fprintf(to, "%s%*s", column != 0 ? "  " : "",
			is_words(t, column) ? -width : width, t->cell[i]);
		if (column + 1 == t->columns)
			fputc('\n', to);
	}
	return !ferror(to);
}

static void
print_quoted(const char *cell, FILE *to)
{
	fputc('"', to);
	for (; *cell != '\0'; cell++) {
		if (*cell == '"')
			fputc('"', to);
		fputc(*cell, to);
	}
	fputc('"', to);
}

bool
table_print_csv(const struct table *t, FILE *to)
{
	unsigned int i;

	if (!printable(t))
		return false;
	for (i = 0; i < t->cells; i++) {
		if (strpbrk(t->cell[i], ",\"\n") != NULL)
			print_quoted(t->cell[i], to);
		else
			fputs(t->cell[i], to);
		fputc((i + 1) % t->columns == 0 ? '\n' : ',', to);
	}
	return !ferror(to);
}

bool
table_save_csv(const struct table *t, const char *file)
{
	FILE *to = fopen(file, "w");
	bool good;

	if (to == NULL)
		return options_wrong("%s: %s", file, strerror(errno));
	good = table_print_csv(t, to);
	good &= fclose(to) == 0;
	return good || options_wrong("%s: %s", file, strerror(errno));
}
