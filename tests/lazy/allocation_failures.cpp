// SPDX-License-Identifier: BSL-1.0
// Every public operation of storage and lazy, made and read, with each of its allocations failing in turn: bad_alloc comes out, nothing
// leaks, and the operands are what they were. Lists and files have more to lose, and tests of their own.
#include <ravel/lazy.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/storage.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::index_t;
using operand = ravel::reader<double>;

struct point {
  double x, y;
};

struct operation {
  const char* name;
  operand (*make)(const operand& a, const operand& b);  // of two operands of one size
};

double no_memory_of_its_own[] = {1, 2, 3};

// A reader of the user's own, which allocates nothing.
struct squares {
  index_t size() const { return 3000; }
  double operator[](index_t i) const { return static_cast<double>(i * i); }
};

const operation storage[] = {
    {"make_buffer", [](auto& a, auto&) -> operand { return ravel::make_buffer<double>(a.size()); }},
    {"make_buffer of a value", [](auto& a, auto&) -> operand { return ravel::make_buffer<double>(a.size(), 7.0); }},
    {"buffer",
     [](auto&, auto&) -> operand {
       return ravel::buffer<double>{1, 2, 3};
     }},
    {"adopt", [](auto&, auto&) -> operand { return ravel::adopt(std::vector<double>(100, 1.0)); }},
    {"wrap with an owner", [](auto&, auto&) -> operand { return ravel::wrap(no_memory_of_its_own, 3, std::vector<int>(50)); }},
    {"wrap with a shared owner", [](auto&, auto&) -> operand { return ravel::wrap(no_memory_of_its_own, 3, std::make_shared<int>(1)); }},
    {"borrow", [](auto&, auto&) -> operand { return ravel::borrow(no_memory_of_its_own); }},
    {"list",
     [](auto& a, auto&) -> operand {
       ravel::list<double> l;
       l.push_back(1);
       l.append(a);
       const operand seen = l;
       l.push_back(2);
       return ravel::concat(seen, l.take());
     }},
    {"clone", [](auto& a, auto&) -> operand { return clone(a); }},
};

const operation rearranged[] = {
    {"constant", [](auto& a, auto&) -> operand { return ravel::constant(a.size(), 2.0); }},
    {"iota", [](auto& a, auto&) -> operand { return ravel::iota<double>(a.size()); }},
    {"generate", [](auto& a, auto&) -> operand { return ravel::generate(a.size(), [](index_t i) { return static_cast<double>(i); }); }},
    {"from", [](auto&, auto&) -> operand { return ravel::from(squares{}); }},
    {"from a shared one", [](auto&, auto&) -> operand { return ravel::from(std::make_shared<squares>()); }},
    {"slice", [](auto& a, auto&) -> operand { return slice(a, 1, a.size() / 3, 3); }},
    {"reverse", [](auto& a, auto&) -> operand { return reverse(a); }},
    {"repeat", [](auto& a, auto&) -> operand { return repeat(a, 2); }},
    {"shift", [](auto& a, auto&) -> operand { return shift(a, -3); }},
    {"concat", [](auto& a, auto& b) -> operand { return concat(a, b, a); }},
    {"concat of many",
     [](auto& a, auto& b) -> operand {
       return concat(std::vector<operand>{a, b, a});
     }},
    {"interleave", [](auto& a, auto& b) -> operand { return interleave(a, b); }},
    {"interleave of many",
     [](auto& a, auto& b) -> operand {
       return interleave(std::vector<operand>{a, b, a});
     }},
    {"select a list",
     [](auto& a, auto&) -> operand {
       return select(a, {5, 0, 3, 3});
     }},
    {"select a range", [](auto& a, auto&) -> operand { return select(a, ravel::slice(2, 4, 2)); }},
    {"select by a reader", [](auto& a, auto&) -> operand { return select(a, ravel::iota<index_t>(a.size()) / 2); }},
    {"field",
     [](auto& a, auto& b) -> operand {
       return field(map([](double x, double y) { return point{x, y}; }, a, b), &point::y);
     }},
    {"independent", [](auto& a, auto&) -> operand { return assume_no_alias(a); }},
};

