# SPDX-License-Identifier: BSL-1.0
# Rows of the benchmarks of threads in NumPy and pandas, in milliseconds: the same work on the same machine, to be read beside
# `./dev bench threads`. Only the product of matrices has threads, those of its BLAS.
import numpy as np
import pandas as pd

from timing import median_time


def row(name, work):
    print(f"  {name:45} {median_time(work, 5) * 1e3:10.2f}")


print(f"NumPy {np.__version__}, pandas {pd.__version__}, ms")
random = np.random.default_rng(11)
n = 10_000_000
x, y, z = random.random(n), random.random(n), np.empty(n)
row("copy(2 * x + y, z) 1e7", lambda: np.add(np.multiply(x, 2, out=z), y, out=z))
row("copy(sin(x) * y + 3, z) 1e7", lambda: np.add(np.multiply(np.sin(x, out=z), y, out=z), 3, out=z))
row("sum(x) 1e7", lambda: x.sum())
row("sum(square(x - y)) 1e7", lambda: np.square(x - y).sum())
row("sort(x) 1e7", lambda: np.sort(x))
row("argsort(x) 1e7", lambda: np.argsort(x, kind="stable"))
row("median(x) 1e7", lambda: np.median(x))
row("filter(x, x > 0.5) 1e7", lambda: x[x > 0.5])
row("histogram(x, 100) 1e7", lambda: np.histogram(x, 100))
a, b, c = random.random((4096, 4096)), random.random((4096, 4096)), np.empty((4096, 4096))
row("a + transpose(b) 4096", lambda: np.add(a, b.T, out=c))
row("sum(a, 1) 4096", lambda: a.sum(1))
row("sum(a, 0) 4096", lambda: a.sum(0))
p, q = a[:1000, :1000].copy(), b[:1000, :1000].copy()
row("matmul 1000", lambda: p @ q)
for keys in (1_000, 1_000_000):
    table = pd.DataFrame({"key": random.integers(0, keys, n), "value": x})
    row(f"group_reduce(keys, x, sum) 1e7, {keys} groups", lambda: table.groupby("key", sort=False).value.sum())
left, right = (pd.DataFrame({"key": random.integers(0, 1_000_000, 1_000_000)}) for _ in range(2))
row("arg_join 1e6 x 1e6", lambda: left.merge(right, on="key"))
row("unique(int64) 1e6", lambda: np.unique(left.key.to_numpy()))
series = pd.Series(x[:1_000_000])
row("rolling_median(x, 101) 1e6", lambda: series.rolling(101).median())
