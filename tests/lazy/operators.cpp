// SPDX-License-Identifier: BSL-1.0
// The operators on readers: values, scalars beside readers, and what has operators of its own.
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/in_place.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/list.hpp>

#include <support/require_equal.hpp>

#include <complex>
#include <limits>
#include <string>

using ravel::buffer;
using ravel::index_t;
using ravel::reader;

namespace outside {

struct money {
  long cents = 0;
  friend money operator+(money a, money b) { return {a.cents + b.cents}; }
  friend money operator*(money a, int k) { return {a.cents * k}; }
  friend money operator*(int k, money a) { return a * k; }
  friend money operator-(money a) { return {-a.cents}; }
  friend bool operator==(money, money) = default;
  friend auto operator<=>(money, money) = default;
};

struct own_numbers : ravel::reader_base {
  ravel::index_t size() const { return 1; }
  double operator[](ravel::index_t) const { return 1; }
};

// Its sum is nothing that a reader could hold, and its difference is nothing at all.
struct odd {
  friend std::unique_ptr<int> operator+(odd, odd) { return nullptr; }
  friend void operator-(odd, odd) {}
  friend bool operator==(odd, odd) = default;
};

}  // namespace outside

namespace {

using outside::money;

template <class A, class B>
concept can_add = requires(A&& a, B&& b) { std::forward<A>(a) + std::forward<B>(b); };
template <class A, class B>
concept can_subtract = requires(A&& a, B&& b) { std::forward<A>(a) - std::forward<B>(b); };
template <class A, class B>
concept can_and = requires(A&& a, B&& b) { std::forward<A>(a) && std::forward<B>(b); };
template <class A, class B>
concept can_equal = requires(A&& a, B&& b) { std::forward<A>(a) == std::forward<B>(b); };
template <class A, class B>
concept can_compare = requires(A&& a, B&& b) { std::forward<A>(a) < std::forward<B>(b); };

using ints = buffer<int>;
using bools = buffer<bool>;
using words = buffer<std::string>;

// Operators take part only if an operand is Ravel's, and only where the elements have them.
static_assert(can_add<ints, ints&> && can_add<int, ints> && can_add<ints, double> && can_add<words, const char*> &&
              can_add<words, std::string>);
static_assert(!can_add<words, int> && !can_add<ints, std::string> && !can_add<std::vector<int>, std::vector<int>>);
static_assert(!can_add<buffer<std::uint64_t>, ints>);  // no element type holds both
static_assert(can_and<bools, bools> && can_and<bools, bool> && !can_and<ints, bools> && !can_and<ints, int>);
static_assert(can_compare<ints, double> && can_compare<buffer<std::uint64_t>, ints>);
static_assert(!can_compare<buffer<std::complex<double>>, double> && !can_compare<words, int>);
static_assert(!can_equal<const outside::own_numbers&, double> && !can_equal<double, outside::own_numbers&>);  // nobody owns them
static_assert(!can_add<buffer<outside::odd>, int> && !can_add<buffer<outside::odd>, outside::odd>);
static_assert(!can_subtract<buffer<outside::odd>, outside::odd> && can_subtract<ints, int>);

template <class E>
using value = typename std::remove_cvref_t<E>::value_type;

}  // namespace

