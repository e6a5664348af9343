# SPDX-License-Identifier: BSL-1.0
"""What NumPy and exact arithmetic make of each reduction. Integers are exact or refused; a sum of n floating numbers is in 32 parts, each
added up in double, and may be off by one rounding of its absolute values for each addition that an element goes through."""
import math

import numpy as np

from oracle import DOUBLE, FLOAT, INT64, UINT64, Near, Refused, Unclaimed, Unsigned, compare, met

UNIT = 2.0 ** -53


def wide(dtype):
    """What a sum is given in."""
    return dtype if dtype.kind in "fc" else UINT64 if dtype.kind == "u" else INT64


def exact_integer(value, dtype):
    limits = np.iinfo(wide(dtype))
    if not int(limits.min) <= value <= int(limits.max):
        raise Refused("overflow_error")
    return np.array([value], wide(dtype))


def additions(n):
    """How many an element goes through: those of its part, and the five that put the parts together."""
    return n // 32 + 6


def rounded(value, error, dtype):
    """A value in double with its error, once more rounded to the type; what is beyond the type is infinite."""
    unit = abs(value) * float(np.finfo(FLOAT).eps) / 2 + float(np.finfo(FLOAT).smallest_subnormal) if dtype == FLOAT else 0
    return Near(value, error + unit if math.isfinite(value) else 0, dtype)


def real_sum(a, dtype):
    a = a.astype(DOUBLE)
    size = float(np.sum(np.abs(a[np.isfinite(a)])))
    if size > 1e308:
        raise Unclaimed  # a part could leave the range
    if not np.isfinite(a).all():
        return rounded(float(np.sum(a)), 0, dtype)
    return rounded(math.fsum(a), additions(a.size) * UNIT * size, dtype)


def total(a):
    if a.dtype.kind == "c":
        parts = [real_sum(part, DOUBLE) for part in (a.real, a.imag)]
        return Near(np.concatenate([p.result for p in parts]), np.concatenate([p.error for p in parts]), a.dtype)
    return real_sum(a, a.dtype) if a.dtype.kind == "f" else exact_integer(sum(map(int, a.tolist())), a.dtype)


def product(a):
    if a.dtype.kind != "f":
        return exact_integer(math.prod(map(int, a.tolist())), a.dtype)
    factors = a.astype(DOUBLE)
    if np.abs(np.log2(np.abs(factors[(factors != 0) & np.isfinite(factors)]))).sum() > 1000:
        raise Unclaimed  # a part could leave the range
    value = float(np.prod(factors))
    return rounded(value, 2 * a.size * UNIT * abs(value), a.dtype)


def mean(a):
    if a.size == 0:
        raise Refused("value_error")
    if a.dtype.kind != "f":
        value = sum(map(int, a.tolist())) / a.size
        return Near(value, 4 * UNIT * abs(value), DOUBLE)
    sum_of_all = real_sum(a, DOUBLE)
    value = float(sum_of_all.result[0]) / a.size
    return rounded(value, float(sum_of_all.error[0]) / a.size + 2 * UNIT * abs(value), a.dtype)


def norm(a):
    value = float(np.sqrt(np.sum(a.astype(DOUBLE) ** 2)))
    return rounded(value, (additions(a.size) + math.log2(a.size + 2) + 4) * UNIT * value, FLOAT if a.dtype == FLOAT else DOUBLE)


def dot(a, b):
    a, b = met(a, b)
    if a.dtype.kind == "f":
        return total(a * b)
    products = [x * y for x, y in zip(map(int, a.tolist()), map(int, b.tolist()))]
    for one in products:
        exact_integer(one, a.dtype)  # each has to fit
    return exact_integer(sum(products), a.dtype)


def extreme(function):
    def apply(a):
        if a.size == 0:
            raise Refused("value_error")
        return np.atleast_1d(function(a)) + a.dtype.type(0)  # -0 is given as +0
    return apply


def running(function, exact):
    """Carried on in double, by chunks of 1,024, or exactly, and given in the type of a sum."""
    def apply(a):
        if a.dtype.kind == "f":
            results = function.accumulate(a[:1024].astype(DOUBLE))
            for first in range(1024, a.size, 1024):
                own = function.accumulate(a[first:first + 1024].astype(DOUBLE))
                results = np.concatenate((results, function(results[-1], own)))
            return results.astype(a.dtype)
        carried, result = None, []
        for x in map(int, a.tolist()):
            carried = x if carried is None else exact(carried, x)
            exact_integer(carried, a.dtype)
            result.append(carried)
        return np.array(result, wide(a.dtype))
    return apply


def without_nan(function):
    return lambda a: function(a[~np.isnan(a)])


def close(a, b):
    return np.isclose(a.astype(DOUBLE), b.astype(DOUBLE), 0.5, 2).all()


REDUCTIONS = {
    "sum": total, "product": product, "mean": mean, "norm": norm, "dot": dot, "min": extreme(np.min), "max": extreme(np.max),
    "sum_skip": without_nan(total), "min_skip": without_nan(extreme(np.min)),
    "cumsum": running(np.add, lambda x, y: x + y), "cumprod": running(np.multiply, lambda x, y: x * y),
    "cummin": lambda a: Unsigned(np.minimum.accumulate(a)), "cummax": lambda a: Unsigned(np.maximum.accumulate(a)),
    "sort": lambda a: np.sort(a, kind="stable"), "compress": lambda a, mask: a[mask],
    "count": lambda a: np.array([np.count_nonzero(a)]), "any": np.any, "all": np.all,
    "all_equal": lambda a, b: compare(lambda x, y: x == y)(a, b).all(), "all_close": close,
}
