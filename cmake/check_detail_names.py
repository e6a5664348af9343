# SPDX-License-Identifier: BSL-1.0
# Fails where headers of two folders define one private name: it would be one word with two meanings, or one idea with two homes.
# Also fails where a file opens a whole namespace outside of a function: sources are compiled together, so the next one would see it.
# Run: check_detail_names.py ROOT
import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
definition = re.compile(
    r"^(?=\S)(?:RAVEL_API |inline |constexpr |\[\[[^\]]*\]\] ?)*"
    r"(?:(?:struct|class|enum class|concept|using) (?:RAVEL_API |RAVEL_LOCAL )?(?P<type>\w+)\b(?!.*;$)|"
    r"(?:using|concept) (?P<alias>\w+) =|(?:decltype\(auto\) |[\w:<>,&*. ]+[ &*])(?P<function>\w+)\((?!.*\) = delete))"
)


def names(path):
    private = False
    for line in path.read_text().splitlines():
        if re.match(r"namespace (ravel::)?detail \{", line):
            private = True
        elif re.match(r"\}  // namespace (ravel::)?detail", line):
            private = False
        elif private and (found := definition.match(line)):
            name = next(filter(None, found.groups()))
            if name not in ("operator", "if", "return", "requires"):
                yield name


homes = collections.defaultdict(set)
for headers in (root / "include/ravel", root / "sparse/include/ravel", root / "mpi/include/ravel"):
    for path in sorted(headers.glob("*/**/*.hpp")):
        for name in names(path):
            homes[name].add(path.relative_to(headers).parts[0])
twice = {name: folders for name, folders in homes.items() if len(folders) > 1}
for name, folders in sorted(twice.items()):
    print(f"{name}: defined in {' and '.join(sorted(folders))}")
opened = [
    f"{path.relative_to(root)}:{number}: write the names out, or put the code into the namespace: {line}"
    for top in ("include", "src", "sparse", "mpi")
    for path in sorted((root / top).glob("**/*.[ch]pp"))
    for number, line in enumerate(path.read_text().splitlines(), 1)
    if line.startswith("using namespace")
]
for line in opened:
    print(line)
sys.exit(bool(twice or opened))
