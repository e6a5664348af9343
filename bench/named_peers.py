# SPDX-License-Identifier: BSL-1.0
# The contractions of the benchmark of names in NumPy, in microseconds: to be read beside `./dev bench named`.
import numpy as np

from timing import median_time


def row(name, work):
    print(f"  {name:40} {median_time(work, 15) * 1e6:10.1f}")


def values(*shape):
    return ((np.arange(np.prod(shape)) * 7919) % 101 - 50.0).reshape(shape) * 0.01


print(f"NumPy {np.__version__}, us")
a, b, c, d = values(256, 64), values(64, 512), values(512, 32), values(32, 300)
row("einsum ij,jk,kl->il", lambda: np.einsum("ij,jk,kl->il", a, b, c, optimize=True))
row("einsum ij,jk,kl,lm->im", lambda: np.einsum("ij,jk,kl,lm->im", a, b, c, d, optimize=True))
x, y = values(64, 64, 64), values(64, 64, 64)
row("64 times 64 x 64 by 64 x 64", lambda: np.einsum("sik,skj->sij", x, y, optimize=True))
s, t = values(2, 2), values(2, 2)
row("2 x 2 by 2 x 2", lambda: np.einsum("ik,kj->ij", s, t))
