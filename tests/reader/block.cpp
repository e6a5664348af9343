// SPDX-License-Identifier: BSL-1.0
#include <ravel/reader/block.hpp>

#include <support/catch.hpp>

#include <utility>
#include <vector>

namespace {

template <std::size_t Bytes>
struct sized {
  char bytes[Bytes];
};
using ravel::detail::block_length;

static_assert(block_length<double> == 1024 && block_length<float> == 2048 && block_length<char> == 8192);
static_assert(block_length<sized<16>> == 512);
static_assert(block_length<sized<24>> == 336);  // 341 would fit
static_assert(block_length<sized<512>> == 16 && block_length<sized<513>> == 16 && block_length<sized<100000>> == 16);

template <std::size_t... Bytes>
std::vector<ravel::index_t> lengths(std::index_sequence<Bytes...>) {
  return {block_length<sized<Bytes + 1>>...};
}

}  // namespace

TEST_CASE("a block has at most 8 KiB, or 16 elements, and is a multiple of 16", "[reader]") {
  ravel::index_t bytes = 0;
  for (const ravel::index_t length : lengths(std::make_index_sequence<600>())) {
    INFO(++bytes);
    REQUIRE(length % 16 == 0);
    REQUIRE(length >= 16);
    REQUIRE((length == 16 || length * bytes <= 8192));
    REQUIRE((length + 16) * bytes > 8192);  // no longer one would do
  }
  REQUIRE(bytes == 600);
}
