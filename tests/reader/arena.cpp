// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/element_room.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

using ravel::index_t;
using ravel::detail::arena;
using ravel::detail::scratch;
using ravel::detail::scratch_need;

namespace {

template <class T>
constexpr scratch_need one = scratch_need::room_for<T>();

bool aligned(const void* p, std::size_t to = 64) { return reinterpret_cast<std::uintptr_t>(p) % to == 0; }

struct alignas(256) wide {
  char bytes[256];
};

// Counts down to the construction that throws.
struct brittle {
  static inline int left = 0;
  static inline int live = 0;
  brittle() {
    if (--left < 0) throw 7;
    ++live;
  }
  ~brittle() { --live; }
};

}  // namespace

TEST_CASE("an arena without need allocates nothing", "[reader]") {
  const auto before = support::total_allocations();
  { const arena none({}, 1'000'000'000); }
  CHECK(support::total_allocations() == before);
}

TEST_CASE("an arena is one allocation, and just what was announced fits", "[reader]") {
  for (const index_t length : {1, 15, 16, 63, 64, 65, 1024, 5000}) {
    const auto before = support::total_allocations();
    arena from(one<double> + one<char> + one<std::int16_t>, length);
    CHECK(support::total_allocations() == before + 1);
    const scratch<double> a(from, length);
    const scratch<char> b(from, length);
    const scratch<std::int16_t> c(from, length);
    std::memset(a.data(), 1, sizeof(double) * static_cast<std::size_t>(length));
    std::memset(b.data(), 2, static_cast<std::size_t>(length));
    std::memset(c.data(), 3, 2 * static_cast<std::size_t>(length));
    CHECK((aligned(a.data()) && aligned(b.data()) && aligned(c.data())));
    CHECK(*reinterpret_cast<const char*>(a.data() + length - 1) == 1);
    CHECK(b.data()[length - 1] == 2);
    CHECK(c.data()[0] == 0x0303);
  }
}

TEST_CASE("rooms are given back like a stack", "[reader]") {
  arena from(either(one<double>, one<int> + one<int>), 100);
  const double* first = scratch<double>(from, 100).data();
  {
    const scratch<int> a(from, 100), b(from, 100);
    CHECK(static_cast<const void*>(a.data()) == first);
    CHECK(b.data() >= a.data() + 100);
  }
  for (int i = 0; i < 1000; ++i) CHECK(scratch<double>(from, 100).data() == first);
}

TEST_CASE("needs held together add up, needs one after the other take the larger", "[reader]") {
  constexpr scratch_need sum = one<double> + one<char>;
  static_assert(sum.bytes == 9 && sum.pieces == 2);
  constexpr scratch_need larger = either(sum, one<ravel::index_t> + one<ravel::index_t>);
  static_assert(larger.bytes == 16 && larger.pieces == 2);
  static_assert(either(scratch_need(), scratch_need()).pieces == 0);
}

TEST_CASE("a node that asks for more than it announced is told so", "[reader]") {
  arena from(one<double>, 16);
  const scratch<double> room(from, 16);
  CHECK_THROWS_AS(scratch<double>(from, 16), ravel::layout_error);
  arena none({}, 16);
  CHECK_THROWS_AS(scratch<char>(none, 1), ravel::layout_error);
}

TEST_CASE("elements that need it are constructed and destroyed", "[reader]") {
  arena from(one<std::string> + one<support::bomb>, 20);
  {
    const scratch<std::string> words(from, 20);
    const scratch<support::bomb> bombs(from, 20);
    CHECK(support::bomb::live() == 20);
    CHECK(words.data()[19].empty());
    words.data()[7] = std::string(100, 'x');
  }
  CHECK(support::bomb::live() == 0);

  arena other(one<brittle>, 20);
  brittle::left = 13;
  CHECK_THROWS_AS(scratch<brittle>(other, 20), int);
  CHECK(brittle::live == 0);
}

TEST_CASE("elements may need any alignment", "[reader]") {
  arena from(one<char> + one<wide> + one<char> + one<wide>, 3);
  for (int i = 0; i < 2; ++i) {
    const scratch<char> a(from, 3);
    const scratch<wide> b(from, 3);
    const scratch<char> c(from, 3);
    const scratch<wide> d(from, 3);
    CHECK((aligned(b.data(), 256) && aligned(d.data(), 256)));
    b.data()[2].bytes[255] = d.data()[2].bytes[255] = 1;
  }
}

TEST_CASE("a failed allocation passes, and so does a size beyond 2^62", "[reader]") {
  support::fail_each_allocation([] { const arena from(one<double>, 100); });
  CHECK_THROWS_AS(arena(one<double>, ravel::index_limit), ravel::overflow_error);
}
