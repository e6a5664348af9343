// SPDX-License-Identifier: BSL-1.0
// The lines of a sparse tensor as sparse readers, for operations that read entries. Lines with entries are worked on one by one; all others
// share the result of a line without entries. One evaluation on one thread; the lines must not be kept.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/divider.hpp>
#include <ravel/loop/detail/stored_blocks.hpp>
#include <ravel/tensor/detail/along.hpp>

#include <optional>

namespace ravel::detail {

// A sparse node over entries that others own, with a fill. It shows one line after the other.
template <class T>
class line_of_stored final : public node<T> {
 public:
  line_of_stored(index_t size, const T& fill) : node<T>({.size = size}, {}, std::addressof(fill)) {}

  void show(const entry_block<T>& stored) { stored_ = stored; }
  T at(index_t i) const override {
    const index_t k = stored_.find(i);
    return k < stored_.count && stored_.positions[k] == i ? stored_.values[k] : *this->fill();
  }
  overlap meets(const target_memory&) const override {
    return overlap::arbitrary;
  }  // only eager operations read it, and they write elsewhere
  owned_stream entries(entry_pass&) const override { return listed(stored_, this->room()); }
  index_t guess_stored() const override { return stored_.count; }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    std::fill_n(out, n, *this->fill());
    const entry_block<T> inside = stored_.from(stored_.find(start));
    for (index_t k = 0; k < inside.count && inside.positions[k] < start + n; ++k) out[inside.positions[k] - start] = inside.values[k];
    return {out, 1};
  }

 private:
  entry_block<T> stored_;
};

// The axes of a view in which every line is a range of positions, and its extents.
struct line_plan {
  axis_list order;  // the kept axes, then the worked ones
  shape kept;
  index_t length = 1;
};
RAVEL_API line_plan plan_lines(const shape& of, const axis_list& worked);
template <class T>
using like_line_taker = function_ref<void(const reader<T>& line, index_t first, index_t count)>;

// Calls take(line, first, count) for all lines in order, where `count` like lines start with line `first`. Neighbouring lines without
// entries come in one call.
template <class T>
void each_stored_line(const tensor<const T>& lines, const line_plan& plan, like_line_taker<T> take) {
  const node<T>& of = detail_access::node(lines);
  entry_pass pass;
  const auto collected = all_entries(of, pass);
  const entry_block<T>& stored = collected.all();
  const auto line = make_node<line_of_stored<T>>(plan.length, *of.fill());
  const reader<T> line_reader = detail_access::wrap<reader<T>>(line);
  index_t next = 0;  // the first line that was not taken
  const auto take_until = [&](index_t end, const entry_block<T>& of_line) {
    if (next == end) return;
    line->show(of_line);
    take(line_reader, next, end - next);
    next = end;
  };
  std::vector<index_t> places;  // of the entries of a line, from its start
  const divider length(std::max<index_t>(1, plan.length));
  for (index_t first = 0, end = 0; first < stored.count; first = end) {
    const index_t place = length.divide(stored.positions[first]), start = place * plan.length;
    take_until(place, {});
    places.clear();
    for (; end < stored.count && stored.positions[end] < start + plan.length; ++end) places.push_back(stored.positions[end] - start);
    take_until(place + 1, {places.data(), stored.values + first, end - first});
  }
  take_until(plan.kept.elements(), {});
}

}  // namespace ravel::detail
