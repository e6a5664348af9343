// SPDX-License-Identifier: BSL-1.0
// A kernel that is only there to be looked at: it adds two readers, and says how it was called.
#include <ravel/base/error.hpp>
#include <ravel/lazy/cast.hpp>

#include <support/faults.hpp>
#include <support/reader_contract.hpp>

namespace {

using ravel::block;
using ravel::index_t;
using ravel::reader;

struct added {
  double operator()(float a, double b) const { return a + b; }
  void operator()(double* out, index_t n, block<const float> a, block<const double> b) const {
    for (index_t i = 0; i < n; ++i) out[i] = a.data[i * a.step] + b.data[i * b.step];
  }
};

reader<double> add(reader<float> a, reader<double> b) { return ravel::detail::apply_kernel<double>(added{}, std::move(a), std::move(b)); }

const ravel::detail::node<double>& node_of(const reader<double>& r) { return ravel::detail_access::node(r); }

}  // namespace

TEST_CASE("a kernel over every kind of reader keeps the contract") {
  for (const index_t n : {0, 1, 16, 1025, 3000}) {
    const auto a = support::samples<float>(n, 1);
    const auto b = support::samples<double>(n, 2);
    std::vector<double> expected;
    for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(a[i] + b[i]);
    for (const auto& left : support::in_every_way(a)) {
      for (const auto& right : support::in_every_way(b)) support::check_reader(add(left, right), expected, support::contract::quick);
    }
  }
}

TEST_CASE("the workspace and facts of a kernel") {
  const reader<float> a = support::in_memory(support::samples<float>(3));
  const reader<double> b = support::in_memory(support::samples<double>(3));
  const reader<float> computed_a = ravel::map([](float x) { return x; }, a);
  const auto sum = add(a, b);
  CHECK(node_of(sum).depth() == 1);
  CHECK(node_of(sum).need().pieces == 0);                   // both lend their memory
  CHECK(node_of(add(a, sum)).need().pieces == 0);           // the one computed stands where the result will
  CHECK(node_of(add(computed_a, sum)).need().pieces == 1);  // the other needs room
  CHECK(node_of(add(a, add(computed_a, sum))).depth() == 3);
  CHECK_FALSE(node_of(sum).immutable());
  CHECK_THROWS_AS(add(a, support::in_memory(std::vector<double>(4))), ravel::shape_error);
}

TEST_CASE("a kernel frees what it holds when an allocation fails") {
  const reader<float> a = support::in_memory(support::samples<float>(3000));
  const reader<double> b = support::in_memory(support::samples<double>(3000));
  std::vector<double> room(3000);
  const auto failures = support::for_each_allocation_failure([&] {
    const auto twice = add(ravel::map([](float x) { return x; }, a), add(a, b));
    twice.read(0, std::span<double>(room));
    room[0] = twice[7];
  });
  CHECK(failures >= 3);
}
