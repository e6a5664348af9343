// SPDX-License-Identifier: BSL-1.0
// Random programs of writes and reads of a sparse tensor, step by step beside the same of a dense one: single elements in any order,
// regions, masks and lists as places, functions of what is written, source and target that overlap; and what writing costs.
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/sanitized.hpp>
#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>
#include <support/stopped.hpp>

#include "../tensor/backing.hpp"

using ravel::all;
using ravel::index_t;
using ravel::shape;
using ravel::tensor;

namespace {

using dice = support::random;

template <class T>
class programs {
 public:
  programs(std::uint64_t seed, const T& fill) : r_(seed), fill_(fill) {
    const shape s{r_.between(1, 7), r_.between(1, 7)};
    sparse_ = ravel::sparse_tensor<T>(s, fill);
    dense_ = ravel::full<T>(s, fill);
  }

  void step() {
    const dice same(r_.bits());
    const index_t what = r_.below(kinds);
    view_steps();
    INFO("kind " << what << " through " << steps_.size() << " views");
    write(what, same, view(sparse_));
    write(what, same, view(dense_));
    if (r_.chance(2)) read();
  }
  void read() const {
    REQUIRE_EQUAL(sparse_, dense_);
    support::check_sparse(sparse_);
    index_t stored = 0;
    for (index_t i = 0; i < dense_.size(); ++i) stored += !ravel::detail::is_fill(T(dense_[i]), fill_);
    REQUIRE(stored_count(sparse_) == stored);
  }

 private:
  static constexpr index_t kinds = 13;

  void view_steps() {
    steps_.clear();
    for (index_t k = r_.below(4); k > 0; --k) steps_.push_back(backing::random_step(r_));
  }
  tensor<T> view(tensor<T> t) const {
    for (const auto& one : steps_) t = backing::stepped(t, one);
    return t;
  }
  T value(dice& r) const { return r.chance(3) ? fill_ : support::sparse_sample<T>(r); }
  std::vector<T> values(dice& r, index_t n) const {
    std::vector<T> many;
    for (index_t i = 0; i < n; ++i) many.push_back(value(r));
    return many;
  }
  tensor<const T> source(dice& r, const shape& s) const {
    return backing::readable(backing::one_of(backing::all_kinds, r), s, values(r, s.elements()));
  }
  static tensor<const bool> mask(dice& r, const shape& s) {
    std::vector<bool> where;
    for (index_t i = 0; i < s.elements(); ++i) where.push_back(r.chance(3));
    return backing::readable<bool>(r.chance(2) ? backing::kind::sparse_zero : backing::kind::dense, s, where);
  }
  // The same elements elsewhere: turned over, moved, or turned if it is square.
  static tensor<T> overlapping(dice& r, const tensor<T>& t) {
    if (t.rank() == 0) return t;
    const index_t axis = r.below(t.rank());
    if (r.chance(3)) return flip(t, axis);
    if (t.rank() > 1 && t.extent(0) == t.extent(1) && r.chance(2)) return swap_axes(t, 0, 1);
    return ravel::detail::viewed(t, [&](const ravel::dims& map) { return map.rotate(axis, 1); });
  }

  void write(index_t what, dice r, const tensor<T>& t) const {
    switch (what) {
      case 0:
        return single(r, t);
      case 1:
        return copy(source(r, t.shape()), t);
      case 2:
        return fill(t, value(r));
      case 3:
        return copy(overlapping(r, t), t);
      case 4:
        return copy_where(mask(r, t.shape()), source(r, t.shape()), t);
      case 5:
        t(mask(r, t.shape())) = value(r);
        return;
      case 6:
        return masked(r, t);
      case 7:
        return listed(r, t);
      case 8:
        t.assign(where(mask(r, t.shape()), overlapping(r, t), t));
        return;
      default:
        return computed(what, r, t);
    }
  }
  void single(dice& r, const tensor<T>& t) const {
    const auto flat_view = flat(t);
    for (index_t k = t.size() == 0 ? 0 : r.below(12); k > 0; --k) {
      const index_t at = r.below(t.size());
      flat_view.write({at}, value(r));
      if (r.chance(3)) REQUIRE_NOTHROW(static_cast<void>(t[r.below(t.size())]));
    }
  }
  void masked(dice& r, const tensor<T>& t) const {
    const auto where = mask(r, t.shape());
    const tensor<T> places = t(where);
    copy(source(r, places.shape()), places);
  }
  void listed(dice& r, const tensor<T>& t) const {
    if (t.rank() == 0) return;
    std::vector<index_t> places;
    for (index_t i = t.extent(0); i-- > 0;) {
      if (r.chance(2)) places.push_back((i * 3 + 1) % t.extent(0));
    }
    if (t.extent(0) % 3 == 0) return;
    const bool as_set = r.chance(2);
    const tensor<T> rows = as_set ? t(ravel::index_set(places)) : t(places);
    copy(source(r, rows.shape()), rows);
  }
  void computed(index_t what, dice& r, const tensor<T>& t) const {
    if constexpr (ravel::element<T>) {
      switch (what) {
        case 9:
          t += source(r, t.shape());
          return;
        case 10:
          t -= overlapping(r, t);
          return;
        case 11:
          t *= value(r);
          return;
        default:
          copy(cast_down(t * 2 - overlapping(r, t)), t);
      }
    }
  }
  template <class X>
  static auto cast_down(const X& x) {
    return ravel::map([](auto v) { return static_cast<T>(v); }, x);
  }

