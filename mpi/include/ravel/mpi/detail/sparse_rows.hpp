// SPDX-License-Identifier: BSL-1.0
// Sparse rows of ranks. entry_mail: entries on their way to the ranks of their rows. compact_rows: the rows of a rank with a column for
// each one that has entries, by which products ask for rows; rows_by_dense: the product of these by rows of a dense matrix. compact_rows
// are immutable and kept by a tensor, the others belong to one operation of one thread.
#pragma once

#include <ravel/lazy/detail/cover.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/mpi/detail/row_places.hpp>
#include <ravel/mpi/fetch.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/tensor.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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

// ---- products

// Columns are numbered anew, in their order.
template <class T>
struct compact_rows {
  explicit compact_rows(const ravel::tensor<const T>& own)
      : rows(ravel::to_csr(own)),
        columns(number_columns({rows.columns.data(), static_cast<std::size_t>(rows.columns.size())}, own.extent(1))),
        matrix(with_columns(rows.columns, static_cast<index_t>(columns.size()))) {}
  // The matrix with further columns, among `all`.
  ravel::tensor<const T> matrix_among(const std::vector<index_t>& all) const {
    const auto places = ravel::make_buffer<index_t>(rows.columns.size());
    for (index_t i = 0; i < places.size(); ++i) {
      const index_t column = columns[static_cast<std::size_t>(rows.columns.data()[i])];
      places.data()[i] = std::ranges::lower_bound(all, column) - all.begin();
    }
    return with_columns(places, static_cast<index_t>(all.size()));
  }

  csr_entries<T> rows;
  std::vector<index_t> columns;  // which they stand for
  ravel::tensor<const T> matrix;

 private:
  ravel::tensor<const T> with_columns(const ravel::buffer<index_t>& places, index_t width) const {
    return ravel::from_csr({rows.shape[0], width}, rows.starts, places, rows.values, rows.fill);
  }
};

// The parts that a sparse tensor keeps for its next product.
template <class T>
struct kept_for_product {
  std::optional<compact_rows<T>> compact;
  std::optional<known_rows> known;  // of a right operand that lies so:
  std::optional<distribution> of;
};

// Rows that have an infinite or NaN element, which zeros that are not stored make NaN of, too: each with its number, one after the other.
template <class U>
bytes non_finite_rows(const U* own, index_t width, const row_places& cut) {
  bytes non_finite;
  if constexpr (!ravel::detail::always_finite<U>) {
    for (index_t place = 0; place < cut.own(); ++place) {
      const std::span<const U> row(own + place * width, static_cast<std::size_t>(width));
      if (std::ranges::all_of(row, [](const U& value) { return ravel::detail::is_finite{}(value); })) continue;
      const index_t number = cut.row_at(place);
      const auto append = [&](std::span<const std::byte> more) { non_finite.insert(non_finite.end(), more.begin(), more.end()); };
      append(std::as_bytes(std::span(&number, 1)));
      append(std::as_bytes(row));
    }
  }
  return non_finite;
}

// The own rows of a product of a sparse matrix by dense rows.
template <class A, class U>
class rows_by_dense {
 public:
  rows_by_dense(const compact_rows<A>& left, index_t width, bool is_vector) : left_(left), width_(width), is_vector_(is_vector) {}

  // The rows that the columns of the left side name.
  void take(const row_mail& mail) {
    right_ = empty_rows(static_cast<index_t>(left_.columns.size()));
    mail.unpack(reinterpret_cast<std::byte*>(right_.data()));
    matrix_ = left_.matrix;
  }
  // Others beside them.
  void add_non_finite(const std::vector<bytes>& of_ranks) {
    std::vector<std::pair<index_t, const std::byte*>> non_finite;
    const std::size_t row_bytes = static_cast<std::size_t>(width_) * sizeof(U);
    for (const bytes& part : of_ranks) {
      for (std::size_t at = 0; at < part.size(); at += sizeof(index_t) + row_bytes) {
        index_t number = 0;
        std::memcpy(&number, part.data() + at, sizeof number);
        if (!std::ranges::binary_search(left_.columns, number)) non_finite.emplace_back(number, part.data() + at + sizeof number);
      }
    }
    if (non_finite.empty()) return;
    std::vector<index_t> all = left_.columns;
    for (const auto& row : non_finite) all.push_back(row.first);
    std::ranges::sort(all);
    const ravel::tensor<U> more = empty_rows(static_cast<index_t>(all.size()));
    const auto put = [&](index_t number, const void* from) {
      const auto place = std::ranges::lower_bound(all, number) - all.begin();
      std::memcpy(more.data() + place * width_, from, row_bytes);
    };
    for (std::size_t k = 0; k < left_.columns.size(); ++k) put(left_.columns[k], right_.data() + static_cast<index_t>(k) * width_);
    for (const auto& row : non_finite) put(row.first, row.second);
    right_ = more;
    matrix_ = left_.matrix_among(all);
  }
  auto product() const { return ravel::matmul(matrix_, right_); }

 private:
  ravel::tensor<U> empty_rows(index_t count) const { return is_vector_ ? ravel::empty<U>({count}) : ravel::empty<U>({count, width_}); }

  const compact_rows<A>& left_;
  index_t width_;
  bool is_vector_;
  ravel::tensor<const A> matrix_;
  ravel::tensor<U> right_;
};

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
