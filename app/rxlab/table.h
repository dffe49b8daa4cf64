/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef TABLE_H
#define TABLE_H

/* Rows of words: as text with columns, or as CSV. The first row is the heading. */

#include <stdbool.h>
#include <stdio.h>

#define TABLE_CELL 48
#define TABLE_COLUMNS 32

struct table {
	unsigned int columns;
	unsigned int width[TABLE_COLUMNS];	/* of the longest cell */
	unsigned int cells, room;
	char (*cell)[TABLE_CELL];
	bool failed;			/* no memory: nothing is printed */
};

/* heading: names with a comma between, TABLE_COLUMNS at most. */
void table_begin(struct table *t, const char *heading);
/* The next cell; a row is full after as many as the heading has. */
void table_put(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_end(struct table *t);

/* False: no memory, or the output fails; the reason is in errno. */
bool table_print(const struct table *t, FILE *to);
bool table_print_csv(const struct table *t, FILE *to);
/* To a new file, with one line on standard error when that cannot be. */
bool table_save_csv(const struct table *t, const char *file);

#endif /* TABLE_H */
