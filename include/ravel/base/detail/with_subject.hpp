// SPDX-License-Identifier: BSL-1.0
// Prefixes an error message with its subject, such as a file or a column, where the throwing code does not know it. Stateless.
#pragma once

#include <ravel/base/error.hpp>

#include <concepts>

namespace ravel::detail {

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

}  // namespace ravel::detail
