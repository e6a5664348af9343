# SPDX-License-Identifier: BSL-1.0
"""check_exports.py [--other OTHER] LIBRARY INCLUDE...: what a shared library shows is ours, declared in the headers of its folders INCLUDE
(its own and those of the library it stands on, whose inline functions it may hold), of the symbol version that they state, and spelled
alike by every compiler. Compilers, and versions of one, differ in how constraints enter into the name of a function template, so an
exported one has none: what calls it is constrained instead. Variables that are told apart by their addresses are shown, so that a program
has the same ones. OTHER is the same library built by another compiler; both must define the same names.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

TOLD_BY_ADDRESS = {"element_room_of"}
PLAIN = re.compile(r"(class|typename|bool|int|std::size_t|index_t)(\.\.\.)? \w+$")


def defined(library, *options, table="-D"):
    """(kind, name) of each symbol that the library shows, or, in its whole table, has."""
    command = ["nm", table, "--defined-only", *options, library]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [tuple(line.split(" ", 2)[1:]) for line in lines.splitlines()]


def versioned(library, version):
    """Problems with the names that the library shows and their symbol versions."""
    shown = dict(name.partition("@@")[::2] for _, name in defined(library))
    if shown.pop(version, None) is None:
        yield f"no symbol version {version}"
    yield from (f"not of {version}: {name}" for name, stated in shown.items() if stated != version)
    yield from (f"not ours: {name}" for name in shown if not re.match(r"_Z(T\w+?|G\w+?)?N?[KRO]*5ravel", name))


def without_arguments(name):
    """A demangled name without what stands in angles and parentheses."""
    name = re.sub(r"operator\s*(\(\)|<=>|<<|>>|[<>]=?|[^\w\s(]+)", "operator", name)
    kept, depth = [], 0
    for c in name:
        depth += c in "<("
        if depth == 0:
            kept.append(c)
        depth -= c in ">)"
    return "".join(kept)


def short_name(name):
    words = re.findall(r"\w+", without_arguments(re.sub(r"\[.*", "", name)).replace(" const", ""))
    return words[-1] if words else name


def constrained(name, headers):
    """Declarations of the function template `name` that ask something of their parameters and have no body in any header."""
    declaration = re.compile(r"template <([^;{}()]*?)>\n((?:[^;{}#/]|//)*?\b" + name + r"\([^;{}]*\)[^;{}=]*);")
    for parameters, rest in declaration.findall(headers):
        plain = all(PLAIN.match(parameter) for parameter in re.sub(r"<.*?>", "", parameters).split(", "))
        body = re.escape(re.search(r"\b" + name + r"\(.*\)", rest, re.DOTALL).group()) + r"[^;{}]*\{"
        if ("requires" in rest or not plain) and not re.search(body, headers):
            yield f"template <{parameters}> {' '.join(rest.split())}"


def differences(library, other, headers):
    """What is inline, an inline variable, and the table of a class none of whose virtual functions is defined in one file, is compiled by
    whoever needs it and may be shown by one compiler only; all else is shown by both."""
    shown = (defined(each, "-C", "--without-symbol-versions") for each in (library, other))
    kinds, others = ({name: kind for kind, name in each if "[clone" not in name} for each in shown)
    for name in sorted(kinds.keys() ^ others.keys()):
        kind = {**kinds, **others}[name]
        inline = kind in "Wu" and re.search(r"\b" + short_name(name) + r"(\([^;{}]*\)[^;{}]*| = [^;{}]*)\{", headers)
        if not (inline or short_name(name) in TOLD_BY_ADDRESS or (kind == "V" and name.startswith(("vtable for ", "typeinfo ")))):
            yield f"only {library if name in kinds else other} shows {name}"


def stamped(headers):
    """The names that macros put together of their first argument, which is called name."""
    for macro, body in re.findall(r"#define (\w+)\(name\b[^\n]*\n((?:[^\n]*\\\n)*)", headers):
        for before, behind in re.findall(r"(\w+)##name\b|\bname##(\w+)", body):
            yield from (before + verb + behind for verb in re.findall(rf"^{macro}\((\w+)", headers, re.MULTILINE))


def problems(library, headers, other):
    yield from versioned(library, "RAVEL_" + re.search(r'#define RAVEL_VERSION "(\d+\.\d+)', headers)[1])
    words = set(re.findall(r"\w+", headers))
    words |= {verb + "_any" for verb in re.findall(r"RAVEL_VERB_(\w+)", headers)}  # any/verbs.hpp puts these together
    words.update(stamped(headers))
    names, templates = set(), set()
    for kind, name in defined(library, "-C", "--without-symbol-versions"):
        if kind == "A":  # a symbol version
            continue
        short = short_name(name)
        names.add(short)
        if short not in words:
            yield f"in no header: {name}"
        if re.search(r"\b" + re.escape(short) + r"(\[.*?\])?<", name):
            templates.add(short)
    held = {short_name(name) for _, name in defined(library, "-C", "--without-symbol-versions", table="-a")}
    for name in sorted(TOLD_BY_ADDRESS & held - names):
        yield f"not shown, though programs compare its address: {name}"
    for name in sorted(templates):
        for found in constrained(name, headers):
            yield f"an exported template with a constraint: {found}"
    if other:
        yield from differences(library, other, headers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--other")
    parser.add_argument("library")
    parser.add_argument("include", nargs="+", type=Path)
    given = parser.parse_args()
    headers = "\n".join(path.read_text() for include in given.include for path in sorted(include.rglob("*.hpp")))
    found = list(problems(given.library, headers, given.other))
    print("\n".join(found[:40]), f"{len(found)} problems with what {given.library} shows", sep="\n")
    sys.exit(bool(found))


main()
