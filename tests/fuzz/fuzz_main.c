/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Runs a libFuzzer target where there is no libFuzzer (gcc): first each file of
 * the corpus as it is, then a bounded number of mutations of them, the same ones
 * each time for one seed. Knows no coverage; clang's -fsanitize=fuzzer does.
 *
 *   fuzz_NAME [-runs=N] [-seed=N] [-max_len=N] FILE|DIR...
 *
 * Other options of libFuzzer are accepted and do nothing. The input that made
 * the target die is left in crash-input in the working directory.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));
const char *__ubsan_default_options(void);

/* gcc's UBSan does not know the death callback of its ASan. */
const char *
__ubsan_default_options(void)
{
	return "abort_on_error=1:print_stacktrace=1";
}

struct input {
	uint8_t *data;
	size_t len;
};

static struct input *corpus;
static size_t corpus_len;
static struct input now;	/* what the target is looking at */
static size_t max_len = 65536;
static uint64_t rng_state;

/* xorshift64*, so that a seed means the same input everywhere. */
static uint64_t
rng(void)
{
	rng_state ^= rng_state >> 12;
	rng_state ^= rng_state << 25;
	rng_state ^= rng_state >> 27;
	return rng_state * 0x2545f4914f6cdd1d;
}

static size_t
below(size_t n)
{
	return n == 0 ? 0 : (size_t)((rng() >> 16) % n);
}

/* Runs while the process dies: nothing but system calls. */
static void
save_input(void)
{
	static const char name[] = "crash-input";
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	ssize_t done;

	if (fd < 0)
		return;
	done = write(fd, now.data, now.len);
	done = write(STDERR_FILENO, "input saved as crash-input\n", 27);
	(void)done;
	close(fd);
}

static void
on_signal(int sig)
{
	save_input();
	signal(sig, SIG_DFL);
	raise(sig);
}

static void
catch_death(void)
{
	signal(SIGABRT, on_signal);
	if (__sanitizer_set_death_callback != NULL) {
		__sanitizer_set_death_callback(save_input);
		return;
	}
	signal(SIGSEGV, on_signal);
	signal(SIGBUS, on_signal);
	signal(SIGFPE, on_signal);
	signal(SIGILL, on_signal);
}

