// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/reader/detail/read.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/samples.hpp>

#include <string>
#include <vector>

using ravel::block;
using ravel::index_t;
using ravel::detail::each_block_together;
using ravel::detail::read_into;
using ravel::detail::source_blocks;
using ravel::detail::spread;

namespace {

template <class T>
const ravel::detail::node<T>& node_of(const ravel::reader<T>& r) {
  return ravel::detail_access::node(r);
}

template <class T>
void check_spread(const std::vector<T>& values) {
  const auto n = static_cast<index_t>(values.size());
  std::vector<T> out(values.size());
  for (const index_t step : {1, 2, -1, -2, 0}) {
    const index_t count = step == 0 ? n : (n - 1) / std::abs(step) + 1;
    const T* first = values.data() + (step < 0 ? n - 1 : 0);
    spread<T>({first, step}, count, out.data());
    for (index_t i = 0; i < count; ++i) REQUIRE(out[static_cast<std::size_t>(i)] == first[i * step]);
  }
  spread<T>({nullptr, 1}, 0, nullptr);
}

// Reads 5000 elements by whatever loop, and checks that each came once and in order.
template <class T>
void check_blocks(const ravel::reader<T>& r, const std::vector<T>& values, index_t start, index_t count, bool in_one) {
  index_t next = start, blocks = 0;
  for (source_blocks<T> from(node_of(r), start, count); from.next();) {
    const auto [b, position, n] = from.at_hand();
    REQUIRE(position == next);
    REQUIRE(n > 0);
    REQUIRE((in_one || n <= ravel::detail::block_length<T>));
    for (index_t i = 0; i < n; ++i) REQUIRE(b.data[i * b.step] == values[static_cast<std::size_t>(position + i)]);
    next += n;
    ++blocks;
  }
  CHECK(next == start + count);
  if (in_one) CHECK(blocks == (count > 0 ? 1 : 0));
}

}  // namespace

TEST_CASE("a block with any step is spread into consecutive memory", "[reader]") {
  check_spread<int>({1, 2, 3, 4, 5, 6, 7});
  check_spread(support::samples<std::int8_t>(300));
  check_spread(support::samples<std::uint16_t>(300));
  check_spread(support::samples<std::int64_t>(300));
  check_spread(support::model::made<double>(300, [](index_t i) { return static_cast<double>(i); }));
  const auto numbered = [](index_t i) { return std::complex<double>(static_cast<double>(i), 1); };
  check_spread(support::model::made<std::complex<double>>(50, numbered));
  check_spread<std::string>({"a", std::string(50, 'b'), "c", "d"});
  check_spread<support::record>({{1.5, 2, {'a'}, true, "x"}, {}});
}

TEST_CASE("a block that stands in its place already stays there", "[reader]") {
  std::vector<std::string> words{"one", std::string(50, 'x')};
  spread<std::string>({words.data(), 1}, 2, words.data());
  CHECK(words[1] == std::string(50, 'x'));
  spread<std::string>({words.data() + 1, 0}, 2, words.data());  // the element to repeat is overwritten on the way
  CHECK(words[0] == std::string(50, 'x'));
  CHECK(words[1] == std::string(50, 'x'));
}

TEST_CASE("memory is one block of any length, all else comes in blocks", "[reader]") {
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) values.push_back(i);
  const auto kinds = support::in_every_way(values);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    for (const auto& [start, count] : {std::pair<index_t, index_t>{0, 5000}, {1, 4999}, {4999, 1}, {5000, 0}, {17, 1024}, {17, 1025}}) {
      check_blocks(kinds[kind], values, start, count, kind < 2);
    }
  }
}

TEST_CASE("elements with constructors stand in a room that is ended with the walk over blocks", "[reader]") {
  const auto words = ravel::generate(3000, [](index_t i) { return std::string(static_cast<std::size_t>(i % 40), 'x'); });
  index_t read = 0;
  for (source_blocks<std::string> from(node_of<std::string>(words)); from.next();) {
    const auto [b, position, n] = from.at_hand();
    for (index_t i = 0; i < n; ++i) REQUIRE(std::ssize(b.data[i * b.step]) == (position + i) % 40);
    read += n;
    if (read > 1000) break;
  }
  CHECK(read > 1000);
  CHECK(read < 3000);
}

TEST_CASE("two sources are read in step, whatever the lengths of their blocks", "[reader]") {
  const auto wide = support::samples<std::complex<double>>(5000);
  const auto narrow = support::samples<std::int8_t>(5000);
  for (const auto& a : support::in_every_way(wide)) {
    for (const auto& b : support::in_every_way(narrow)) {
      index_t done = 0;
      const auto compare = [&](index_t position, index_t n, auto p, auto q) {
        CHECK(position == done);
        for (index_t i = 0; i < n; ++i) {
          const auto at = static_cast<std::size_t>(done + i);
          REQUIRE((p.data[i * p.step] == wide[at] || wide[at] != wide[at]));
          REQUIRE(q.data[i * q.step] == narrow[at]);
        }
        done += n;
        return true;
      };
      CHECK(each_block_together(0, 5000, compare, node_of(a), node_of(b)));
      CHECK(done == 5000);
    }
  }
  const ravel::reader<int> none = ravel::buffer<int>({});
  CHECK(each_block_together(
      0, 0, [](auto...) { return false; }, node_of(none), node_of(none)));
}

TEST_CASE("an evaluation allocates once at most, and once more to look through a tree", "[reader]") {
  const support::on_one_thread here;
  const auto values = support::samples<double>(5000);
  const auto allocations = [](const ravel::reader<double>& r, double* out) {
    const auto before = support::total_allocations();
    read_into(node_of(r), 0, 5000, out);
    return support::total_allocations() - before;
  };
  std::vector<double> out(5000);
  const auto kinds = support::in_every_way(values);
  CHECK(allocations(kinds[0], out.data()) == 0);
  CHECK(allocations(kinds[1], out.data()) == 0);
  CHECK(allocations(kinds[2], out.data()) == 0);
  CHECK(allocations(reverse(kinds[3]), out.data()) == 1);
  CHECK(allocations(kinds[3] + kinds[2] * kinds[1], out.data()) == 2);
}
