# SPDX-License-Identifier: BSL-1.0
"""Makes bench/performance_v3.md and bench/performance_o2.md from the output of `./dev bench` in build/bench: every table as it was printed."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = {"v3": "-O3 -march=x86-64-v3", "o2": "-O2"}


def purpose(program):
    """The second line of a benchmark's source."""
    lines = (ROOT / "bench" / f"{program}.cpp").read_text().split("\n")[1:]
    words = []
    for line in lines:
        if not line.startswith("//"):
            break
        words.append(line[2:].strip())
    return " ".join(words)


def machine():
    said = {}
    for line in Path("/proc/cpuinfo").read_text().split("\n"):
        name, _, value = line.partition(":")
        said.setdefault(name.strip(), value.strip())
    vectors = next((name for name in ("avx512f", "avx2") if name in said.get("flags", "").split()), "no AVX2")
    return f"{said.get('model name', 'unknown')}, family {said.get('cpu family', '?')}, {vectors}"


def page(column):
    flags = COLUMNS[column]
    parts = [f"# Measured with {flags}",
             f"`bench/pages.py` made this page from the output of `./dev bench`, each program in one go ({machine()}). Nothing is edited. [The rows](rows.md) explain"
             " the tables and the rows that miss their bars."]
    for path in sorted((ROOT / "build" / "bench").glob(f"*.{column}.txt")):
        program = path.name.split(".")[0]
        table = re.sub(r"^\.+", "", path.read_text(), flags=re.MULTILINE)
        table = "\n".join(line.rstrip() for line in table.replace(f" ({flags})", "").strip("\n").split("\n"))
        parts.append(f"## {program}")
        parts.append(purpose(program))
        parts.append(f"```\n{table}\n```")
    return "\n\n".join(parts) + "\n"


for column in COLUMNS:
    (ROOT / "bench" / f"performance_{column}.md").write_text(page(column))
