#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# check_every_operation.sh ROOT: every function that the headers of `loop` and `op` declare in namespace ravel is run on every kind of operand by
# tests/op/every_operation.hpp, every one of its forms along axes on every backing by tests/op/every_operation_axes.cpp or
# every_operation_lines.cpp, and has a form for element types that are known at run time; or it stands here with a reason. Plans are tried with
# every verb that they record.
set -euo pipefail
export LC_ALL=C
cd "$1"

# No data to reduce: they make positions, reducers, weights and keys, or give a view or a range of what they are given, or say where it lies or
# who multiplies.
no_operation='shuffle sample reservoir ricker compose descending ordered_by blocks walk outer fft_frequencies rfft_frequencies
  fft_shift ifft_shift is_contiguous assume_finite assume_no_alias blas_name'
# The entries of sparse readers, computed once where these stand in many places: tests/loop/stored.cpp.
of_sparse='stored_count stored_positions stored_values for_each_stored blocks_stored'
# The names of the functions that the headers declare, whatever they return. Functions stand at the beginning of a line, or in the arguments of
# a macro that makes them; what is private is left out.
declared_in() {
  awk '
    FNR == 1 { private = 0 }
    /^namespace (ravel::)?detail \{/ { private = 1 }
    /^}  \/\/ namespace detail/ { private = 0 }
    { sub(/^\[\[nodiscard\]\] /, "") }
    private || /= delete/ || /\) -> / || /^(requires|concept|using|namespace|template) / { next }
    match($0, /^[A-Za-z_][A-Za-z_0-9:<>,&*. ]*[ &*][a-z_]+\(/) { name = substr($0, 1, RLENGTH - 1); sub(/.*[ &*]/, "", name); print name }
    match($0, /^RAVEL_[A-Z_]+\([a-z_]+[,)]/) { name = substr($0, 1, RLENGTH - 1); sub(/.*\(/, "", name); print name }
  ' "$@" | grep -vx name | sort -u
}
# check FILES FEWEST DECLARED EXCEPTED: the files run all that is declared and nothing else.
check() {
  local files=$1 run missing gone
  # shellcheck disable=SC2086
  run=$(sed -nE 's/^ *(RUN|RUN_INTO|ALONG|ALONG_INTO)\(([a-z_]+), .*/\2/p' $files | sort -u)
  missing=$(comm -23 <(echo "$3") <(tr ' ' '\n' <<<"$run $4" | sort -u))
  [[ -z $missing ]] || { printf 'not in %s:\n%s\n' "$files" "$missing"; exit 1; }
  gone=$(comm -13 <(echo "$3") <(echo "$run"))
  [[ -z $gone ]] || { printf 'run by %s, but not found in the headers (has the form of their declaration changed?):\n%s\n' "$files" "$gone"; exit 1; }
  [[ $(wc -l <<<"$3") -gt $2 ]] || { echo "only these were found: $3"; exit 1; }
}

# Headers of `tensor` without work for all forms: what a tensor is, what makes one of nothing, views, and what is computed when it is read, which
# tests/op/every_function.cpp and substitution.cpp run on every backing.
what_it_is='describe nested place tensor'
of_nothing='make'
views='concat one_axis views'
lazy='compute map words'
# Verbs along axes: those of the table, and what else stands in these.
# rows_with COLUMN REGEX: the verbs that have this in that column of their rows.
rows_with() { sed -nE "s/^#define RAVEL_VERB_([a-z_]+) +([^,]+, ){$(($1 - 1))}$2(,.*)?$/\1/p" include/ravel/op/verbs.hpp | sort -u; }
rows=$(rows_with 1 '[a-z_]+')
along_axes=(include/ravel/op/fold/product.hpp)
for header in include/ravel/tensor/*.hpp; do
  case " $what_it_is $of_nothing $views $lazy " in *" $(basename "$header" .hpp) "*) ;; *) along_axes+=("$header") ;; esac
done
for header in $what_it_is $of_nothing $views $lazy; do
  [[ -f include/ravel/tensor/$header.hpp ]] || { echo "excused, but not there: include/ravel/tensor/$header.hpp"; exit 1; }
done
# Run along axes only: that of tensors of two axes and more, and what is written to a tensor.
of_tensors='nonzero matmul reduce_axis covariance_matrix correlation_matrix histogram_nd cwt map_axis take_along_axis least_squares contiguous
  copy_where softmax logsumexp'
declared=$(declared_in include/ravel/loop/*.hpp include/ravel/op/*/*.hpp "${along_axes[@]}")
gone=$(comm -23 <(tr -s ' \n' '\n' <<<"$no_operation $of_sparse $of_tensors" | sort -u) <(echo "$declared"))
[[ -z $gone ]] || { printf 'excused, but not found in the headers:\n%s\n' "$gone"; exit 1; }
for name in $of_sparse; do
  grep -q "\b$name(" tests/loop/stored.cpp || { echo "not run by tests/loop/stored.cpp: $name"; exit 1; }
