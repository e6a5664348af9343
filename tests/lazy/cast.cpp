// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/copy.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <optional>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;

using cast_types = support::type_list<bool, std::int8_t, std::uint64_t, float, double, std::complex<double>>;

template <class F>
auto unless_refused(F f) -> std::optional<decltype(f())> {
  try {
    return f();
  } catch (const ravel::type_error&) {
    return std::nullopt;
  }
}

// A cast of readers against a cast of values: element by element, and the elements that have an answer in blocks.
template <class D, class S>
void check_cast(reader<D> (*cast_reader)(const reader<S>&), D (*cast_value)(S)) {
  std::vector<S> fitting;
  std::vector<D> expected;
  const auto values = support::samples<S>(1100);
  const reader<D> all = cast_reader(support::in_memory(values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto wanted = unless_refused([&] { return cast_value(values[i]); });
    const auto got = unless_refused([&] { return all[static_cast<index_t>(i)]; });
    REQUIRE(got.has_value() == wanted.has_value());
    if (!wanted) continue;
    REQUIRE(support::detail::identical<D>(*got, *wanted));
    fitting.push_back(values[i]);
    expected.push_back(*wanted);
  }
  for (const auto& r : support::in_every_way(fitting)) support::check_reader(cast_reader(r), expected, support::contract::quick);
}

struct celsius {
  double degrees = 0;
  [[maybe_unused]] friend bool operator==(const celsius&, const celsius&) = default;
};
struct kelvin {
  double degrees = 0;
  kelvin() = default;
  explicit kelvin(celsius c) : degrees(c.degrees + 273.15) {}
  friend bool operator==(const kelvin&, const kelvin&) = default;
};

template <class R, class D>
concept can_cast = requires(R r) { ravel::cast<D>(r); };

}  // namespace

TEST_CASE("casts of readers are casts of their elements") {
  cast_types::each([]<class S>() {
    cast_types::each([]<class D>() {
      INFO(ravel::name(ravel::dtype_of<S>()) << " to " << ravel::name(ravel::dtype_of<D>()));
      using source = const reader<S>&;
      check_cast<D, S>([](source r) { return reader<D>(ravel::cast<D>(r)); }, [](S v) -> D { return ravel::cast_value<D>(v); });
      check_cast<D, S>([](source r) { return reader<D>(ravel::wrap_cast<D>(r)); }, [](S v) -> D { return ravel::wrap_value<D>(v); });
      check_cast<D, S>([](source r) { return reader<D>(ravel::saturate_cast<D>(r)); },
                       [](S v) -> D { return ravel::saturate_value<D>(v); });
    });
  });
}

TEST_CASE("three ways for what does not fit") {
  const buffer<int> x{1, 300, -5};
  CHECK_EQUAL(ravel::wrap_cast<std::uint8_t>(x), {1, 44, 251});
  CHECK_EQUAL(ravel::saturate_cast<std::uint8_t>(x), {1, 255, 0});
  CHECK_THROWS_WITH(ravel::cast<std::uint8_t>(x)[1], "300 does not fit uint8");
  CHECK(ravel::cast<std::uint8_t>(x)[0] == 1);
  CHECK_EQUAL(ravel::cast<double>(x) / 2, {0.5, 150.0, -2.5});
  CHECK_EQUAL(ravel::cast<int>(x * 1.5), {1, 450, -7});
}

TEST_CASE("a cast to the own type shares, and nothing cast is writable") {
  const buffer<double> x{1, 2};
  CHECK(same(ravel::cast<double>(x), x));
  CHECK(same(ravel::saturate_cast<double>(x), x));
  static_assert(std::is_same_v<decltype(ravel::cast<double>(x)), reader<double>>);
  static_assert(!ravel::writable<decltype(ravel::cast<float>(x))>);
}

TEST_CASE("types outside the set cast as C++ does") {
  CHECK_EQUAL(ravel::cast<kelvin>(buffer<celsius>{{0}, {100}}), {kelvin(celsius{0}), kelvin(celsius{100})});
  CHECK_EQUAL(ravel::cast<std::string>(ravel::map([](int) { return "x"; }, buffer<int>{1, 2})), {"x", "x"});
  static_assert(!can_cast<reader<kelvin>, celsius>);
  static_assert(!can_cast<reader<std::string>, int>);
  static_assert(!can_cast<int, double>);
}

TEST_CASE("a cast that throws in the middle of a copy") {
  const support::on_one_thread here;
  const index_t n = 30000;
  const auto x = ravel::make_buffer<int>(n, 7);
  x[20000] = 1000;
  const auto target = ravel::make_buffer<std::int8_t>(n, 1);
  CHECK_THROWS_WITH(copy(ravel::cast<std::int8_t>(x), target), "1000 does not fit int8");
  for (index_t i = 0; i < 20000 / 8192 * 8192; ++i) REQUIRE(target[i] == 7);
  for (index_t i = (20000 / 8192 + 1) * 8192; i < n; ++i) REQUIRE(target[i] == 1);
}

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
