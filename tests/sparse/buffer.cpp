// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op.hpp>
#include <ravel/print.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

#include "model.hpp"

#include <chrono>
#include <thread>

using ravel::index_t;
using ravel::make_sparse;
using ravel::sparse_buffer;
using sparse_model::check_entries;
using sparse_model::elements;
using support::bomb;

namespace {

static_assert(std::derived_from<sparse_buffer<int>, ravel::writer<int>>);
static_assert(!std::constructible_from<sparse_buffer<int>, ravel::reader<int>>);
static_assert(!std::constructible_from<sparse_buffer<int>, std::vector<int>>);
static_assert(!std::assignable_from<sparse_buffer<int>&, const ravel::buffer<int>&>);

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// A fill that samples may hit, but for floats: written zeros of both signs must be told apart by who checks bits.
template <class T>
T some_fill() {
  if constexpr (ravel::complex_element<T> || ravel::real_element<T>) {
    return T(0.5);
  } else {
    return T();
  }
}

template <class T>
void write_both(const sparse_buffer<T>& b, elements<T>& model, index_t i, const T& value) {
  b.write(i, value);
  model.write(i, value);
}

// One of: an element, the fill, a block of both, a read of one or of many.
template <class T>
void random_step(support::random& r, const sparse_buffer<T>& b, elements<T>& model) {
  const index_t n = model.size(), at = r.below(n);
  const auto value = [&] { return r.chance(2) ? model.fill() : support::sample<T>(r); };
  switch (r.below(5)) {
    case 0:
      return write_both(b, model, at, support::sample<T>(r));
    case 1:
      return write_both(b, model, at, model.fill());
    case 2: {
      const index_t count = r.below(n - at + 1);
      const auto values = std::make_unique<T[]>(static_cast<std::size_t>(count));
      for (index_t i = 0; i < count; ++i) model.write(at + i, values[static_cast<std::size_t>(i)] = value());
      return b.write(at, std::span<const T>(values.get(), static_cast<std::size_t>(count)));
    }
    case 3: {
      const T read = b[at];
      REQUIRE((support::detail::identical<T>(read, model[at]) || read == model[at]));
      return;
    }
    default:
      check_entries<T>(b, model);
  }
}

}  // namespace

TEST_CASE("a sparse buffer holds its fill until something else is written", "[sparse]") {
  const auto b = make_sparse<double>(10);
  CHECK(b.size() == 10);
  CHECK(b.fill() == 0.0);
  CHECK(!b.memory().has_value());
  CHECK_EQUAL(b, std::vector<double>(10, 0.0));
  b.write(3, 1.5);
  b.write(7, 2);
  b.write(3, 2.5);
  b.write(9, 1);
  b.write(9, 0);
  CHECK_EQUAL(b, {0, 0, 0, 2.5, 0, 0, 0, 2, 0, 0});
  CHECK(sparse_model::entries<double>(b) == sparse_model::listed<double>{{3, 2.5}, {7, 2}});
  CHECK_THROWS_AS(b[10], ravel::index_error);
  CHECK_THROWS_AS(b.write(-1, 1), ravel::index_error);
  CHECK(make_sparse<int>(3, 7).fill() == 7);
  CHECK_EQUAL(make_sparse(2, std::string("x")), {"x", "x"});
}

TEST_CASE("sizes that are none are refused, and the largest is as good as any", "[sparse]") {
  CHECK_THROWS_WITH(make_sparse<int>(-1), "number of elements -1 is negative");
  CHECK_THROWS_AS(make_sparse<int>(ravel::index_limit + 1), ravel::overflow_error);
  const auto b = make_sparse<int>(ravel::index_limit);
  const index_t step = ravel::index_limit / 256;
  for (index_t k = 0; k <= 256; ++k) b.write(k * step - (k == 256), static_cast<int>(k + 1));
  CHECK(sparse_model::entries<int>(b).size() == 257);
  CHECK(b[ravel::index_limit - 1] == 257);
  CHECK(b[100 * step] == 101);
  CHECK(b[100 * step + 1] == 0);
  CHECK(make_sparse<int>(0).size() == 0);
  check_entries<int>(make_sparse<int>(0), {0, 0});
}

TEST_CASE("every sparse buffer keeps the contract", "[sparse]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 3000}) {
      auto values = support::samples<T>(n);
      for (index_t i = 0; i < n; ++i) {
        if (i % 4 != 0) values[static_cast<std::size_t>(i)] = some_fill<T>();
      }
      const auto b = make_sparse<T>(n, some_fill<T>());
      for (index_t i = 0; i < n; i += 4) b.write(i, values[static_cast<std::size_t>(i)]);
      support::check_writer<T>(b, values, n == 17 ? support::contract::whole : support::contract::quick);
    }
  });
}

