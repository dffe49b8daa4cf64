/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "kgro_rules.h"

/* "kernel>=6.8", "udp", "no-802.1Q"; true, too, where nothing is said. */
static bool
kernel_is_meant(const char *condition, bool has_udp, bool has_tags)
{
	unsigned int want[2], is[2] = { 0, 0 };
	struct utsname name;

	if (strncmp(condition, "no-802.1Q", 9) == 0)
		return !has_tags;
	if (strncmp(condition, "udp", 3) == 0)
		return has_udp;
	if (sscanf(condition, "kernel>=%u.%u", &want[0], &want[1]) != 2)
		return true;
	if (uname(&name) != 0 || sscanf(name.release, "%u.%u", &is[0], &is[1]) != 2)
		return false;
	return is[0] != want[0] ? is[0] > want[0] : is[1] >= want[1];
}

/* "NAME [CONDITION] | REASON". */
static int
read_line(char *line, bool has_udp, bool has_tags, bool listed[KGRO_RULES_MAX])
{
	char *reason = strchr(line, '|'), name[64];
	uint32_t i;
	int end;

	if (reason == NULL || strlen(reason) < 10 || sscanf(line, "%63s %n", name, &end) != 1)
		return -1;
	*reason = '\0';
	for (i = 0; i < kgro_rules_len; i++)
		if (strcmp(name, kgro_rule_name(i)) == 0) {
			listed[i] = kernel_is_meant(line + end, has_udp, has_tags);
			return 0;
		}
	return -1;
}

int
kgro_allow_read(const char *path, bool has_udp, bool has_tags, bool listed[KGRO_RULES_MAX])
{
	char line[512];
	FILE *f = fopen(path, "r");
	int rc = 0;

	memset(listed, 0, KGRO_RULES_MAX * sizeof(*listed));
	if (f == NULL) {
		perror(path);
		return -1;
	}
	while (rc == 0 && fgets(line, sizeof(line), f) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '#' || line[0] == '\0')
			continue;
		rc = read_line(line, has_udp, has_tags, listed);
		if (rc != 0)
			printf("%s: no rule, or none with a reason: %s\n", path, line);
	}
	fclose(f);
	return rc;
}
