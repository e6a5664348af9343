// SPDX-License-Identifier: BSL-1.0
// All exceptions that Ravel itself throws, and the builder of their messages. A message carries the values that did not fit. bad_alloc and
// the exceptions of user functions pass unchanged. Errors are values; copying one does not throw.
#pragma once

#include <ravel/base/config.hpp>

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ravel {

// The base of all exceptions that Ravel itself throws. what() names the values that did not fit.
class RAVEL_API error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~error() override;
};

#define RAVEL_ERROR_KIND(name)          \
  class RAVEL_API name : public error { \
   public:                              \
    using error::error;                 \
    ~name() override;                   \
  };

RAVEL_ERROR_KIND(shape_error)     // extents or sizes do not fit each other
RAVEL_ERROR_KIND(index_error)     // a position or an axis is outside
RAVEL_ERROR_KIND(type_error)      // element types do not fit, or a value does not fit its type
RAVEL_ERROR_KIND(value_error)     // any other argument: step 0, an empty input where a value is needed, division by zero
RAVEL_ERROR_KIND(io_error)        // a file
RAVEL_ERROR_KIND(overflow_error)  // a size or position beyond 2^62, an exact sum beyond 64 bits
RAVEL_ERROR_KIND(layout_error)    // a view or a write that the memory cannot give, an expression too deep
RAVEL_ERROR_KIND(cancelled)       // a stop was requested: exec/with_stop.hpp
#undef RAVEL_ERROR_KIND

namespace detail {

// Builds one message: throw index_error(text() << "position " << i << " is outside").
class RAVEL_API text {
 public:
  text& operator<<(std::string_view part) { return add(part); }
  template <std::same_as<bool> B>
  text& operator<<(B value) {
    return add(value ? "true" : "false");
  }
  template <std::signed_integral Int>
  text& operator<<(Int value) {
    return add_signed(value);
  }
  template <std::unsigned_integral U>
    requires(!std::same_as<U, bool>)
  text& operator<<(U value) {
    return add_unsigned(value);
  }
  template <std::floating_point F>
  text& operator<<(F value) {
    return add_real(static_cast<double>(value), sizeof(F) <= 4 ? 9 : 17);
  }

  template <class X>
    requires(std::is_class_v<X> && std::convertible_to<const X&, long long> && !std::convertible_to<const X&, std::string_view>)
  text& operator<<(const X& stands_for_integer) {
    return add_signed(stands_for_integer);
  }

  operator const std::string&() const { return written_; }

 private:
  text& add(std::string_view part);
  text& add_signed(long long value);
  text& add_unsigned(unsigned long long value);
  text& add_real(double value, int digits);  // the shortest of at most that many digits that reads back equal

  std::string written_;
};

}  // namespace detail
}  // namespace ravel