TEST_CASE("random writes and reads are those of a map", "[sparse]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {1, 50, 3000}) {
      support::random r(static_cast<std::uint64_t>(n));
      elements<T> model(n, support::sample<T>(r));
      const auto b = make_sparse<T>(n, model.fill());
      for (int k = 0; k < 150; ++k) random_step(r, b, model);
      check_entries<T>(b, model);
    }
  });
}

TEST_CASE("a fill may be no number, or a zero with a sign", "[sparse]") {
  const auto b = make_sparse<double>(5, no_number);
  b.write(1, 3);
  b.write(2, -no_number);
  CHECK(sparse_model::entries<double>(b) == sparse_model::listed<double>{{1, 3}});
  CHECK(std::isnan(b[2]));
  const auto negative = make_sparse<double>(3, -0.0);
  CHECK(std::signbit(negative[0]));
  negative.write(0, 1);
  negative.write(1, 0.0);
  CHECK(sparse_model::entries<double>(negative).size() == 1);
  double all[3];
  negative.read(0, all);
  CHECK((all[0] == 1 && std::signbit(all[1]) && std::signbit(all[2])));
}

TEST_CASE("a stream lists what was stored when it was asked for", "[sparse]") {
  const auto b = make_sparse<int>(100);
  b.write(5, 1);
  b.write(50, 2);
  ravel::detail::entry_pass pass;
  auto stream = pass.of(ravel::detail_access::node(b));
  b.write(5, 0);
  b.write(60, 3);
  CHECK(sparse_model::entries<int>(b).size() == 2);
  const auto block = stream.next();
  REQUIRE(block.count == 2);
  CHECK((block.positions[0] == 5 && block.values[0] == 1 && block.positions[1] == 50));
  CHECK(stream.next().count == 0);
}

TEST_CASE("views and copies write what is stored on either side", "[sparse]") {
  const auto huge = make_sparse<double>(ravel::index_limit), other = make_sparse<double>(ravel::index_limit);
  huge.write(7, 1.0);
  huge.write(ravel::index_limit - 1, 2.0);
  other.write(8, 3.0);
  copy(huge, other);
  CHECK(sparse_model::entries<double>(other) == sparse_model::listed<double>{{7, 1.0}, {ravel::index_limit - 1, 2.0}});
  ravel::slice(other, 0, ravel::index_limit / 2) = ravel::slice(huge, 0, ravel::index_limit / 2) * 0.0;
  CHECK(sparse_model::entries<double>(other) == sparse_model::listed<double>{{ravel::index_limit - 1, 2.0}});
  fill(other, 0);
  CHECK(sparse_model::entries<double>(other).empty());
  other.assign(huge + huge);
  CHECK(sparse_model::entries<double>(other) == sparse_model::listed<double>{{7, 2.0}, {ravel::index_limit - 1, 4.0}});
  other.assign(other + other);
  CHECK(other[7] == 4.0);
}

TEST_CASE("a sparse buffer takes dense data block by block, and gives dense memory", "[sparse]") {
  const auto b = make_sparse<int>(5000);
  auto values = std::vector<int>(5000);
  for (std::size_t i = 0; i < 5000; i += 7) values[i] = static_cast<int>(i);
  copy(values, b);
  CHECK_EQUAL(ravel::clone(b), values);
  CHECK(sparse_model::entries<int>(b).size() == 714);
  b.assign(b + 1);
  for (int& v : values) ++v;
  CHECK_EQUAL(b, values);
  CHECK(sparse_model::entries<int>(b).size() == 5000);
}

TEST_CASE("handles of sparse buffers share, and are bound anew", "[sparse]") {
  auto b = make_sparse<int>(3);
  const auto shared = b;
  shared.write(1, 5);
  CHECK(b[1] == 5);
  CHECK(same(b, shared));
  b = make_sparse<int>(2, 1);
  CHECK(b.size() == 2);
  const auto taken = std::move(b);
  CHECK(b.size() == 0);
  CHECK(taken.size() == 2);
  CHECK(sparse_buffer<int>().size() == 0);
  CHECK(!sparse_buffer<int>().bound());
  CHECK_THROWS_AS((static_cast<ravel::writer<int>&>(b) = ravel::make_buffer<int>(3)), ravel::type_error);
}

