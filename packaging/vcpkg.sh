#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# vcpkg.sh ROOT FOLDER: vcpkg installs the port of packaging/vcpkg below FOLDER, and tests/package is built against it and runs. Boost and
# CRoaring are those of this machine. Ports without files stand in for vcpkg's, so nothing is downloaded.
set -euo pipefail
root=$1 folder=$2
command -v vcpkg >/dev/null && [[ -n ${VCPKG_ROOT:-} ]] || { echo "vcpkg is not installed, or VCPKG_ROOT does not name its folder"; exit 1; }
rm -rf "$folder"
for port in boost-container roaring; do
  mkdir -p "$folder/ports/$port"
  printf '{"name": "%s", "version": "1"}\n' "$port" >"$folder/ports/$port/vcpkg.json"
  echo 'set(VCPKG_POLICY_EMPTY_PACKAGE enabled)' >"$folder/ports/$port/portfile.cmake"
done
export VCPKG_FORCE_SYSTEM_BINARIES=1 VCPKG_DISABLE_METRICS=1
rooms=(--x-buildtrees-root="$folder/buildtrees" --x-packages-root="$folder/packages" --downloads-root="$folder/downloads")
vcpkg install ravel --classic --overlay-ports="$folder/ports" --overlay-ports="$root/packaging/vcpkg" --x-install-root="$folder/installed" \
  --binarysource=clear "${rooms[@]}"
cmake -G Ninja -S "$root/tests/package" -B "$folder/consumer" -DCMAKE_TOOLCHAIN_FILE="$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake" \
  -DVCPKG_INSTALLED_DIR="$folder/installed" -DVCPKG_MANIFEST_MODE=OFF
cmake --build "$folder/consumer"
for program in consumer sparse_consumer mpi_consumer; do "$folder/consumer/$program"; done
