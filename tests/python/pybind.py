# SPDX-License-Identifier: BSL-1.0
# Uses the module of pybind.cpp: pybind.py FOLDER, which holds it. Exits with 77 where there is no NumPy.
import sys
try:
    import numpy as np
except ImportError:
    sys.exit(77)

sys.path.insert(0, sys.argv[1])
import ravel_recipe

x = np.arange(12.0).reshape(2, 6)[:, ::2]
means = np.from_dlpack(ravel_recipe.rolling_means(x, 3))
assert means.shape == (2, 3) and means[:, 1].tolist() == [2, 8], means
ravel_recipe.rolling_means(x, 3).__dlpack__()  # nobody takes it over
for wrong, error in ((np.arange(3), "float64"), (x.astype("f4"), "float64")):
    try:
        ravel_recipe.rolling_means(wrong, 3)
        raise SystemExit("no error")
    except RuntimeError as e:
        assert error in str(e), e
