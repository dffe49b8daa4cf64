/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stddef.h>

#include "pipe.h"

void
transfers_add(struct transfers *list, struct transfer *t)
{
	t->next = NULL;
	if (list->last != NULL)
		list->last->next = t;
	else
		list->first = t;
	list->last = t;
	list->n++;
}

bool
transfers_remove(struct transfers *list, struct transfer *t)
{
	struct transfer *before = NULL, *i;

	for (i = list->first; i != NULL && i != t; i = i->next)
		before = i;
	if (i == NULL)
		return false;
	if (before != NULL)
		before->next = t->next;
	else
		list->first = t->next;
	if (list->last == t)
		list->last = before;
	list->n--;
	return true;
}

void
requests_add(struct requests *list, struct request *r)
{
	r->next = NULL;
	if (list->last != NULL)
		list->last->next = r;
	else
		list->first = r;
	list->last = r;
	list->n++;
}

void
requests_put_first(struct requests *list, struct request *r)
{
	r->next = list->first;
	list->first = r;
	if (list->last == NULL)
		list->last = r;
	list->n++;
}

bool
requests_remove(struct requests *list, struct request *r)
{
	struct request *before = NULL, *i;

	for (i = list->first; i != NULL && i != r; i = i->next)
		before = i;
	if (i == NULL)
		return false;
	if (before != NULL)
		before->next = r->next;
	else
		list->first = r->next;
	if (list->last == r)
		list->last = before;
	list->n--;
	return true;
}

struct request *
requests_find(const struct requests *list, uint64_t id)
{
	struct request *r;

	for (r = list->first; r != NULL && r->id != id; r = r->next)
		;
	return r;
}

struct request *
requests_at(const struct requests *list, uint32_t i)
{
	struct request *r;

	for (r = list->first; r != NULL && i-- != 0; r = r->next)
		;
	return r;
}
