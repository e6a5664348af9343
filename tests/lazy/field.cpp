// SPDX-License-Identifier: BSL-1.0
// field: members of structs in memory, in computed readers and behind writers.
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>

#include <support/model.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

namespace {

using ravel::field;
using ravel::index_t;
using support::record;

struct point {
  double x = 0;
};
namespace model = support::model;

template <class M>
std::vector<M> members(const std::vector<record>& all, M record::*member) {
  return model::made<M>(model::size(all), [&](index_t i) -> M { return all[static_cast<std::size_t>(i)].*member; });
}

// f(member) for each of them.
template <class F>
void each_member(F f) {
  f(&record::price);
  f(&record::count);
  f(&record::open);
  f(&record::name);
}

record priced(double price, int count) {
  record r;
  r.price = price;
  r.count = count;
  return r;
}

struct base {
  int id = 0;
};
struct derived : base {
  double x = 0;
  const int kind = 7;
  derived() = default;
  derived(int i, double v) : base{i}, x(v) {}
  derived(const derived&) = default;
  derived& operator=(const derived& other) { return base::operator=(other), x = other.x, *this; }
};

}  // namespace

TEST_CASE("a field of every kind of reader keeps the contract") {
  for (const index_t n : support::contract_sizes<record>()) {
    const auto values = support::samples<record>(n);
    for (const auto& r : support::in_every_way(values)) {
      each_member([&](auto member) { support::check_reader(field(r, member), members(values, member)); });
      support::check_reader(field(reverse(r), &record::count), model::reverse(members(values, &record::count)));
    }
  }
}

TEST_CASE("a field of a writer can be written, and the others stay") {
  for (const index_t n : {0, 1, 17, 1025}) {
    const auto values = support::samples<record>(n);
    const ravel::writer<record> computed = ravel::from(std::make_shared<support::by_element_writer<record>>(values));
    for (const ravel::writer<record>& w : {ravel::writer<record>(support::in_memory(values)), reverse(computed)}) {
      const auto held = w.memory() ? values : model::reverse(values);
      each_member([&](auto member) { support::check_writer(field(w, member), members(held, member), support::contract::quick); });
      CHECK(support::reader_fault(w, held, support::contract::quick) == "");
      if (n < 2) continue;
      field(w, &record::count).write(1, 42);
      CHECK(w[1].count == 42);
      CHECK(w[1].name == held[1].name);
      CHECK(w[0] == held[0]);
    }
  }
}

TEST_CASE("memory stays memory where the layout allows") {
  const auto b = support::in_memory(support::samples<record>(5));
  static_assert(sizeof(record) % sizeof(double) == 0 && sizeof(record) % sizeof(std::string) != 0);
  const auto price = field(b, &record::price);
  CHECK(price.memory()->data == &b[0].price);
  CHECK(price.memory()->step == sizeof(record) / sizeof(double));
  const auto counts = reverse(field(b, &record::count));
  CHECK(counts.memory()->data == &b[4].count);
  const auto name = field(b, &record::name);
  CHECK_FALSE(name.memory());
  const auto none = field(slice(b, 0, 0), &record::price);
  CHECK(none.memory());
  const auto code = field(b, &record::code);
  CHECK(code.memory()->step == 16);  // in steps of three bytes
  CHECK(field(b, &record::code)[4] == b[4].code);
  const auto owned = [] { return field(ravel::buffer<record>{priced(3, 0)}, &record::price); }();
  CHECK(owned[0] == 3);
}

TEST_CASE("the type of a field follows what it is taken of") {
  const ravel::buffer<record> b;
  static_assert(std::same_as<decltype(field(b, &record::price)), ravel::writer<double>>);
  static_assert(std::same_as<decltype(field(ravel::reader<record>(b), &record::price)), ravel::reader<double>>);
  static_assert(std::same_as<decltype(field(ravel::buffer<derived>{}, &derived::kind)), ravel::reader<int>>);
}

TEST_CASE("members of a base class, and of a constant") {
  const ravel::buffer<derived> b{{1, 0.5}, {2, 1.5}};
  CHECK_EQUAL(field(b, &derived::id), {1, 2});
  CHECK_EQUAL(field(b, &base::id), {1, 2});
  CHECK_EQUAL(field(b, &derived::kind), {7, 7});
  CHECK_EQUAL(field(ravel::constant(2, derived{3, 4.5}), &derived::x), {4.5, 4.5});
}

TEST_CASE("a field is written from itself without a temporary, and from another one in order") {
  ravel::buffer<record> b{priced(1, 5), priced(2, 6)};
  const auto price = field(b, &record::price);
  copy(price * 10.0, price);
  CHECK_EQUAL(price, {10.0, 20.0});
  copy(reverse(price), price);
  CHECK_EQUAL(price, {20.0, 10.0});
  CHECK_EQUAL(field(b, &record::count), {5, 6});
}

TEST_CASE("no member") {
  double point::*none = nullptr;
  CHECK_THROWS_WITH(field(ravel::constant(2, point{}), none), "field: the pointer to the member is null");
}
