# SPDX-License-Identifier: BSL-1.0
# How the peers of the benchmarks are timed that are written in Python.
import time


def median_time(work, repeat, clock=time.perf_counter):
    """Of so many runs, in seconds, after one that warms up."""
    work()
    times = []
    for _ in range(repeat):
        begin = clock()
        work()
        times.append(clock() - begin)
    return sorted(times)[repeat // 2]
