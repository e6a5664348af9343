// SPDX-License-Identifier: BSL-1.0
// Running sums, products and extremes of lines of the closed set.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/scan.hpp>

namespace ravel::detail {

template <class Fold, class T>
void run_along_in_src(const node<T>& line, typename Fold::out* results) {
  if constexpr (integer_element<T> && !std::same_as<typename Fold::out, T>) {  // a total: use the loop of the wide integers
    using W = typename Fold::out;
    const reader<T> lent = detail_access::wrap<reader<T>>(std::shared_ptr<const node<T>>(std::shared_ptr<void>(), &line));
    const reader<W> wide = map(widened<W>{}, lent);
    run_along_in_src<typename Fold::template of<W>, W>(detail_access::node(wide), results);
  } else {
    run_along<Fold, T>(line, results);
  }
}

#define RAVEL_RUNNING(Fold, By, T) template RAVEL_API void run_along_in_src<Fold<By, T>, T>(const node<T>&, Fold<By, T>::out*);
#define RAVEL_RUNNING_PAST_NAN(Fold, By, T) \
  template RAVEL_API void run_along_in_src<past_nan<Fold<By, T>, T>, T>(const node<T>&, Fold<By, T>::out*);

#define RAVEL_INSTANTIATE(T)                    \
  RAVEL_RUNNING(running_total, checked_plus, T) \
  RAVEL_RUNNING(running_total, checked_times, T)
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T)               \
  RAVEL_RUNNING(running_extreme, least, T) \
  RAVEL_RUNNING(running_extreme, greatest, T)
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T)                             \
  RAVEL_RUNNING_PAST_NAN(running_total, checked_plus, T) \
  RAVEL_RUNNING_PAST_NAN(running_total, checked_times, T)
RAVEL_FOR_EACH_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T)                        \
  RAVEL_RUNNING_PAST_NAN(running_extreme, least, T) \
  RAVEL_RUNNING_PAST_NAN(running_extreme, greatest, T)
RAVEL_FOR_EACH_REAL(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#undef RAVEL_RUNNING
#undef RAVEL_RUNNING_PAST_NAN

}  // namespace ravel::detail
