// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <deque>
#include <string>
#include <vector>

using ravel::adopt;
using ravel::index_t;

namespace {

// A container of the user's own, whose elements may be its own members.
class small_array {
 public:
  explicit small_array(std::initializer_list<double> values) : size_(values.size()) { std::copy(values.begin(), values.end(), inside_); }
  small_array(small_array&&) = default;
  double* begin() { return inside_; }
  double* end() { return inside_ + size_; }

 private:
  double inside_[4] = {};
  std::size_t size_;
};

// Elements that may only be read.
struct read_only {
  std::vector<int> values;
  const int* begin() const { return values.data(); }
  const int* end() const { return values.data() + values.size(); }
};

// Says that it has elements where there are none.
struct liar {
  int* first;
  std::size_t count;
  int* data() const { return first; }
  int* begin() const { return first; }
  int* end() const { return first; }
  std::size_t size() const { return count; }
};

template <class C>
concept adopted = requires(C&& c) { adopt(std::forward<C>(c)); };

static_assert(adopted<std::vector<int>> && adopted<std::string> && adopted<std::array<int, 3>> && adopted<small_array>);
static_assert(!adopted<std::vector<int>&> && !adopted<const std::vector<int>&> && !adopted<const std::vector<int>>);
static_assert(!adopted<std::vector<bool>> && !adopted<std::deque<int>> && !adopted<int>);
static_assert(!adopted<std::span<int>> && !adopted<std::string_view>);  // they own nothing
static_assert(!adopted<ravel::buffer<int>> && !adopted<ravel::reader<int>&>);

}  // namespace

TEST_CASE("a container becomes a buffer without a copy", "[storage]") {
  std::vector<double> v{1, 2, 3};
  const double* const elements = v.data();
  const auto b = adopt(std::move(v));
  static_assert(std::same_as<decltype(b), const ravel::buffer<double>>);
  CHECK(b.data() == elements);
  CHECK_EQUAL(b, {1, 2, 3});
  b[0] = 10;
  CHECK_EQUAL(b + 1, {11, 3, 4});
}

TEST_CASE("elements inside the container are found where it was moved to", "[storage]") {
  std::string word = "short";  // in the string itself
  const auto b = adopt(std::move(word));
  word = "other";
  CHECK_EQUAL(b, {'s', 'h', 'o', 'r', 't'});
  CHECK_EQUAL(adopt(std::array<int, 3>{1, 2, 3}), {1, 2, 3});
  CHECK_EQUAL(adopt(small_array{1, 2, 3}), {1, 2, 3});
  CHECK_EQUAL(adopt(std::vector<std::string>{"a", std::string(50, 'b')}), {"a", std::string(50, 'b')});
}

TEST_CASE("elements that may only be read give a reader", "[storage]") {
  const auto r = adopt(read_only{{1, 2, 3}});
  static_assert(std::same_as<decltype(r), const ravel::reader<int>>);
  CHECK_EQUAL(r, {1, 2, 3});
  CHECK_EQUAL(adopt(std::vector<int>()), {});
  const auto none = adopt(std::vector<int>());
  CHECK(none.memory());
}

TEST_CASE("the container goes with the last handle", "[storage]") {
  const auto alive = std::make_shared<int>(1);
  struct guarded : std::vector<int> {
    std::shared_ptr<int> guard;
  };
  guarded v;
  v.assign({1, 2, 3});
  v.guard = alive;
  {
    ravel::reader<int> part;
    {
      const auto b = adopt(std::move(v));
      part = ravel::slice(b, 1, 2, 1) + 0;
    }
    CHECK(alive.use_count() == 2);
    CHECK(ravel::sum(part) == 5);
  }
  CHECK(alive.use_count() == 1);
}

TEST_CASE("memory that cannot be read is not adopted", "[storage]") {
  CHECK_THROWS_AS(adopt(liar{nullptr, 3}), ravel::value_error);
  CHECK_THROWS_WITH(adopt(liar{nullptr, 3}), "the memory is null, and 3 elements were promised in it");
  int one = 1;
  CHECK_THROWS_AS(adopt(liar{&one, ~std::size_t{0}}), ravel::overflow_error);
  CHECK_THROWS_AS(adopt(liar{reinterpret_cast<int*>(reinterpret_cast<char*>(&one) + 1), 1}), ravel::value_error);
  CHECK(adopt(liar{nullptr, 0}).size() == 0);
}

TEST_CASE("a failed allocation loses nothing that is not given back", "[storage]") {
  support::fail_each_allocation([] { static_cast<void>(adopt(std::vector<int>{1, 2, 3})); });
  // The container stays with its owner when there is no room for it.
  std::vector<int> v{1, 2, 3};
  bool failed = false;
  try {
    const support::failing_allocation fault(1);
    static_cast<void>(adopt(std::move(v)));
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  CHECK(failed);
  CHECK(v.size() == 3);
}
