# SPDX-License-Identifier: BSL-1.0
# The rows of the benchmark of groups and joins in pandas, in milliseconds: the same work on the same machine, to be read beside `./dev bench groups`.
import numpy as np
import pandas as pd

from timing import median_time


def row(name, work):
    print(f"  {name:45} {median_time(work, 5) * 1e3:10.3f}")


print(f"pandas {pd.__version__}, ms")
random = np.random.default_rng(11)
n = 10_000_000
value = random.random(n)
for keys in (1_000, 1_000_000):
    near = random.integers(0, keys, n)
    for name, key in (("", near), (", keys far apart", near * 2003)):
        table = pd.DataFrame({"key": key, "value": value})
        for order in (True, False):
            groups = "sorted" if order else "as seen"
            row(f"sum, {keys} groups {groups}{name}", lambda: table.groupby("key", sort=order).value.sum())
            row(f"sum and mean, {keys} groups {groups}{name}", lambda: table.groupby("key", sort=order).value.agg(["sum", "mean"]))
n = 1_000_000
words = np.array([f"key_{i}" for i in random.integers(0, 10_000, n)], dtype=object)
table = pd.DataFrame({"key": words, "value": value[:n]})
row("sum of 1e6 strings, 1e4 groups", lambda: table.groupby("key", sort=False).value.sum())
left, right = (pd.DataFrame({"key": random.integers(0, n, n) * 7919}) for _ in range(2))
row("inner merge 1e6 with 1e6", lambda: left.merge(right, on="key"))
a, b = left.sort_values("key"), right.sort_values("key").assign(place=np.arange(n))
row("merge_asof 1e6 with 1e6", lambda: pd.merge_asof(a, b, on="key"))
