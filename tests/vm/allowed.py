# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The rxbatch authors
"""
Lists of differences that may be between Linux's driver and ours, each with its reason. A line is

    NAME KERNELS FIELDS WHEN OURS->LINUX[,OURS->LINUX...] | reason

KERNELS: 6.1, 7 or both with a comma; FIELDS, with commas: what differs; WHEN: KEY:VALUE[+VALUE...]
with commas, all of them hold, or -; OURS, LINUX: the values. In all values
* stands for any text. A line that begins with
a blank goes on with the one before.
"""

from collections import Counter, namedtuple
from fnmatch import fnmatchcase

Rule = namedtuple('Rule', 'name kernels fields when pairs reason')


class BadList(Exception):
    """A line that says nothing, or no reason."""


def text(value):
    """A value as the lists write it: without blanks."""
    if value is None:
        return 'none'
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if isinstance(value, dict):
        return '/'.join(f'{key}:{one}' for key, one in sorted(value.items())) or 'none'
    return str(value)


def joined(path):
    """Lines without comments, those that go on with their beginning."""
    whole = []
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            if not line.strip() or line.startswith('#'):
                continue
            if line[0].isspace() and whole:
                whole[-1] += ' ' + line.strip()
            else:
                whole.append(line.strip())
    return whole


def conditions(words):
    if words == '-':
        return {}
    return {key: values.split('+') for key, _, values in
            (word.partition(':') for word in words.split(','))}


def rule(line):
    head, bar, reason = line.partition('|')
    words = head.split()
    if len(words) != 5 or not bar or len(reason.split()) < 3:
        raise BadList(f'no rule with a reason: {line}')
    name, kernels, fields, when, pairs = words
    pairs = [tuple(pair.split('->')) for pair in pairs.split(',')]
    if any(len(pair) != 2 for pair in pairs):
        raise BadList(f'no OURS->LINUX: {line}')
    return Rule(name, kernels.split(','), fields.split(','), conditions(when), pairs,
                reason.strip())


class Allowed:
    """The rules for one kernel, and how often each was used."""

    def __init__(self, path, kernel):
        rules = [rule(line) for line in joined(path)]
        names = Counter(one.name for one in rules)
        twice = [name for name, count in names.items() if count > 1]
        if twice:
            raise BadList(f'{path}: {twice[0]} is there twice')
        self.rules = [one for one in rules if kernel in one.kernels]
        self.used = Counter()

    def find(self, field, ours, linux, facts):
        """May field differ so? The rule that says it is used."""
        for one in self.rules:
            if field in one.fields and \
                    all(any(fnmatchcase(text(facts.get(key)), value) for value in values)
                        for key, values in one.when.items()) and \
                    any(fnmatchcase(text(ours), a) and fnmatchcase(text(linux), b)
                        for a, b in one.pairs):
                self.used[one.name] += 1
                return one
        return None

    def unused(self):
        return [one.name for one in self.rules if not self.used[one.name]]
