# SPDX-License-Identifier: BSL-1.0
# The Python half of the recipe that docs/interop.md shows: recipe.py LIBRARY, which is recipe.cpp compiled. Needs nothing but NumPy.
import ctypes
import sys
import numpy as np

recipe, python = ctypes.CDLL(sys.argv[1]), ctypes.pythonapi
recipe.table.restype = recipe.doubled_and_turned.restype = python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
python.PyCapsule_GetPointer.argtypes = python.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
FRESH, USED = b"dltensor", b"used_dltensor"  # capsules do not copy their names

class Exported:  # what np.from_dlpack takes, once
    def __init__(self, pointer):
        if not pointer: raise ValueError("Ravel refused")
        self.pointer = pointer
    def __dlpack__(self, **_): return python.PyCapsule_New(self.pointer, FRESH, None)
    def __dlpack_device__(self): return (1, 0)  # the memory of the host

def given_away(array):  # the pointer behind an array, for a function that takes it over
    capsule = array.__dlpack__()
    pointer = python.PyCapsule_GetPointer(capsule, FRESH)
    python.PyCapsule_SetName(capsule, USED)  # so that Python does not release it too
    return ctypes.c_void_p(pointer)

x = np.from_dlpack(Exported(recipe.table(2, 3)))  # Ravel's memory, released with the last array that shows it
assert x.tolist() == [[0, 1, 2], [3, 4, 5]]
mine = np.arange(6.0).reshape(2, 3)
y = np.from_dlpack(Exported(recipe.doubled_and_turned(given_away(mine))))  # NumPy's memory, there and back
assert y.tolist() == [[0, 6], [2, 8], [4, 10]] and mine.tolist() == [[0, 2, 4], [6, 8, 10]]
