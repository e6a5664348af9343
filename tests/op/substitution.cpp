// SPDX-License-Identifier: BSL-1.0
// One suite over every kind of backing: a tensor of any of them reads, views, combines and is written as the values it holds say.
#include <support/catch.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_contract.hpp>

#include <tensor/backing.hpp>

using namespace backing;

namespace {

template <class T>
std::vector<T> expected(const dims& view, const std::vector<T>& held) {
  std::vector<T> all;
  for (index_t p = 0; p < view.size(); ++p) all.push_back(held[static_cast<std::size_t>(view.to_local(p))]);
  return all;
}

template <class X, class T>
void check_holds(const X& t, const shape& s, const std::vector<T>& held) {
  REQUIRE(t.shape() == s);
  REQUIRE(to_vector(t) == held);
  const auto copied = clone(t);
  REQUIRE(copied.shape() == s);
  REQUIRE(to_vector(copied) == held);
  for (index_t i = 0; i < t.size(); i += 3) REQUIRE(t[i] == held[static_cast<std::size_t>(i)]);
}

}  // namespace

TEMPLATE_TEST_CASE("every backing keeps the contract of a reader", "[tensor]", double, std::uint8_t, support::record) {
  support::random r(3);
  for (const shape& s : {shape{}, shape{0, 3}, shape{1}, shape{7, 1, 3}, shape{5, 6}, shape{40, 60}}) {
    const auto held = small_values<TestType>(r, s.elements());
    for (const kind how : all_kinds) {
      INFO("kind " << static_cast<int>(how) << " shape " << to_string(s));
      const auto t = readable<TestType>(how, s, held);
      REQUIRE(t.fill().has_value() == is_sparse(how));
      if (is_sparse(how)) support::check_sparse(t);
      support::check_reader(ravel::reader<TestType>(t), to_vector(t), support::contract::quick);
      REQUIRE_EQUAL(t, held);
    }
  }
}

TEST_CASE("elements by coordinates are those of the positions, on every backing and every view", "[tensor]") {
  support::random r(41);
  for (int program = 0; program < 400; ++program) {
    const kind how = one_of(all_kinds, r);
    const shape s{1 + r.below(4), 1 + r.below(4)};
    tensor<const double> t = readable<double>(how, s, small_values<double>(r, s.elements()));
    for (index_t steps = r.below(4); steps > 0; --steps) t = stepped(t, random_step(r));
    INFO("kind " << static_cast<int>(how) << " shape " << to_string(t.shape()) << " program " << program);
    if (t.rank() == 2) {
      for (index_t i = 0; i < t.extent(0); ++i)
        for (index_t j = 0; j < t.extent(1); ++j) REQUIRE(t(i, j) == t[i * t.extent(1) + j]);
      REQUIRE_THROWS_AS(t(t.extent(0), 0), ravel::index_error);
      REQUIRE_THROWS_AS(t(0, t.extent(1)), ravel::index_error);
      REQUIRE_THROWS_AS(t(0, -1), ravel::index_error);
    } else if (t.rank() == 1) {
      for (index_t i = 0; i < t.extent(0); ++i) REQUIRE(t(i) == t[i]);
      REQUIRE_THROWS_AS(t(t.extent(0)), ravel::index_error);
    } else if (t.rank() == 3 && t.size() > 0) {
      REQUIRE(t(t.extent(0) - 1, t.extent(1) - 1, t.extent(2) - 1) == t[t.size() - 1]);
      REQUIRE_THROWS_AS(t(0, t.extent(1), 0), ravel::index_error);
    }
    if (t.rank() != 4) REQUIRE_THROWS_AS(t(0, 0, 0, 0), ravel::index_error);
  }
}

TEST_CASE("random programs of views on every backing, and on functions of them", "[tensor]") {
  support::random r(17);
  for (int program = 0; program < 600; ++program) {
    const shape s = random_shape(r);
    const auto held = small_values<double>(r, s.elements());
    const kind how = one_of(all_kinds, r);
    tensor<const double> t = readable<double>(how, s, held);
    auto doubled = t * 2.0;
    dims model = dims::row_major(s);
    INFO("kind " << static_cast<int>(how) << " shape " << to_string(s) << " program " << program);
    for (index_t steps = r.below(6); steps > 0; --steps) {
      const step one = random_step(r);
      t = stepped(t, one);
      doubled = stepped(doubled, one);
      model = stepped(model, one);
    }
    auto wanted = expected(model, held);
    check_holds(t, model.shape(), wanted);
    for (double& value : wanted) value *= 2;
    check_holds(doubled, model.shape(), wanted);
    check_holds(tensor<const double>(doubled), model.shape(), wanted);
  }
}

