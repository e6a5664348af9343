// SPDX-License-Identifier: BSL-1.0
// Positions of the extremes of a reader, of a tensor and of its lines, for the closed set. Threads share the elements, and the lines.
#include "op/fold/bands.hpp"
#include "op/fold/best_element.hpp"

#include <memory>
#include <mutex>

namespace ravel::detail {

namespace {

template <class Before>
constexpr const char* name_of_place = std::same_as<Before, least> ? "argmin" : "argmax";

template <class Before, bool Last, class T>
index_t place_among_entries(const node<T>& source) {
  best_element<T> best;
  gap_search gap(Last);
  for (entry_blocks<T> blocks(source); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    best_element<T> here{best.value, best.place < 0 ? -1 : 0};
    look_for_extreme<Before, Last>(here, {b.values, 1}, 1, b.count);  // 0: not in this block
    if (here.place > 0) best = {here.value, b.positions[here.place - 1]};
    gap.take(b.positions, b.count);
  }
  if (const index_t place = gap.found(source.size()); place >= 0) join_best<Before, Last>(best, {*source.fill(), place});
  return best.place;
}

// The best element of parts that come in any order. Several threads may add to it.
template <class Before, bool Last, class T>
class best_of_parts {
 public:
  void add(const best_element<T>& one) {
    const std::lock_guard lock(guard_);
    join_best<Before, Last>(best_, one);
  }
  index_t place() const { return best_.place; }

 private:
  std::mutex guard_;
  best_element<T> best_;
};

// Finds the place of the extreme of each line. Lines one after the other are searched whole. Lines of a band are searched side by side, one
// element of each at a time.
template <class Before, class T>
class finding_places final : public element_sink<T> {
 public:
  // The results of each band are `pitch` behind those of the band before.
  finding_places(const axis_plan& of, index_t pitch, index_t* out)
      : rows_(of), inner_(of.inner), band_(of.band), pitch_(pitch), best_(static_cast<std::size_t>(of.band)), out_(out) {}

  void take(block<const T> b, index_t n) override {
    rows_.take(b, n, [&](block<const T> part, index_t row, index_t column, index_t count) {
      if (band_ == 1) {
        take_line(part, row, count);
      } else {
        take_row(part, row, column, count);
      }
    });
  }

 private:
  void take_line(block<const T> b, index_t position, index_t n) {
    best_element<T>& best = best_.front();
    if (position == 0) best = {};
    look_for_extreme<Before, false>(best, b, position, n);
    if (position + n < inner_) return;
    *out_ = best.place;
    out_ += pitch_;
  }
  void take_row(block<const T> b, index_t row, index_t column, index_t n) {
    best_element<T>* const best = best_.data() + column;
    for (index_t j = 0; j < n; ++j) {
      const T& value = b.data[j * b.step];
      const bool better = Before{}(value, best[j].value) || ((value != value) & (best[j].value == best[j].value));
      if (row == 0 || better) best[j] = {value, row};
    }
    if (row + 1 < inner_) return;
    for (index_t j = 0; j < n; ++j) out_[column + j] = best[j].place;
    if (column + n == band_) out_ += pitch_;
  }

  row_cut rows_;
  const index_t inner_, band_, pitch_;
  std::vector<best_element<T>> best_;  // one for each line of the band
  index_t* out_;
};

}  // namespace

template <class Before, bool Last, class T>
index_t place_of_extreme(const node<T>& source) {
  if (by_entries(source)) return place_among_entries<Before, Last>(source);
  best_of_parts<Before, Last, T> found;
  in_pieces(source.size(), 1, [&](index_t begin, index_t end) {
    best_element<T> best;
    for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      look_for_extreme<Before, Last>(best, b, position, n);
    }
    found.add(best);
  });
  return found.place();
}

template <class Before, class T>
index_t place_of(const tensor<const T>& x) {
  check_not_empty(x, name_of_place<Before>);
  const node<T>& of = detail_access::node(x);
  if (by_entries(of)) return place_among_entries<Before, false>(of);
  best_of_parts<Before, false, T> found;
  const auto search = [&](const tensor<const T>& part, index_t position) {
    best_element<T> best;
    each_piece(part, [&](block<const T> b, index_t n) {
      look_for_extreme<Before, false>(best, b, position, n);
      position += n;
    });
    found.add(best);
  };
  if (current_executor && x.rank() > 0) {
    each_part_of_axes<T>(x, x.rank(), search);
  } else {
    search(x, 0);
  }
  return found.place();
}

template <class Before, class T>
tensor<index_t> places_along(const tensor<const T>& x, const axis_list& worked) {
  if (by_entries<T>(detail_access::node(x))) {
    return reduced_lines(x, worked, [](const auto& line) { return arg_extreme<Before, false>(line, name_of_place<Before>); });
  }
  const axis_plan plan = plan_axes(x.shape(), worked, memory_order_of(x), widest_band);
  const tensor<index_t> made = empty_tensor<index_t>(plan.results);
  if (made.size() == 0) return in_axis_order(made, plan.back);
  if (plan.inner == 0) throw_no_elements(name_of_place<Before>, x.shape());
  index_t* const out = tensor_data(made);
  each_outer_part<T>(in_order_of(x, plan), plan, [&](const tensor<const T>& part, index_t first) {
    give_bands<T>(part, plan, [&](index_t width, index_t start) {
      axis_plan band = plan;
      band.band = width;
      return std::make_unique<finding_places<Before, T>>(band, plan.band, out + first + start);
    });
  });
  return in_axis_order(made, plan.back);
}

#define RAVEL_INSTANTIATE_BY(Before, T)                                          \
  template RAVEL_API index_t place_of_extreme<Before, false, T>(const node<T>&); \
  template RAVEL_API index_t place_of_extreme<Before, true, T>(const node<T>&);  \
  template RAVEL_API index_t place_of<Before, T>(const tensor<const T>&);        \
  template RAVEL_API tensor<index_t> places_along<Before, T>(const tensor<const T>&, const axis_list&);
#define RAVEL_INSTANTIATE(T)     \
  RAVEL_INSTANTIATE_BY(least, T) \
  RAVEL_INSTANTIATE_BY(greatest, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#undef RAVEL_INSTANTIATE_BY

}  // namespace ravel::detail
