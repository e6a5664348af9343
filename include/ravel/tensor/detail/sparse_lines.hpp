// SPDX-License-Identifier: BSL-1.0
// The lines of a sparse tensor as sparse readers, for operations that go over entries: lines that store something are worked out one by
// one, and all others have the result of one without entries. One evaluation, one thread; what is worked on is not kept.
#pragma once

#include <ravel/base/divider.hpp>
#include <ravel/op/detail/stored_blocks.hpp>
#include <ravel/tensor/detail/along.hpp>

#include <utility>

namespace ravel::detail {

// Entries that others own for as long as it is read, and the fill. It stands for one line after the other.
template <class T>
class line_of_stored final : public node<T> {
 public:
  line_of_stored(index_t size, const T& fill) : node<T>({.size = size}, {}, &fill) {}

  void show(const entry_block<T>& stored) { stored_ = stored; }
  T at(index_t i) const override {
    const index_t k = stored_.find(i);
    return k < stored_.count && stored_.positions[k] == i ? stored_.values[k] : *this->fill();
  }
  meeting meets(const target_memory&) const override { return meeting::crossing; }  // it is read by eager operations, which write elsewhere
  entries_of<T> entries(entry_pass&) const override { return std::make_unique<listed_entries<T>>(stored_); }
  index_t about_stored() const override { return stored_.count; }

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

// The axes of a view in which every line is one piece of positions, and what it is made of.
struct line_plan {
  axis_list order;  // the kept axes, then the worked ones
  shape kept;
  index_t length = 1;
};
RAVEL_API line_plan plan_lines(const shape& of, const axis_list& worked);
template <class X>
bool goes_by_entries(const X& x) {
  auto&& source = peek(x);
  const node<read_t<X>>& of = source;
  return by_entries(of);
}

// put(first line, how many lines, work(line)) for all lines, of which there is at least one.
template <class T, class Work, class Put>
void each_stored_line(const tensor<const T>& x, const line_plan& plan, Work& work, Put& put) {
  const node<T>& of = detail_access::node(x);
  entry_pass pass;
  const collected_entries<T> collected(pass.of(of), 0, of.size());
  const entry_block<T>& stored = collected.all();
  const auto line = make_node<line_of_stored<T>>(plan.length, *of.fill());
  const reader<T> line_reader = detail_access::wrap<T>(line);
  const auto result_of = [&](const entry_block<T>& of_line) {
    line->show(of_line);
    return work(line_reader);
  };
  std::optional<std::invoke_result_t<decltype(result_of), entry_block<T>>> empty;
  index_t next = 0;  // the line that has no result yet
  const auto put_empty = [&](index_t end) {
    if (next == end) return;
    if (!empty) empty.emplace(result_of({}));
    put(next, end - next, *empty);
    next = end;
  };
  std::vector<index_t> places;  // of a line, from its start
  const divider length(std::max<index_t>(1, plan.length));
  for (index_t first = 0, end = 0; first < stored.count; first = end) {
    const index_t place = length.divide(stored.positions[first]), start = place * plan.length;
    put_empty(place);
    places.clear();
    for (; end < stored.count && stored.positions[end] < start + plan.length; ++end) places.push_back(stored.positions[end] - start);
    put(next++, 1, result_of({places.data(), stored.values + first, end - first}));
  }
  put_empty(plan.kept.elements());
}
template <class X, class Work, class Put>
void each_sparse_line(const X& x, const line_plan& plan, Work work, Put put) {
  each_stored_line<read_t<X>>(transpose(as_read_tensor(x), as_span(plan.order)), plan, work, put);
}

}  // namespace ravel::detail
