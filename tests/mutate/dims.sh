#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Plants one fault after another in the dims layer and shows that its tests notice each. `tests/mutate/dims.sh PATTERN` plants only those
# whose name matches the extended regex. A file with a fault is compiled beside the tree and linked before the library that is built already:
# little is compiled, and nothing is changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
only=${1:-}
tree=${RAVEL_BUILD_TREE:-$root/build/dev}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/objects"

# How the tree makes a target.
command_for() { ninja -C "$tree" -t commands "$1" | tail -n 1; }

# compile UNIT FILE: FILE in the place of a file or a batch of the library, as that is compiled but in less time; headers with a fault come
# first, so that none may be compiled before.
compile() {
  local command
  command=$(command_for "CMakeFiles/ravel.dir/$1.o")
  command="${command%% -MD*} -O1 -w -c '$2' -o '$work/objects/$(basename "$1").o'"
  command=${command/ -include *cmake_pch.hxx/}
  (cd "$tree" && eval "${command/ -I/ -I$work/src -I$work/include -I}") >"$work/build.log" 2>&1
}

# The batch in which the library has a source, or none.
batch_of() { grep -ls "\"$root/$1\"" "$tree"/CMakeFiles/ravel.dir/Unity/*.cxx || true; }

# What is compiled anew is found before the library's own.
link_suite() {
  local command
  command=$(command_for tests/test_dims)
  command=${command/ -o tests\/test_dims / -o "$work/suite" }
  (cd "$tree" && eval "${command/ tests\// "$work"/objects/*.o tests/}") >>"$work/build.log" 2>&1
}
suite() { timeout 120 "$work/suite" --abort >"$work/suite.log" 2>&1; }

"$tree/tests/test_dims" >"$work/suite.log" 2>&1 || { tail -n 40 "$work/suite.log"; echo "the suite fails without any fault"; exit 1; }
echo "without a fault: passes"

planted=0 survived=()

# plant NAME FILE OLD NEW: in FILE, OLD becomes NEW; the suite must fail.
plant() {
  local name=$1 file=$2 old=$3 new=$4 text source
  [[ $name =~ $only ]] || return 0
  text=$(<"$root/$file")
  [[ $text == *"$old"* ]] || { echo "cannot plant '$name': not in $file: $old"; exit 1; }
  rm -rf "$work/include" "$work/src" "$work"/objects/*
  mkdir -p "$work/$(dirname "$file")"
  printf '%s\n' "${text/"$old"/"$new"}" >"$work/$file"
  planted=$((planted + 1))
  local sources=("$file") units=() unit
  [[ $file != *.hpp ]] || sources=(src/dims/*.cpp)
  for source in "${sources[@]}"; do
    unit=$(batch_of "$source")
    units+=("${unit:-$root/$source}")
  done
  for unit in $(printf '%s\n' "${units[@]}" | sort -u); do
    sed "s|\"$root/$file\"|\"$work/$file\"|" "$unit" >"$work/unit.cpp"
    [[ $unit != "$root/$file" ]] || cp "$work/$file" "$work/unit.cpp"
    unit=${unit#"$tree"/CMakeFiles/ravel.dir/}
    if ! compile "${unit#"$root"/}" "$work/unit.cpp"; then
      echo "cannot plant '$name': it does not compile"
      tail -n 20 "$work/build.log"
      exit 1
    fi
  done
  link_suite || { tail -n 20 "$work/build.log"; exit 1; }
  if suite; then
    echo "SURVIVED: $name"
    survived+=("$name")
  else
    echo "killed: $name"
  fi
}

# ---- canonical forms
plant "merging ignores a rotation of the inner mode" src/dims/canonical.cpp '!inner.affine()' 'inner.chosen'
plant "merging looks at divisibility only" src/dims/canonical.cpp 'outer.stride != wide{inner.extent} * inner.stride' \
  'inner.stride == 0 || outer.stride % inner.stride != 0'
plant "merging forgets to scale the rotation" src/dims/canonical.cpp 'outer.offset * inner.extent, inner.stride' 'outer.offset, inner.stride'
plant "a tile is split off whether or not the turns are whole" src/dims/canonical.cpp 'm.extent % m.period == 0 && m.extent > m.period' \
  'm.extent > m.period'
plant "two pieces of a cycle are not seen as affine" src/dims/canonical.cpp 'm.extent == 2 * head' 'm.extent == 2 && head == 1'
plant "a cycle that just reaches its end is taken for one that passes it" src/dims/canonical.cpp 'm.offset + m.extent <= m.period' \
  'm.offset + m.extent < m.period'
plant "a cycle that passes its end is taken for one that does not" src/dims/canonical.cpp 'm.offset + m.extent <= m.period' \
  'm.offset + m.extent <= m.period + 1'
plant "fusing forgets what the pieces start with" src/dims/canonical.cpp 'base -= offset * inner.stride;' ''

# ---- one axis
plant "flipping ignores that an extent need not be the period" src/dims/axis.cpp 'slice(m.extent - 1, m.extent, -1)' \
  'slice(m.period - 1, m.extent, -1)'
plant "rotating ignores that an extent need not be whole periods" src/dims/axis.cpp \
  'if (core->extent % core->period != 0) return std::nullopt;' ''
plant "rotating ignores the modes inside" src/dims/axis.cpp 'if (offset % block != 0) return std::nullopt;' ''
plant "rotating goes the wrong way" src/dims/views.cpp 'extent - detail::floor_mod(by, extent)' 'detail::floor_mod(by, extent)'
plant "every step goes around a cycle" src/dims/axis.cpp 'if (m.period % step != 0) return std::nullopt;' ''
plant "a slice that leaves a cycle below is affine" src/dims/axis.cpp '0 <= last && last < m.period' 'last < m.period'
plant "a slice that leaves a cycle above is affine" src/dims/axis.cpp '0 <= last && last < m.period' '0 <= last'
plant "cutting ignores remainders" src/dims/axis.cpp 'outer * inner != last.extent || begin' 'begin'
plant "cutting ignores rotations" src/dims/axis.cpp 'begin * inner != last.offset ||' ''
plant "cutting ignores that inner modes must fit" src/dims/axis.cpp 'if (more * last.extent != inner) return false;' ''
plant "a diagonal adds modes that are not affine" src/dims/axis.cpp 'if (x.affine() && y.affine()) {' 'if (!x.chosen && !y.chosen) {'

# ---- composition
plant "layers are joined on divisibility alone" src/dims/compose.cpp 'attempt.carries() ||' ''
plant "a carry is allowed to reach the extent" src/dims/compose.cpp 'high >= lower_.modes[k].extent' 'high > lower_.modes[k].extent'
plant "a borrow is not looked for" src/dims/compose.cpp 'return low < 0 ||' 'return'
plant "pieces are one tick too long" src/dims/compose.cpp 'return steps + 1;' 'return steps + 2;'
plant "pieces need not be whole" src/dims/compose.cpp 'if (left % ticks != 0) return false;' ''
plant "two modes may walk one cycle" src/dims/compose.cpp 'if (other != j && move(other, k) != 0) return false;' ''
plant "a mode may walk two cycles" src/dims/compose.cpp 'fed == 1 ? walk(j, other) : std::nullopt' 'walk(j, other)'
plant "chosen ticks need not move whole digits" src/dims/compose.cpp 'if (reach != 0 && moves[k] % reach != 0) return false;' ''
plant "the lowest chosen tick is forgotten" src/dims/compose.cpp \
  'out.result.base = add_index(out.result.base, mul_index(-stride, above.lowest()));' ''

# ---- back
plant "the inverse adds a rotation" include/ravel/dims/layer.hpp 'm.from + m.sense * count - of.offset' 'm.from + m.sense * count + of.offset'
plant "the inverse adds a rotation in the general case" src/dims/inverse.cpp 'floor_mod(tick - of.offset' 'floor_mod(tick + of.offset'
plant "the inverse is greedy" src/dims/inverse.cpp 'index_t count = left <= m.rest ? 0 : m.step.divide(left - m.rest - 1) + 1;' 'index_t count = most;'
plant "the search starts one too late" src/dims/inverse.cpp 'm.step.divide(left - m.rest - 1) + 1' 'm.step.divide(left - m.rest) + 1'
plant "overlapping strides are taken for nested ones" src/dims/inverse.cpp 'movers[k].step.by() > reach' 'movers[k].step.by() >= reach'
plant "counts beyond the extent are accepted" include/ravel/dims/layer.hpp 'count > m.most ||' ''
plant "a remainder is accepted" include/ravel/dims/layer.hpp 'if (left != 0) return std::nullopt;' ''
plant "positions are not put in order" src/dims/inverse.cpp 'std::sort(found.begin(), found.end());' ''
plant "a repeated position is found once" src/dims/inverse.cpp 'count_ = places_.size();' 'count_ = places_.size() > 0;'
plant "a cycle is entered once" src/dims/inverse.cpp '(of.extent - 1 - first_) / of.period + 1' '1'
plant "outer repetitions are forgotten" src/dims/inverse.cpp 'outer < plan.outer' 'outer < 1'
plant "uniqueness looks for differences of one sign" src/dims/unique.cpp 'moved ? -m.most : 0' '0'
plant "a repeated position is unique" src/dims/unique.cpp '|| (m.chosen && !m.chosen->distinct())' ''

# ---- pulling back
plant "falling positions are not turned around" src/dims/pull_back.cpp 'if (falls(plan_)) {' 'if (false) {'
plant "axes that change places are thought kept" src/dims/pull_back.cpp '|| plan.movers[j].mode != j' ''
plant "an inner rotation is thought spliced" src/dims/pull_back.cpp 'j != 0 || m.period != m.extent' 'm.period != m.extent'
plant "repeated positions are thought kept" src/dims/pull_back.cpp '(innermost || m.chosen->distinct())' 'true'
plant "a rotated axis is thought in order" src/dims/pull_back.cpp 'keeps_order(plan, j) && !plan.modes[j].cyclic()' 'keeps_order(plan, j)'
plant "where a cycle begins is forgotten" src/dims/ordered_pull.hpp 'std::clamp<index_t>(begins, 0, m.most + 1)' '0'
plant "a cycle is not entered" src/dims/head_cursor.hpp 'digit += digit < 0 ? t.period : 0;' ''
plant "what lies beyond a cut cycle is pulled back" src/dims/head_cursor.hpp ' & (digit < t.extent)' ''
plant "axes that change places are counted as if they kept them" src/dims/ordered_pull.hpp 'if (k > before ||' 'if ('
plant "places are counted from the wrong group" src/dims/ordered_pull.hpp 'first = cursor.head() - cursor.head() % heads;' 'first = 0;'
plant "the count that addresses share is kept too long" src/dims/head_cursor.hpp 'static_cast<std::uint64_t>(address - start_) >=' 'static_cast<std::uint64_t>(address - start_) >'
plant "what a view repeats is told once" src/dims/pull_back.cpp 'return {pull_core(), plan_.outer, plan_.inner};' 'return {pull_core(), 1, plan_.inner};'
plant "sorting by digits stops early" src/dims/ordered_pull.hpp '(heads - 1) >> shift > 0' '(heads - 1) >> shift > 1023'
plant "sorting by counting stops early" src/reader/placed_positions.cpp 'shift < bits' 'shift + digit_bits < bits'
plant "any single fall is thought a rotation" src/reader/placed_positions.cpp '|| !list.comes_before(list.n - 1, 0)' ''
plant "what lies on one line is moved by too much" src/dims/ordered_pull.hpp 'from[i] + (first - lowest)' 'from[i] + (first - lowest) + 1'
plant "a line that falls is not turned" src/dims/ordered_pull.hpp 'first + lowest - from[count - 1 - i]' 'first - lowest + from[i]'
plant "a line is taken whole though its end is at no position" src/dims/ordered_pull.hpp ' || !sum_.find(highest, last)' ' || (sum_.find(highest, last), false)'
plant "what goes with a line is not turned" src/dims/ordered_pull.hpp 'words_.copy(of, up, ' 'words_.copy(of, true, '
plant "remainders are pulled back" src/dims/head_cursor.hpp '& (count * innermost.step.by() == left)' ''

# ---- walking
plant "rows go on past the end of a cycle" src/dims/walk.cpp 'times.count = std::min(times.count, m.period - m.tick(digit));' ''
plant "rows go on past the end of the walk" src/dims/walk.cpp 'if (times.count * elements > left) times.count = left / elements;' ''
plant "a rotated row is not split" src/dims/walk.cpp 'std::min(inner.extent, inner.period - inner.offset)' 'inner.extent'
plant "a run goes on past the end of a cycle" src/dims/walk.cpp 'std::min(inner.extent - 1 - digit, inner.period - 1 - tick) / step_' \
  '(inner.extent - 1 - digit) / step_'
plant "a falling run goes on past the start of a cycle" src/dims/walk.cpp 'std::min(digit, tick) / -step_' 'digit / -step_'
plant "an odometer does not carry" src/dims/walk.cpp 'outer_ += m.at(0);' ''
plant "planes are taken before a row is whole" src/dims/walk.cpp 'last > 1 && box.rows.count == modes_[last - 1].extent' 'last > 1'
plant "runs of a chain forget where they are" src/dims/walk.cpp 'offset += below_->current.position;' ''
plant "loops are joined for one operand only" src/dims/joint.cpp 'k < operands(); ++k) {
    if (step(outer)[k]' 'k < 1; ++k) {
    if (step(outer)[k]'
plant "loops are turned for one operand only" src/dims/joint.cpp 'std::any_of(moved.begin(), moved.end()' \
  'std::any_of(moved.begin(), moved.begin() + 1'
plant "rotations of operands are thought alike" src/dims/joint.cpp '|| m->offset != first.offset' ''

# ---- checks
plant "broadcasting does not ask for a multiple" src/dims/views.cpp '(from != 0 && extent % from == 0)' 'from != 0'
plant "addresses may lie anywhere" src/dims/dims.cpp 'high_ - low_ <= index_limit' 'true'
plant "addresses may lie beyond the limit" src/dims/dims.cpp 'low_ >= -index_limit && high_ <= index_limit &&' ''
plant "a permutation may repeat an axis" src/dims/views.cpp 'if (seen[static_cast<std::size_t>(from[k])]++ != 0) refuse();' ''
plant "windows lose the last one" src/dims/views.cpp '(shape()[axis] - width) / step + 1' '(shape()[axis] - width) / step + (width == 1 || step > 1)'
plant "a diagonal is shifted the other way" src/dims/views.cpp 'std::max<index_t>(-shift, 0), start_b = std::max<index_t>(shift, 0)' \
  'std::max<index_t>(shift, 0), start_b = std::max<index_t>(-shift, 0)'
plant "places of an unsorted list are not in order" src/index/selection.cpp 'value(a) < value(b) : a < b' 'value(a) < value(b) : a > b'

echo "$planted faults planted, ${#survived[@]} survived"
[[ $planted -gt 0 && ${#survived[@]} == 0 ]]
