// SPDX-License-Identifier: BSL-1.0
// What is given to operations along axes in another order than theirs, refused in one error that says what to write.
#pragma once

#include <ravel/loop/options.hpp>

namespace ravel {

#define RAVEL_AXES_COME_FIRST(name) \
  template <class... Others>        \
  void name(detail::any_shaped t, detail::any_option o, const ints& axes, Others... others) = delete;  // the axes come before options

RAVEL_AXES_COME_FIRST(sum)
RAVEL_AXES_COME_FIRST(product)
RAVEL_AXES_COME_FIRST(mean)
RAVEL_AXES_COME_FIRST(min)
RAVEL_AXES_COME_FIRST(max)
RAVEL_AXES_COME_FIRST(argmin)
RAVEL_AXES_COME_FIRST(argmax)
RAVEL_AXES_COME_FIRST(all_of)
RAVEL_AXES_COME_FIRST(any_of)
RAVEL_AXES_COME_FIRST(none_of)
RAVEL_AXES_COME_FIRST(count)
RAVEL_AXES_COME_FIRST(variance)
RAVEL_AXES_COME_FIRST(standard_deviation)
RAVEL_AXES_COME_FIRST(var)
RAVEL_AXES_COME_FIRST(std)
RAVEL_AXES_COME_FIRST(skew)
RAVEL_AXES_COME_FIRST(kurtosis)
RAVEL_AXES_COME_FIRST(descriptive_statistics)
RAVEL_AXES_COME_FIRST(median)
RAVEL_AXES_COME_FIRST(quartiles)
RAVEL_AXES_COME_FIRST(count_unique)
#undef RAVEL_AXES_COME_FIRST

}  // namespace ravel
