#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# abi.sh FOLDER [OLD]: writes the ABI of each shared library in FOLDER, which has debug information, to FOLDER/libravel*.abi: the exported
# names and the layouts of all types that they mention. OLD is a folder with such files of an older version. Then the script prints what
# changed since, and fails if a program that was linked to the older library may break. New names break none.
set -euo pipefail
folder=$1 old=${2:-} changed=0
for library in "$folder"/libravel*.so; do
  abi=$folder/$(basename "$library" .so).abi
  abidw --no-corpus-path --no-comp-dir-path --no-show-locs --out-file "$abi" "$library"
  [[ -z $old ]] || abidiff --no-added-syms "$old/$(basename "$abi")" "$abi" || changed=1
done
exit $changed
