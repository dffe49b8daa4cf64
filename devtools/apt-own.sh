# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
#
# To be sourced. apt with sources, lists and cache of its own below one folder, made from the
# entries that this machine has for its distribution: the machine's own are not touched, root is
# not needed.
#
#	apt_own_sources DIR deb-src		those entries, as that type
#	apt_own_sources DIR deb SUITE		the same archive's SUITE instead
#	apt_own DIR update
#	apt_own DIR download PACKAGE...		apt-get's words
#	apt_own_cache DIR show PACKAGE...	apt-cache's words

# Deb822 stanzas for the suites that match the regular expression $1, main component only, as type $2
# and, when $3 is not empty, with that suite in their place.
# Suites of other vendors are left out: they cannot have the package and may not have sources.
sources_from_deb822()
{
	awk -v suites="$1" -v type="$2" -v instead="$3" '
	function flush() {
		if (types ~ /deb/ && suite != "" && comps ~ /(^| )main( |$)/ && enabled != "no")
			printf "Types: %s\nSuites: %s\nComponents: main\n%s\n", type,
				instead == "" ? suite : instead, rest
		types = suite = comps = enabled = rest = field = ""
	}
	function value(line) { sub(/^[^:]*:[ \t]*/, "", line); return line }
	function take(words, n, i, w) {
		n = split(words, w, /[ \t]+/)
		for (i = 1; i <= n; i++)
			if (w[i] ~ "^(" suites ")$")
				suite = suite (suite == "" ? "" : " ") w[i]
	}
	/^#/ { next }
	/^[ \t]*$/ { flush(); next }
	/^[ \t]/ {
		if (field == "suites") take($0)
		else if (field == "components") comps = comps " " value(":" $0)
		else if (field != "types" && field != "enabled") rest = rest $0 "\n"
		next
	}
	{ field = tolower($0); sub(/:.*/, "", field) }
	field == "types" { types = value($0); next }
	field == "suites" { take(value($0)); next }
	field == "components" { comps = value($0); next }
	field == "enabled" { enabled = tolower(value($0)); next }
	field == "architectures" { next }
	{ rest = rest $0 "\n" }
	END { flush() }' "$4"
	echo
}

# One-line entries, the same way; what stands in [brackets] is kept.
sources_from_lines()
{
	sed -nE "s/#.*//; s/^[[:blank:]]*deb(-src)?[[:blank:]]+((\[[^]]*\][[:blank:]]+)?[^[:blank:]]+)[[:blank:]]+($1)[[:blank:]]+(.*[[:blank:]])?main([[:blank:]].*)?\$/$2 \2 ${3:-\\4} main/p" "$4"
}

# The suites that this machine may have a package from, as a regular expression.
own_suites()
{
	local VERSION_CODENAME=''

	# shellcheck source=/dev/null
	[[ ! -r /etc/os-release ]] || . /etc/os-release
	echo "${VERSION_CODENAME:-stable}|stable|oldstable|testing|unstable|sid"
}

# apt_own_sources DIR TYPE [SUITE]: 1 and a line when this machine has no entry to make them from
apt_own_sources()
{
	local dir=$1 type=$2 instead=${3:-} list='' parts='' suites file

	# Where another suite is meant, the one entry of the archive that has all suites will do.
	suites="($(own_suites))"
	[[ -n $instead ]] || suites+='([-/].*)?'
	eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
	rm -rf "$dir/sources"
	mkdir -p "$dir/sources" "$dir/lists/partial" "$dir/cache/archives/partial"
	for file in "$list" "$parts"/*.list; do
		[[ ! -f $file ]] ||
			sources_from_lines "${suites//.\*/[^[:blank:]]*}" "$type" "$instead" "$file"
	done | sort -u > "$dir/sources/lines.list"
	for file in "$parts"/*.sources; do
		[[ ! -f $file ]] || sources_from_deb822 "$suites" "$type" "$instead" "$file"
	done > "$dir/sources/stanzas.sources"
	grep -q '[^[:space:]]' "$dir"/sources/* || {
		echo "no package source of this distribution in $list or $parts; add one"
		return 1
	}
}

apt_own_run()
{
	local tool=$1 dir=$2

	"$tool" -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$dir/sources" \
		-o Dir::State::lists="$dir/lists" -o Dir::Cache="$dir/cache" \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=2 -o Acquire::http::Timeout=30 \
		-o Acquire::https::Timeout=30 -o APT::Update::Error-Mode=any "${@:3}"
}

apt_own()
{
	apt_own_run apt-get "$@"
}

apt_own_cache()
{
	apt_own_run apt-cache "$@"
}
