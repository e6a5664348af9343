// SPDX-License-Identifier: BSL-1.0
// The leaves of a fused expression: what is pulled once, what is copied in, and where operands are computed.
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>

#include <memory>
#include <string>
#include <vector>

using ravel::buffer;
using ravel::index_t;
using ravel::map;
using ravel::reader;

namespace {

struct counts {
  int blocks = 0;
  int elements = 0;
};

// 0, 1, 2, …, and how it was read.
template <class T>
class counted : public ravel::reader_base {
 public:
  counted(index_t n, std::shared_ptr<counts> seen) : n_(n), seen_(std::move(seen)) {}
  index_t size() const { return n_; }
  T operator[](index_t i) const {
    ++seen_->elements;
    return static_cast<T>(i);
  }
  void read(index_t start, std::span<T> out) const {
    ++seen_->blocks;
    for (T& x : out) x = static_cast<T>(start++);
  }

 private:
  index_t n_;
  std::shared_ptr<counts> seen_;
};

// How often the blocks of 5000 doubles are read when make(leaf) is evaluated.
template <class Make>
int pulls(Make make) {
  const auto seen = std::make_shared<counts>();
  const auto e = make(reader<double>(counted<double>(5000, seen)));
  const auto values = ravel::clone(e);
  CHECK(seen->elements == 0);
  const int blocks = seen->blocks;
  for (index_t i = 0; i < 5000; i += 777) CHECK(values[i] == e[i]);
  return blocks;
}
constexpr int once = 5;  // 5000 elements in blocks of 1024

}  // namespace

TEST_CASE("a leaf is pulled once a block, however often it is named", "[lazy]") {
  const support::on_one_thread here;
  CHECK(pulls([](const auto& x) { return x + 1; }) == once);
  CHECK(pulls([](const auto& x) { return x + x; }) == once);
  CHECK(pulls([](const auto& x) { return (x - 1) * (x + 1) + x * x - x; }) == once);
  CHECK(pulls([](const auto& x) { return map([](double a, double b, double c) { return a * b - c; }, x, x, x + x); }) == once);
  CHECK(pulls([](const auto& x) {
          const auto y = x * 2;
          return y * y + y;
        }) == once);
  // Two handles to one node are one leaf, and two nodes over it share its block.
  CHECK(pulls([](const auto& x) {
          const reader<double> other = x;
          return x - other;
        }) == once);
  CHECK(pulls([](const auto& x) { return reader<double>(x + 1) * reader<double>(x + 2); }) == once);
}

TEST_CASE("a leaf that is named in two element types is still one", "[lazy]") {
  const support::on_one_thread here;
  CHECK(pulls([](const auto& x) { return map([](bool big, double a) { return big ? a : -a; }, x > 100.0, x); }) == 5);
  const auto seen = std::make_shared<counts>();
  const reader<std::int8_t> small = counted<std::int8_t>(20000, seen);
  static_cast<void>(ravel::clone((small + small) == small * 2));
  CHECK(seen->blocks == 3);  // in blocks of the result: 8192 bools
}

TEST_CASE("a sum pulls each leaf once a block too", "[lazy]") {
  const auto seen = std::make_shared<counts>();
  const reader<double> x = counted<double>(5000, seen);
  CHECK(ravel::sum((x - x) * (x + x) + x) == 4999.0 * 2500);
  CHECK(seen->blocks == once);
}

TEST_CASE("the first operand that needs room is computed where the result will stand", "[lazy]") {
  const reader<double> computed = counted<double>(5000, std::make_shared<counts>());
  const buffer<double> memory = ravel::clone(computed);
  const auto need = [](const auto& e) { return e.in_place().need(); };
  CHECK(need(memory * memory + 1).pieces == 0);
  CHECK(need(computed + 1).pieces == 0);
  CHECK(need(memory + computed).pieces == 0);
  CHECK(need(computed + reader<double>(computed + 1)).pieces == 1);
  CHECK(need(computed > 3.0).pieces == 1);                        // a bool has no room for a double
  CHECK(need((computed > 3.0) == (computed < 2.0)).pieces == 1);  // one reader, read once
  // What a chain needs does not grow with its length.
  reader<double> chain = computed;
  for (int i = 0; i < 50; ++i) chain = chain * 0.5 + memory;
  CHECK(need(chain + 1).pieces == 0);
  CHECK(chain[17] > 33.9);
  for (index_t i = 0; i < 5000; i += 501) CHECK(ravel::clone(chain)[i] == chain[i]);
}

TEST_CASE("a value is copied in, and dies with the expression", "[lazy]") {
  const auto alive = std::make_shared<int>(1);
  struct holding {
    std::shared_ptr<int> held;
    int value;
  };
  {
    const auto e = map([](int x, const holding& h) { return x + h.value; }, buffer<int>{1, 2}, holding{alive, 10});
    const reader<int> erased = e;
    CHECK(alive.use_count() == 3);
    CHECK_EQUAL(erased, {11, 12});
    CHECK_EQUAL(e, {11, 12});
  }
  CHECK(alive.use_count() == 1);
}

TEST_CASE("large and small values are as good in a loop", "[lazy]") {
  struct large {
    double weights[100];
  };
  large l{};
  l.weights[7] = 3;
  const auto n = ravel::make_buffer<int>(1000, 7);
  CHECK(ravel::sum(map([](int i, const large& table) { return table.weights[i]; }, n, l)) == 3000);
  const auto s = map([](int i, const std::string& text) { return text[static_cast<std::size_t>(i)]; }, n,
                     std::string("large enough to be elsewhere in memory"));
  CHECK(ravel::clone(s)[999] == 'n');
}

TEST_CASE("a value that looks at the memory that is written is read before", "[lazy]") {
  const buffer<double> b{1, 2, 3, 4};
  const auto times_last = [](double x, const double* all) { return x * all[3]; };
  copy(map(times_last, b, static_cast<const double*>(b.data())), b);
  CHECK_EQUAL(b, {4, 8, 12, 16});
  const auto plus_first = [](double x, std::span<const double> all) { return x + all[0]; };
  copy(map(plus_first, b, std::span<const double>(b.data(), 4)), b);
  CHECK_EQUAL(b, {8, 12, 16, 20});
}

TEST_CASE("a function with state may look at it too", "[lazy]") {
  const buffer<double> b{1, 2, 3, 4};
  copy(map([b](double x) { return x * b[0]; }, b), b);
  CHECK_EQUAL(b, {1, 2, 3, 4});
  b[0] = 2;
  copy(map([b](double x) { return x * b[0]; }, b), b);
  CHECK_EQUAL(b, {4, 4, 6, 8});
}