TEST_CASE("elementwise work stretches and mixes backings", "[tensor]") {
  support::random r(29);
  for (int program = 0; program < 400; ++program) {
    const shape s = random_shape(r);
    auto narrowed = list_of(s);
    for (index_t& extent : narrowed) extent = r.chance(2) ? 1 : extent;
    for (index_t gone = narrowed.empty() ? 0 : r.below(static_cast<index_t>(narrowed.size()) + 1); gone > 0; --gone)
      narrowed.erase(narrowed.begin());
    const shape small(narrowed);
    const auto x = small_values<double>(r, s.elements());
    const auto y = small_values<double>(r, small.elements());
    const auto a = readable<double>(one_of(all_kinds, r), s, x);
    const auto b = readable<double>(one_of(all_kinds, r), small, y);
    const dims stretched = dims::row_major(small).broadcast(s);
    std::vector<double> wanted;
    for (index_t p = 0; p < s.elements(); ++p)
      wanted.push_back((x[static_cast<std::size_t>(p)] - y[static_cast<std::size_t>(stretched.to_local(p))]) * 3 +
                       x[static_cast<std::size_t>(p)]);
    INFO(to_string(s) << " with " << to_string(small) << " program " << program);
    check_holds((a - b) * 3.0 + a, s, wanted);
    const auto target = writable<double>(one_of(writable_kinds, r), s, std::vector<double>(x.size(), -1));
    copy((a - b) * 3.0 + a, target);
    check_holds(target, s, wanted);
  }
}

TEMPLATE_TEST_CASE("writes through views change what they name and nothing else", "[tensor]", double, std::int16_t, support::record) {
  support::random r(31);
  for (int program = 0; program < 400; ++program) {
    const shape s = random_shape(r);
    auto held = small_values<TestType>(r, s.elements());
    const auto t = writable<TestType>(one_of(writable_kinds, r), s, held);
    tensor<TestType> view = t;
    dims model = dims::row_major(s);
    for (index_t steps = r.below(5); steps > 0; --steps) {
      const step one = random_step(r);
      view = stepped(view, one);
      model = stepped(model, one);
    }
    const auto written = small_values<TestType>(r, model.size());
    const auto source = readable<TestType>(one_of(all_kinds, r), model.shape(), written);
    INFO(to_string(s) << " " << to_string(model) << " program " << program);
    copy(source, view);
    for (index_t p = 0; p < model.size(); ++p) held[static_cast<std::size_t>(model.to_local(p))] = written[static_cast<std::size_t>(p)];
    check_holds(t, s, held);
    if (model.size() == 0) continue;
    fill(view, written[0]);
    for (index_t p = 0; p < model.size(); ++p) held[static_cast<std::size_t>(model.to_local(p))] = written[0];
    check_holds(t, s, held);
  }
}

TEST_CASE("a copy is right when source and target overlap in any way", "[tensor]") {
  support::random r(37);
  for (int program = 0; program < 600; ++program) {
    const index_t n = 1 + r.below(6);
    const shape s{n, n, 2};
    auto held = small_values<double>(r, s.elements());
    const auto t = writable<double>(one_of(writable_kinds, r), s, held);
    // Both keep the shape: whatever of flips, turns and rotations.
    const auto shuffled = [&](auto x, dims model) {
      for (index_t steps = r.below(4); steps > 0; --steps) {
        const index_t what = r.below(3), axis = r.below(3);
        const step one = what == 0 ? step{0, r.below(2), r.below(2), 0} : step{what, axis, r.below(7), 0};
        x = stepped(x, one);
        model = stepped(model, one);
      }
      return std::pair(x, model);
    };
    const auto [from, read] = shuffled(t, dims::row_major(s));
    const auto [to, write] = shuffled(t, dims::row_major(s));
    const auto before = held;
    const bool add = r.chance(2);
    for (index_t p = 0; p < s.elements(); ++p) {
      double& out = held[static_cast<std::size_t>(write.to_local(p))];
      const double in = before[static_cast<std::size_t>(read.to_local(p))];
      out = add ? before[static_cast<std::size_t>(write.to_local(p))] + in : in;
    }
    INFO(to_string(s) << " " << to_string(read) << " to " << to_string(write) << " program " << program);
    if (add) {
      to += from;
    } else {
      copy(from, to);
    }
    check_holds(t, s, held);
  }
}
