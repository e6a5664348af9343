// SPDX-License-Identifier: BSL-1.0
// table_chart: the columns of a table as small multiples. It keeps only the drawing. A plain function, safe from any thread.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/picture/picture.hpp>

#include <string>

namespace ravel {

// Options of table_chart.
struct table_chart_options {
  std::string title = {};
  std::string x = {};   // the column of numbers that lines go over; none: the rows
  index_t columns = 2;  // of the grid
  index_t width = 320;  // of each part, in CSS pixels
  index_t height = 200;
};

// One chart for each column: a line for numbers, and bars for words, which count the eight most frequent ones.
[[nodiscard]] RAVEL_API picture table_chart(const any_table& t, const table_chart_options& options = {});

}  // namespace ravel
