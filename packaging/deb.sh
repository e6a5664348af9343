#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# deb.sh ROOT FOLDER: builds the Debian packages of the source archive in FOLDER, asks lintian about them and unpacks them into
# FOLDER/root, where check_package.cmake finds them.
set -euo pipefail
root=$(realpath "$1") folder=$2
rm -rf "$folder"
archive=$("$root/packaging/archive.sh" "$root" "$folder")
archive=${archive%%$'\n'*} # the other lines are hashes
cd "$folder"
source=$(basename "$archive" .tar.gz)
mv "$archive" "${source/-/_}.orig.tar.gz"
tar -xf "${source/-/_}.orig.tar.gz"
cp -r "$root/packaging/debian" "$source/debian"
export CCACHE_DIR=${CCACHE_DIR:-$HOME/.cache/ccache} # dh gives the build a home of its own
(cd "$source" && dpkg-buildpackage -us -uc)

# Debian's first upload closes the bug that asked for the package; ours answers none.
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ./*.changes
for package in ./*.deb; do
  dpkg-deb -x "$package" root
done
