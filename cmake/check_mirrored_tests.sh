#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Fails where a public header ravel/X/y.hpp has no test tests/X/y.cpp, so that knowing one path gives the other. cmake/mirrored_tests.txt lists those that
# are tested elsewhere; one that has its test by now, or is gone, must leave the list.
# Run: check_mirrored_tests.sh ROOT
set -euo pipefail
cd "$1"
failed=0
has_test() { local path=${1#ravel/}; [[ $path != */* || -f tests/${path%.hpp}.cpp ]]; }
while read -r header; do
  if ! has_test "$header" && ! grep -qxF "$header" cmake/mirrored_tests.txt; then
    echo "no test: <$header> needs tests/$(sed 's|^ravel/||; s|hpp$|cpp|' <<<"$header")"
    failed=1
  fi
done <tests/public_headers.txt
while read -r header; do
  if has_test "$header" || ! grep -qxF "$header" tests/public_headers.txt; then
    echo "no exception any more: take $header out of cmake/mirrored_tests.txt"
    failed=1
  fi
done <cmake/mirrored_tests.txt
exit $failed
