# SPDX-License-Identifier: BSL-1.0
"""What NumPy makes of each operation. Where its rules differ from Ravel's, the difference stands here as a cast or a comparison of Python
numbers, which are exact: operands are cast to the type they meet in, and integers divide towards zero."""
import math

import numpy as np


class Refused(Exception):
    """The operation must throw this kind of error."""


class Unclaimed(Exception):
    """Ravel promises nothing here: a sum or product whose parts may leave the range of double."""


class Near:
    """Allowed to differ: values that are at most error[i] from result[i], which is as exact as the machine has it."""

    def __init__(self, result, error, dtype):
        self.result, self.error, self.dtype = np.atleast_1d(result), np.atleast_1d(error), np.dtype(dtype)


class Unsigned:
    """Exact, but either zero will do."""

    def __init__(self, result):
        self.result = result


# ---- types ----

BOOL, INT32, INT64, UINT64, FLOAT, DOUBLE = map(np.dtype, ("bool", "int32", "int64", "uint64", "float32", "float64"))


def whole(dtype):
    return dtype.kind in "iu"


def number(dtype):
    return np.dtype("uint8") if dtype == BOOL else dtype


def meet(a, b):
    """Ravel's table. NumPy would let small integers meet in small ones, and int64 with uint64 in double."""
    if "c" in (a.kind, b.kind):
        return np.dtype("complex128")
    a, b = number(a), number(b)
    if "f" in (a.kind, b.kind):
        integers = [t.itemsize for t in (a, b) if whole(t)]
        return DOUBLE if max(integers, default=0) > 2 else max((t for t in (a, b) if t.kind == "f"), key=lambda t: t.itemsize)
    if a.kind == b.kind:
        wider = max(a, b, key=lambda t: t.itemsize)
        return wider if wider.itemsize >= 4 else INT32
    signed, unsigned = (a, b) if a.kind == "i" else (b, a)
    return INT64 if max(signed.itemsize, 2 * unsigned.itemsize) > 4 else INT32


def kept(a, b):
    """As meet, but bools stay bools."""
    return BOOL if a == b == BOOL else meet(a, b)


def met(a, b):
    both = meet(a.dtype, b.dtype)
    return a.astype(both), b.astype(both)


def meeting(function):
    return lambda a, b: function(*met(a, b))


def keeping(function):
    def apply(a, b):
        both = kept(a.dtype, b.dtype)
        return function(a.astype(both), b.astype(both))
    return apply


def widened(function):
    """For one operand, which arithmetic widens by itself."""
    return lambda a: function(met(a, a)[0])


# ---- arithmetic ----


def refuse_division(a, b):
    undefined = b == 0
    if a.dtype.kind == "i":
        undefined = undefined | ((b == -1) & (a == np.iinfo(a.dtype).min))
    if undefined.any():
        raise Refused("value_error")


def divide(a, b):
    a, b = met(a, b)
    if not whole(a.dtype):
        return a / b
    refuse_division(a, b)
    return (a - np.fmod(a, b)) // b  # towards zero; // alone rounds down


def remainder(a, b):
    a, b = met(a, b)
    if whole(a.dtype):
        refuse_division(a, b)
    return np.fmod(a, b)


def compare(function):
    """Of numbers of two types by value, as Python does it; NumPy would round one of them."""
    def apply(a, b):
        if a.dtype == b.dtype:
            return function(a, b)
        return np.array([function(x, y) for x, y in zip(a.tolist(), b.tolist())], bool)
    return apply


def polynomial(a, b):
    a, b = met(a, b)
    return (a - b) * (a + b) - a * a


ARITHMETIC = {
    "add": meeting(np.add), "subtract": meeting(np.subtract), "multiply": meeting(np.multiply), "divide": divide, "remainder": remainder,
    "and": keeping(np.bitwise_and), "or": keeping(np.bitwise_or), "xor": keeping(np.bitwise_xor), "not": np.logical_not,
    "negative": widened(np.negative), "invert": widened(np.invert), "polynomial": polynomial,
    "twice_and_three": widened(lambda a: a * a.dtype.type(2) + a.dtype.type(3)),
    "equal": compare(lambda x, y: x == y), "less": compare(lambda x, y: x < y), "at_least": compare(lambda x, y: x >= y),
}

# ---- functions ----


def sign(a):
    return np.where(a == 0, a, np.sign(a))  # a zero keeps its sign


def half_away(a):
    cut = np.trunc(a)
    return np.copysign(cut + np.where(np.abs(a - cut) >= 0.5, np.sign(a), a.dtype.type(0)), a)


def where(mask, a, b):
    both = kept(a.dtype, b.dtype)
    return np.where(mask, a.astype(both), b.astype(both))


def clip(a):
    a = met(a, a)[0]
    return np.clip(a, a.dtype.type(2), a.dtype.type(100))


