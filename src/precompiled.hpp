// SPDX-License-Identifier: BSL-1.0
// Compiled once, before the sources of the library: headers of the standard library, and those of its own that most sources include.
// Every source includes what it uses even so, as it is compiled without this header where CMAKE_DISABLE_PRECOMPILE_HEADERS is set.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/storage/buffer.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <ostream>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