TEST_CASE("every operator, element by element", "[lazy]") {
  const buffer<int> a{7, -7, 12}, b{2, 2, 5};
  CHECK_EQUAL(a + b, {9, -5, 17});
  CHECK_EQUAL(a - b, {5, -9, 7});
  CHECK_EQUAL(a * b, {14, -14, 60});
  CHECK_EQUAL(a / b, {3, -3, 2});
  CHECK_EQUAL(a % b, {1, -1, 2});
  CHECK_EQUAL(a & b, {2, 0, 4});
  CHECK_EQUAL(a | b, {7, -5, 13});
  CHECK_EQUAL(a ^ b, {5, -5, 9});
  CHECK_EQUAL(~a, {-8, 6, -13});
  CHECK_EQUAL(-a, {-7, 7, -12});
  CHECK_EQUAL(a == b, {false, false, false});
  CHECK_EQUAL(a != b, {true, true, true});
  CHECK_EQUAL(a < b, {false, true, false});
  CHECK_EQUAL(a <= b, {false, true, false});
  CHECK_EQUAL(a > b, {true, false, true});
  CHECK_EQUAL(a >= b, {true, false, true});
  const auto p = a > b;
  const auto q = b == 2;
  CHECK_EQUAL(p && q, {true, false, false});
  CHECK_EQUAL(p || q, {true, true, true});
  CHECK_EQUAL(!p, {false, true, false});
  CHECK_EQUAL(p & q, {true, false, false});
  CHECK_EQUAL(p ^ q, {false, true, true});
  CHECK_EQUAL(p && true, {true, false, true});
  CHECK_EQUAL(false || q, {true, true, false});
}

TEST_CASE("a scalar stands on either side and takes the type of the reader", "[lazy]") {
  const buffer<float> f{1, 2};
  const buffer<std::uint8_t> u{1, 2};
  CHECK_EQUAL(10 - f, {9, 8});
  CHECK_EQUAL(f / 2, {0.5, 1});
  static_assert(std::same_as<value<decltype(f * 2.0)>, float> && std::same_as<value<decltype(2L + f)>, float>);
  static_assert(std::same_as<value<decltype(u + 1)>, std::int32_t> && std::same_as<value<decltype(u * 2.5)>, double>);
  static_assert(std::same_as<value<decltype(u & 1)>, std::int32_t> &&
                std::same_as<value<decltype(f * std::complex<double>())>, std::complex<double>>);
  CHECK_EQUAL(u - 2, {-1, 0});
  CHECK_EQUAL(buffer<std::uint64_t>{1, 2} + 1, {2u, 3u});
  CHECK_EQUAL(true + buffer<int>{1, 2}, {2, 3});
}

TEST_CASE("a scalar that does not fit is an error when the expression is made", "[lazy]") {
  const buffer<std::uint8_t> u{1, 2};
  CHECK_THROWS_AS(u + 300, ravel::type_error);
  CHECK_THROWS_WITH(u + 300, "300 does not fit uint8, the type of the elements: write a value of that type, or cast<int>(x)");
  CHECK_THROWS_WITH(-1 * u, "-1 does not fit uint8, the type of the elements: write a value of that type, or cast<int>(x)");
  CHECK_THROWS_WITH(u & ~1, Catch::ContainsSubstring("-2 does not fit uint8, the type of the elements"));
  CHECK_EQUAL(u & std::uint8_t(~1), {std::uint8_t{0}, std::uint8_t{2}});
  CHECK_THROWS_AS(buffer<std::uint64_t>{1} - (-1), ravel::type_error);
  CHECK_THROWS_AS(buffer<float>{1} * 1e300, ravel::type_error);
  CHECK_THROWS_AS(buffer<int>{1} + (1ll << 40), ravel::type_error);
  CHECK_NOTHROW(buffer<float>{1} * 0.1);  // rounds as every scalar does
}

TEST_CASE("comparisons are by value and convert nothing", "[lazy]") {
  const buffer<std::uint8_t> u{0, 200};
  CHECK_EQUAL(u < 300, {true, true});
  CHECK_EQUAL(u == 456, {false, false});  // 200 + 256
  CHECK_EQUAL(u > -1, {true, true});
  CHECK_EQUAL(u == 200.5, {false, false});
  CHECK_EQUAL(-1 < buffer<unsigned>{0}, {true});
  CHECK_EQUAL(buffer<std::uint64_t>{~std::uint64_t{0}} == -1, {false});
  CHECK_EQUAL(buffer<std::int64_t>{(1ll << 53) + 1} == 0x1p53, {false});
  CHECK_EQUAL(buffer<float>{0.1f} == 0.1, {false});
  CHECK_EQUAL(buffer<double>{std::numeric_limits<double>::quiet_NaN()} != 0, {true});
  CHECK_EQUAL(buffer<std::complex<float>>{{1, 0}, {1, 1}} == 1, {true, false});
  CHECK_EQUAL(buffer<char>{'a', 'b'} == 'a', {true, false});
}