done
check tests/op/every_operation.hpp 60 "$declared" "$no_operation $of_sparse $of_tensors"
# They give an answer for each element, in the shape of a tensor, or the coordinates of some.
in_shape='digitize index_of interp membership nonzero searchsorted'
check "tests/op/every_operation_axes.cpp tests/op/every_operation_lines.cpp" 50 "$(sort -u <(echo "$rows") <(tr ' ' '\n' <<<"$in_shape") <(declared_in "${along_axes[@]}"))" "$no_operation"
stamped=$(sed -nE 's/^RAVEL_FACES\(([a-z_]+)\).*/\1/p' include/ravel/op/*/*.hpp | sort)
[[ $stamped == "$rows" ]] || { printf 'a row of op/verbs.hpp and no RAVEL_FACES, or the other way round:\n%s\n' "$(diff <(echo "$rows") <(echo "$stamped"))"; exit 1; }

# A plan records the verbs that have a form at run time and go along dims. tests/plan runs each beside the same verb of tensors.
recorded=$(comm -23 <(rows_with 4 '(gone|kept|changed|own)') <(rows_with 3 none))
beside_eager=$(grep -hE 'check_[a-z_]+\(|of_(one|two)\(|CHECK_GONE\(' tests/plan/*.cpp | grep -oE '\b[a-z_]+\([a-z]|CHECK_GONE\([a-z_:]+' |
  sed -E 's/CHECK_GONE\((ravel::)?//; s/\(.*//' | sort -u)
missing=$(comm -23 <(echo "$recorded") <(echo "$beside_eager"))
[[ -z $missing ]] || { printf 'recorded by plans, and not compared with the verb of tensors in tests/plan:\n%s\n' "$missing"; exit 1; }

# At run time: what a header of any/ declares, and what rows of the table stamp. With types alone: rows that say none, under the comment that says why;
# functions of the program; what tables do for columns of any type; places where fewer types than all have a meaning.
at_run_time=$(sed -nE 's/^RAVEL_ANY_ALONG\([^,]*, ([a-z_]+).*/\1/p; s/^[^/]*\b([a-z_]+)\(.*/\1/p; s/^RAVEL_A(NY|T)_[A-Z_a-z]+\(([a-z_]+).*/\2/p' \
  include/ravel/any/*.hpp)
at_run_time=$(sort -u <<<"$at_run_time"$'\n'"$(rows_with 3 '(as_double|as_precise|in_type|visited)')"$'\n'"$(
  grep -ohE '\bRAVEL_A(NY|T)_[A-Za-z_]+\([a-z_]+' include/ravel/any/*.hpp | sed 's/.*(//')")
not_there=$(comm -23 <(rows_with 3 own) <(echo "$at_run_time"))
[[ -z $not_there ]] || { printf 'rows whose run-time form should stand in include/ravel/any:\n%s\n' "$not_there"; exit 1; }
by_function='arggroup_by argpartition argpartition_by descending for_each ordered_by walk blocks'
of_columns='arg_join arg_join_asof categorize crosstab gather_groups group_apply merge_sorted select_or split_columns to_vector unique_all'
of_some_types='drop_missing missing_where'
typed=$(tr -s ' \n' '\n' <<<"$by_function $of_columns $of_some_types $(rows_with 3 none)" | sort -u)
missing=$(comm -23 <(echo "$declared") <(tr ' ' '\n' <<<"$at_run_time $typed $no_operation $of_sparse" | sort -u))
[[ -z $missing ]] || { printf 'without a form in include/ravel/any, and without a reason:\n%s\n' "$missing"; exit 1; }
gone=$(comm -23 <(echo "$typed") <(echo "$declared"))
[[ -z $gone ]] || { printf 'excused, but not found in the headers:\n%s\n' "$gone"; exit 1; }
both=$(comm -12 <(echo "$typed") <(echo "$at_run_time"))
[[ -z $both ]] || { printf 'excused, and there at run time:\n%s\n' "$both"; exit 1; }
# A row that says none has its reason in a comment above it, or above the rows before it that say so too.
unexplained=$(awk '/^\/\/ ----/ { reason = 0 } /^\/\/ [^-]/ { reason = 1 } /^#define RAVEL_VERB_/ { if (/, none/) { if (!reason) print $2 } else reason = 0 }' \
  include/ravel/op/verbs.hpp)
[[ -z $unexplained ]] || { printf 'rows that say none without a reason above them:\n%s\n' "$unexplained"; exit 1; }
listed=$(grep -oE 'do_with\([a-z_]+\)' include/ravel/op/verbs.hpp | sed 's/do_with(\(.*\))/\1/' | sort)
[[ $listed == "$rows" ]] || { printf 'RAVEL_FOR_EACH_VERB is not the list of the rows:\n%s\n' "$(diff <(echo "$rows") <(echo "$listed"))"; exit 1; }