  dice r_;
  T fill_;
  std::vector<backing::step> steps_;
  tensor<T> sparse_, dense_;
};

template <class T>
void run(const T& fill) {
  for (std::uint64_t seed = 0; seed < (support::sanitized ? 15 : 40); ++seed) {
    programs<T> some(seed * 7 + 1, fill);
    INFO("seed " << seed);
    for (int k = 0; k < 12; ++k) some.step();
    some.read();
  }
}

}  // namespace

TEST_CASE("sparse tensors are written as dense ones are", "[sparse][writes]") {
  run<double>(0.0);
  run<double>(1.0);
  run<double>(-0.0);
  run<double>(std::numeric_limits<double>::quiet_NaN());
  run<std::int64_t>(0);
  run<std::int64_t>(3);
  run<support::record>({});
  run<support::record>({2.5, 1, {'a', 'b', 'c'}, true, "a name that stands on the heap, since it is long"});
}

TEST_CASE("writing costs what is stored on either side", "[sparse][writes]") {
  constexpr index_t side = 1'000'000;
  const auto t = ravel::sparse_tensor<double>({side, side});
  t.write({3, 4}, 1.0);
  t.write({side - 1, 0}, 2.0);
  copy(transpose(t), t);
  CHECK(stored_count(t) == 2);
  CHECK(ravel::tensor<const double>(t)(4, 3) == 1);
  t += rotate(t, {1, 0}) * 2.0;
  CHECK(stored_count(t) == 4);
  t(t > 2.0) = 7;
  CHECK(sum(t) == 1 + 2 + 2 + 7);
  copy_where(t == 7.0, 9.0, t);
  CHECK(max(t) == 9);
  copy_where(t > 1.0, transpose(t), t);
  t(all, side - 1) = 0;
  t.assign(where(t > 0.0, t - 1.0, t));
  t *= 3.0;
  t(ravel::slice(0, 10), all) -= flip(t(ravel::slice(0, 10), all), 0);
  t(5, all) = 0;
  fill(t(all, ravel::slice(0, side / 2)), 0.0);
  CHECK(stored_count(t) == 0);
}

TEST_CASE("a stopped write has written no entries or all of them, and the first blocks of elements", "[sparse]") {
  const shape s{150, 1000};
  const tensor<double> before = ravel::sparse_tensor<double>(s), given = ravel::sparse_tensor<double>(s);
  const tensor<double> dense = ravel::zeros<double>(s);
  for (index_t i = 0; i < s.elements(); i += 3) before.write({i / 1000, i % 1000}, 1.0);
  for (index_t i = 0; i < s.elements(); i += 2) given.write({i / 1000, i % 1000}, 2.0), dense.write({i / 1000, i % 1000}, 2.0);
  const auto copied = [&] { return tensor<double>(ravel::to_sparse(before)); };
  const auto stops_of = [&](const auto& source, auto check) {
    tensor<double> target = copied();
    const index_t stops = support::for_each_stop([&] { target.assign(source); },
                                                 [&] {
                                                   support::check_sparse(target);
                                                   check(target);
                                                   target = copied();
                                                 });
    CHECK_EQUAL(target, given);
    return stops;
  };
  const auto whole = [&](const tensor<double>& target) { REQUIRE((equal(target, before) || equal(target, given))); };
  stops_of(given, whole);  // is handed over without a look
  CHECK(stops_of(given * 1.0, whole) > 10);

  const auto first_blocks = [&](const tensor<double>& target) {
    const auto of_given = flat(given), of_before = flat(before), found = flat(target);
    index_t written = 0;
    while (written < found.size() && found[written] == of_given[written]) ++written;
    CHECK(equal(slice(found, 0, written, found.size() - written), slice(of_before, 0, written, found.size() - written)));
  };
  CHECK(stops_of(dense + 0.0, first_blocks) > 3);
  CHECK(stops_of(transpose(clone(transpose(dense))), first_blocks) > 1);
}
