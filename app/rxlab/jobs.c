/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jobs.h"

#define ERR_SIZE 256
#define WORKERS_MAX 64

/* What the processes share besides the jobs. */
struct work {
	unsigned int next;		/* job that nobody has taken */
	unsigned int failed;		/* its number + 1, 0 none */
	char err[ERR_SIZE];
};

static void *
share(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p != MAP_FAILED ? p : NULL;
}

struct lab_job *
jobs_new(unsigned int n)
{
	return share(n * sizeof(struct lab_job));
}

void
jobs_free(struct lab_job *jobs, unsigned int n)
{
	if (jobs != NULL)
		munmap(jobs, n * sizeof(*jobs));
}

/* The first that fails ends the work of all, with its line. */
static void
fail(struct work *work, unsigned int i, const char *err)
{
	unsigned int none = 0;

	if (__atomic_compare_exchange_n(&work->failed, &none, i + 1, false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST))
		snprintf(work->err, ERR_SIZE, "%s", err);
}

static void
work_on(struct work *work, struct lab_job *jobs, unsigned int n)
{
	char err[ERR_SIZE] = "";
	unsigned int i;

	while (__atomic_load_n(&work->failed, __ATOMIC_RELAXED) == 0) {
		i = __atomic_fetch_add(&work->next, 1, __ATOMIC_RELAXED);
		if (i >= n)
			break;
		if (lab_run(&jobs[i].conf, &jobs[i].result, err, sizeof(err)) != 0)
			fail(work, i, err);
	}
}

static unsigned int
start_workers(struct work *work, struct lab_job *jobs, unsigned int n, unsigned int nb,
	      pid_t *pids)
{
	unsigned int i;

	fflush(NULL);	/* or each process would write what is buffered */
	for (i = 0; i < nb; i++) {
		pids[i] = fork();
		if (pids[i] < 0)
			break;
		if (pids[i] == 0) {
			work_on(work, jobs, n);
			fflush(NULL);	/* traces */
			_exit(0);
		}
	}
	return i;
}

static bool
wait_workers(const pid_t *pids, unsigned int nb)
{
	bool good = true;
	unsigned int i;
	int status;

	for (i = 0; i < nb; i++)
		good &= waitpid(pids[i], &status, 0) == pids[i] && WIFEXITED(status) &&
			WEXITSTATUS(status) == 0;
	return good;
}

static bool
run_workers(struct work *work, struct lab_job *jobs, unsigned int n, unsigned int nb)
{
	pid_t pids[WORKERS_MAX];
	unsigned int started;

	if (nb > WORKERS_MAX)
		nb = WORKERS_MAX;
	if (nb <= 1) {
		work_on(work, jobs, n);
		return true;
	}
	started = start_workers(work, jobs, n, nb, pids);
	if (started == 0)
		work_on(work, jobs, n);
	return wait_workers(pids, started);
}

bool
jobs_run(struct lab_job *jobs, unsigned int n, unsigned int nb_workers, char *err,
	 size_t err_size)
{
	struct work *work = share(sizeof(*work));
	bool good;

	if (work == NULL) {
		snprintf(err, err_size, "no memory: %s", strerror(errno));
		return false;
	}
	good = run_workers(work, jobs, n, nb_workers < n ? nb_workers : n);
	if (!good)
		snprintf(err, err_size, "a worker process was killed");
	if (work->failed != 0) {
		snprintf(err, err_size, "%s", work->err);
		good = false;
	}
	munmap(work, sizeof(*work));
	return good;
}
