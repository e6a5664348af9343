// SPDX-License-Identifier: BSL-1.0
// Chooses the positions shown, and lays the values out in rows and columns.
#include <ravel/base/error.hpp>
#include <ravel/print/print.hpp>

namespace ravel::detail {

namespace {

void check_options(const print_options& options) {
  if (options.precision < 1 || options.precision > 17)
    throw value_error(text() << "cannot print with " << options.precision << " significant digits: from 1 to 17 make sense");
  if (options.edge_items < 1 || options.edge_items > index_limit / 2)
    throw value_error(text() << "cannot print " << options.edge_items << " elements at each end of an axis: from 1 to " << index_limit / 2
                             << " make sense");
}

// The positions at both ends of an axis.
selection ends(index_t extent, index_t edge) {
  std::vector<index_t> places;
  for (index_t i = 0; i < edge; ++i) places.push_back(i);
  for (index_t i = extent - edge; i < extent; ++i) places.push_back(i);
  return places;
}

class rows {
 public:
  rows(const shape& whole, const shape& shown, const std::vector<std::string>& values)
      : whole_(whole), shown_(shown), columns_(static_cast<std::size_t>(shown[shown.rank() - 1])), next_(values.begin()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::size_t& column = columns_[i % columns_.size()];
      column = std::max(column, text_width(values[i]));
    }
  }

  // A loop instead of recursion, since there may be any number of axes.
  std::string text() && {
    const auto row_axis = static_cast<std::size_t>(shown_.rank() - 1);
    std::vector<index_t> at(row_axis, 0);  // of the row
    std::size_t opened = 0;                // brackets
    while (true) {
      text_.append(row_axis + 1 - opened, '[');
      add_row();
      for (opened = row_axis; opened > 0 && ++at[opened - 1] == shown_[static_cast<index_t>(opened - 1)]; --opened) {
        text_ += ']';
        at[opened - 1] = 0;
      }
      text_ += ']';
      if (opened == 0) return std::move(text_);
      separate(static_cast<index_t>(opened - 1), at[opened - 1]);
    }
  }

 private:
  bool gap_before(index_t axis, index_t i) const { return shown_[axis] < whole_[axis] && i == shown_[axis] / 2; }

  void add_row() {
    const index_t axis = shown_.rank() - 1;
    for (index_t i = 0; i < shown_[axis]; ++i) {
      if (i > 0) separate(axis, i);
      add_value(columns_[static_cast<std::size_t>(i)]);
    }
  }

  void separate(index_t axis, index_t next) {
    separate(axis);
    if (!gap_before(axis, next)) return;
    text_ += "...";
    separate(axis);
  }

  void separate(index_t axis) {
    if (axis + 1 == shown_.rank()) {
      text_ += ' ';
    } else {
      (text_ += '\n').append(static_cast<std::size_t>(axis + 1), ' ');
    }
  }

  void add_value(std::size_t column) {
    const std::string& value = *next_++;
    text_.append(column - text_width(value), ' ') += value;
  }

  const shape& whole_;
  const shape& shown_;
  std::vector<std::size_t> columns_;  // their widths
  std::vector<std::string>::const_iterator next_;
  std::string text_;
};

}  // namespace

dims shown(const dims& map, const print_options& options) {
  check_options(options);
  dims part = map;
  if (options.full || map.size() <= options.threshold) return part;
  for (index_t k = 0; k < map.rank(); ++k) {
    if (map.extent(k) > 2 * options.edge_items) part = part.gather(k, ends(map.extent(k), options.edge_items));
  }
  return part;
}

std::string rows_text(const shape& whole, const shape& shown, const std::vector<std::string>& values) {
  if (values.empty()) return "[]";
  return whole.rank() == 0 ? values.front() : rows(whole, shown, values).text();
}

std::string title_text(std::string_view handle, std::string_view type, const shape& whole, std::string_view more) {
  return text() << "#ravel." << handle << "<" << type << ">" << to_string(whole) << more << "\n";
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API std::string tensor_text(std::string_view, const tensor<const T>&, const print_options&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
