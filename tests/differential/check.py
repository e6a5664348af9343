# SPDX-License-Identifier: BSL-1.0
"""Runs the program that writes random expressions with what Ravel made of them, and says where NumPy disagrees. Each value is computed
from the operands as Ravel gave them, so that one mistake is one line."""
import os
import subprocess
import sys
from collections import Counter

try:
    import numpy as np
except ImportError:
    print("skipped: there is no NumPy for", sys.executable)
    sys.exit(77)

from oracle import ARITHMETIC, CASTS, FUNCTIONS, VIEWS, Near, Refused, Unclaimed, Unsigned
from reductions import REDUCTIONS

WITH_PARAMETERS = {**VIEWS, **CASTS}
WITHOUT = {**ARITHMETIC, **FUNCTIONS, **REDUCTIONS}


def expected(name, operands, told):
    return WITH_PARAMETERS[name](*operands, told) if name in WITH_PARAMETERS else WITHOUT[name](*operands)


def parts(values):
    """Complex numbers as two reals each."""
    return values.view(values.real.dtype) if values.dtype.kind == "c" else values


def misfits(ours, theirs):
    """Where two arrays of one type differ: in any bit, but that one NaN is as good as another."""
    ours, theirs = parts(ours), parts(theirs)
    if ours.dtype.kind != "f":
        return ours != theirs
    same = (ours == theirs) & (np.signbit(ours) == np.signbit(theirs))
    return ~(same | (np.isnan(ours) & np.isnan(theirs)))


def far(ours, near):
    ours, theirs = parts(ours), near.result.astype(np.longdouble)
    same = (ours == theirs.astype(ours.dtype)) | (np.isnan(ours) & np.isnan(theirs))
    return ~(same | (np.abs(ours.astype(np.longdouble) - theirs) <= near.error))


def difference(ours, theirs):
    """What is wrong with ours, or nothing."""
    if isinstance(theirs, Unsigned):
        theirs = theirs.result + theirs.result.dtype.type(0)
        ours = ours + ours.dtype.type(0)
    dtype = theirs.dtype if isinstance(theirs, Near) else np.atleast_1d(theirs).dtype
    if ours.dtype != dtype:
        return f"is {ours.dtype}, not {dtype}"
    if isinstance(theirs, Near):
        wrong, shown = far(ours, theirs), theirs.result
    else:
        theirs = np.ascontiguousarray(np.atleast_1d(theirs))
        if ours.size != theirs.size:
            return f"has {ours.size} elements, not {theirs.size}"
        wrong, shown = misfits(ours, theirs), parts(theirs)
    if not wrong.any():
        return None
    place = int(np.argmax(wrong))
    return f"element {place} is {parts(ours)[place]!r}, not {shown[place]!r}"


def verdict(name, operands, told, found):
    """What is wrong with a result, or with the kind of an error; nothing if all is well. Unclaimed if nobody says what is right."""
    try:
        theirs = expected(name, operands, told)
    except Refused as refused:
        return None if found == str(refused) else f"should have been a {refused}"
    return f"threw a {found} for nothing" if isinstance(found, str) else difference(found, theirs)


def read(line):
    """The operation, the numbers of its operands, what it was told, and the elements or the kind of error."""
    left, right = line.split(" : ")
    name, numbers, told = left.replace("(", ")").split(")")
    kind, _, data = right.partition(" ")
    found = data if kind == "error" else np.frombuffer(bytes.fromhex(data), kind)
    return name.split()[1], [int(n) for n in numbers.split()], [int(p) for p in told.split()], found


def main(program):
    arguments = [os.environ.get("RAVEL_PROGRAMS", "2000"), os.environ.get("RAVEL_SEED", "1")]
    lines = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    values, wrong, current, checked, unclaimed = [], 0, "", Counter(), Counter()
    for line in lines:
        if line.startswith("program"):
            values, current = [], line
            continue
        name, numbers, told, found = read(line)
        operands = [values[n] for n in numbers]
        values.append(found)
        if name == "input":
            continue
        try:
            problem = verdict(name, operands, told, found)
        except Unclaimed:
            unclaimed[name] += 1
            continue
        checked[name] += 1
        if problem:
            wrong += 1
            print(f"{current}: {line.split(' : ')[0][:100]} of {[str(o.dtype) for o in operands]} {problem}")
    never = sorted({*WITH_PARAMETERS, *WITHOUT} - set(checked)) if int(arguments[0]) >= 1000 else []  # fewer may miss one
    if never:
        print("never compared:", *never)
    print(f"{checked.total()} operations compared with NumPy {np.__version__}, {wrong} differ; of {unclaimed.total()} NumPy does not say what is right")
    return wrong > 0 or len(never) > 0 or not checked


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main(sys.argv[1]))