TEST_CASE("reads of one between writes cost no merge each", "[sparse]") {
  const auto b = make_sparse<int>(1000000);
  for (index_t i = 0; i < 50000; ++i) b.write(i * 20, 1);
  CHECK(sparse_model::entries<int>(b).size() == 50000);
  const auto before = std::chrono::steady_clock::now();
  std::int64_t sum = 0;
  for (index_t i = 0; i < 50000; ++i) {
    b.write(i * 20 + 1, 2);
    sum += b[i * 20 + 1] + b[i * 20] + b[i * 20 + 2];
  }
  CHECK(sum == 150000);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
  CHECK(took.count() < 5);  // a merge each took minutes
}

TEST_CASE("a failed write or merge leaves a sparse buffer as it was", "[sparse]") {
  const auto fresh = [] {
    const auto b = make_sparse<std::string>(1000, std::string("none"));
    for (index_t i = 0; i < 30; ++i) b.write(i * 30, std::string(40, 'a'));
    return b;
  };
  const std::vector<std::string> block(20, std::string(50, 'b'));
  CHECK(support::for_each_allocation_failure([&] {
          const auto b = fresh();
          b.write(100, std::span<const std::string>(block));
          static_cast<void>(b[100]);
          ravel::detail::entry_pass pass;
          ravel::detail_access::node(b).entries(pass);
        }) > 30);
  const auto b = fresh();
  static_cast<void>(sparse_model::entries<std::string>(b));
  for (std::int64_t n = 1; n < 60; ++n) {
    bool written = false;
    {
      const support::failing_allocation fault(n);
      try {
        b.write(100, std::span<const std::string>(block));
        written = true;
      } catch (const std::bad_alloc&) {
      }
    }
    const auto count = std::count_if(b.begin(), b.end(), [](const std::string& s) { return s[0] == 'b'; });
    REQUIRE(count == (written ? 20 : 0));
    ravel::slice(b, 100, 20) = "none";
  }
}

TEST_CASE("elements that throw leave a sparse buffer as it was", "[sparse]") {
  const auto b = make_sparse<bomb>(100, bomb(0));
  for (index_t i = 0; i < 10; ++i) b.write(i * 10, bomb(1));
  const std::vector<bomb> block(5, bomb(2));
  const auto sum = [&] {
    int all = 0;
    for (index_t i = 0; i < 100; ++i) all += b[i].value();
    return all;
  };
  for (std::int64_t n = 1; n < 80; ++n) {
    bool written = false;
    {
      const bomb::armed fault(n);
      try {
        b.write(41, std::span<const bomb>(block));
        written = true;
      } catch (const bomb::exploded&) {
      }
    }
    REQUIRE(sum() == (written ? 20 : 10));
    bool read = false;
    {
      const bomb::armed fault(n);
      try {
        ravel::detail::entry_pass pass;
        ravel::detail_access::node(b).entries(pass);
        read = true;
      } catch (const bomb::exploded&) {
      }
    }
    static_cast<void>(read);
    REQUIRE(sum() == (written ? 20 : 10));
    REQUIRE(sparse_model::entries<bomb>(b).size() == (written ? 15 : 10));
    for (index_t i = 41; i < 46; ++i) b.write(i, bomb(0));
  }
}