TEST_CASE("names compare with every kind of text", "[lazy]") {
  const buffer<std::string> names{"ann", "bob", "bob"};
  CHECK_EQUAL(names == "bob", {false, true, true});
  CHECK_EQUAL(names == std::string("bob"), {false, true, true});
  CHECK_EQUAL(std::string_view("bob") != names, {true, false, false});
  CHECK_EQUAL(names < "b", {true, false, false});
  CHECK_EQUAL(names + "!", {"ann!", "bob!", "bob!"});
  CHECK_EQUAL("<" + names + std::string(">"), {"<ann>", "<bob>", "<bob>"});
  CHECK(ravel::count(names == "bob") == 2);
}

TEST_CASE("text beside a reader of text is owned by the expression", "[lazy]") {
  const auto made = [] {
    char local[] = "a name that is longer than a string holds in itself";
    const buffer<std::string> names{local, "x"};
    const auto is_local = names == local;
    const auto viewed = names == std::string_view(local);
    const auto joined = names + local;
    local[0] = 'z';
    return std::tuple(is_local, viewed, joined);
  };
  const auto [is_local, viewed, joined] = made();
  CHECK_EQUAL(is_local, {true, false});
  CHECK_EQUAL(viewed, {true, false});
  CHECK_EQUAL((buffer<std::wstring>{L"bob"} == std::wstring_view(L"bob")), {true});
  static_assert(std::same_as<decltype(buffer<std::wstring>() + std::wstring_view()),
                             decltype(buffer<std::wstring>() + std::wstring())>);  // not kept as a view
  CHECK(joined[1] == "xa name that is longer than a string holds in itself");
}

TEST_CASE("a struct brings its own operators", "[lazy]") {
  const buffer<money> a{{100}, {250}}, b{{1}, {2}};
  CHECK(ravel::sum(a + b).cents == 353);
  CHECK((a * 3)[1].cents == 750);
  CHECK((3 * a)[1].cents == 750);
  CHECK((a * buffer<int>{2, 3})[1].cents == 750);
  CHECK((-a)[0].cents == -100);
  CHECK((a + money{5})[0].cents == 105);
  CHECK_EQUAL(a == money{100}, {true, false});
  CHECK_EQUAL(a < b + a, {true, true});
}

TEST_CASE("integer division by zero, and MIN / -1, are errors when read", "[lazy]") {
  const buffer<int> a{6, std::numeric_limits<int>::min(), 1}, b{3, -1, 0};
  const auto e = a / b;
  CHECK(e[0] == 2);
  CHECK_THROWS_AS(e[1], ravel::value_error);
  CHECK_THROWS_AS(e[2], ravel::value_error);
  CHECK_THROWS_AS(ravel::clone(a % b), ravel::value_error);
  CHECK_THROWS_AS(ravel::sum(a / 0), ravel::value_error);
  CHECK_EQUAL(buffer<double>{1} / 0.0, {std::numeric_limits<double>::infinity()});
}