const operation elementwise[] = {
    {"map", [](auto& a, auto& b) -> operand { return map([](double x, double y) { return x - 2 * y; }, a, b); }},
    {"operators", [](auto& a, auto& b) -> operand { return -(a + b) * 2.0 / (a - 1.0); }},
    {"comparison", [](auto& a, auto& b) -> operand { return ravel::cast<double>(a < b || !(a == b)); }},
    {"bits", [](auto& a, auto& b) -> operand { return ravel::cast<double>(~(ravel::cast<int>(a) & ravel::cast<int>(b)) % 7); }},
    {"cast", [](auto& a, auto&) -> operand { return ravel::cast<double>(ravel::cast<std::int16_t>(a)); }},
    {"wrap_cast", [](auto& a, auto&) -> operand { return ravel::cast<double>(ravel::wrap_cast<std::uint8_t>(a)); }},
    {"saturate_cast", [](auto& a, auto&) -> operand { return ravel::cast<double>(ravel::saturate_cast<std::int8_t>(a)); }},
    {"rounding", [](auto& a, auto& b) -> operand { return floor(a) + ceil(b) + round(a) + trunc(b) + rint(a); }},
    {"sign and size", [](auto& a, auto& b) -> operand { return abs(a) + sign(b) + square(a); }},
    {"bounds", [](auto& a, auto& b) -> operand { return minimum(a, b) + maximum(a, b) + clip(a, 0.0, 5.0) + clip(a, b, 9.0); }},
    {"where", [](auto& a, auto& b) -> operand { return where(isfinite(a) && !isnan(b), a, b); }},
    {"complex numbers", [](auto& a, auto&) -> operand { return real(ravel::cast<std::complex<double>>(a)) + imag(conj(a)); }},
    {"checked arithmetic", [](auto& a, auto& b) -> operand { return checked_mul(checked_add(a, b), checked_sub(a, b)); }},
    {"functions of one", [](auto& a, auto& b) -> operand { return sqrt(abs(a)) + sin(exp(b)); }},
    {"functions of two", [](auto& a, auto& b) -> operand { return hypot(a, b) + pow(a, 2) + atan2(b, 3); }},
    {"precise functions", [](auto& a, auto&) -> operand { return log(abs(a) + 1.0, ravel::precise); }},
};

// In memory, and behind two nodes that need room.
std::vector<operand> kinds_of(const std::vector<double>& values) {
  const operand memory = support::in_memory(values);
  return {memory, operand(reverse(ravel::from(support::by_element<double>{values})))};
}

void check(std::span<const operation> all) {
  const auto values = support::model::made<double>(3000, [](index_t i) { return static_cast<double>(i % 91) - 20; });
  auto reversed = values;
  std::reverse(reversed.begin(), reversed.end());
  const auto operands = kinds_of(values);
  for (const operation& o : all) {
    for (const operand& a : operands) {
      for (const operand& b : operands) {
        INFO(o.name);
        CHECK(support::for_each_allocation_failure([&] { static_cast<void>(clone(o.make(a, b))); }) >= 2);
      }
    }
  }
  CHECK_EQUAL(operands[0], values);
  CHECK_EQUAL(operands[1], reversed);
}

}  // namespace

TEST_CASE("storage survives every allocation failure") { check(storage); }
TEST_CASE("rearranging readers survive every allocation failure") { check(rearranged); }
TEST_CASE("elementwise readers survive every allocation failure") { check(elementwise); }

TEST_CASE("a target holds old or new elements after an allocation failure") {
  const support::on_one_thread here;
  const auto values = support::model::made<double>(3000, [](index_t i) { return static_cast<double>(i); });
  for (const operation& o : rearranged) {
    const auto target = support::in_memory(values);
    const operand source = o.make(target, reverse(target));
    if (source.size() != target.size()) continue;
    const std::vector<double> changed = to_vector(source);
    INFO(o.name);
    bool whole = true;
    support::fail_each_allocation([&] {
      std::copy(values.begin(), values.end(), target.data());
      try {
        copy(o.make(target, reverse(target)), target);
      } catch (const std::bad_alloc&) {
        whole = whole && std::equal(values.begin(), values.end(), target.data());
        throw;
      }
      whole = whole && std::equal(changed.begin(), changed.end(), target.data());
    });
    CHECK(whole);
  }
}
