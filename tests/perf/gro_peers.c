/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <dlfcn.h>
#include <stddef.h>

#include "gro_bench.h"

struct peer peers[PEERS] = {
	[PEER_INSTALLED] = {
		.present = true,
		.ctx_create = rte_gro_ctx_create,
		.ctx_destroy = rte_gro_ctx_destroy,
		.burst = rte_gro_reassemble_burst,
		.reassemble = rte_gro_reassemble,
		.flush = rte_gro_timeout_flush,
		.segment = rte_gso_segment,
	},
};

static void *
symbol(void *so, const char *name)
{
	void *p = dlsym(so, name);

	if (p == NULL)
		die("%s", dlerror());
	return p;
}

/* The names are the installed libraries': the object is linked with -Bsymbolic, so that it calls
 * its own functions, and nobody else finds them. */
void
peers_load(const char *path)
{
	void *so = path != NULL ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

	if (path == NULL)
		return;
	if (so == NULL)
		die("%s", dlerror());
	peers[PEER_COMPILED] = (struct peer){
		.present = true,
		.ctx_create = symbol(so, "rte_gro_ctx_create"),
		.ctx_destroy = symbol(so, "rte_gro_ctx_destroy"),
		.burst = symbol(so, "rte_gro_reassemble_burst"),
		.reassemble = symbol(so, "rte_gro_reassemble"),
		.flush = symbol(so, "rte_gro_timeout_flush"),
		.segment = symbol(so, "rte_gso_segment"),
	};
}
