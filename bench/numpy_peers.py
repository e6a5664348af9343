# SPDX-License-Identifier: BSL-1.0
# The rows of the tensor benchmark in NumPy, in milliseconds: the same work on the same machine, to be read beside `./dev bench tensors`.
import numpy as np

from timing import median_time


def row(name, work):
    print(f"  {name:45} {median_time(work, 9) * 1e3:10.3f}")


print(f"NumPy {np.__version__}, ms")
for n in (2000, 2048, 4096):
    x, y, z = np.arange(n * n, dtype=float).reshape(n, n) % 17, np.ones((n, n)), np.empty((n, n))
    row(f"x + transpose(y) {n}", lambda: np.add(x, y.T, out=z))
    row(f"transpose {n}", lambda: np.copyto(z, x.T))
cube, turned = np.ones((200, 200, 200)), np.empty((200, 200, 200))
row("transpose (2, 1, 0) 200^3", lambda: np.copyto(turned, cube.transpose(2, 1, 0)))
row("transpose (1, 0, 2) 200^3", lambda: np.copyto(turned, cube.transpose(1, 0, 2)))
n = 1000
x, y, z = np.ones((n, n)), np.ones((n, n)), np.empty((n, n))
r, c = np.ones(n), np.ones((n, 1))
row("x + row 1000", lambda: np.add(x, r, out=z))
row("x + column 1000", lambda: np.add(x, c, out=z))
row("sum((x - y)^2) 1000", lambda: np.sum((x - y) ** 2))


def thirteen():
    t, u = x - y, x + y
    return ((t * u + 0.5) * t - u) * 0.25 + t * t * 1.5


row("13 operators 1000", thirteen)
image = np.ones((n, n, 3), dtype=np.uint8)
row("HWC bytes to CHW float", lambda: np.ascontiguousarray((image.transpose(2, 0, 1).astype(np.float32) - 127.5) / 63.75))
world = (np.arange(n * n).reshape(n, n) % 3 == 0).astype(np.uint8)


def life():
    around = sum(np.roll(world, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
    return ((around == 3) | (world & (around == 2))).astype(np.uint8)


row("game of life 1000 x 1000", life)
n = 2000
x = np.ones((n, n))
row("sum over axis 0, 2000", lambda: x.sum(0))
row("sum over axis 1, 2000", lambda: x.sum(1))
row("sum of all, 2000", lambda: x.sum())
a, b = np.ones((3, 3)), np.ones((3, 3))
row("a * 2 + b, 3 x 3, 1000 times", lambda: [a * 2 + b for _ in range(1000)])
