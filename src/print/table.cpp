// SPDX-License-Identifier: BSL-1.0
// Makes the text of each column's values, then prints line by line.
#include <ravel/base/error.hpp>
#include <ravel/print/any.hpp>

#include <ravel/loop/for_each.hpp>
#include <ravel/print/print.hpp>
#include "any/about_column.hpp"
#include "any/typed.hpp"

#include <algorithm>
#include <ostream>

namespace ravel {

namespace {

// The name; in quotes if it would not stay on one line.
std::string name_text(const std::string& name) {
  std::string quoted = detail::quoted_text(name);
  return name.empty() || quoted.size() > name.size() + 2 ? quoted : name;
}

// The text of one column, from its name down.
class printed_column {
 public:
  printed_column(const std::string& name, const any_reader& values, const print_options& options)
      : cells_{name_text(name), to_string(values.dtype())} {
    const auto ends = [&](const dims& rows) { return detail::shown(rows, options); };
    visit_held(detail::view_maker<any_reader>::of(values, ends),
               [&](const auto& part) { for_each(part, [&](const auto& value) { cells_.push_back(detail::value_text(value, options)); }); });
    for (const std::string& cell : cells_) width_ = std::max(width_, detail::text_width(cell));
  }

  std::size_t lines() const { return cells_.size(); }
  void add(std::size_t line, std::string& to) const { to.append(width_ - detail::text_width(cells_[line]), ' ') += cells_[line]; }

 private:
  std::vector<std::string> cells_;
  std::size_t width_ = 0;
};

}  // namespace

std::string to_string(const any_table& t, const print_options& options) {
  const index_t columns = std::ssize(t.columns());
  print_options of_column = options;  // the threshold is one of elements in all
  of_column.threshold = options.threshold / std::max<index_t>(columns, 1);
  std::vector<printed_column> printed;
  for (std::size_t k = 0; k < t.columns().size(); ++k)
    detail::about_column(t.names()[k], [&] { printed.emplace_back(t.names()[k], t.columns()[k], of_column); });
  std::string made = detail::text() << "#ravel.table[" << detail::counted(t.size(), "row") << " " << detail::counted(columns, "column")
                                    << "]";
  if (printed.empty()) return made;
  constexpr std::size_t head = 2;  // lines before the first row
  const std::size_t rows = printed[0].lines() - head, gap = rows < static_cast<std::size_t>(t.size()) ? head + rows / 2 : 0;
  for (std::size_t line = 0; line < head + rows; ++line) {
    if (gap > 0 && line == gap) made += "\n...";
    for (std::size_t k = 0; k < printed.size(); ++k) {
      made += k == 0 ? '\n' : ' ';
      printed[k].add(line, made);
    }
  }
  return made;
}

std::ostream& operator<<(std::ostream& out, const any_table& t) { return out << to_string(t); }

}  // namespace ravel
