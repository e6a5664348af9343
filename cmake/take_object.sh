#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# take_object.sh COMPILER ARGUMENT...: stands before a compiler. It takes the object of the same name from the build folder RAVEL_OBJECTS, and
# compiles if there is none.
before=
for word; do
  [ "$before" != -o ] || object=$word
  before=$word
done
case ${object:-} in
  *.o) [ ! -e "$RAVEL_OBJECTS/$object" ] || exec cp "$RAVEL_OBJECTS/$object" "$object" ;;
esac
exec "$@"
