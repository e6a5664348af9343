# SPDX-License-Identifier: BSL-1.0
# The rows of the benchmark of statistics in pandas and SciPy, in milliseconds: the same work on the same machine, to be read beside
# `./dev bench statistics`.
import numpy as np
import pandas as pd
import scipy
import scipy.stats

from timing import median_time


def row(name, work):
    print(f"  {name:45} {median_time(work, 5) * 1e3:10.3f}")


print(f"pandas {pd.__version__}, SciPy {scipy.__version__}, ms")
random = np.random.default_rng(11)
n = 1_000_000
x = random.random(n)
series = pd.Series(x)
row("rolling median 1001, 1e6", lambda: series.rolling(1001).median())
row("rolling mean 1001, 1e6", lambda: series.rolling(1001).mean())
by_time = pd.Series(x, index=pd.to_datetime(np.cumsum(random.integers(0, 2000, n))))
row("rolling by time mean of 20 rows, 1e6", lambda: by_time.rolling("20000ns").mean())
row("rolling mean by 101 weights, 1e6", lambda: series.rolling(101, win_type="hann").mean())
a, b = x[:100_000], x[500_000:600_000]
row("Kendall's tau 1e5", lambda: scipy.stats.kendalltau(a, b))
large = random.random(10_000_000)
row("quantile 0.5 of 1e7", lambda: np.quantile(large, 0.5))
