// SPDX-License-Identifier: BSL-1.0
// Every public function that takes one value for elements refuses a value that does not fit them, and says which.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

using byte = std::uint8_t;
using complex = std::complex<double>;

struct price {
  int cents = 0;
  std::string currency;
};

}  // namespace

TEST_CASE("a value that does not fit the elements is refused by name", "[tensor]") {
  const buffer<byte> b{1, 2, 3};
  const tensor<byte> t{{1, 2}, {3, 4}};
  const buffer<bool> mask{true, false, true};
  list<byte> grown;
  const int large = 300, negative = -1;

  const auto refuses = [](const char* what, auto use) {
    INFO(what);
    CHECK_THROWS_AS(use(), type_error);
    try {
      use();
    } catch (const type_error& e) {
      const std::string said = e.what();
      CHECK((said.find("300") != said.npos || said.find("-1") != said.npos || said.find("299") != said.npos));
    }
  };
#define REFUSES(...) refuses(#__VA_ARGS__, [&] { static_cast<void>(__VA_ARGS__); })
  REFUSES(fill_missing(b, index_set{0}, large));
  REFUSES(fill_gaps(std::vector<int>{1, 2, 9}, b, 1, large));
  REFUSES(rolling_by(std::vector<int>{1, 2, 9}, b, 1, reducer::max, empty_windows{large}));
  REFUSES(parse_or<byte>(buffer<std::string>{"1"}, large));
  REFUSES(b.write(0, negative));
  REFUSES(b.write(0, large));
  REFUSES(t.write({0, 1}, large));
  REFUSES(fill(b, large));
  REFUSES(fill(t, large));
  REFUSES(fill(serial_executor{}, b, large));
  REFUSES(fill(serial_executor{}, t, large));
  REFUSES(t(0, all) = large);
  REFUSES(make_buffer<byte>(2, large));
  REFUSES(full<byte>({2}, large));
  REFUSES(scalar_tensor<byte>(large));
  REFUSES(constant<byte>(2, large));
  REFUSES(iota<byte>(2, large));
  REFUSES(iota<byte>(large));
  REFUSES(pieces<byte>({3}, {{{0}, tensor<byte>{1, 2}}}, large));
  REFUSES(pad(t, 1, large));
  REFUSES(grown.push_back(large));
  REFUSES(arange<byte>(0, large));
  REFUSES(arange<byte>(large));
  REFUSES(arange<byte>(negative, 5));
  REFUSES(random_integers<byte>({3}, negative, 5, 1));
  REFUSES(random_integers<byte>({3}, 0, large, 1));
  REFUSES(clone(compute<byte>({3}, [](index_t i) { return i + 300; })));
  REFUSES(compute<byte>({3}, [](index_t i) { return i + 300; })(0));
  REFUSES(compute<byte>({3}, [](index_t i) { return i - 1; })(slice(2, 3, -1))[2]);
  REFUSES(b + large);
  REFUSES(where(mask, b, large));
  REFUSES(where(t > 2, t, large));
  REFUSES(clip(b, negative, 5));
  REFUSES(clip(t, 0, large));
  REFUSES(minimum(b, large));
#undef REFUSES
  CHECK_THROWS_AS(random_uniform<float>({2}, 0, 1e300, 1), type_error);
  CHECK_THROWS_AS(random_normal<float>({2}, 0, 1e300, 1), type_error);
  CHECK_THROWS_AS(arange<float>(0, 1, 1e300), type_error);
  CHECK_THROWS_AS(linspace(0.0F, 1e300, 5), type_error);
  CHECK_THROWS_AS(linspace<float>(-1e300, 0, 5), type_error);

  CHECK(grown.size() == 0);
  REQUIRE_EQUAL(b, {1, 2, 3});
}

TEST_CASE("a value that fits is taken, whatever its type", "[tensor]") {
  const buffer<byte> b{1, 2, 3};
  b.write(0, 255L);
  b.write(1, true);
  REQUIRE_EQUAL(b, {255, 1, 3});
  REQUIRE_EQUAL(make_buffer(2, 1.5), (buffer<double>{1.5, 1.5}));
  REQUIRE_EQUAL(make_buffer<double>(2, 1), (buffer<double>{1, 1}));
  REQUIRE_EQUAL(constant<byte>(2, 255), (buffer<byte>{255, 255}));
  CHECK(scalar_tensor(2.5)() == 2.5);
  CHECK(arange<byte>(0, 256).size() == 256);
  CHECK(arange<byte>(256)(255) == 255);
  REQUIRE_EQUAL(arange<byte>(2, -1, -1), (tensor<byte>{2, 1, 0}));
  CHECK(arange<std::int64_t>(INT64_MAX, std::uint64_t(1) << 63)(0) == INT64_MAX);
  CHECK(max(random_integers<byte>({4000}, 0, 256, 1)) == 255);
  const auto any = random_integers<std::int64_t>({2000}, INT64_MIN, std::uint64_t(1) << 63, 4);
  CHECK((min(any) < INT64_MIN / 2 && max(any) > INT64_MAX / 2));
  REQUIRE_EQUAL(compute<byte>({2}, [](index_t i) { return i + 254; }), (tensor<byte>{254, 255}));
}

TEST_CASE("braces make one value", "[tensor]") {
  const buffer<complex> z{1};
  z.write(0, {1.0, 2.0});
  CHECK(z[0] == complex(1, 2));
  const tensor<complex> t({2});
  t.write({0}, {3, 4});
  CHECK(t(0) == complex(3, 4));
  CHECK(full<complex>({1}, {5, 6})(0) == complex(5, 6));
  CHECK(constant<complex>(1, {7, 8})[0] == complex(7, 8));
  fill(z, {9, 0});
  CHECK(z[0] == complex(9));
}

TEST_CASE("values that are no elements go by the rules of C++", "[tensor]") {
  const buffer<std::string> names{"a", "b"};
  names.write(0, "alice");
  fill(names, "bob");
  REQUIRE_EQUAL(names, (buffer<std::string>{"bob", "bob"}));
  list<std::string> grown;
  std::string given(100, 'x');
  grown.push_back("carol");
  grown.push_back(given);
  const char* const where = given.data();
  grown.push_back(std::move(given));
  CHECK(grown[2].data() == where);
  CHECK(grown[1] == grown[2]);
  const buffer<price> prices = make_buffer<price>(1);
  prices.write(0, {.cents = 5, .currency = "EUR"});
  CHECK(prices[0].cents == 5);
  CHECK(make_buffer<price>(1, {7, "EUR"})[0].cents == 7);
}
