# SPDX-License-Identifier: BSL-1.0
# The rows of the benchmark of signals in SciPy, in milliseconds: the same work on the same machine, to be read beside `./dev bench signals`.
import time

import numpy as np
import scipy
import scipy.fft
import scipy.ndimage
import scipy.signal

from timing import median_time


def row(name, work, repeat=5):
    print(f"  {name:45} {median_time(work, repeat, time.process_time) * 1e3:10.3f}")


print(f"SciPy {scipy.__version__}, ms of processor time")
random = np.random.default_rng(1)
for n in (1000, 65536, 1000000, 100003):
    x = random.uniform(-1, 1, n)
    z = x + 1j * random.uniform(-1, 1, n)
    row(f"fft {n}", lambda: scipy.fft.fft(z))
    row(f"rfft {n}", lambda: scipy.fft.rfft(x))
x, w = random.uniform(-1, 1, 1000000), random.uniform(-1, 1, 10000)
row("fftconvolve 1e6 * 1e4", lambda: scipy.signal.fftconvolve(x, w))
picture, window = random.uniform(-1, 1, (1024, 1024)), random.uniform(-1, 1, (31, 31))
row("fftconvolve 1024^2 * 31^2", lambda: scipy.signal.fftconvolve(picture, window))
picture = random.uniform(-1, 1, (4096, 4096))
row("gaussian_filter 4096^2, sigma 3", lambda: scipy.ndimage.gaussian_filter(picture, 3), 3)
row("gaussian_filter 4096^2 along columns", lambda: scipy.ndimage.gaussian_filter1d(picture, 3, 0), 3)
row("savgol_filter 1e6, 11 of degree 3", lambda: scipy.signal.savgol_filter(picture[:256].ravel(), 11, 3))
row("median_filter 1024^2, 3 x 3", lambda: scipy.ndimage.median_filter(picture[:1024, :1024], 3))
row("find_peaks 1e6 at a distance of 20", lambda: scipy.signal.find_peaks(picture[:256].ravel(), distance=20))
