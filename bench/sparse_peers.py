# SPDX-License-Identifier: BSL-1.0
# The rows of the benchmark of sparse data in SciPy, and in pydata/sparse where it is installed: milliseconds of one processor, to be read
# beside `./dev bench sparse` and `./dev bench sparse_peers`, which has Eigen and GraphBLAS. The same work on the same machine.
import time

import numpy as np
import scipy
import scipy.sparse as sp

from timing import median_time

try:
    import sparse
except ImportError:
    sparse = None

side, many = 10000, 1000000


def milliseconds(work):
    return f"{median_time(work, 7, time.process_time) * 1e3:12.3f}"


def row(name, in_scipy, in_sparse):
    print(f"  {name:45}{milliseconds(in_scipy)}{milliseconds(in_sparse) if sparse else '':>12}", flush=True)


def matrix(entries, seed):
    at = np.unique(np.random.default_rng(seed).integers(0, side * side, entries))
    return sp.coo_matrix((1.0 + at % 1000 * 0.001, (at // side, at % side)), shape=(side, side)).tocsr()


print(f"SciPy {scipy.__version__}, sparse {sparse.__version__ if sparse else 'not installed'}; ms")
a, b, few, others, x = matrix(many, 1), matrix(many, 2), matrix(many // 10, 3), matrix(many // 10, 4), np.random.rand(side)
p, q, sparse_few, sparse_others = [sparse.COO.from_scipy_sparse(m) for m in (a, b, few, others)] if sparse else [None] * 4
row("a + b, 1e4 x 1e4 with 1e6 entries each", lambda: a + b, lambda: p + q)
row("a * b", lambda: a.multiply(b).tocsr(), lambda: p * q)
row("a * 2", lambda: a * 2, lambda: p * 2)
row("transpose, to row order", lambda: a.T.tocsr(), lambda: p.T)
row("rows 100 to 9900", lambda: a[100:9900], lambda: p[100:9900])
row("matrix by vector", lambda: a @ x, lambda: p @ x)
row("sparse product, 1e5 entries each", lambda: few @ others, lambda: sparse_few @ sparse_others)
row("sum of all", lambda: a.sum(), lambda: p.sum())
row("sum along axis 0", lambda: a.sum(axis=0), lambda: p.sum(axis=0))
row("sum along axis 1", lambda: a.sum(axis=1), lambda: p.sum(axis=1))
row("max along axis 1", lambda: a.max(axis=1), lambda: p.max(axis=1))
