// SPDX-License-Identifier: BSL-1.0
// Draws where positions go in memory, and where a matrix has entries.
#include <ravel/any/elementwise.hpp>
#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/picture/picture.hpp>
#include <ravel/print/any.hpp>
#include "picture/axes.hpp"
#include "picture/cells.hpp"

#include <algorithm>
#include <cmath>

namespace ravel {

namespace detail {

namespace {

constexpr index_t most_boxes = 400;
constexpr double box_height = 30;

void check_small(const dims& map) {
  const index_t span = map.size() == 0 ? 0 : map.span();
  if (map.size() > most_boxes || span > most_boxes)
    throw value_error(text() << "index_map_chart of " << counted(map.size(), "position") << " and " << counted(span, "address", "addresses")
                             << ": at most " << most_boxes << " of each can be read, take a slice of the view");
}

// The colour of an address: its place between the lowest and the highest.
struct address_colours {
  address_bounds ends;

  std::string fill(index_t address) const { return "fill=\"" + heat_colour(step(address)) + "\""; }
  // Light colours carry dark text, in both modes.
  std::string_view text_fill(index_t address) const { return step(address) > 38 ? " fill=\"#111\"" : " fill=\"#fff\""; }

 private:
  index_t step(index_t address) const {
    return ends.highest == ends.lowest ? heat_steps / 2 : (address - ends.lowest) * (heat_steps - 1) / (ends.highest - ends.lowest);
  }
};

// Boxes of the view: rows of the last axis, with a gap between the matrices of more than two axes.
struct view_layout {
  explicit view_layout(const shape& extents, double room)
      : columns(extents.rank() == 0 ? 1 : extents[extents.rank() - 1]), rows(extents.rank() < 2 ? 1 : extents[extents.rank() - 2]) {
    box = std::min(46.0, room / static_cast<double>(std::max<index_t>(1, columns)));
  }
  double x(index_t position) const { return box * static_cast<double>(position % columns); }
  double y(index_t position) const {
    const index_t row = position / columns;
    return box_height * static_cast<double>(row) + 12 * static_cast<double>(row / rows);
  }

