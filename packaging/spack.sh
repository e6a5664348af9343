#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# spack.sh ROOT FOLDER: Spack installs the package of packaging/spack below FOLDER, and tests/package is built against it and runs. Boost,
# CRoaring and the tools are those of this machine.
set -euo pipefail
root=$1 folder=$2
command -v spack >/dev/null || { echo "spack is not installed"; exit 1; }
rm -rf "$folder"
mkdir -p "$folder/config"
# external PACKAGE VERSION PREFIX: Spack builds no such package, but takes the one of this machine.
external() { printf '  %s: {buildable: false, externals: [{spec: %s@%s, prefix: %s}]}\n' "$1" "$1" "$2" "$3"; }
# tool PACKAGE COMMAND: the same of a command.
tool() { external "$1" "$("$2" --version | sed -nE '1s/.* ([0-9.]+).*/\1/p')" "$(dirname "$(dirname "$(command -v "$2")")")"; }
{
  echo packages:
  external boost 1.74.0 /usr
  external croaring 0.2.66 /usr
  tool cmake cmake
  tool gmake make
} >"$folder/config/packages.yaml"
cat >"$folder/config/config.yaml" <<TEXT
config: {install_tree: {root: $folder/store}, build_stage: ["$folder/stage"], misc_cache: $folder/cache}
TEXT
printf 'repos:\n  ravel: %s\n' "$root/packaging/spack/spack_repo/ravel" >"$folder/config/repos.yaml"
here() { spack -C "$folder/config" "$@"; }
here env create -d "$folder/env"
here -e "$folder/env" add "ravel@0.1.0"
here -e "$folder/env" develop --path "$root" --no-clone ravel@0.1.0
here -e "$folder/env" install
prefix=$(here -e "$folder/env" location -i ravel)
cmake -G Ninja -S "$root/tests/package" -B "$folder/consumer" -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$folder/consumer"
for program in consumer sparse_consumer mpi_consumer; do "$folder/consumer/$program"; done
