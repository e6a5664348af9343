// SPDX-License-Identifier: BSL-1.0
// Finds and looks up the rows of a matrix in the positions of its entries. Has the error message for columns that change meanwhile.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>

namespace ravel::detail {

void throw_changed_column(index_t row, index_t column) {
  throw value_error(text() << "column " << column << " in row " << row << " was written after the array was adopted");
}

position_directory::position_directory(const index_t* positions, index_t n) : low_(positions[0]), high_(positions[n - 1]) {
  const index_t slots = std::max<index_t>(1, n / 8);
  while (((high_ - low_) >> shift_) >= slots) ++shift_;
  const index_t used = ((high_ - low_) >> shift_) + 1;
  starts_.reserve(static_cast<std::size_t>(used + 1));
  index_t place = 0;
  for (index_t slot = 0; slot < used; ++slot) {
    while (((positions[place] - low_) >> shift_) < slot) ++place;
    starts_.push_back(place);
  }
  starts_.push_back(n);
}

found_rows::found_rows(const shape& extents, const index_t* positions, index_t count, listed_columns listed)
    : height_(extents[0]), width_(extents[1]), positions_(positions) {
  rows_.reserve(static_cast<std::size_t>(std::min(height_, count)));
  starts_.reserve(static_cast<std::size_t>(std::min(height_, count) + 1));
  if (listed == listed_columns::yes) columns_ = owned_elements<index_t>(count);
  index_t* const columns = columns_.get();
  index_t first = 0, end = 0;  // of the row at hand
  for (index_t i = 0; i < count; ++i) {
    if (positions[i] >= end) {
      rows_.push_back(positions[i] / width_);
      starts_.push_back(i);
      first = rows_.back() * width_;
      end = first + width_;
    }
    if (columns) columns[i] = positions[i] - first;
  }
  starts_.push_back(count);
}

void found_rows::be_found() {
  if (height_ / 8 > entries()) {
    if (size() > 0) directory_.emplace(rows_.data(), size());
    return;
  }
  places_.assign(static_cast<std::size_t>(height_), -1);
  for (index_t i = 0; i < size(); ++i) places_[static_cast<std::size_t>(row(i))] = i;
}

}  // namespace ravel::detail
