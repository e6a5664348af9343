// SPDX-License-Identifier: BSL-1.0
// Pictures of structure: where a view's positions go in memory, and where a matrix differs from its default value. They keep only the
// drawing. Plain functions, safe from any thread.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/picture/picture.hpp>

#include <string>

namespace ravel {

// Options of index_map_chart and sparsity_chart.
struct pattern_options {
  std::string title = {};
  index_t width = 640;  // in CSS pixels; the height follows from the shape
};

// Above, the view with the address of each position; below, the memory with the positions of each address, in the same colours. Takes maps
// of up to 400 positions and 400 addresses; value_error for larger ones.
[[nodiscard]] RAVEL_API picture index_map_chart(const dims& map, const pattern_options& options = {});

// The elements of a matrix that differ from its default value, which is 0 for dense data. Reads the entries of sparse data only. Of more
// than 200 rows or columns, darker cells have more such elements.
[[nodiscard]] RAVEL_API picture sparsity_chart(const any_tensor& x, const pattern_options& options = {});

}  // namespace ravel
