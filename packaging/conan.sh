#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# conan.sh ROOT FOLDER: Conan makes the package of ROOT in a cache of its own below FOLDER, and builds and runs tests/package against it.
# Boost, CRoaring and CMake are those of this machine. Recipes that only name them stand in for those of Conan Center, so nothing is
# downloaded.
set -euo pipefail
root=$1 folder=$2
command -v conan >/dev/null || { echo "conan is not installed"; exit 1; }
rm -rf "$folder"
mkdir -p "$folder"
export CONAN_HOME=$folder/home
conan profile detect
conan remote disable '*'

# stand_in NAME VERSION LINE...: a package without files, whose package_info() has the lines.
stand_in() {
  local recipe=$folder/$1
  mkdir "$recipe"
  printf 'from conan import ConanFile\n\n\nclass StandIn(ConanFile):\n    name = "%s"\n    version = "%s"\n\n    def package_info(self):\n' \
    "$1" "$2" >"$recipe/conanfile.py"
  printf '        self.cpp_info.%s\n' 'includedirs = []' 'libdirs = []' 'bindirs = []' "${@:3}" >>"$recipe/conanfile.py"
  conan create "$recipe"
}
stand_in boost 1.74.0 'set_property("cmake_file_name", "Boost")' 'components["headers"].set_property("cmake_target_name", "Boost::headers")' \
  'components["headers"].includedirs = []'
stand_in roaring 1.0.0 'set_property("cmake_file_name", "roaring")' 'set_property("cmake_target_name", "roaring::roaring")' \
  'system_libs = ["roaring"]'
stand_in cmake "$(cmake --version | sed -nE '1s/.* ([0-9.]+).*/\1/p')"

conan create "$root" -s compiler.cppstd=20 -s build_type=Debug

# refused WORDS ARGUMENT...: with the arguments there is no package, and Conan says why.
refused() {
  local said
  said=$(conan graph info "$root" "${@:2}" 2>&1) || true
  grep -q "$1" <<<"$said" || { printf 'not refused: %s\n%s\n' "${*:2}" "$said"; exit 1; }
}
refused "C++ standard" -s compiler.cppstd=17
refused "Ravel needs gcc 12" -s compiler.cppstd=20 -s compiler.version=11
refused "Ravel is for Linux" -s compiler.cppstd=20 -s os=FreeBSD
