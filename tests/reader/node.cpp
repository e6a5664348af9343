// SPDX-License-Identifier: BSL-1.0
// Every default of node ends in produce: a node that has nothing else is a full reader.
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/faults.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <bit>
#include <string>
#include <vector>

using ravel::block;
using ravel::index_t;
using ravel::detail::arena;
using ravel::detail::node;
using ravel::detail::node_facts;
using ravel::detail::overlap;
using ravel::detail::target_memory;

namespace {

template <class T>
class least_node final : public node<T> {
 public:
  explicit least_node(std::vector<T> values) : node<T>({.size = static_cast<index_t>(values.size())}), values_(std::move(values)) {}
  overlap meets(const target_memory&) const override { return overlap::none; }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    for (index_t i = 0; i < n; ++i) out[i] = values_.at(static_cast<std::size_t>(start + i));
    return {out, 1};
  }

 private:
  std::vector<T> values_;
};

// Takes scratch memory, and answers with a pointer into its own elements.
class lending_node final : public node<double> {
 public:
  explicit lending_node(std::vector<double> values)
      : node<double>({.size = static_cast<index_t>(values.size()), .need = ravel::detail::scratch_need::room_for<int>()}),
        values_(std::move(values)) {}
  overlap meets(const target_memory&) const override { return overlap::none; }

 protected:
  block<const double> produce(index_t start, index_t n, double*, arena& from) const override {
    const ravel::detail::scratch<int> room(from, n);
    room.data()[n - 1] = 1;
    return {values_.data() + start, 1};
  }

 private:
  std::vector<double> values_;
};

struct deep_node final : node<int> {
  explicit deep_node(int depth) : node<int>({.size = 1, .depth = depth}) {}
  overlap meets(const target_memory&) const override { return overlap::none; }
  block<const int> produce(index_t, index_t, int* out, arena&) const override { return {out, 1}; }
};

template <class T>
ravel::reader<T> least(const std::vector<T>& values) {
  return ravel::detail::make_reader<least_node<T>>(values);
}

}  // namespace

TEST_CASE("a node with produce alone is a full reader", "[reader]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      support::check_reader(least(values), values, n == 1025 ? support::contract::whole : support::contract::quick);
    }
  });
}

TEST_CASE("and all else works on it", "[reader]") {
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i) values.push_back(i);
  const auto r = least(values);
  CHECK(ravel::sum(r) == 2999.0 * 1500);
  CHECK(ravel::sum(r + r) == 2999.0 * 3000);
  CHECK(ravel::equal(ravel::clone(r), r));
  CHECK_EQUAL(ravel::slice(r, 2999, 3, -1000), {2999, 1999, 999});
  CHECK_FALSE(r.memory());
  CHECK_FALSE(r.constant());
  CHECK_FALSE(r.as_range());
  CHECK_FALSE(r.sorted());
  const auto w = ravel::detail_access::wrap<ravel::writer<double>>(ravel::detail_access::shared(r));
  CHECK_THROWS_AS(w.write(3, 1.0), ravel::layout_error);
  CHECK_THROWS_AS(ravel::copy(r, w), ravel::layout_error);
  CHECK_FALSE(w.memory());
}

TEST_CASE("one element has the scratch memory that it needs", "[reader]") {
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i) values.push_back(std::bit_cast<double>(std::uint64_t{0x3ff0000000000000} + static_cast<unsigned>(i)));
  const auto r = ravel::detail::make_reader<lending_node>(values);
  for (const index_t i : {0, 1, 2999}) CHECK(r[i] == values[static_cast<std::size_t>(i)]);
  support::check_reader(r, values);
  support::check_reader(r + 0.0, values);
}

TEST_CASE("a node without elements that nobody can write is sorted", "[reader]") {
  struct fixed_node final : node<int> {
    explicit fixed_node(index_t n) : node<int>({.size = n, .immutable = true}) {}
    overlap meets(const target_memory&) const override { return overlap::none; }
    block<const int> produce(index_t, index_t n, int* out, arena&) const override {
      for (index_t i = 0; i < n; ++i) out[i] = -static_cast<int>(i);
      return {out, 1};
    }
  };
  CHECK(ravel::detail::make_reader<fixed_node>(index_t{0}).sorted());
  CHECK(ravel::detail::make_reader<fixed_node>(index_t{1}).sorted());
  CHECK_FALSE(ravel::detail::make_reader<fixed_node>(index_t{2}).sorted());
}

TEST_CASE("the 257th level is an error that names the depth", "[reader]") {
  CHECK_NOTHROW(deep_node(256));
  CHECK_THROWS_AS(deep_node(257), ravel::layout_error);
  CHECK_THROWS_WITH(deep_node(257), "expression is 257 deep: clone() a part of it (the limit is 256)");
}

TEST_CASE("the bytes of a target, whatever its direction", "[reader]") {
  const std::byte memory[100] = {};
  const target_memory up{memory + 8, 16, 3, 8}, down{memory + 40, -16, 3, 8}, none{memory + 8, 16, 0, 8};
  CHECK((up.low() == memory + 8 && up.high() == memory + 48));
  CHECK((down.low() == memory + 8 && down.high() == memory + 48));
  CHECK((none.low() == memory + 8 && none.high() == memory + 8));
}

TEST_CASE("overlaps are ordered, and rearranging makes an elementwise one arbitrary", "[reader]") {
  using enum overlap;
  static_assert(worst(none, elementwise) == elementwise && worst(arbitrary, elementwise) == arbitrary && worst(none, none) == none);
  static_assert(rearranged(none) == none && rearranged(elementwise) == arbitrary && rearranged(arbitrary) == arbitrary);
  SUCCEED();
}
