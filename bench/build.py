#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What does the library cost to build: CPU seconds and bytes of code of each folder of src/, and of the twenty dearest sources?

build.py [PRESET]     compiles every source alone, as the preset says (dev if none is named), in build/cost-PRESET
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "cmake"))
import code_bytes  # noqa: E402


def configured(preset):
    """The commands that compile the library: of each source its folder, its object and the words of the command."""
    tree = root / "build" / f"cost-{preset}"
    subprocess.run(["cmake", "--preset", preset, "-B", str(tree), "-DRAVEL_BATCH=1", "-DRAVEL_BUILD_TESTS=OFF", "-DRAVEL_BUILD_EXAMPLES=OFF",
                    "-DRAVEL_BUILD_BENCH=OFF", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_CXX_COMPILER_LAUNCHER=env"], cwd=root, check=True, stdout=subprocess.DEVNULL)
    for entry in json.loads((tree / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        target = tree / words[words.index("-o") + 1]
        target.parent.mkdir(parents=True, exist_ok=True)
        yield target, words, entry["directory"]


def compiled(command):
    """The object and the CPU seconds that it took."""
    target, words, directory = command
    child = subprocess.Popen(words, cwd=directory)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"build.py: failed: {shlex.join(words)}")
    return str(target), used.ru_utime + used.ru_stime


def table(seconds, size, most=None):
    print(f"{'CPU s':>8} {'code kB':>9}")
    for name, spent in seconds.most_common(most):
        print(f"{spent:8.1f} {size[name] / 1000:9.0f}  {name}")
    print()


def main(preset="dev"):
    commands = list(configured(preset))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        measured = dict(pool.map(compiled, commands))
    folder_size, source_size = code_bytes.count(measured)
    folders, sources = collections.Counter(), collections.Counter()
    for target, spent in measured.items():
        folder, source = code_bytes.folder_and_source(target)
        folders[folder] += spent
        sources[source] += spent
    table(folders, folder_size)
    table(sources, source_size, 20)
    print(f"{len(measured)} sources, {sum(folders.values()):.0f} CPU seconds, {sum(folder_size.values()) / 1e6:.1f} MB of code")


if __name__ == "__main__":
    main(*sys.argv[1:])
