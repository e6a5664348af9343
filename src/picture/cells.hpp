// SPDX-License-Identifier: BSL-1.0
// Cells of a matrix, each of one of a few colours. The cells of a colour become one path, so that a picture stays short. One thread adds
// them, row by row.
#pragma once

#include <ravel/print/print.hpp>
#include "picture/axes.hpp"

#include <vector>

namespace ravel::detail {

inline constexpr index_t most_cells = 200;  // along an axis

class coloured_cells {
 public:
  explicit coloured_cells(index_t colours) : paths_(static_cast<std::size_t>(colours)) {}

  // Cells come in row-major order; colour -1 leaves one blank.
  void add(index_t row, index_t column, index_t colour) {
    if (colour != colour_ || row != row_ || column != end_) {
      close();
      row_ = row, begin_ = column, colour_ = colour;
    }
    end_ = column + 1;
  }

  // style(colour) gives the attributes of its path. Cells fill the area.
  template <class Style>
  void draw(svg& to, const plot_area& area, index_t rows, index_t columns, const Style& style) {
    close();
    to << "<g shape-rendering=\"crispEdges\" transform=\"translate(" << area.left << " " << area.top << ") scale("
       << std::string_view(real_text((area.right - area.left) / static_cast<double>(columns), 6)) << " "
       << std::string_view(real_text((area.bottom - area.top) / static_cast<double>(rows), 6)) << ")\">\n";
    for (std::size_t k = 0; k < paths_.size(); ++k) {
      if (!paths_[k].str().empty())
        to << "<path " << std::string_view(style(static_cast<index_t>(k))) << " d=\"" << paths_[k].str() << "\"/>\n";
    }
    to << "</g>\n";
  }

 private:
  void close() {
    if (colour_ >= 0)
      paths_[static_cast<std::size_t>(colour_)] << "M" << begin_ << " " << row_ << "h" << end_ - begin_ << "v1h" << begin_ - end_ << "z";
    colour_ = -1;
  }

  std::vector<svg> paths_;
  index_t row_ = -1, begin_ = 0, end_ = 0, colour_ = -1;
};

}  // namespace ravel::detail
