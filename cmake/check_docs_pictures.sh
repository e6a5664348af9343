#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Fails where a chart of docs/ is not the one that example 21 makes. `21_pictures docs` makes them again. Images are left out, because
# versions of zlib pack them differently.
# Run: check_docs_pictures.sh PROGRAM DOCS
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" "$folder" >/dev/null
failed=0
for picture in "$folder"/*.svg "$2"/picture_*.svg; do
  name=${picture##*/}
  cmp "$folder/$name" "$2/$name" || failed=1
done
exit $failed
