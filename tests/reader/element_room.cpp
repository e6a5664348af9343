// SPDX-License-Identifier: BSL-1.0
// Copies of elements whose type the copying code does not know, and memory for them.
#include <ravel/reader/detail/element_room.hpp>

#include <support/faults.hpp>

#include <array>
#include <complex>
#include <numeric>
#include <string>
#include <vector>

namespace {

using ravel::index_t;
using ravel::detail::element_room_of;
using ravel::detail::raw_block;

template <class T>
T sample(index_t i) {
  if constexpr (std::is_same_v<T, std::string>) {
    return std::string(30, static_cast<char>('a' + i));
  } else if constexpr (requires(T t) { t[0]; }) {
    T made{};
    for (auto& byte : made) byte = static_cast<unsigned char>(i * 3 + 1);
    return made;
  } else {
    return T(static_cast<int>(i) % 2);
  }
}

template <class T>
void check_copies() {
  constexpr index_t n = 21;
  const auto kind = element_room_of<T>;
  const auto values = std::make_unique<T[]>(n), to = std::make_unique<T[]>(n), same = std::make_unique<T[]>(n);
  for (index_t i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = same[static_cast<std::size_t>(i)] = sample<T>(i);
  const auto is = [&](index_t at, index_t value) { REQUIRE(to[static_cast<std::size_t>(at)] == sample<T>(value)); };

  for (const index_t step : {-2, -1, 0, 1, 2}) {
    const index_t first = step < 0 ? n - 1 : 0, count = step == 0 ? 7 : n / std::abs(step);
    const raw_block from{values.get() + first, step};
    spread(kind, from, count, to.get());
    for (index_t i = 0; i < count; ++i) is(i, first + i * step);
    scatter(kind, from, (n + 1) / 2 - 1, to.get(), 2);
    for (index_t i = 0; i < (n + 1) / 2 - 1 && first + i * step >= 0 && first + i * step < n; ++i) is(2 * i, first + i * step);
  }
  const std::vector<index_t> places{3, 0, 3, 9, 1};
  gather(kind, {values.get(), 2}, places.data(), std::ssize(places), to.get());
  for (index_t i = 0; i < std::ssize(places); ++i) is(i, 2 * places[static_cast<std::size_t>(i)]);

  // A block may be the target's own memory.
  spread(kind, {same.get(), 1}, n, same.get());
  REQUIRE(std::equal(same.get(), same.get() + n, values.get()));
  spread(kind, {same.get(), 2}, n / 2, same.get());
  for (index_t i = 0; i < n / 2; ++i) REQUIRE(same[static_cast<std::size_t>(i)] == sample<T>(2 * i));
  if (kind.of_bytes()) {
    spread(kind, {values.get(), 1}, n, to.get());
    reverse(kind, to.get(), n);
    for (index_t i = 0; i < n; ++i) is(i, n - 1 - i);
  }
}

}  // namespace

TEST_CASE("elements of every size are copied", "[element_room]") {
  check_copies<bool>();
  check_copies<std::int16_t>();
  check_copies<float>();
  check_copies<double>();
  check_copies<std::complex<double>>();
  check_copies<std::array<unsigned char, 3>>();
  check_copies<std::array<unsigned char, 12>>();
  check_copies<std::array<unsigned char, 24>>();
  check_copies<std::string>();
}

TEST_CASE("memory for elements begins and ends them", "[element_room]") {
  using support::bomb;
  const auto& kind = element_room_of<bomb>;
  const std::int64_t before = bomb::live();
  {
    ravel::detail::raw_elements some(kind, 5);
    CHECK(bomb::live() == before + 5);
    ravel::detail::raw_elements none(kind);
    none = std::move(some);
    const ravel::detail::raw_elements moved(std::move(none));
    CHECK(bomb::live() == before + 5);
    CHECK(static_cast<const bomb*>(moved.get())[4].value() == 0);
  }
  CHECK(bomb::live() == before);
  CHECK(reinterpret_cast<std::uintptr_t>(ravel::detail::raw_elements(element_room_of<char>, 3).get()) % 64 == 0);
}
