# SPDX-License-Identifier: BSL-1.0
"""misuse_together.py FOLDER HEADER COMPILER FLAG...: compiles the programs of tests/compile_fail as one, each in a namespace of its own, and
writes the first error of each to HEADER's folder, seen/COMPILER/NAME. check_compile_fail.sh judges it by the rules for a program that is
compiled alone, and compiles the program alone where there is no such file or it does not match. clang++-16 is asked too, where it is installed
and another compiler is given.

A compiler says once what is wrong in an instance of a template, so an error in a header may hide that of another program. Programs with such
errors are left out, until all errors stand in the programs themselves: none of these can hide another. Those with flags or macros of their own
are left out from the start.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

folder, header = Path(sys.argv[1]).resolve(), sys.argv[2]  # compilers name the programs by the path that together.cpp includes
OWN_WAY = re.compile(r"^// flags:|^#define", re.MULTILINE)
INCLUDE = re.compile(r"^ *# *include *<[^>]+>", re.MULTILINE)
IN_PROGRAM = re.compile(re.escape(f"{folder}/") + r"(\w+)\.cpp:\d+")
NAMED = re.compile(r"(?:/compile_fail/|\bmisuse_)(\w+?)(?:\.cpp:\d+|::)")
# What leads to an error stands before it.
LEADS = re.compile(r"In file included from |\s+from |\S+: (In|At) |\S+:\s+(recursively )?required |\S+:\s+in .constexpr. expansion |.*\[ skipping ")


def compiled(compiler, flags, programs, room):
    """What the compiler says of all of them."""
    includes = sorted({line for path in programs for line in INCLUDE.findall(path.read_text())})
    source = room / "together.cpp"
    source.write_text("\n".join(includes + [f'namespace misuse_{path.stem} {{\n#include "{path}"\n}}' for path in programs]) + "\n")
    command = [compiler, *flags, "-fsyntax-only"]
    if "clang" in Path(compiler).name:
        command += ["-ferror-limit=0"] + (["-include-pch", header + ".pch"] if Path(header + ".pch").exists() else [])
    elif Path(header + ".gch").exists():
        command += ["-include", header]
    done = subprocess.run([*command, str(source)], env={**os.environ, "LC_ALL": "C"}, stderr=subprocess.PIPE, text=True)
    return done.stderr.splitlines()


def errors(lines):
    """Each error with what leads to it and the notes after it."""
    starts = []
    for k, line in enumerate(lines):
        if re.search(r"\berror: ", line) and not line.startswith(" "):
            while k > 0 and LEADS.match(lines[k - 1]):
                k -= 1
            starts.append(k)
    return [lines[begin:end] for begin, end in zip(starts, starts[1:] + [len(lines)])]


def first_errors(compiler, flags, programs, room):
    """The first error of each program whose errors all stand in it, and the programs with others."""
    elsewhere = set()
    for _ in range(4):
        first, before, unnamed = {}, len(elsewhere), False
        for error in errors(compiled(compiler, flags, [path for path in programs if path.stem not in elsewhere], room)):
            said = next(line for line in error if "error: " in line)
            stands = IN_PROGRAM.match(said)
            named = stands or next(filter(None, map(NAMED.search, error)), None)
            if named:
                first.setdefault(named[1], error)
            if not stands and named:
                elsewhere.add(named[1])
            unnamed |= not named  # it may follow from those that go
        if len(elsewhere) == before:
            return ({} if unnamed else first), elsewhere
    return {}, elsewhere


def see(compiler, flags, programs):
    """Writes what is seen, and gives the programs that another compiler may see together."""
    room = Path(header).parent / "seen" / Path(compiler).name
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    seen, elsewhere = first_errors(compiler, flags, programs, room)
    for name, error in seen.items():
        (room / name).write_text("\n".join(error) + "\n")
    print(f"{compiler}: the first error of {len(seen)} programs was seen together")
    return [path for path in programs if path.stem not in elsewhere]


together = see(sys.argv[3], sys.argv[4:], [path for path in sorted(folder.glob("*.cpp")) if not OWN_WAY.search(path.read_text())])
if "clang" not in sys.argv[3] and shutil.which("clang++-16"):
    see("clang++-16", sys.argv[4:], together)