  index_t columns, rows;
  double box;
};

std::string positions_at(const dims& map, index_t address) {
  const std::vector<index_t> positions = map.to_global(address);
  if (positions.empty()) return "";
  const std::string first = std::to_string(positions.front());
  return positions.size() == 1 ? first : positions.size() == 2 ? first + "," + std::to_string(positions.back()) : first + "\u2026";
}

void draw_box(svg& to, double x, double y, double width, const std::string& number, const address_colours& colours, index_t address) {
  to.rect(x + 1, y + 1, width - 2, box_height - 2, colours.fill(address) + " rx=\"3\"");
  if (label_width(number) <= width - 2) to.text(x + width / 2, y + 19, number, "number", anchor::middle, colours.text_fill(address));
}

}  // namespace

}  // namespace detail

picture index_map_chart(const dims& map, const pattern_options& options) {
  using namespace detail;
  check_small(map);
  check_picture_size(options.width, 80);
  const double room = static_cast<double>(options.width) - 28;
  const view_layout view(map.shape(), room);
  svg drawn;
  double top = 14;
  if (!options.title.empty()) {
    drawn.text(14, 24, fitted_label(options.title, room * 0.75), "text title");
    top += 24;
  }
  drawn.text(14, top + 10, "view " + to_string(map.shape()) + ": the address of each position", "faint");
  top += 18;
  double below = top;
  if (map.size() > 0) {
    const address_colours colours{map.bounds()};
    for (index_t i = 0; i < map.size(); ++i) {
      const index_t address = map.to_local(i);
      draw_box(drawn, 14 + view.x(i), top + view.y(i), view.box, std::to_string(address), colours, address);
    }
    below = top + view.y(map.size() - 1) + box_height + 16;
    const std::string caption = text() << "memory " << colours.ends.lowest << " to " << colours.ends.highest
                                       << ": the positions of each address";
    drawn.text(14, below + 10, fitted_label(caption, room), "faint");
    below += 18;
    const index_t span = map.span(), a_row = std::min(span, static_cast<index_t>(room / 34));
    const double box = std::min(46.0, room / static_cast<double>(a_row));
    for (index_t k = 0; k < span; ++k) {
      const index_t address = colours.ends.lowest + k;
      const double x = 14 + box * static_cast<double>(k % a_row), y = below + box_height * static_cast<double>(k / a_row);
      const std::string positions = positions_at(map, address);
      if (positions.empty()) {
        drawn.rect(x + 1.5, y + 1.5, box - 3, box_height - 3, "class=\"cell\" rx=\"3\"");
      } else {
        draw_box(drawn, x, y, box, positions, colours, address);
      }
    }
    below += box_height * static_cast<double>((span - 1) / a_row + 1);
  } else {
    drawn.text(14, top + 16, "no positions", "faint");
    below = top + 30;
  }
  const index_t height = std::max<index_t>(80, static_cast<index_t>(std::ceil(below)) + 14);
  return picture_access::make(options.width, height, options.title, std::move(drawn).str());
}

namespace detail {

namespace {

constexpr index_t shades = 4;

index_set positions_that_differ(const any_tensor& x) {
  const std::optional<any_scalar> fill = x.fill();
  if (x.dtype() == dtype::string) {
    const any_scalar other = fill ? *fill : any_scalar(std::string());
    return index_set(as<bool>(x != other));
  }
  const any_scalar other = fill ? *fill : any_scalar(0);
  const bool is_nan = visit(other, [](const auto& value) { return value != value; });
  return index_set(is_nan ? as<bool>(!isnan(x)) : as<bool>(x != other));
}

}  // namespace

}  // namespace detail

picture sparsity_chart(const any_tensor& x, const pattern_options& options) {
  using namespace detail;
  check_axes(x, 2, "sparsity_chart");
  const index_t height = x.extent(0), width = x.extent(1), rows = std::min(height, most_cells), columns = std::min(width, most_cells);
  const index_set differing = positions_that_differ(x);
  std::vector<index_t> counts(static_cast<std::size_t>(rows * columns));
  index_t greatest = 0;
  for (const index_t position : differing) {
    const index_t i = position / width * rows / height, j = position % width * columns / width;
    greatest = std::max(greatest, ++counts[static_cast<std::size_t>(i * columns + j)]);
  }
  check_picture_size(options.width, 80);
  const double title = options.title.empty() ? 0 : 24, room = static_cast<double>(options.width) - 28;
  const double box = std::min(
      {24.0, room / static_cast<double>(std::max<index_t>(1, width)), (9900 - title) / static_cast<double>(std::max<index_t>(1, height))});
  const plot_area area{14, 14 + title, 14 + std::max(box * static_cast<double>(width), 1.0),
                       14 + title + std::max(box * static_cast<double>(height), 1.0)};
  svg drawn;
  if (title > 0) drawn.text(14, 24, fitted_label(options.title, room * 0.75), "text title");
  drawn.rect(area.left - 0.5, area.top - 0.5, area.right - area.left + 1, area.bottom - area.top + 1, "class=\"cell\"");
  if (greatest > 0) {
    coloured_cells cells(shades);
    for (index_t i = 0; i < rows; ++i) {
      for (index_t j = 0; j < columns; ++j) {
        const index_t count = counts[static_cast<std::size_t>(i * columns + j)];
        cells.add(i, j, count == 0 ? -1 : (count * shades - 1) / greatest);
      }
    }
    const auto style = [&](index_t shade) {
      static constexpr std::string_view opacities[] = {"0.4", "0.6", "0.8", "1"};
      return std::string("class=\"f0\" fill-opacity=\"").append(opacities[greatest == 1 ? shades - 1 : shade]).append("\"");
    };
    cells.draw(drawn, area, rows, columns, style);
  }
  const std::string caption = text() << to_string(x.shape()) << ", " << differing.size() << " of " << x.size() << " differ from "
                                     << (x.fill()                     ? to_string(*x.fill())
                                         : x.dtype() == dtype::string ? "\"\""
                                                                      : "0");
  drawn.text(14, area.bottom + 18, fitted_label(caption, room), "faint");
  const index_t total = std::max<index_t>(80, static_cast<index_t>(std::ceil(area.bottom)) + 30);
  return picture_access::make(options.width, total, options.title, std::move(drawn).str());
}

}  // namespace ravel
