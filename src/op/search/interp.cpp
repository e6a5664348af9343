// SPDX-License-Identifier: BSL-1.0
// Interpolates with straight lines between places, found by search.
#include <ravel/base/error.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>
#include <ravel/op/search/interp.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

void check_places(std::span<const double> places, std::size_t values) {
  if (places.empty()) throw value_error("interp between no places");
  if (places.size() != values) throw_sizes_differ("interp", static_cast<index_t>(places.size()), static_cast<index_t>(values));
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i - 1] < places[i]) continue;
    throw value_error(text() << "interp between places that must rise, and " << places[i] << " at " << i << " follows " << places[i - 1]);
  }
}

// Between two places. If values or places are further apart than a double holds, weights both ends instead.
double on_the_line(double x, double x0, double x1, double y0, double y1) {
  const double way = x1 - x0, slope = (y1 - y0) / way, rise = slope * (x - x0);
  if ((std::isfinite(rise) && std::isfinite(way)) || !std::isfinite(y0) || !std::isfinite(y1)) return rise + y0;
  return between_two(y0, y1, (x / 2 - x0 / 2) / (x1 / 2 - x0 / 2));
}

}  // namespace

buffer<double> interpolate(const node<double>& at, const node<double>& places, const node<double>& values) {
  const elements_in_row<double> places_in_row(places), values_in_row(values);
  const std::span<const double> x = places_in_row.span(), y = values_in_row.span();
  check_places(x, y.size());
  const auto value_at = [=](double wanted, std::size_t above) {  // the place above, which may be none
    if (is_nan{}(wanted)) return wanted;
    if (above == 0) return y.front();
    if (above == x.size() || wanted == x[above - 1]) return y[above - 1];
    return on_the_line(wanted, x[above - 1], x[above], y[above - 1], y[above]);
  };
  const auto place = [=](index_t i) { return x[static_cast<std::size_t>(i)]; };
  const buffer<double> result = unfilled_buffer<double>(at.size());
  const auto less = [](double a, double b) { return !(b <= a); };  // NaN ascends nowhere
  in_pieces(at.size(), 1, [&](index_t begin, index_t end) {
    for (source_blocks<double> blocks(at, begin, end - begin); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      double* const out = result.data() + position;
      each_place_among<double>(std::ssize(x), b, n, search_side::right, less, place, [&, part = b](index_t i, index_t above) {
        out[i] = value_at(part.data[i * part.step], static_cast<std::size_t>(above));
      });
    }
  });
  return result;
}

}  // namespace ravel::detail
