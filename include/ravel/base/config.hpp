// SPDX-License-Identifier: BSL-1.0
// The only compile-time switches of the library: its version, the export mark, and the attributes of loops that must be fast and give the
// same bits everywhere. Holds no code.
#pragma once

#include <cstddef>  // says which C library this is

#define RAVEL_VERSION_MAJOR 0
#define RAVEL_VERSION_MINOR 1
#define RAVEL_VERSION_PATCH 0
// The version of the headers, as a text; RAVEL_VERSION_MAJOR, _MINOR and _PATCH are its numbers.
#define RAVEL_VERSION "0.1.0"

// Nodes are told apart by RTTI, and errors are exceptions. Debug containers have another layout than those in the compiled library.
#if !defined(__cpp_rtti)
#error "Ravel needs run-time type information: leave out -fno-rtti"
#endif
#if !defined(__cpp_exceptions)
#error "Ravel reports bad input by exceptions: leave out -fno-exceptions"
#endif
#if defined(_GLIBCXX_DEBUG) && !defined(RAVEL_DEBUG_CONTAINERS)
#error "Ravel: with -D_GLIBCXX_DEBUG build the library so, too, all with -DRAVEL_DEBUG_CONTAINERS; -D_GLIBCXX_ASSERTIONS needs nothing"
#endif

// Marks everything that crosses the border of a shared library; the build hides the rest. RESULT marks a class whose values must not be
// discarded; both attributes have one spelling. LOCAL marks a class of src/ inside a class that crosses the border.
#if defined(__GNUC__)
#define RAVEL_API __attribute__((visibility("default")))
#define RAVEL_API_RESULT [[nodiscard, gnu::visibility("default")]]
#define RAVEL_LOCAL __attribute__((visibility("hidden")))
#else
#define RAVEL_API
#define RAVEL_API_RESULT [[nodiscard]]
#define RAVEL_LOCAL
#endif

// Marks a block loop in src/ that is compiled for several instruction sets; one is chosen at load time. Never use it on a template. It
// expands to nothing where Clang refuses the attribute or the thread sanitizer runs before its resolver. The second macro is for loops that
// write about as much as they read: 512-bit vectors do not speed those up.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define RAVEL_KERNEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define RAVEL_KERNEL_V3 __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define RAVEL_KERNEL
#define RAVEL_KERNEL_V3
#endif

// NaN, infinities and the promised bits are part of every result. Options that give these up would also affect all inlined code.
#if (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || __FINITE_MATH_ONLY__ + 0) && \
    !defined(RAVEL_ALLOW_FAST_MATH)
#error "Ravel: -ffast-math and its parts break NaN, infinities and bits: leave them out, or define RAVEL_ALLOW_FAST_MATH to insist"
#endif

// A fused loop in a user's translation unit: a*x+y must not become a fused multiply-add on one machine and stay two roundings on another.
// Clang takes the pragma inside the function instead (RAVEL_STRICT_BODY).
#if defined(__clang__)
#define RAVEL_STRICT_LOOP
#define RAVEL_STRICT_BODY _Pragma("clang fp contract(off)")
#define RAVEL_INDEPENDENT  // its pragma warns users about every loop that stays scalar
#elif defined(__GNUC__)
#define RAVEL_STRICT_LOOP __attribute__((optimize("fp-contract=off")))
#define RAVEL_STRICT_BODY
#define RAVEL_INDEPENDENT _Pragma("GCC ivdep")
#else
#define RAVEL_STRICT_LOOP
#define RAVEL_STRICT_BODY
#define RAVEL_INDEPENDENT
#endif