TEST_CASE("threads read right after a write, and write different elements at once", "[sparse]") {
  const index_t n = 100000;
  const auto b = make_sparse<index_t>(n);
  for (index_t round = 1; round <= 20; ++round) {
    std::vector<std::thread> writers;
    for (index_t k = 0; k < 4; ++k) {
      writers.emplace_back([&, k] {
        for (index_t i = k; i < 400; i += 4) b.write(i * 250 + round, i);
      });
    }
    for (std::thread& t : writers) t.join();
    std::atomic<int> wrong = 0;
    std::vector<std::thread> readers;
    for (index_t k = 0; k < 4; ++k) {
      readers.emplace_back([&, k] {
        for (index_t i = 1; i < 400; ++i) wrong += b[i * 250 + round] != i;
        std::vector<index_t> all(static_cast<std::size_t>(n));
        b.read(0, all);
        if (k % 2 == 0) wrong += static_cast<index_t>(sparse_model::entries<index_t>(b).size()) != round * 399;
        for (index_t i = 1; i < 400; ++i) wrong += all[static_cast<std::size_t>(i * 250 + round)] != i;
      });
    }
    for (std::thread& t : readers) t.join();
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("many writes at once are laid over what is stored and what was written before", "[sparse]") {
  const index_t n = 100000;
  elements<int> model(n, 0);
  const auto b = make_sparse<int>(n), other = make_sparse<int>(n);
  for (index_t i = 0; i < n; i += 9) write_both(b, model, i, 1);
  static_cast<void>(sparse_model::entries<int>(b));
  for (index_t i = 0; i < 1000; ++i) write_both(b, model, i, 2);
  for (index_t i = 0; i < n; i += 11) other.write(i, static_cast<int>(i % 5));
  copy(other, b);
  for (index_t i = 0; i < n; ++i) model.write(i, i % 11 == 0 ? static_cast<int>(i % 5) : 0);
  check_entries<int>(b, model);
  ravel::slice(b, 500, n - 500) = ravel::slice(other, 0, n - 500);
  for (index_t i = 500; i < n; ++i) model.write(i, (i - 500) % 11 == 0 ? static_cast<int>((i - 500) % 5) : 0);
  check_entries<int>(b, model);
}

TEST_CASE("a sparse buffer is printed as what it is, with what it stores", "[sparse]") {
  const auto b = ravel::make_sparse<int>(4, 1);
  b.write(2, 5);
  CHECK(to_string(b) == "#ravel.sparse_buffer<int32>[4] sparse, 1 stored, density 0.25, fill 1, 12 bytes\n[1 1 5 1]");
  b.write(2, 1);
  CHECK(to_string(ravel::writer<int>(b)) == "#ravel.writer<int32>[4] sparse, 0 stored, density 0, fill 1, 0 bytes\n[1 1 1 1]");
  const auto large = ravel::make_sparse<double>(1'000'000'000'000);
  large.write(1, 2.5);
  CHECK(to_string(large) ==
        "#ravel.sparse_buffer<float64>[1000000000000] sparse, 1 stored, density 1e-12, fill 0, 16 bytes\n"
        "[0.000 2.500 0.000 ... 0.000 0.000 0.000]");
  const auto nothing = ravel::make_sparse<std::complex<float>>(0, {1, -2});
  CHECK(to_string(nothing) == "#ravel.sparse_buffer<complex64>[0] sparse, 0 stored, density 0, fill 1-2i, 0 bytes\n[]");
}

TEST_CASE("rearranged entries have a known number; chosen and computed ones have a fill", "[sparse]") {
  const auto title = [](const auto& x) {
    const std::string whole = to_string(x);
    return whole.substr(whole.find(']') + 1, whole.find('\n') - whole.find(']') - 1);
  };
  const ravel::tensor<int> t = ravel::sparse_tensor<int>({3, 4}, 7);
  t.write({1, 2}, 5);
  t.write({0, 3}, 6);
  CHECK(title(t) == " sparse, 2 stored, density 0.16666667, fill 7, 24 bytes");
  const ravel::tensor<const int> turned = transpose(t), moved = rotate(t, {1, 1}), cut = reshape(flip(t, {0}), {2, 6});
  for (const auto& same : {turned, moved, cut}) CHECK(title(same) == " sparse, 2 stored, density 0.16666667, fill 7, 24 bytes");
  CHECK(title(t(1, ravel::all)) == " sparse, fill 7");
  CHECK(title(broadcast(t(ravel::all, 0), {4, 3})) == " sparse, fill 7");
  CHECK(title(t * 2) == " sparse, fill 14");
  CHECK(title(ravel::to_sparse(t * 2)) == " sparse, 2 stored, density 0.16666667, fill 14, 24 bytes");
  CHECK(title(clone(t)).empty());
  CHECK(title(ravel::sparse_mask(ravel::index_set{1, 2}, 8)) == " sparse, 2 stored, density 0.25, fill false, 18 bytes");
  CHECK(title(ravel::from_csr({2, 2}, std::vector{0, 1, 1}, std::vector{1}, std::vector{2.5})) ==
        " sparse, 1 stored, density 0.25, fill 0, 16 bytes");
}

TEST_CASE("sparse buffers and readers describe themselves", "[sparse]") {
  const auto b = ravel::make_sparse<int>(4, 1);
  b.write(2, 5);
  CHECK(to_string(describe(b)) ==
        "int32[4], sparse, 12 bytes, writable, owner reader, strides [1], offset 0, 1 stored, density 0.25, fill 1");
  CHECK(to_string(describe(b * 3)) ==
        "int32[4], sparse, 12 bytes, read-only, owner reader, strides [1], offset 0, 1 stored, density 0.25, fill 3");
  CHECK(describe(ravel::buffer<int>{1, 2}).contiguous);
  CHECK(!describe(ravel::buffer<int>{1, 2}).read_only);
  CHECK(describe(ravel::reader<int>(ravel::buffer<int>{1, 2})).read_only);
  CHECK(describe(ravel::list<int>{1, 2, 3}).shape == ravel::shape{3});
}
