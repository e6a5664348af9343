// SPDX-License-Identifier: BSL-1.0
// Foreign memory and its owner, which is released exactly once, whatever happens.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include <memory>
#include <vector>

using ravel::buffer;
using ravel::index_t;
using ravel::wrap;

namespace {

int released = 0;

// Counts the one release that there may be.
struct release {
  void operator()(int* memory) const {
    ++released;
    delete[] memory;
  }
};
using owned = std::unique_ptr<int[], release>;

owned make(index_t n) {
  owned memory(new int[static_cast<std::size_t>(n)]);
  for (index_t i = 0; i < n; ++i) memory[static_cast<std::size_t>(i)] = static_cast<int>(i);
  return memory;
}

template <class T, class Owner>
concept wrapped = requires(T* data, Owner&& owner) { wrap(data, index_t{3}, std::forward<Owner>(owner)); };

static_assert(wrapped<int, owned> && wrapped<const int, owned> && wrapped<int, std::shared_ptr<int>> &&
              wrapped<int, std::shared_ptr<int>&>);
static_assert(wrapped<int, const std::shared_ptr<const int>&> && wrapped<int, std::vector<int>>);
static_assert(!wrapped<int, owned&> && !wrapped<int, std::vector<int>&> && !wrapped<int, const std::vector<int>&>);

}  // namespace

TEST_CASE("writable memory gives a buffer, const memory a reader", "[storage]") {
  auto a = make(3), b = make(3);
  int* const data = a.get();
  const auto w = wrap(data, 3, std::move(a));
  const auto r = wrap(static_cast<const int*>(b.get()), 3, std::move(b));
  static_assert(std::same_as<decltype(w), const buffer<int>> && std::same_as<decltype(r), const ravel::reader<int>>);
  CHECK(w.data() == data);
  CHECK_EQUAL(w, {0, 1, 2});
  CHECK_EQUAL(r, {0, 1, 2});
}

TEST_CASE("the owner is released once, with the last handle or view", "[storage]") {
  released = 0;
  {
    ravel::reader<int> view;
    {
      auto memory = make(10);
      const auto b = wrap(memory.get(), 10, std::move(memory));
      const auto copied = b;
      view = ravel::slice(b, 9, 5, -2) * 2;
    }
    CHECK(released == 0);
    CHECK(ravel::sum(view) == 2 * (9 + 7 + 5 + 3 + 1));
  }
  CHECK(released == 1);
}

TEST_CASE("any rvalue may be the owner", "[storage]") {
  std::vector<int> v{1, 2, 3};
  const int* const data = v.data();
  const auto b = wrap(v.data(), 3, std::move(v));  // asked for its memory before it is moved
  CHECK(b.data() == data);

  const auto alive = std::make_shared<int>(0);
  int one = 1;
  {
    const auto held = wrap(&one, 1, [alive] {});
    CHECK(alive.use_count() == 2);
  }
  CHECK(alive.use_count() == 1);
}

TEST_CASE("a shared owner is shared, or taken over", "[storage]") {
  auto shared = std::make_shared<std::vector<int>>(3, 7);
  {
    const auto b = wrap(shared->data(), 3, shared);
    CHECK(shared.use_count() == 2);
    const std::shared_ptr<const void> untyped = shared;
    const auto c = wrap(shared->data(), 3, untyped);
    CHECK(shared.use_count() == 4);
    CHECK_EQUAL(b + c, {14, 14, 14});
  }
  CHECK(shared.use_count() == 1);
  int* const data = shared->data();
  const auto b = wrap(data, 3, std::move(shared));
  CHECK(shared == nullptr);
  CHECK_EQUAL(b, {7, 7, 7});
}

TEST_CASE("an owner may keep something else alive than it points to", "[storage]") {
  struct matrix {
    int rows = 2;
    int cells[4] = {1, 2, 3, 4};
  };
  auto m = std::make_shared<matrix>();
  const std::weak_ptr<matrix> seen = m;
  {
    const auto b = wrap(m->cells, 4, std::shared_ptr<int>(m, &m->rows));
    m.reset();
    CHECK_FALSE(seen.expired());
    CHECK_EQUAL(b, {1, 2, 3, 4});
  }
  CHECK(seen.expired());
}

TEST_CASE("memory that cannot be read is not wrapped, and the owner is not lost", "[storage]") {
  released = 0;
  {
    auto memory = make(3);
    int* const crooked = reinterpret_cast<int*>(reinterpret_cast<char*>(memory.get()) + 2);
    CHECK_THROWS_AS(wrap(static_cast<int*>(nullptr), 3, std::move(memory)), ravel::value_error);
    CHECK_THROWS_WITH(wrap(static_cast<int*>(nullptr), 3, std::move(memory)), "the memory is null, and 3 elements were promised in it");
    CHECK_THROWS_AS(wrap(crooked, 1, std::move(memory)), ravel::value_error);
    CHECK_THROWS_AS(wrap(memory.get(), -1, std::move(memory)), ravel::value_error);
    CHECK_THROWS_WITH(wrap(memory.get(), -1, std::move(memory)), "number of elements -1 is negative");
    CHECK_THROWS_AS(wrap(memory.get(), ravel::index_limit + 1, std::move(memory)), ravel::overflow_error);
    CHECK_THROWS_AS(wrap(memory.get(), ravel::index_limit, std::move(memory)), ravel::overflow_error);  // times four bytes
    CHECK(released == 0);
    CHECK(memory != nullptr);
  }
  CHECK(released == 1);
  CHECK(wrap(static_cast<int*>(nullptr), 0, make(1)).size() == 0);
  CHECK(released == 2);
}

TEST_CASE("whatever allocation fails, the owner is released once", "[storage]") {
  for (std::int64_t n = 1; n <= 3; ++n) {  // room for the owner, its count, and the node
    released = 0;
    auto memory = make(3);
    bool failed = false;
    try {
      const support::failing_allocation fault(n);
      static_cast<void>(wrap(memory.get(), 3, std::move(memory)));
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    CHECK(failed);
    CHECK(released == (n == 1 ? 0 : 1));  // without room for it the owner stays where it was
    memory.reset();
    CHECK(released == 1);
  }
  CHECK(support::for_each_allocation_failure([] {
          auto memory = make(3);
          static_cast<void>(wrap(memory.get(), 3, std::move(memory)));
        }) == 4);
  const auto shared = std::make_shared<int>(3);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(wrap(shared.get(), 1, shared)); }) == 3);
  CHECK(shared.use_count() == 1);
}
