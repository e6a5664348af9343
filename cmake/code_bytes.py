#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""How much code the library has, by folder. The figures are the same in every build by one compiler with one set of options.

code_bytes.py OBJECTS...                   prints a table: bytes of each folder of src/, then the twenty largest sources
code_bytes.py --bars BARS OBJECTS...       fails where a folder has more than cmake/code_bytes.txt allows it

OBJECTS are object files of the library. A function that several of them hold counts once, for the first in alphabetical order.
"""
import collections
import re
import subprocess
import sys


def folder_and_source(path):
    """Of .../src/op/fold/sum.cpp.o, or of a batch, .../unity_op_3_cxx.cxx.o: the folder, and the source or the batch."""
    found = re.search(r"unity_([a-z]+)(?:_([a-z]+))?_(\d+)_cxx", path)
    if found:
        return found[1], f"{'/'.join(filter(None, found.group(1, 2)))}, batch {found[3]}"
    found = re.search(r"(?:^|/)src/((?:[a-z_]+/)*)([a-z0-9_]+)\.cpp\.o$", path)
    if not found:
        sys.exit(f"code_bytes.py: {path} is no object of the library")
    path = found[1] or re.search(r"([a-z]+)/src/[^/]*$", path)[1] + "/"
    return path.split("/")[0], path + found[2]


def functions(path):
    """Name, size and whether other objects may have the same: of each function in an object file."""
    listed = subprocess.run(["nm", "--print-size", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        part = line.split()
        if len(part) == 4 and part[2] in "tTwW":
            yield part[3], int(part[1], 16), part[2] in "wW"


def count(objects):
    folders, sources, seen = collections.Counter(), collections.Counter(), set()
    objects = [path for path in objects if not path.endswith(".gch")]  # a precompiled header has no code
    for path in sorted(objects, key=folder_and_source):
        folder, source = folder_and_source(path)
        for name, size, common in functions(path):
            if common and name in seen:
                continue
            seen.add(name)
            folders[folder] += size
            sources[source] += size
    return folders, sources


def main(arguments):
    bars, checked = {}, arguments[:1] == ["--bars"]
    if checked:
        for line in open(arguments[1], encoding="utf-8"):
            if not line.startswith("#"):
                folder, most = line.split()
                bars[folder] = int(most)
        arguments = arguments[2:]
    folders, sources = count(arguments)
    if not checked:
        for counted, most in ((folders, None), (sources, 20)):
            for name, size in counted.most_common(most):
                print(f"{size / 1000:10.0f} kB  {name}")
            print()
        print(f"{sum(folders.values()) / 1000:10.0f} kB in all")
        return 0
    broken = [f"{name} has {folders[name] / 1000:.0f} kB of code, {bars.get(name, 0)} are allowed: make it less, or say in cmake/code_bytes.txt why not"
              for name in sorted(folders) if folders[name] / 1000 > bars.get(name, 0)]
    print("\n".join(broken) or f"{sum(folders.values()) / 1000:.0f} kB of code, in {len(folders)} folders, none above its bar")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
