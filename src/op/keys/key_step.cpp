// SPDX-License-Identifier: BSL-1.0
// Counts steps along keys.
#include <ravel/base/error.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>

#include <algorithm>

namespace ravel::detail {

void throw_not_rising_step(const char* operation, const char* what, const std::string& given) {
  text message;
  message << operation << ": the " << what;
  if (!given.empty()) message << ", " << given << ",";
  throw value_error(message << " must be above 0 and finite");
}

index_t counted_steps(const char* operation, std::uint64_t steps) {
  if (steps >= static_cast<std::uint64_t>(index_limit)) throw overflow_error(text() << operation << ": " << steps << " steps are too many");
  return static_cast<index_t>(steps);
}

index_t whole_steps(const char* operation, double steps) {
  if (!(steps < static_cast<double>(index_limit))) throw overflow_error(text() << operation << ": " << steps << " steps are too many");
  return static_cast<index_t>(steps);
}

// The last step may fall short of the greater key by the rounding of the keys, and then has reached it. Half a step is more than rounding.
// A step below the distance of keys is refused. Keys up to a power of two lie half as far apart as keys beyond.
index_t steps_in_reals(const char* operation, double lesser, double greater, double step, double epsilon) {
  const double way = greater - lesser;
  if (!std::isfinite(way)) throw value_error(text() << operation << ": no number of steps leads from key " << lesser << " to " << greater);
  const double size = std::max(std::abs(lesser), std::abs(greater));
  const double apart = std::ldexp(epsilon, std::ilogb(std::nextafter(size, 0.0)));
  if (step < apart)
    throw value_error(text() << operation << ": a step of " << step << " leads from no key to another at " << size << ", where keys lie "
                             << apart << " apart");
  const double slack = std::min(4 * epsilon * size, step / 2);
  return whole_steps(operation, std::max(0.0, std::ceil((way - slack) / step) - 1));
}

}  // namespace ravel::detail
