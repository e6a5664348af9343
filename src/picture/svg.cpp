// SPDX-License-Identifier: BSL-1.0
// Formats numbers and text for SVG. Each colour has two values, one for light pages and one for dark ones.
#include "picture/svg.hpp"
#include <ravel/base/error.hpp>
#include "interop/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ravel::detail {

namespace {

struct series_colour {
  std::string_view light, dark;
};
constexpr std::array<series_colour, 8> series_colours{{{"#2f6fbf", "#6ea8f5"},
                                                       {"#d2691e", "#f0a35e"},
                                                       {"#2a8a57", "#5cc48d"},
                                                       {"#c23b4b", "#f2838c"},
                                                       {"#7a57bd", "#b59bf2"},
                                                       {"#8a6642", "#c9a57d"},
                                                       {"#bf4f97", "#ec97ca"},
                                                       {"#5f6b78", "#a6b1bd"}}};

std::string style_of(bool dark) {
  svg made;
  const auto rule = [&](std::string_view name, std::string_view light_rule, std::string_view dark_rule) {
    made << ".ravel ." << name << "{" << (dark ? dark_rule : light_rule) << "}";
  };
  rule("page", "fill:#fff", "fill:#14181d");
  rule("text", "fill:#1f2328", "fill:#e6edf3");
  rule("faint", "fill:#59636e", "fill:#9aa4af");
  rule("grid", "stroke:#e3e7eb", "stroke:#2c333b");
  rule("axis", "stroke:#8c959f", "stroke:#6b7580");
  rule("cell", "fill:#f0f2f5;stroke:#8c959f", "fill:#20262d;stroke:#6b7580");
  for (std::size_t k = 0; k < series_colours.size(); ++k) {
    const std::string_view colour = dark ? series_colours[k].dark : series_colours[k].light;
    const auto number = static_cast<index_t>(k);
    made << ".ravel .s" << number << "{stroke:" << colour << "}.ravel .f" << number << "{fill:" << colour << "}";
  }
  return std::move(made).str();
}

// Viridis at nine places; it reads as rising brightness, also in grey and by those who see fewer colours.
constexpr std::array<std::array<int, 3>, 9> viridis{{{68, 1, 84},
                                                     {71, 44, 122},
                                                     {59, 81, 139},
                                                     {44, 113, 142},
                                                     {33, 144, 141},
                                                     {39, 173, 129},
                                                     {92, 200, 99},
                                                     {170, 220, 50},
                                                     {253, 231, 37}}};

}  // namespace

svg& svg::operator<<(double number) {
  const auto tenths = static_cast<index_t>(std::llround(number * 10));
  if (tenths < 0) written_ += '-';
  const index_t size = tenths < 0 ? -tenths : tenths;
  *this << size / 10;
  if (size % 10 != 0) (written_ += '.') += static_cast<char>('0' + size % 10);
  return *this;
}

svg& svg::operator<<(index_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  written_.append(digits, end);
  return *this;
}

void svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
  *this << "<path class=\"" << style << "\" d=\"M" << x1 << " " << y1 << "L" << x2 << " " << y2 << "\"/>\n";
}

void svg::rect(double x, double y, double width, double height, std::string_view more) {
  *this << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << width << "\" height=\"" << height << "\" " << more << "/>\n";
}

void svg::text(double x, double y, std::string_view words, std::string_view style, anchor at, std::string_view more) {
  *this << "<text x=\"" << x << "\" y=\"" << y << "\" class=\"" << style << "\"";
  if (at != anchor::start) *this << " text-anchor=\"" << (at == anchor::middle ? "middle" : "end") << "\"";
  *this << more << ">" << xml_text(words) << "</text>\n";
}

std::string xml_text(std::string_view words) {
  std::string made;
  while (!words.empty()) {
    const std::size_t length = utf8_length(words);
    const auto first = static_cast<unsigned char>(words.front());
    if (length == 0) {
      made += "\xef\xbf\xbd";  // U+FFFD
    } else if (first == '&') {
      made += "&amp;";
    } else if (first == '<') {
      made += "&lt;";
    } else if (first == '>') {
      made += "&gt;";
    } else if (first == '"') {
      made += "&quot;";
    } else if (first < 0x20 || first == 0x7f) {
      made += ' ';
    } else {
      made += words.substr(0, length);
    }
    words.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return made;
}

double label_width(std::string_view words) {
  const auto is_first = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return 6.3 * static_cast<double>(std::count_if(words.begin(), words.end(), is_first));
}

std::string fitted_label(std::string_view words, double room) {
  if (label_width(words) <= room) return std::string(words);
  std::string made;
  while (!words.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(words), 1);
    if (label_width(made) + label_width("\u2026") + label_width("x") > room) break;
    made += words.substr(0, length);
    words.remove_prefix(length);
  }
  return made + "\u2026";
}

std::string short_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "\u2212\u221e" : "\u221e";
  const double size = std::abs(value);
  const int digits = size < 1e4 || size >= 1e7 ? 4 : size < 1e5 ? 5 : size < 1e6 ? 6 : 7;
  char written[32];
  const auto end = std::to_chars(written, written + sizeof(written), value, std::chars_format::general, digits).ptr;
  return {written, end};
}

std::string stroke_class(std::size_t series) { return ravel::detail::text() << "s" << series % series_colours.size(); }
std::string fill_class(std::size_t series) { return ravel::detail::text() << "f" << series % series_colours.size(); }

std::string heat_colour(index_t step) {
  constexpr index_t parts = std::ssize(viridis) - 1, last = heat_steps - 1;
  const index_t scaled = std::clamp<index_t>(step, 0, last) * parts, part = std::min(scaled / last, parts - 1);
  const index_t rest = scaled - part * last;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string made = "#";
  for (std::size_t k = 0; k < 3; ++k) {
    const index_t low = viridis[static_cast<std::size_t>(part)][k], high = viridis[static_cast<std::size_t>(part + 1)][k];
    const index_t value = (low * (last - rest) + high * rest + last / 2) / last;
    made += digits[static_cast<std::size_t>(value / 16)];
    made += digits[static_cast<std::size_t>(value % 16)];
  }
  return made;
}

std::string svg_document(index_t width, index_t height, std::string_view title, std::string_view elements) {
  svg made;
  made << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ravel\" width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 "
       << width << " " << height << "\" role=\"img\"";
  if (!title.empty()) made << " aria-label=\"" << xml_text(title) << "\"";
  made << ">\n<style>.ravel{font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:11px}"
       << ".ravel .title{font-size:14px;font-weight:600}"
       << ".ravel .line{fill:none;stroke-width:1.6;stroke-linejoin:round}" << style_of(false) << "@media (prefers-color-scheme:dark){"
       << style_of(true) << "}</style>\n";
  made << "<rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n" << elements << "</svg>\n";
  return std::move(made).str();
}

}  // namespace ravel::detail
