// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

#include <complex>
#include <string>
#include <vector>

using ravel::buffer;
using ravel::clone;
using ravel::generate;
using ravel::index_t;
using ravel::map;
using ravel::reader;

namespace {

constexpr index_t several_blocks = 5000;

reader<double> computed() {
  return map([](double x) { return x + 0.5; }, generate(several_blocks, [](index_t i) { return static_cast<double>(i % 97); }));
}

std::vector<double> elements_of(const reader<double>& r) {
  std::vector<double> found;
  for (index_t i = 0; i < r.size(); ++i) found.push_back(r[i]);
  return found;
}

}  // namespace

TEST_CASE("a function may be given one computed reader several times", "[lazy]") {
  const reader<double> x = computed();
  for (const reader<double>& r : {reader<double>(atan2(x, x)), reader<double>(pow(x, x / 50.0)), reader<double>(x * x - x),
                                  reader<double>(hypot(x, x) + atan2(x, x))}) {
    CHECK_EQUAL(clone(r), elements_of(r));
  }
}

TEST_CASE("a computed reader that stands in several places of a function is computed once a block", "[lazy]") {
  index_t calls = 0;
  const reader<double> x = generate(several_blocks, [&calls](index_t i) {
    ++calls;
    return static_cast<double>(i);
  });
  CHECK_EQUAL(clone(x * x + x / (x + 1.0)), clone(map([](double v) { return v * v + v / (v + 1.0); }, x)));
  CHECK(calls == 2 * several_blocks);
}

TEST_CASE("a function has as many readers as it is given", "[lazy]") {
  std::vector<reader<double>> each;
  for (int k = 0; k < 20; ++k) each.emplace_back(computed() + k);
  const auto of = [&](int k) -> const reader<double>& { return each[static_cast<std::size_t>(k)]; };
  const auto all = map([](auto... x) { return (x + ...); }, of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9), of(10),
                       of(11), of(12), of(13), of(14), of(15), of(16), of(17), of(18), of(19));
  CHECK_EQUAL(clone(all), clone(computed() * 20.0 + 190.0));
}

TEST_CASE("blocks of elements that have to be constructed stand in rooms of their own", "[lazy]") {
  const auto text = [](char first) {
    return reader<std::string>(generate(several_blocks, [first](index_t i) { return std::string(30, first) + std::to_string(i); }));
  };
  const auto both =
      map([](const std::string& a, const std::string& b, double x) { return a + b + std::to_string(x); }, text('a'), text('b'), computed());
  const buffer<std::string> made = clone(both);
  for (const index_t i : {index_t{0}, index_t{1023}, index_t{1024}, several_blocks - 1}) CHECK(made[i] == both[i]);
}

TEST_CASE("a function that throws midway leaks nothing", "[lazy]") {
  const auto text = reader<std::string>(generate(several_blocks, [](index_t i) { return std::string(40, 'x') + std::to_string(i); }));
  const auto refuses = reader<std::string>(generate(several_blocks, [](index_t i) {
    if (i == 3000) throw std::string("3000");
    return std::string(40, 'y');
  }));
  const auto joined = map([](const std::string& a, const std::string& b) { return a + b; }, text, refuses);
  CHECK_THROWS_AS(clone(joined), std::string);
}

namespace {

// How often memory is asked for to copy n elements of what is made of as many.
template <class Make>
std::int64_t allocations(index_t n, Make make) {
  const auto of = make(generate(n, [](index_t i) { return static_cast<double>(i); }));
  const auto out = ravel::make_buffer<double>(n);
  ravel::copy(of, out);
  const auto before = support::total_allocations();
  ravel::copy(of, out);
  return support::total_allocations() - before;
}

}  // namespace

TEST_CASE("memory is asked for before the first block of a function and not again", "[lazy]") {
  const support::on_one_thread here;
  const auto check = [](auto make) { CHECK(allocations(2 * several_blocks, make) == allocations(40 * several_blocks, make)); };
  using complex = std::complex<double>;
  check([](const reader<double>& x) { return x * x + sqrt(x); });
  check([](const reader<double>& x) { return x + map([](double v) { return v; }, x) + sqrt(x); });
  check([](const reader<double>& x) { return cast<double>(cast<ravel::float16>(cast<float>(x) / 1e9F)) + x; });
  check([](const reader<double>& x) {
    return map([](complex z) { return z.real(); }, reader<complex>(map([](double v) { return complex(v, 1); }, x)));
  });
  check([](const reader<double>& x) { return abs(reader<complex>(map([](double v) { return complex(v, 1); }, x))); });
  check([](const reader<double>& x) {
    const auto empty = reader<std::string>(map([](double) { return std::string(); }, x));
    return map([](const std::string& a, double v, const std::string& b) { return a < b ? 0 : v; }, empty, x, empty);
  });
  check([](const reader<double>& x) {
    const reader<double> a = x + 1.0, b = x + 2.0, c = x + 3.0, d = x + 4.0;
    return map([](auto... v) { return (v + ...); }, a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d);
  });
}

TEST_CASE("functions that read deep expressions within each other are refused where they would end the stack", "[lazy]") {
  const reader<double> base = generate(5, [](index_t i) { return static_cast<double>(i); });
  const auto nested = [&](int levels, int between) {
    reader<double> deep = base;
    for (int level = 0; level < levels; ++level) {
      deep = map([held = deep](double a) { return a + held[0]; }, base);
      for (int k = 0; k < between; ++k) deep = map([](double a) { return a; }, deep);
    }
    return deep;
  };
  CHECK(nested(5, 200)[4] == 4);
  CHECK(nested(255, 0)[4] == 4);
  const auto read_or_refused = [](const reader<double>& deep) {
    try {
      return deep[4] == 4 && clone(deep)[4] == 4;
    } catch (const ravel::layout_error&) {
      return true;
    }
  };
  for (const int between : {0, 100, 200, 250}) {
    CHECK(read_or_refused(nested(255, between)));
    CHECK_THROWS_AS(nested(300, between)[0], ravel::layout_error);
  }
}

TEST_CASE("an allocation that fails while a fill is computed is not taken for a function that throws") {
  const reader<std::string> words = support::listed<std::string>(100, "a word that needs memory of its own");
  const auto joined = [](const std::string& a, const std::string& b) { return a + b; };
  const std::vector<reader<std::string>> parts{words, words, words};
  int dense = 0;
  CHECK(support::for_each_allocation_failure([&] {
          const reader<std::string> once = map(joined, words, words), often = ravel::fold(parts, joined);
          dense += !once.fill() + !often.fill();
        }) > 2);
  CHECK(dense == 0);
  const reader<std::string> throws = map([](const std::string& w) { return w.substr(1000); }, words);
  CHECK(!throws.fill());  // as reading it there will
}
