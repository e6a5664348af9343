// SPDX-License-Identifier: BSL-1.0
// Writes the elements of SVG: numbers in one form for every locale, escaped text, and classes whose colours the document's style gives. A
// value; one thread writes it.
#pragma once

#include <ravel/base/index.hpp>

#include <string>
#include <string_view>

namespace ravel::detail {

enum class anchor { start, middle, end };

class svg {
 public:
  svg& operator<<(std::string_view part) {
    written_ += part;
    return *this;
  }
  svg& operator<<(double number);  // to a tenth of a pixel
  svg& operator<<(index_t number);

  // `more` holds attributes, such as a class.
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  void rect(double x, double y, double width, double height, std::string_view more);
  void text(double x, double y, std::string_view words, std::string_view style, anchor at = anchor::start, std::string_view more = {});

  const std::string& str() const& { return written_; }
  std::string str() && { return std::move(written_); }

 private:
  std::string written_;
};

// Without what XML takes for markup or refuses; invalid UTF-8 becomes replacement characters.
std::string xml_text(std::string_view words);
// About how wide a text is in the small font of labels.
double label_width(std::string_view words);
// The text, or as much of its beginning as has room, with an ellipsis.
std::string fitted_label(std::string_view words, double room);

// A number as it is said beside a bar: at least four significant digits, and no zeros at its end.
std::string short_number(double value);

// The style of series k, to draw its line or to fill its area.
std::string stroke_class(std::size_t series);
std::string fill_class(std::size_t series);
// #rrggbb of a share from 0 to 1 on the scale of heat maps, in 64 steps.
constexpr index_t heat_steps = 64;
std::string heat_colour(index_t step);

// The document: a background, its style and the elements.
std::string svg_document(index_t width, index_t height, std::string_view title, std::string_view elements);

}  // namespace ravel::detail
