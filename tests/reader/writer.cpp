// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>

#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

using ravel::buffer;
using ravel::index_t;
using ravel::writer;

namespace {

struct exploded {};

// Takes three elements, and no more.
struct full_after_three {
  mutable std::vector<int> values = std::vector<int>(10);
  mutable int left = 3;
  std::size_t size() const { return values.size(); }
  int operator[](std::size_t i) const { return values[i]; }
  void write(index_t i, int value) const {
    if (left-- == 0) throw exploded();
    values.at(static_cast<std::size_t>(i)) = value;
  }
};

}  // namespace

TEST_CASE("every kind of writer keeps the contract", "[reader]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 1025}) {
      const auto values = support::samples<T>(n);
      support::check_writer<T>(support::in_memory(values), values, n == 17 ? support::contract::whole : support::contract::quick);
      support::check_writer<T>(ravel::from(std::make_shared<support::by_element_writer<T>>(values)), values, support::contract::quick);
    }
  });
}

TEST_CASE("a const handle writes", "[reader]") {
  const buffer<int> b{1, 2, 3};
  const writer<int> w = b;
  w.write(1, 20);
  w.write(0, std::vector<int>{10});
  CHECK_EQUAL(b, {10, 20, 3});
  CHECK(w.memory()->data == b.data());
}

TEST_CASE("assign writes an expression, and may read what it writes", "[reader]") {
  const buffer<int> b{1, 2, 3};
  const writer<int> w = b;
  w.assign(b * 10).assign(ravel::reverse(b));
  CHECK_EQUAL(b, {30, 20, 10});
  CHECK_THROWS_AS(w.assign(buffer<int>{1, 2}), ravel::shape_error);
  CHECK_EQUAL(b, {30, 20, 10});
}

TEST_CASE("a block may be written from the memory it is written to", "[reader]") {
  const auto shifted = [](index_t from, index_t to) {
    const buffer<std::string> b{"a", "b", "c", "d", "e", "f"};
    b.write(to, std::span<const std::string>(b.data() + from, 4));
    return std::vector<std::string>(b.begin(), b.end());
  };
  CHECK(shifted(0, 1) == std::vector<std::string>{"a", "a", "b", "c", "d", "f"});
  CHECK(shifted(0, 2) == std::vector<std::string>{"a", "b", "a", "b", "c", "d"});
  CHECK(shifted(2, 0) == std::vector<std::string>{"c", "d", "e", "f", "e", "f"});
  CHECK(shifted(1, 1) == std::vector<std::string>{"a", "b", "c", "d", "e", "f"});
  const buffer<std::string> b{"a", "b", "c"};
  b.write(0, b[2]);
  ravel::reverse(b).write(0, b[0]);
  CHECK_EQUAL(b, {"c", "b", "c"});
}

TEST_CASE("a block may be written backwards from the memory it is written to", "[reader]") {
  for (const auto& [size, step] : {std::pair<index_t, index_t>{6, -1}, {3, 2}, {3, -2}}) {
    const buffer<int> b{0, 1, 2, 3, 4, 5};
    const auto w = ravel::slice(b, step < 0 ? 5 : 0, size, step);
    w.write(0, std::span<const int>(b.data(), static_cast<std::size_t>(size)));
    for (index_t i = 0; i < size; ++i) CHECK(w[i] == i);
  }
}

TEST_CASE("a writer that throws keeps what was written before", "[reader]") {
  const auto cells = std::make_shared<full_after_three>();
  const auto w = ravel::from(cells);
  CHECK_THROWS_AS(w.write(0, std::vector<int>{1, 2, 3, 4, 5}), exploded);
  CHECK(cells->values == std::vector<int>{1, 2, 3, 0, 0, 0, 0, 0, 0, 0});
}
