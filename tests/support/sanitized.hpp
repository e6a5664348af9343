// SPDX-License-Identifier: BSL-1.0
// Whether the tests are built with a sanitizer that needs memory of its own, on the stack and elsewhere, or with the thread sanitizer,
// which does not see how threads of libraries wait for each other. GCC 12 and clang say so differently.
#pragma once

#include <cstdint>

#ifdef __has_feature
#define SUPPORT_FEATURE(name) __has_feature(name)
#else
#define SUPPORT_FEATURE(name) 0
#endif

namespace support {

#if defined(__SANITIZE_THREAD__) || SUPPORT_FEATURE(thread_sanitizer)
inline constexpr bool thread_sanitized = true;
#else
inline constexpr bool thread_sanitized = false;
#endif

#if defined(__SANITIZE_ADDRESS__) || SUPPORT_FEATURE(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = thread_sanitized;
#endif

// The number after n of the places at which work is made to fail or to stop, one after the other. A sanitizer, which is slow, has the first
// forty, and then ever fewer.
constexpr std::int64_t next_tried(std::int64_t n) { return n + (sanitized && n > 40 ? n / 20 : 1); }

}  // namespace support

#undef SUPPORT_FEATURE
