# SPDX-License-Identifier: BSL-1.0
# Fails where a function that users call takes a position, a size or an axis as a plain index_t, which cuts 1.7 to 1 and wraps 2^63 without
# a word, or a seed as a plain integer, which does the same: it takes an index_arg or a seed_arg. What the engine alone calls, and what an
# implementer overrides, takes index_t.
# Run: check_index_arguments.py ROOT
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
engine_files = {"base/divider.hpp", "dims/layer.hpp", "exec/serial.hpp", "index/ascending_set.hpp"}
# Reducers are called with counts by what reduces, unchecked doors by loops that have checked, walks by the engine.
engine_names = {"unchecked", "value_at", "repeat", "merge", "finish", "init_at", "make_input", "places", "each_run", "in_row"}
parameter = re.compile(r"(?P<function>\w+|operator\S{1,3})\((?:[^()]*, )?(?:const )?(?:index_t \w+|std::uint64_t \w*(?:seed|stream))(?: = [^,()]*)?[,)]")
local = re.compile(r"\s*(?:return|if|for|while|else|\}|const auto|auto)\b|.*(?:\[&\]|\[=\]|(?<!operator)\[\]|\[this\]|concept |= requires)")


def public_lines(path):
    """The lines where a public name is declared: not within detail, adl_barrier or a nameless namespace, private parts or functions."""
    hidden, private = [], []  # depths at which such a part began
    depth = 0
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code = line.split("//")[0]
        if re.match(r"namespace (?:ravel::)?(?:detail|adl_barrier)\b|namespace \{", code):
            hidden.append(depth)
        if re.match(r"\s*(?:private|protected):", code):
            private.append(depth)
        elif re.match(r"\s*public:", code):
            private = [d for d in private if d != depth]
        if not hidden and not private:
            yield number, code
        depth += code.count("{") - code.count("}")
        hidden = [d for d in hidden if d < depth]
        private = [d for d in private if d <= depth]


found = []
for headers in (root / "include/ravel", root / "sparse/include/ravel", root / "mpi/include/ravel"):
    for path in sorted(headers.glob("*/**/*.hpp")):
        name = path.relative_to(headers)
        if "detail" in name.parts or name.as_posix() in engine_files:
            continue
        for number, code in public_lines(path):
            at = None if local.match(code) or "= delete" in code else parameter.search(code)
            # A constructor that is handed a source is the engine's: std::ranges needs nothing else.
            if at and at["function"] not in engine_names and "Source*" not in code:
                found.append(f"{path.relative_to(root)}:{number}: {code.strip()}")
print("\n".join(found))
sys.exit(bool(found))
