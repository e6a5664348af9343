# SPDX-License-Identifier: BSL-1.0
"""header_chains.py FOLDER [BASE]... ROOT=HEADER[,HEADER...]...: writes as few sources into FOLDER as are needed to see each header compile
alone, and prints their paths: a line of those that nothing precedes, then one for each BASE of those that are compiled after it.

A source includes a chain of headers, twice each, in which each header includes the one before it, directly or not. The body of a header
then sees what it would see alone: the declarations of the headers that it includes and no others. What one of those lacks shows in the
chain where it stands itself. Includes behind a condition, or behind code, do not count.

For the same reason a chain may follow a base that each of its headers includes, which is precompiled. Each base includes the one before it.
A header is compiled after the last base that it includes.
"""
import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

folder, *arguments = sys.argv[1:]
groups = [argument for argument in arguments if "=" in argument]
bases = [argument for argument in arguments if "=" not in argument]
paths = {}
for group in groups:
    root, headers = group.split("=", 1)
    paths.update((header, Path(root, header)) for header in headers.split(","))


def first_includes(header):
    """The headers of ours that the first lines of a header include."""
    for line in paths[header].read_text().splitlines():
        include = re.match(r'#include <(ravel/[^>]+)>', line)
        if include:
            yield include.group(1)
        elif line and not re.match(r"//|#pragma once|#include <", line):
            return


try:
    direct = {header: [other for other in first_includes(header) if other in paths] for header in paths}
    below = {}
    for header in TopologicalSorter(direct).static_order():
        below[header] = set(direct[header]).union(*(below[other] for other in direct[header]))
except CycleError as error:
    sys.exit("headers that include each other: " + " < ".join(error.args[1]))


def chains(headers):
    """The fewest chains that hold each of the headers once: as many as there are headers that are the last of one. A largest matching of
    headers with those that come next makes most of them not the last."""
    before, after = {}, {}

    def place(header, tried):
        for other in sorted((below[header] & headers) - tried, key=lambda name: (-len(below[name]), name)):
            tried.add(other)
            if other not in after or place(after[other], tried):
                after[other], before[header] = header, other
                return True
        return False

    for header in sorted(headers):
        place(header, set())
    for last in sorted(headers):
        if last not in after:
            chain = [last]
            while chain[-1] in before:
                chain.append(before[chain[-1]])
            yield chain[::-1]


def write(chain):
    unit = Path(folder, re.sub(r"\W", "_", chain[-1]) + ".cpp")
    text = "".join(f"#include <{header}>\n" * 2 for header in chain)
    unit.parent.mkdir(parents=True, exist_ok=True)
    if not unit.exists() or unit.read_text() != text:
        unit.write_text(text)
    return unit.as_posix()


for base, next_base in zip(bases, bases[1:]):
    if base not in below[next_base]:
        sys.exit(f"{next_base} does not include {base}")
sys.setrecursionlimit(10000)
left = set(paths)
lines = []
for base in reversed(bases):
    after_base = {header for header in left if base in below[header]}
    left -= after_base
    lines.append(";".join(map(write, chains(after_base))))
print("\n".join([";".join(map(write, chains(left))), *reversed(lines)]), end="")
