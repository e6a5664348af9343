#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Runs tests/gdb/main.cpp in gdb up to stop_here(), prints each variable of main with share/gdb/ravel.py, and compares that with
# tests/gdb/main.out. Skipped where there is no gdb, or none that has Python or may trace.
# Run: check_gdb.sh PROGRAM ROOT
set -euo pipefail
program=$1 root=$2
if ! gdb --version >/dev/null 2>&1; then
  echo "gdb is not installed"
  exit 77
fi
if ! gdb -nx -batch -ex 'python print(1)' >/dev/null 2>&1; then
  echo "gdb has no Python"
  exit 77
fi
output=$(gdb -nx -batch -ex 'set debuginfod enabled off' -ex 'set print elements 10' -ex 'set width 0' -ex 'break stop_here' -ex run -ex up \
  -ex "source $root/share/gdb/ravel.py" -ex 'info locals' -ex 'print (int)getpid()' "$program" 2>&1) || true
if [[ $output == *"ptrace: Operation not permitted"* || $output == *"Cannot PTRACE"* ]]; then
  echo "gdb may not trace a program here"
  exit 77
fi
# On some processors gdb 13 cannot call functions of the program, which tell the members of a set.
unanswered=
[[ $output != *"Couldn't write extended state status"* ]] || unanswered='^members = '
# The order of variables is gdb's.
lines() { sed -n 's/^\([a-z_]*\) = /\1 = /p' | grep -v "${unanswered:-^$}" | sort; }
diff <(lines <<<"$output") <(lines <"$root/tests/gdb/main.out") || {
  printf '%s\n' "$output"
  exit 1
}
