# SPDX-License-Identifier: BSL-1.0
# Trees, softmax and attention in NumPy, numexpr and PyTorch, in microseconds and on one thread. The same work by Ravel comes first if the
# folder of the benchmarks is named: `./dev bench plans`, then `python3 bench/plans_peers.py build/release/bench`.
import os
import re
import subprocess
import sys
from pathlib import Path

import numexpr as ne
import numpy as np

from timing import median_time

try:
    import torch
except ImportError:
    torch = None


def show(name, microseconds):
    print(f"  {name:58} {microseconds:12.2f}", flush=True)


def row(name, work):
    show(name, median_time(work, 15) * 1e6)


def rows_of_ravel(folder):
    for program, wanted in {"any": "(?:tree of|the same tree).*?double", "plans": "(?:softmax|attention).*?"}.items():
        told = subprocess.run([Path(folder) / f"{program}.v3"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              env=os.environ | {"OPENBLAS_NUM_THREADS": "1"}).stdout
        for name, nanoseconds in re.findall(rf"^  ({wanted})\s{{2,}}([\d.]+) ", told, re.MULTILINE):
            show(f"{name}, Ravel", float(nanoseconds) / 1e3)


def thirteen(x, y):
    t, u = x - y, x + y
    return ((t * u + 3) * t - u) * 2 + t * t * 5


print(f"NumPy {np.__version__}, numexpr {ne.__version__}, PyTorch {torch.__version__ if torch else 'missing'}, us")
if len(sys.argv) > 1:
    rows_of_ravel(sys.argv[1])
ne.set_num_threads(1)
random = np.random.default_rng(3)
formula = "(((x - y) * (x + y) + 3) * (x - y) - (x + y)) * 2 + (x - y) * (x - y) * 5"
for n in (1_000, 100_000, 10_000_000):
    x, y, out = random.random(n), random.random(n), np.empty(n)
    row(f"tree of thirteen, NumPy, {n}", lambda: thirteen(x, y))
    row(f"tree of thirteen, numexpr, {n}", lambda: ne.evaluate(formula, out=out))
    if torch:
        torch.set_num_threads(1)
        a, b = torch.from_numpy(x), torch.from_numpy(y)
        row(f"tree of thirteen, PyTorch, {n}", lambda: thirteen(a, b))
a = random.random((512, 512))


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


row("softmax of 512 x 512, NumPy", lambda: softmax(a))
if torch:
    t = torch.from_numpy(a)
    row("softmax of 512 x 512, PyTorch", lambda: torch.softmax(t, 1))
    q, k, v = (torch.rand(8, 128, 64, dtype=torch.float64) for _ in range(3))
    row("attention of 8 x 128 x 64, PyTorch", lambda: torch.softmax(q @ k.transpose(1, 2) / 8.0, -1) @ v)
