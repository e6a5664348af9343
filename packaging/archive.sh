#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# archive.sh ROOT FOLDER: makes the source archive FOLDER/ravel-VERSION.tar.gz, and prints its path and its hashes, as packages want them.
# The archive holds the commit, with the changes of its files that are not committed yet.
set -euo pipefail
root=$1 folder=$2
git_here() { git -C "$root" -c safe.directory="$(realpath "$root")" "$@"; } # a container may own the tree by another user

version=$(sed -nE 's/^#define RAVEL_VERSION "(.+)"$/\1/p' "$root/include/ravel/base/config.hpp")
git_here update-index -q --refresh >/dev/null || true # else times of files count as changes
changed=$(git_here stash create)
mkdir -p "$folder"
file=$(realpath "$folder")/ravel-$version.tar.gz
git_here archive --prefix="ravel-$version/" -o "$file" "${changed:-HEAD}"
printf '%s\nSHA256 %s\nSHA512 %s\n' "$file" "$(sha256sum <"$file" | cut -d' ' -f1)" "$(sha512sum <"$file" | cut -d' ' -f1)"
