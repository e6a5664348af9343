// SPDX-License-Identifier: BSL-1.0
// Draws the columns of a table, each in the way that suits its type.
#include <ravel/any/verbs.hpp>
#include <ravel/base/error.hpp>
#include <ravel/picture/picture.hpp>
#include "any/about_column.hpp"
#include "picture/values.hpp"

#include <algorithm>
#include <map>

namespace ravel {

namespace {

constexpr std::size_t most_words = 8;

picture count_words(const any_reader& column, const table_chart_options& options, const std::string& title) {
  std::map<std::string, double> counts;
  for (std::string& word : detail::drawn_words(column.as_tensor(), "table_chart")) ++counts[std::move(word)];
  std::vector<std::pair<std::string, double>> order(counts.begin(), counts.end());
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  order.resize(std::min(order.size(), most_words));
  std::vector<std::string> words;
  std::vector<double> numbers;
  for (const auto& [word, number] : order) words.push_back(word), numbers.push_back(number);
  return bar_chart(reader<std::string>(adopt(std::move(words))), reader<double>(adopt(std::move(numbers))),
                   {.title = title, .width = options.width, .height = options.height, .horizontal = true});
}

}  // namespace

picture table_chart(const any_table& t, const table_chart_options& options) {
  if (t.columns().empty()) throw value_error("table_chart of a table without columns");
  if (options.columns < 1) throw value_error(detail::text() << "table_chart in " << options.columns << " columns");
  std::vector<picture> parts;
  for (std::size_t k = 0; k < t.columns().size(); ++k) {
    const std::string& name = t.names()[k];
    const any_reader& column = t.columns()[k];
    if (name == options.x) continue;
    detail::about_column(name, [&] {
      const chart_options chart{.title = name, .x_label = options.x, .width = options.width, .height = options.height};
      if (column.dtype() == dtype::string) {
        parts.push_back(count_words(column, options, name));
      } else if (options.x.empty()) {
        parts.push_back(line_chart(column.as_tensor(), chart));
      } else {
        parts.push_back(line_chart(t.column(options.x).as_tensor(), column.as_tensor(), chart));
      }
    });
  }
  if (parts.empty()) throw value_error(detail::text() << "table_chart: the table has no column besides \"" << options.x << "\"");
  return picture_grid(parts, {.columns = options.columns, .title = options.title});
}

}  // namespace ravel