def ulps(n, function, *exact):
    """Within n units in the last place of what a wider type makes of it."""
    def apply(*operands):
        dtype = operands[0].dtype if operands[0].dtype.kind == "f" else DOUBLE
        wide = np.longdouble if dtype == DOUBLE else np.float64
        result = function(*(x.astype(dtype).astype(wide) for x in operands))
        unit = np.spacing(np.abs(np.where(np.isfinite(result), result, 0)).astype(dtype)).astype(wide)
        return Near(result, n * unit, dtype)
    return apply


def reals(function):
    return lambda a: function(a if a.dtype.kind == "f" else a.astype(DOUBLE))


def ulp(a):
    size, largest = np.abs(a), np.finfo(a.dtype).max
    below = largest - np.nextafter(largest, a.dtype.type(0))
    return np.where(np.isinf(a), size, np.where(size == largest, below, np.nextafter(size, a.dtype.type(np.inf)) - size))


FUNCTIONS = {
    "next_up": reals(lambda a: np.nextafter(a, a.dtype.type(np.inf))), "next_down": reals(lambda a: np.nextafter(a, a.dtype.type(-np.inf))),
    "ulp": reals(ulp),
    "sqrt": lambda a: np.sqrt(a if a.dtype.kind == "f" else a.astype(DOUBLE)),
    "absolute": widened(np.abs), "sign": widened(sign), "square": widened(lambda a: a * a),
    "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "round": half_away, "isnan": np.isnan, "isfinite": np.isfinite,
    "minimum": lambda a, b: Unsigned(keeping(np.minimum)(a, b)), "maximum": lambda a, b: Unsigned(keeping(np.maximum)(a, b)),
    "where": where, "clip": clip,
}
for name in "exp expm1 exp2 log log1p log2 log10 sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh cbrt".split():
    FUNCTIONS[name] = ulps(4, getattr(np, name))
FUNCTIONS["power"], FUNCTIONS["arctan2"], FUNCTIONS["hypot"] = ulps(4, np.power), ulps(4, np.arctan2), ulps(4, np.hypot)

FUNCTIONS["degrees"], FUNCTIONS["radians"] = ulps(1, np.degrees), ulps(1, np.radians)
FUNCTIONS["expit"] = ulps(4, lambda x: 1 / (1 + np.exp(-x)))

# ---- casts; the last argument is the kind and the bytes of the type to cast to ----


def to_integer(x, low, high, form):
    """One number; the limits are those of the target."""
    if x != x or (math.isinf(x) and form != "saturate_cast"):
        raise Refused("type_error")
    if math.isinf(x):
        return high if x > 0 else low
    x = int(x)
    if form == "saturate_cast":
        return min(max(x, low), high)
    if form == "cast" and not low <= x <= high:
        raise Refused("type_error")
    return (x - low) % (high - low + 1) + low


def to_bool(x, form):
    if x != x or (form == "wrap_cast" and math.isinf(x)) or (form == "cast" and x not in (0, 1)):
        raise Refused("type_error")
    return x >= 1 if form == "saturate_cast" else x != 0


def cast(form):
    def apply(a, told):
        dtype = np.dtype(f"{chr(told[0])}{told[1]}")
        if dtype == a.dtype:
            return a
        if dtype == BOOL:
            return np.array([to_bool(x, form) for x in a.tolist()], bool)
        if whole(dtype):
            low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
            return np.array([to_integer(x, low, high, form) for x in a.tolist()], dtype)
        result = a.astype(dtype)
        if a.dtype != DOUBLE or dtype != FLOAT or form == "wrap_cast":
            return result
        beyond = np.isinf(result) & np.isfinite(a)
        if form == "cast" and beyond.any():
            raise Refused("type_error")
        return np.where(beyond, np.copysign(np.finfo(FLOAT).max, result), result)
    return apply


CASTS = {form: cast(form) for form in ("cast", "wrap_cast", "saturate_cast")}

# ---- views; the last argument is what Ravel was told ----


def shift(a, told):
    return a[np.clip(np.arange(a.size) - told[0], 0, a.size - 1)] if a.size else a


def stretch(a, told):
    across, start, some, times = told
    return (np.tile if across else np.repeat)(a[start:start + some], times)


VIEWS = {
    "slice": lambda a, told: a[told[0] + told[2] * np.arange(told[1])] if told[1] else a[:0],
    "reverse": lambda a, told: a[::-1], "shift": shift, "repeat": lambda a, told: np.tile(a, told[0]),
    "select": lambda a, told: a[np.array(told, np.intp)], "concat": lambda a, b, told: np.concatenate([a, b]),
    "stretch": stretch, "interleave": lambda a, b, c, told: np.stack([a, b, c], axis=1).ravel(),
}
