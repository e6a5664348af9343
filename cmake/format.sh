#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# format.sh check|fix ROOT: every C++ file is as clang-format 16 writes it, but for those whose lines are counted (compile_fail). Another
# version formats otherwise, so without that one nothing is checked.
set -euo pipefail
if ! clang-format-16 --version 2>/dev/null | grep -q 'version 16\.'; then
  echo "clang-format 16 is not installed"
  exit 77
fi
cd "$2"
clang-format-16 --dump-config >/dev/null # says so when it cannot read the configuration

on_all_files() {
  find . \( -path './*build*' -o -path '*/compile_fail' \) -prune -o -name '*.[ch]pp' -print0 | xargs -0 -n 16 -P "$(nproc)" "$@"
}

if [[ $1 == fix ]]; then
  on_all_files clang-format-16 -i
else
  # One line for each file, however much there is to change in it.
  wrong=$({ on_all_files clang-format-16 --dry-run -Werror 2>&1 || true; } | sed -n 's/:[0-9]*:[0-9]*: error: .*//p' | sort -u)
  [[ -z $wrong ]] || { printf '%s\nrun ./dev format\n' "$wrong"; exit 1; }
fi
