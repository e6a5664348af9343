#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_newer_python.sh BUILD SOURCE: the tests that ask Python once more, of the one that RAVEL_NEWER_PYTHON names: it may have a NumPy, SciPy,
# pandas and PyTorch that are newer than the system's. Skipped where none is named; CONTRIBUTING.md says how to come by one.
set -euo pipefail
build=$1 source=$2
if [[ -z ${RAVEL_NEWER_PYTHON:-} ]]; then
  echo "skipped: RAVEL_NEWER_PYTHON names no Python to ask"
  exit 77
fi
"$RAVEL_NEWER_PYTHON" -c 'import sys, numpy; print("Python", sys.version.split()[0], "with NumPy", numpy.__version__)'
"$RAVEL_NEWER_PYTHON" "$source/tests/python/check.py" "$build/tests/python/libtest_python.so" "$build/tests/python/librecipe.so"
"$RAVEL_NEWER_PYTHON" "$source/tests/differential/check.py" "$build/tests/differential/test_differential"
export RAVEL_PYTHON=$RAVEL_NEWER_PYTHON
for folder in interop lazy named op sparse tensor; do "$build/tests/test_$folder"; done
