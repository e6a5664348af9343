#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_duckdb.sh TESTS ROOM: what DuckDB makes of Ravel's columns, and Ravel of DuckDB's. RAVEL_DUCKDB names its library; where it does
# not, npm gets it into the room, and without npm or without a network the check is skipped.
set -euo pipefail
tests=$1 room=$2
version=1.5.6-r.1

installed() { find "$room/node_modules" -name libduckdb.so -print -quit 2>/dev/null || true; }

library=${RAVEL_DUCKDB:-$(installed)}
if [[ -z $library ]] && command -v npm >/dev/null; then
  case $(uname -m) in x86_64) machine=x64 ;; aarch64) machine=arm64 ;; *) machine=$(uname -m) ;; esac
  mkdir -p "$room"
  (cd "$room" && timeout 120 npm install --ignore-scripts --no-audit --no-fund --fetch-retries=0 --prefix . \
    "@duckdb/node-bindings-linux-$machine@$version" >npm.log 2>&1) || true
  library=$(installed)
fi
if [[ -z $library ]]; then
  echo "skipped: there is no libduckdb.so; RAVEL_DUCKDB names one, or npm and a network get it"
  exit 77
fi
RAVEL_DUCKDB=$library "$tests" '[.duckdb]'
