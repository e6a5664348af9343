// SPDX-License-Identifier: BSL-1.0
// Whether the tests are built with a sanitizer that needs memory of its own, on the stack and elsewhere, or with the thread sanitizer,
// which does not see how threads of libraries wait for each other. GCC and clang say so differently.
#pragma once

namespace support {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool thread_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool thread_sanitized = true;
#else
inline constexpr bool thread_sanitized = false;
#endif
#else
inline constexpr bool thread_sanitized = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = thread_sanitized;
#endif
#else
inline constexpr bool sanitized = thread_sanitized;
#endif

}  // namespace support
