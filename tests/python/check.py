# SPDX-License-Identifier: BSL-1.0
"""check.py LIBRARY RECIPE: tensors between NumPy, PyTorch and a library that uses Ravel, in both directions, without a copy and released once. Nothing
has to be installed: ctypes and the capsules of DLPack. Then the recipe of docs/interop.md with its own library, RECIPE. Exits with 77, which is
skipped, where there is no NumPy with from_dlpack; says so where there is no PyTorch."""
import ctypes
import gc
import pathlib
import runpy
import sys

try:
    import numpy as np
    np.from_dlpack
except (ImportError, AttributeError):
    print("there is no NumPy with from_dlpack: skipped")
    sys.exit(77)

library = ctypes.CDLL(sys.argv[1])
library.first_element.restype = ctypes.c_double
python = ctypes.pythonapi
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
python.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Exported:
    """What np.from_dlpack, torch.from_dlpack and their like take."""

    def __init__(self, function, *arguments):
        function.restype = ctypes.c_void_p
        self.pointer = function(*arguments)
        if not self.pointer:
            raise ValueError("Ravel refused")

    def __dlpack__(self, stream=None):
        return python.PyCapsule_New(self.pointer, b"dltensor", None)

    def __dlpack_device__(self):
        return (1, 0)


class ExportedVersioned(Exported):
    """The same as DLPack 1 has it."""

    def __dlpack__(self, stream=None, max_version=None, dl_device=None, copy=None):
        return python.PyCapsule_New(self.pointer, b"dltensor_versioned", None)


# These are not copied: they must live as long as the capsules.
USED = {b"dltensor": b"used_dltensor", b"dltensor_versioned": b"used_dltensor_versioned"}


def given_away(array, name=b"dltensor", **arguments):
    """The pointer behind an array's capsule, which belongs to whom it is passed to."""
    capsule = array.__dlpack__(**arguments)
    pointer = python.PyCapsule_GetPointer(capsule, name)
    python.PyCapsule_SetName(capsule, USED[name])
    return ctypes.c_void_p(pointer)


# Out of Ravel: the same memory, released with the last array.
x = np.from_dlpack(Exported(library.make_tensor))
assert x.shape == (2, 3) and x.dtype == np.float64 and x.strides == (8, 16), (x.shape, x.dtype, x.strides)
assert np.array_equal(x, [[0, 2, 4], [1, 3, 5]]), x
row = x[1]
del x
gc.collect()
assert library.released_tensors() == 0
assert np.array_equal(row, [1, 3, 5])
del row
gc.collect()
assert library.released_tensors() == 1

# Every type that this NumPy takes, out, and in and out again.
types = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
for number, name in list(enumerate(types)) + [(15, "float16")]:
    if name == "bool":
        continue  # NumPy 1.24 refuses them; its users pass uint8, as below
    expected = np.arange(6).astype(name).reshape(2, 3)
    made = np.from_dlpack(Exported(library.make_tensor_of, number))
    assert made.dtype == expected.dtype and np.array_equal(made, expected), (name, made)
    for view in (expected, expected.T, expected[:, ::2], expected[0], expected[1, 2], expected[:0]):
        array = view if isinstance(view, np.ndarray) else np.array(view)
        back = np.from_dlpack(Exported(library.twice_transposed, given_away(array)))
        assert back.dtype == array.dtype and np.array_equal(back, (array * 2).T), (name, array, back)

bools = np.from_dlpack(Exported(library.make_bools))
assert bools.dtype == np.uint8 and np.array_equal(bools.view(bool), np.arange(6).reshape(2, 3) % 2 == 1), bools

# Written in place, through any strides: NumPy's memory, not a copy of it.
y = np.arange(12.0).reshape(3, 4)
before = y.copy()
before_references = sys.getrefcount(y)
assert library.add_one(given_away(y[::2, ::-1])) == 0
before[::2, ::-1] += 1
assert np.array_equal(y, before), y
gc.collect()
assert sys.getrefcount(y) == before_references


def check_versions():
    """What DLPack 1 says beyond the older one, of which NumPy knows since 2.1: whether it may be written."""
    released = library.released_tensors()
    for writable in (0, 1):
        x = np.from_dlpack(ExportedVersioned(library.make_versioned, writable))
        assert writable >= x.flags.writeable and np.array_equal(x, [[0, 2, 4], [1, 3, 5]]), x  # NumPy 2.2 writes none of them
        del x
    gc.collect()
    assert library.released_tensors() == released + 2
    for y in (np.arange(4.0), np.array([True, False])):
        for writable in (True, False):
            y.flags.writeable = writable
            assert library.is_writable(given_away(y, b"dltensor_versioned", max_version=(1, 0))) == writable


def check_torch(torch):
    released = library.released_tensors()
    # The same memory, released with the last tensor.
    x = torch.from_dlpack(Exported(library.make_tensor))
    assert x.shape == (2, 3) and x.dtype == torch.float64 and x.stride() == (1, 2), (x.shape, x.dtype, x.stride())
    before = library.first_element()
    x[0, 0] += 40
    assert library.first_element() == before + 40
    x[0, 0] -= 40
    row = x[1]
    del x
    gc.collect()
    assert library.released_tensors() == released and row.tolist() == [1, 3, 5]
    del row
    gc.collect()
    assert library.released_tensors() == released + 1

    # Every type that PyTorch has, half floats among them, out, and in and out again.
    for number, name in list(enumerate(types)) + [(15, "float16"), (16, "bfloat16")]:
        kind = getattr(torch, name, None)
        if kind is None or name in ("bool", "uint16", "uint32", "uint64"):
            continue  # PyTorch 1.13 refuses the first, and 2 computes little with the others
        expected = torch.arange(6).to(kind).reshape(2, 3)
        made = torch.from_dlpack(Exported(library.make_tensor_of, number))
        assert made.dtype == kind and torch.equal(made, expected), (name, made)
        for view in (expected, expected.T, expected[:, ::2], expected[0], expected[1, 2], expected[:0]):
            back = torch.from_dlpack(Exported(library.twice_transposed, given_away(view)))
            assert back.dtype == kind and torch.equal(back, (view * 2).permute(tuple(reversed(range(view.ndim))))), (name, view, back)

    # Written in place.
    y = torch.arange(12.0).reshape(3, 4)
    expected = y.clone()
    assert library.add_one(given_away(y[::2, 1:])) == 0
    expected[::2, 1:] += 1
    assert torch.equal(y, expected), y


if np.lib.NumpyVersion(np.__version__) >= "2.1.0":
    check_versions()
recipe = pathlib.Path(__file__).with_name("recipe.py")
sys.argv = [str(recipe), sys.argv[2]]
runpy.run_path(str(recipe), run_name="__main__")
try:
    import torch
except ImportError:
    print("passed with NumPy", np.__version__, "(there is no PyTorch)")
else:
    check_torch(torch)
    print("passed with NumPy", np.__version__, "and PyTorch", torch.__version__)
