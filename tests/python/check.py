# SPDX-License-Identifier: BSL-1.0
"""check.py LIBRARY: tensors between NumPy and a library that uses Ravel, in both directions, without a copy and released once. Nothing has to
be installed: ctypes and the capsules of DLPack. Exits with 77, which is skipped, where there is no NumPy with from_dlpack."""
import ctypes
import gc
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


def given_away(array):
    """The pointer behind an array's capsule, which belongs to whom it is passed to."""
    capsule = array.__dlpack__()
    pointer = python.PyCapsule_GetPointer(capsule, b"dltensor")
    python.PyCapsule_SetName(capsule, USED)
    return ctypes.c_void_p(pointer)


USED = b"used_dltensor"  # the name is not copied: it must live as long as the capsules

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
for number, name in enumerate(types):
    if name == "bool":
        continue  # NumPy 1.24 refuses them; its users pass uint8
    expected = np.arange(6).astype(name).reshape(2, 3)
    made = np.from_dlpack(Exported(library.make_tensor_of, number))
    assert made.dtype == expected.dtype and np.array_equal(made, expected), (name, made)
    for view in (expected, expected.T, expected[:, ::2], expected[0], expected[1, 2], expected[:0]):
        array = view if isinstance(view, np.ndarray) else np.array(view)
        back = np.from_dlpack(Exported(library.twice_transposed, given_away(array)))
        assert back.dtype == array.dtype and np.array_equal(back, (array * 2).T), (name, array, back)

# Written in place, through any strides: NumPy's memory, not a copy of it.
y = np.arange(12.0).reshape(3, 4)
before = y.copy()
before_references = sys.getrefcount(y)
assert library.add_one(given_away(y[::2, ::-1])) == 0
before[::2, ::-1] += 1
assert np.array_equal(y, before), y
gc.collect()
assert sys.getrefcount(y) == before_references
print("passed")