namespace {

template <class T>
void check_divided_by_values() {
  constexpr T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min() + 1;
  buffer<T> x{0, 1, 2, 6, 7, 8, 50, most, most - 1, least, least + 1};
  for (int repeated = 0; repeated < 3; ++repeated) x = clone(concat(x, x));  // whole runs of a loop, and a rest
  for (const T by : {T{1}, static_cast<T>(-1), T{2}, T{3}, T{7}, static_cast<T>(-7), T{64}, most, least}) {
    const auto quotients = x / by;
    const auto remainders = (x + T{0}) % by;
    const auto blocks = clone(quotients), rests = clone(remainders);
    for (index_t i = 0; i < x.size(); ++i) {
      REQUIRE(blocks[i] == x[i] / by);
      REQUIRE(rests[i] == x[i] % by);
      REQUIRE(quotients[i] == blocks[i]);
      REQUIRE(remainders[i] == rests[i]);
    }
  }
  CHECK_THROWS_WITH(clone(slice(x, 1, 3) / T{0}), "1 / 0: an integer cannot be divided by zero");
  CHECK_THROWS_WITH(clone(slice(x, 1, 3) % T{0}), "1 % 0: an integer cannot be divided by zero");
  CHECK(clone(slice(x, 0, 0) / T{0}).size() == 0);
}

}  // namespace

TEST_CASE("integers divided by one value are those divided one by one", "[lazy]") {
  check_divided_by_values<std::int8_t>();
  check_divided_by_values<std::uint16_t>();
  check_divided_by_values<std::int32_t>();
  check_divided_by_values<std::uint32_t>();
  check_divided_by_values<std::int64_t>();
  check_divided_by_values<std::uint64_t>();
  const buffer<std::int64_t> least{std::numeric_limits<std::int64_t>::min()};
  CHECK_THROWS_AS(clone(least / std::int64_t{-1}), ravel::value_error);
  CHECK_THROWS_AS(clone(least % std::int64_t{-1}), ravel::value_error);
}

TEST_CASE("operands of every handle, named or not", "[lazy]") {
  const reader<int> r = buffer<int>{1, 2};
  const ravel::writer<int> w = buffer<int>{10, 20};
  ravel::list<int> l{100, 200};
  CHECK_EQUAL(r + w + l + buffer<int>{1000, 2000}, {1111, 2222});
  l.clear();
  const auto e = (r + w) * (r - w);
  const auto copied = e;
  CHECK_EQUAL(e + copied, {-198, -792});
  CHECK_EQUAL(r == r, {true, true});
}

TEST_CASE("sizes must be equal in operators too", "[lazy]") {
  CHECK_THROWS_AS((buffer<int>{1, 2} + buffer<int>{1, 2, 3}), ravel::shape_error);
  CHECK_THROWS_AS((buffer<int>{1, 2} == buffer<int>{1}), ravel::shape_error);
}

TEST_CASE("shifts widen like arithmetic, and a count outside the type is an error", "[lazy]") {
  const buffer<int> b{1, -3, 6};
  CHECK_EQUAL(b << 3, {8, -24, 48});
  CHECK_EQUAL(b >> 1, {0, -2, 3});
  CHECK_EQUAL(1 << buffer<int>{0, 5}, {1, 32});
  CHECK_EQUAL(buffer<std::uint8_t>{200} << 9, {102400});
  CHECK_EQUAL(b << buffer<std::int64_t>{32, 0, 1}, {std::int64_t{1} << 32, std::int64_t{-3}, std::int64_t{12}});
  CHECK_EQUAL(buffer<int>{1} << 31, {INT32_MIN});
  CHECK_THROWS_WITH(ravel::clone(b << 32), "a shift by 32 of int32: it must be in [0, 32)");
  CHECK_THROWS_WITH(ravel::clone(b >> -1), "a shift by -1 of int32: it must be in [0, 32)");
  buffer<std::uint8_t> bytes{1, 2};
  bytes <<= 3;
  CHECK_EQUAL(bytes, {8, 16});
  CHECK_THROWS_AS(bytes <<= 6, ravel::type_error);
}

TEST_CASE("unary plus widens and changes nothing", "[lazy]") {
  static_assert(std::same_as<decltype(+buffer<std::uint8_t>{1})::value_type, std::int32_t>);
  CHECK_EQUAL(+buffer<double>{1, -2}, {1.0, -2.0});
}