static void
die(const char *what)
{
	fprintf(stderr, "fuzz_main: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

static void
add_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct input in;

	corpus = realloc(corpus, (corpus_len + 1) * sizeof(*corpus));
	in.data = malloc(max_len);
	if (f == NULL || corpus == NULL || in.data == NULL)
		die(path);
	in.len = fread(in.data, 1, max_len, f);
	if (ferror(f))
		die(path);
	fclose(f);
	corpus[corpus_len++] = in;
}

static int
no_dot_file(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static void
add_path(const char *path)
{
	struct dirent **names;
	char child[4096];
	struct stat st;
	int i, n;

	if (stat(path, &st) != 0)
		die(path);
	if (!S_ISDIR(st.st_mode)) {
		add_file(path);
		return;
	}
	n = scandir(path, &names, no_dot_file, alphasort);
	if (n < 0)
		die(path);
	for (i = 0; i < n; i++) {
		snprintf(child, sizeof(child), "%s/%s", path, names[i]->d_name);
		free(names[i]);
		if (stat(child, &st) == 0 && S_ISREG(st.st_mode))
			add_file(child);
	}
	free(names);
}

/* Values at the edges of lengths and signs. */
static void
put_interesting(struct input *in)
{
	static const uint32_t values[] = {
		0, 1, 4, 8, 16, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff,
		0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff,
	};
	uint32_t v = values[below(sizeof(values) / sizeof(values[0]))];
	size_t bytes = (size_t)1 << below(3), at, i;
	int big = (int)below(2);

	if (in->len < bytes)
		return;
	at = below(in->len - bytes + 1);
	for (i = 0; i < bytes; i++)
		in->data[at + (big ? bytes - 1 - i : i)] = (uint8_t)(v >> (8 * i));
}

static void
erase_some(struct input *in)
{
	size_t at = below(in->len), n = 1 + below(in->len - at);

	if (in->len == 0)
		return;
	memmove(in->data + at, in->data + at + n, in->len - at - n);
	in->len -= n;
}

/* A piece of another input, or of noise, put in. */
static void
insert_some(struct input *in)
{
	const struct input *from = &corpus[below(corpus_len)];
	size_t at = below(in->len + 1), src = below(from->len);
	size_t n = 1 + below(64), i;

	if (from->len != 0 && n > from->len - src)
		n = from->len - src;
	if (n > max_len - in->len)
		n = max_len - in->len;
	memmove(in->data + at + n, in->data + at, in->len - at);
	for (i = 0; i < n; i++)
		in->data[at + i] = from->len == 0 || n < 4 ? (uint8_t)rng() :
				   from->data[src + i];
	in->len += n;
}

static void
mutate_once(struct input *in)
{
	switch (below(8)) {
	case 0:
		erase_some(in);
		break;
	case 1:
		insert_some(in);
		break;
	case 2:
		in->len = below(in->len + 1);
		break;
	case 3:
	case 4:
		put_interesting(in);
		break;
	case 5:
		if (in->len != 0)
			in->data[below(in->len)] = (uint8_t)rng();
		break;
	default:
		if (in->len != 0)
			in->data[below(in->len)] ^= (uint8_t)(1u << below(8));
		break;
	}
}

static void
run_mutation(void)
{
	const struct input *from = &corpus[below(corpus_len)];
	size_t n = 1 + below(4);

	memcpy(now.data, from->data, from->len);
	now.len = from->len;
	while (n-- > 0)
		mutate_once(&now);
	LLVMFuzzerTestOneInput(now.data, now.len);
}

static void
run_corpus(void)
{
	size_t i;

	for (i = 0; i < corpus_len; i++) {
		memcpy(now.data, corpus[i].data, corpus[i].len);
		now.len = corpus[i].len;
		LLVMFuzzerTestOneInput(now.data, now.len);
	}
}

static unsigned long long
number(const char *arg, const char *text)
{
	char *end;
	unsigned long long v = strtoull(text, &end, 10);

	if (*text < '0' || *text > '9' || *end != '\0') {
		fprintf(stderr, "fuzz_main: %s: not a number\n", arg);
		exit(EXIT_FAILURE);
	}
	return v;
}

int
main(int argc, char **argv)
{
	unsigned long long runs = 100000, seed = 1, i;
	int a;

	if (LLVMFuzzerInitialize != NULL)
		LLVMFuzzerInitialize(&argc, &argv);
	for (a = 1; a < argc; a++) {
		if (strncmp(argv[a], "-runs=", 6) == 0)
			runs = number(argv[a], argv[a] + 6);
		else if (strncmp(argv[a], "-seed=", 6) == 0)
			seed = number(argv[a], argv[a] + 6);
		else if (strncmp(argv[a], "-max_len=", 9) == 0)
			max_len = (size_t)number(argv[a], argv[a] + 9);
	}
	/* ./test.sh --long */
	if (getenv("RXBATCH_LONG") != NULL && strcmp(getenv("RXBATCH_LONG"), "1") == 0)
		runs *= 20;
	if (max_len == 0)
		max_len = 1;
	for (a = 1; a < argc; a++)
		if (argv[a][0] != '-')
			add_path(argv[a]);
	if (corpus_len == 0) {
		fprintf(stderr, "fuzz_main: no corpus given\n");
		return EXIT_FAILURE;
	}
	now.data = malloc(max_len);
	if (now.data == NULL)
		die("input");
	/* The generator stands still at zero. */
	rng_state = seed * 0x9e3779b97f4a7c15 | 1;
	catch_death();
	run_corpus();
	for (i = 0; i < runs; i++)
		run_mutation();
	printf("Done: %zu files of the corpus, %llu mutations with seed %llu\n",
	       corpus_len, runs, seed);
	for (i = 0; i < corpus_len; i++)
		free(corpus[i].data);
	free(corpus);
	free(now.data);
	return EXIT_SUCCESS;
}
