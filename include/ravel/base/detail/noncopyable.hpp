// SPDX-License-Identifier: BSL-1.0
// The base of classes that are neither copied nor moved. A class with a member of such a class needs no base of its own.
#pragma once

#include <ravel/base/config.hpp>

namespace ravel::detail {

struct RAVEL_API noncopyable {
  noncopyable() = default;
  noncopyable(const noncopyable&) = delete;
  noncopyable& operator=(const noncopyable&) = delete;
};

}  // namespace ravel::detail
