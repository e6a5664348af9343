// SPDX-License-Identifier: BSL-1.0
// Errors that say in front what they are about, a file or a column, where what throws them cannot know. Stateless.
#pragma once

#include <ravel/base/error.hpp>

#include <concepts>

namespace ravel::detail {

// Throws the error that is being handled once more: "SUBJECT: what it says", unless it begins with that. An io_error names its file
// already, and what users derive of a kind passes unchanged.
[[noreturn]] RAVEL_API void rethrow_with_subject(const std::string& subject);

template <class F>
decltype(auto) with_subject(const std::string& subject, F f) {
  try {
    return f();
  } catch (const error&) {
    rethrow_with_subject(subject);
  }
}
// By a subject that is put together where it is needed.
template <std::invocable Subject, class F>
decltype(auto) with_subject(const Subject& subject, F f) {
  try {
    return f();
  } catch (const error&) {
    rethrow_with_subject(subject());
  }
}

}  // namespace ravel::detail
