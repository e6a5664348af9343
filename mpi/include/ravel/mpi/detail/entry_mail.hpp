// SPDX-License-Identifier: BSL-1.0
// entry_mail: entries of a sparse tensor on their way to the ranks of their rows. Each belongs to one operation of one thread.
#pragma once

#include <ravel/loop/stored.hpp>
#include <ravel/mpi/detail/row_places.hpp>
#include <ravel/mpi/fetch.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/tensor.hpp>

#include <memory>
#include <span>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// Positions are those of the whole, in row-major order.
template <class T>
struct placed_entry {
  index_t position;
  T value;
};

// Entries in any order, by rising position. The first one is earlier than another at its position.
template <class T>
ravel::detail::entry_array<T> sorted_entries(std::span<const placed_entry<T>> given, const T& fill,
                                             on_duplicates twice = on_duplicates::refuse) {
  std::vector<index_t> positions(given.size());
  const auto values = std::make_unique_for_overwrite<T[]>(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    positions[i] = given[i].position;
    values[i] = given[i].value;
  }
  return ravel::detail::combined<T>({positions.data(), values.get(), static_cast<index_t>(given.size())}, fill, twice);
}

// f(row of the whole, column, value) for the entries of a rank's own rows.
template <class T, class F>
void each_own_entry(const ravel::tensor<const T>& own, const row_places& cut, index_t width, const F& f) {
  index_t row = 0, first = 0, end = 0;
  ravel::for_each_stored(own, [&](index_t position, const T& value) {
    if (position >= end) {
      const index_t place = position / width;
      row = cut.row_at(place);
      first = place * width;
      end = first + width;
    }
    f(row, position - first, value);
  });
}

template <class T>
class entry_mail {
 public:
  entry_mail(const world& ranks, const ravel::shape& extents, const distribution& how)
      : extents_(extents), width_(row_width(extents)), cut_(how, extents, ranks), items_(ranks) {}

  void send(index_t row, index_t column, const T& value) {
    if (row != row_) rank_ = cut_.rank_of(row_ = row);
    items_.to(rank_).push_back({row * width_ + column, value});
  }
  // Two stages.
  void agree() { items_.agree(); }
  void exchange() { items_.exchange(); }

  // Afterwards: what has come, in the order of ranks.
  std::span<const placed_entry<T>> received() const { return items_.received(); }
  // This rank's rows.
  ravel::tensor<T> rows(const T& fill, on_duplicates twice = on_duplicates::refuse) const {
    auto entries = sorted_entries<T>(received(), fill, twice);
    index_t* const positions = entries.positions();
    index_t last = -1, place = 0;
    ravel::detail::each_in_matrix(width_, positions, entries.size(), [&](index_t i, index_t row, index_t column) {
      if (row != last) place = cut_.place_of(last = row);
      positions[i] = place * width_ + column;
    });
    const ravel::shape own(with_extent(extents_, 0, cut_.own()));
    return ravel::detail::tensor_over(own, ravel::detail::sparse_buffer_of<T>(own.elements(), fill, std::move(entries)));
  }

 private:
  ravel::shape extents_;
  index_t width_;
  row_places cut_;
  routes<placed_entry<T>> items_;
  index_t row_ = -1;
  index_t rank_ = 0;
};

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
