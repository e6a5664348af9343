# SPDX-License-Identifier: BSL-1.0
# check_refusals.py ROOT: what a deleted function says to write instead stands on the line of its name, the only one that compilers show.
# A verb that takes elements is distributed or refused for distributed tensors, and docs/mpi.md lists those that are refused in all forms.
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import verbs_page  # noqa: E402
from reference.entries import Reference  # noqa: E402

TAKE_NO_ELEMENTS = {"blas_name", "compose", "descending", "fft_frequencies", "reservoir", "rfft_frequencies", "ricker", "sample"}

root = pathlib.Path(sys.argv[1])
found = []
for folder in ("include", "sparse/include", "mpi/include"):
    for path in sorted((root / folder).rglob("*.hpp")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            deleted = re.match(r"(.*)= delete;\s+// ", line)
            if deleted and deleted[1].count(")") > deleted[1].count("("):
                found.append(f"{path.relative_to(root)}:{number}: the comment belongs on the line with the function's name")
functions = [entry for entry in Reference(root).entries if entry.kind == "function"]
distributed = {entry.name for entry in functions if entry.header.startswith("ravel/mpi/")}
others = set(re.findall(r"do_with\((\w+)\)", (root / "mpi/include/ravel/mpi/refused.hpp").read_text()))
verbs = {entry.name for entry in functions if entry.header.startswith("ravel/op/")} - TAKE_NO_ELEMENTS
refused = others | verbs_page.rows(root).keys()
found += [f"mpi/include/ravel/mpi/refused.hpp: {name} is neither distributed nor refused" for name in sorted(verbs - distributed - refused)]
listed = re.search(r"These verbs have no distributed form:(.*?)\.\n", (root / "docs/mpi.md").read_text(), re.S)
listed = set(re.findall(r"\w+", listed[1])) if listed else set()
found += [f"docs/mpi.md: the list of refused verbs lacks {name}" for name in sorted(refused - distributed - listed)]
found += [f"docs/mpi.md: the list of refused verbs has {name}, which is none" for name in sorted(listed - (refused - distributed))]
sys.exit("\n".join(found) or 0)
