// SPDX-License-Identifier: BSL-1.0
// picture: a drawing that becomes SVG, and pictures beside each other. An immutable value that owns its text: copies share it, and any
// thread may read.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/interop/mapped_file.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

class RAVEL_API_RESULT picture {
 public:
  picture(const picture&) = default;  // moving copies, too
  picture& operator=(const picture&) = default;

  index_t width() const { return drawn_->width; }  // in CSS pixels
  index_t height() const { return drawn_->height; }

 private:
  friend struct picture_access;
  struct drawing {
    index_t width, height;
    std::string title;
    std::string elements;  // of SVG
  };
  explicit picture(drawing made) : drawn_(std::make_shared<const drawing>(std::move(made))) {}

  std::shared_ptr<const drawing> drawn_;
};

// The picture as an SVG document. The same data give the same bytes. Colours follow the light or dark mode of the reader.
[[nodiscard]] RAVEL_API std::string to_svg(const picture& p);
// Writes the document. An old file stays until the new one is complete.
RAVEL_API void write_svg(const std::string& path, const picture& p, const save_options& options = {});

// Options of picture_grid.
struct grid_options {
  index_t columns = 0;  // 0: as many as rows, or one more
  std::string title = {};
};

// Small multiples: the pictures in rows, with columns as wide as the widest picture.
[[nodiscard]] RAVEL_API picture picture_grid(const std::vector<picture>& parts, const grid_options& options = {});

// For the library's own use.
struct picture_access {
  static picture make(index_arg width, index_arg height, std::string title, std::string elements) {
    return picture({width, height, std::move(title), std::move(elements)});
  }
  static const std::string& title(const picture& p) { return p.drawn_->title; }
  static const std::string& elements(const picture& p) { return p.drawn_->elements; }
};

}  // namespace ravel
