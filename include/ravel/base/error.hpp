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
RAVEL_ERROR_KIND(cancelled)       // a stop was requested: exec/with_progress.hpp
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

namespace ravel::detail {

// The error of an operation that needs elements and has none. Loops over windows, groups and lines add the place to it, to
// refused_nan and to overflow_error. A value, as all errors are.

// The message says how to avoid the error once a place is known.
class RAVEL_API no_elements : public value_error {
 public:
  using value_error::value_error;
  ~no_elements() override;
};
// A NaN that an operation was told to refuse.
class RAVEL_API refused_nan : public value_error {
 public:
  using value_error::value_error;
  ~refused_nan() override;
};
// Rethrows the current error; adds the place to no_elements, refused_nan and overflow_error.
[[noreturn]] RAVEL_API void rethrow_at_place(std::string_view place);

// Calls work(). If it throws no_elements, refused_nan or overflow_error, adds place() to the message.
template <class Place, class Work>
decltype(auto) at_place(Place place, Work work) {
  try {
    return work();
  } catch (const error&) {
    rethrow_at_place(place());
  }
}

// Prefixes an error message with its subject, such as a file or a column, where the throwing code does not know it. Stateless.

// Rethrows the current error as "SUBJECT: message", unless the message begins so already. An io_error names its file already, and classes
// that users derive from an error kind pass unchanged.
[[noreturn]] RAVEL_API void rethrow_with_subject(const std::string& subject);

template <class F>
decltype(auto) with_subject(const std::string& subject, F f) {
  try {
    return f();
  } catch (const error&) {
    rethrow_with_subject(subject);
  }
}
// Builds the subject only if an error occurs.
template <std::invocable Subject, class F>
decltype(auto) with_subject(const Subject& subject, F f) {
  try {
    return f();
  } catch (const error&) {
    rethrow_with_subject(subject());
  }
}

// counted(n, "place"): "1 place", "2 places", for messages. Plain functions.

template <std::integral N>
std::string counted(N n, std::string_view one, std::string_view many) {
  return std::to_string(n).append(" ").append(n == 1 ? one : many);
}
template <std::integral N>
std::string counted(N n, std::string_view one) {
  return counted(n, one, std::string(one) + "s");
}

}  // namespace ravel::detail
