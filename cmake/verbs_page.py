#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""verbs_page.py check|write ROOT: docs/verbs.md is the table of verbs as users read it, made of the rows of op/verbs.hpp and of the comments
behind RAVEL_FACES, which compilers show to whoever calls a verb in another way."""
import pathlib
import re
import sys

START = """# All verbs with axes

This page lists every verb that works along axes and says how each is written. `cmake/verbs_page.py` makes it from the table in
`<ravel/op/verbs.hpp>`. `x` is a reader, `t` a tensor, and axes are one number or a list in braces: `sum(t, {0, 2}, keep)`. Options come last and in
any order. Most verbs share their lines with the threads of a [scope](exec.md), which names those that do not.

More columns:

* **options**: the types of options that the call takes, [each at most once](op.md). `edge_mode = clamp` tells the default of a verb, where verbs
  differ in it. A verb that makes one result of each line also takes `keep`.
* **header**: the file in `ravel/op`, as in `#include <ravel/op/fold/sum.hpp>`.
* **run time**: the verb takes an [`any_tensor`](any.md). *in double* means that it computes on the elements as doubles; *at the call* means that the
  call compiles the verb for each element type.
  Its other operands may be of run-time type, too: edges, masks, pairs, places, positions, weights. A comparison or a predicate takes elements of one type:
  `sort(cast<double>(x), less)`.
* **names**: the verb goes along [dims](named.md), `verb(e, i)`. A dim *goes*, *stays*, or *changes* its extent.
"""
RUN_TIME = {"own": "yes", "in_type": "yes", "as_precise": "yes", "as_double": "in double", "visited": "at the call", "none": "no"}
NAMED = {"own": "yes", "gone": "goes", "kept": "stays", "changed": "changes", "none": "no"}


def usages(root):
    found = {}
    for path in sorted((root / "include/ravel/op").rglob("*.hpp")):
        for name, usage in re.findall(r"RAVEL_FACES\(\s*(\w+)\)\s*// ([^\n]*(?:\n[ ]+// [^\n]*)*)", path.read_text()):
            found[name] = re.sub(r"\s*\n\s+// ", " ", usage), path.relative_to(root / "include/ravel/op").as_posix()
    return found


def option(written):
    """by_default<edge_mode::zero>: "edge_mode = zero"; order<>: "order"."""
    if by_default := re.fullmatch(r"by_default<(\w+)::(\w+)>", written):
        return f"{by_default[1]} = {by_default[2]}"
    return written.removesuffix("<>")


def options_not_in_rows(root):
    """Options that a usage line names and the row of the verb does not. (Plain words, such as order and weights, stand in usage lines, too.)"""
    options = {verb: {option(each).split(" ")[0] for each in row[4:]} for verb, row in rows(root).items()}
    names = {name for each in options.values() for name in each}
    said = {verb: {name for name in names if re.search(rf"\b{name}\b" if "_" in name else rf"\b{name}::", usage)}
            for verb, (usage, _) in usages(root).items()}
    return [f"{verb}: {name}" for verb in options for name in sorted(said[verb] - options[verb])]


def rows(root):
    """What the table says of each verb: form, operand, run-time form, named form, options."""
    table = (root / "include/ravel/op/verbs.hpp").read_text()
    return {name: row.split(", ") for name, row in re.findall(r"^#define RAVEL_VERB_(\w+) +(.*)$", table, re.M)}


def page(root):
    lines, usage, reason, reasons = [START], usages(root), "", []

    def end_section():
        lines.extend(f"{', '.join(f'`{name}`' for name in names)}: {text}" for text, names in reasons)
        reasons.clear()

    for line in (root / "include/ravel/op/verbs.hpp").read_text().splitlines():
        if section := re.match(r"// ---- (\w+) -", line):
            end_section()
            lines.append(f"\n## {section[1].capitalize()}\n\n| verb | how it is written | options | run time | names | header |\n|---|---|---|---|---|---|")
            reason = ""
        elif line.startswith("// ----"):
            break
        elif lines[1:] and line.startswith("// "):
            reason = line[3:]
        elif row := re.match(r"#define RAVEL_VERB_(\w+) +(.*)", line):
            _, _, run_time, named, *options = row[2].split(", ")
            taken = f"`{', '.join(map(option, options))}`" if options else ""
            written, header = usage[row[1]]
            lines.append(f"| `{row[1]}` | {written} | {taken} | {RUN_TIME[run_time]} | {NAMED[named]} | `{header}` |")
            if "none" in (run_time, named):
                if not reasons or reasons[-1][0] != reason:
                    reasons.append((reason, []))
                reasons[-1][1].append(row[1])
            else:
                reason = ""
    end_section()
    return "\n".join(lines).replace("|\n`", "|\n\n`").replace(".\n`", ".\n\n`") + "\n"


def main():
    what, root = sys.argv[1], pathlib.Path(sys.argv[2])
    file = root / "docs/verbs.md"
    text = page(root)
    if what == "write":
        file.write_text(text)
    else:
        pages = [*(root / "docs").glob("op*.md"), root / "docs/tensor.md"]
        tables = "\n".join(re.findall(r"^\|.*$", "\n".join(each.read_text() for each in pages), re.M))
        missing = [verb for verb in re.findall(r"#define RAVEL_VERB_(\w+) ", (root / "include/ravel/op/verbs.hpp").read_text())
                   if not re.search(rf"\b{verb}\b", tables)]
        if missing:
            sys.exit(f"in no table of docs/op*.md or docs/tensor.md: {', '.join(missing)}")
        if unsaid := options_not_in_rows(root):
            sys.exit(f"named behind RAVEL_FACES, and not an option of the row in op/verbs.hpp: {', '.join(unsaid)}")
    if what == "check" and (not file.is_file() or file.read_text() != text):
        sys.exit("docs/verbs.md is not what the table of verbs says: cmake/verbs_page.py write .")


if __name__ == "__main__":
    main()
