# SPDX-License-Identifier: BSL-1.0
"""check_docs.py PAGE.md PROGRAM.cpp EXPECTED.out: one program of the page's examples, and what it must print.

An example is a fence opened by ```cpp example; when the next fence is ```text output, that is what it prints, else it prints nothing.
<ravel/ravel.hpp> and <iostream> are included, other #include lines of a block are moved to the top. Each block is the body of a function
of its own. One opened by ```cpp example if CONDITION is compiled where the preprocessor finds the condition true, say
__has_include(<Eigen/Core>); elsewhere the program ends with a line "not compiled: …" on its error output, which counts as skipped. A block
with `int main` is a program that readers paste: the only one of its page, and compiled exactly as it stands.

A fence that would go unread is refused: C++ that is no example, output that follows none, a word that is not known, an indented fence, and
one that is not closed. ```LANGUAGE file PATH is compared by check_shown_files.py.
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
ANY_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
OPENED = re.compile(r"cpp example(?: if (.*))?")
OTHER = re.compile(r"|sh|cmake|text|\w+ file \S+")
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include.*$", re.MULTILINE)


@dataclass
class Example:
    line: int  # of the block's first line in the page
    code: str
    output: str
    condition: str  # "1": always


def examples(page, name):
    """The examples of a page, in order."""
    found, waiting, read = [], None, set()
    for fence in FENCE.finditer(page):
        info, _, text = fence.group(1).partition("\n")
        info, line = info.strip(), page.count("\n", 0, fence.start()) + 1
        read |= {fence.start(), page.rindex("```", fence.start(), fence.end())}
        opened = OPENED.fullmatch(info)
        if info == "text output" and waiting is not None:
            waiting.output = text
        elif not opened and not OTHER.fullmatch(info):
            sys.exit(f"{name}:{line}: nobody reads a block of `{info}`" + (" that follows no example" if info == "text output" else ""))
        waiting = None
        if opened:
            waiting = Example(line + 1, text, "", opened.group(1) or "1")
            found.append(waiting)
    for fence in ANY_FENCE.finditer(page):
        if fence.start() not in read:
            sys.exit(f"{name}:{page.count(chr(10), 0, fence.start()) + 1}: nobody reads this fence: it is indented, not closed or of ~~~")
    return found


def function(number, example, page):
    """The example as the function `run` of a namespace of its own; errors point into the page."""
    code = INCLUDE.sub("", example.code).rstrip()
    if example.condition != "1":
        said = f"line {example.line}, where {example.condition}"
        code += f'\n#else\nstd::cout << R"example({example.output})example";\nnot_compiled.push_back(R"({said})");'
    return f"namespace example_{number} {{\nvoid run() {{\n#if {example.condition}\n#line {example.line} \"{page}\"\n{code}\n#endif\n}}\n}}\n"


def program(found, page):
    if not found:
        return "int main() {}\n"
    includes = ["#include <ravel/ravel.hpp>", "#include <iostream>", "#include <cstdio>", "#include <string>", "#include <vector>", "#include <version>"]
    for example in found:
        own = [line.strip() for line in INCLUDE.findall(example.code)]
        includes += own if example.condition == "1" else ["\n".join([f"#if {example.condition}", *own, "#endif"])]
    parts = ["\n".join(dict.fromkeys(includes)), "\nstatic std::vector<std::string> not_compiled;\n"]
    parts += [function(number, example, page) for number, example in enumerate(found)]
    parts.append("int main() {\n")
    for number, example in enumerate(found):
        parts.append(f'  std::cout << "-- line {example.line}" << std::endl;')
        parts.append(f"  example_{number}::run();\n  std::fflush(stdout);")
    parts.append('  std::cout << std::flush;\n  for (const std::string& block : not_compiled) std::cerr << "not compiled: " << block << "\\n";\n}\n')
    return "\n".join(parts)


def main():
    page, source, expected = map(Path, sys.argv[1:])
    found = examples(page.read_text(), page)
    source.parent.mkdir(parents=True, exist_ok=True)
    whole = [example for example in found if "int main" in example.code]
    if whole and len(found) > 1:
        sys.exit(f"{page}:{whole[0].line}: a block with main is the only one of its page")
    if whole:
        source.write_text(f"#line {whole[0].line} \"{page}\"\n{whole[0].code}")
        expected.write_text(whole[0].output)
    else:
        source.write_text(program(found, page))
        expected.write_text("".join(f"-- line {example.line}\n{example.output}" for example in found))


main()
