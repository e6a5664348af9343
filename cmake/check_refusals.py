# SPDX-License-Identifier: BSL-1.0
# check_refusals.py ROOT: what a deleted function says to write instead stands on the line of its name, the only one that compilers show.
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
found = []
for folder in ("include", "sparse/include", "mpi/include"):
    for path in sorted((root / folder).rglob("*.hpp")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            deleted = re.match(r"(.*)= delete;\s+// ", line)
            if deleted and deleted[1].count(")") > deleted[1].count("("):
                found.append(f"{path.relative_to(root)}:{number}: the comment belongs on the line with the function's name")
sys.exit("\n".join(found) or 0)
