// SPDX-License-Identifier: BSL-1.0
// Prints results that have several parts: a title line, then each part under its name, as it is printed alone.
#pragma once

#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/keys/crosstab.hpp>
#include <ravel/op/keys/resample.hpp>
#include <ravel/op/missing/missing.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/print/print.hpp>

namespace ravel {

namespace detail {

// Calls f(name, part) for each part, and gives the name of the result.
template <class K, class T, class F>
std::string_view each_part(const resampled<K, T>& x, const F& f) {
  f("keys", x.keys), f("values", x.values);
  return "resampled";
}
template <class K, class T, class F>
std::string_view each_part(const resampled_points<K, T>& x, const F& f) {
  f("keys", x.keys), f("values", x.values), f("missing", x.missing);
  return "resampled_points";
}
template <class K, class T, class F>
std::string_view each_part(const resampled_along<K, T>& x, const F& f) {
  f("keys", x.keys), f("values", x.values);
  return "resampled_along";
}
template <class K, class T, class F>
std::string_view each_part(const resampled_points_along<K, T>& x, const F& f) {
  f("keys", x.keys), f("values", x.values), f("missing", x.missing);
  return "resampled_points_along";
}
template <class T, class F>
std::string_view each_part(const filled_values<T>& x, const F& f) {
  f("values", x.values), f("missing", x.missing);
  return "filled_values";
}
template <class K, class T, class F>
std::string_view each_part(const filled_gaps<K, T>& x, const F& f) {
  f("keys", x.keys), f("values", x.values), f("inserted", x.inserted);
  return "filled_gaps";
}
template <class T, class F>
std::string_view each_part(const categories<T>& x, const F& f) {
  f("codes", x.codes), f("levels", x.levels);
  return "categories";
}
template <std::same_as<histogram_counts> X, class F>
std::string_view each_part(const X& x, const F& f) {
  f("counts", x.counts), f("edges", x.edges);
  return "histogram_counts";
}
template <class T, class F>
std::string_view each_part(const time_counts<T>& x, const F& f) {
  f("counts", x.counts), f("edges", x.edges);
  return "time_counts";
}
template <std::same_as<join_positions> X, class F>
std::string_view each_part(const X& x, const F& f) {
  f("left", x.left), f("right", x.right);
  return "join_positions";
}

struct any_part {
  template <class X>
  void operator()(const char*, const X&) const {}
};
template <class X>
concept printable_in_parts = requires(const X& x) { each_part(x, any_part()); };

}  // namespace detail

template <detail::printable_in_parts X>
[[nodiscard]] std::string to_string(const X& x, const print_options& options = {}) {
  std::string parts;
  const auto add = [&](const char* name, const auto& part) {
    parts.append("\n").append(name).append(": ").append(to_string(part, options));
  };
  const std::string_view name = detail::each_part(x, add);
  return std::string("#ravel.").append(name).append(parts);
}

template <detail::printable_in_parts X>
std::ostream& operator<<(std::ostream& out, const X& x) {
  detail::write_text(out, to_string(x));
  return out;
}

}  // namespace ravel
