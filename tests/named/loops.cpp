// SPDX-License-Identifier: BSL-1.0
// Random programs against the loops that they stand for. A program is built twice at once: as a named expression, and as a function of the
// positions of its loops that is called for each of them. Values are small whole numbers, so that sums are exact in any order. What comes
// out is also written to a tensor, and added to it.
#include <ravel/named.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/sparse_samples.hpp>

#include "stored_anyhow.hpp"

#include <functional>

using namespace ravel;

namespace {

constexpr std::size_t dim_count = 5;
using positions = std::array<index_t, dim_count>;
using position_body = std::function<index_t(const positions&)>;

template <class T>
struct program_of {
  named<T> made;
  std::function<T(const positions&)> loops;
  std::string text;
};
struct position_program {
  named<index_t> made;
  position_body loops;
  std::string text;
};

template <class T>
class programs {
  using program = program_of<T>;
  static constexpr bool is_complex = complex_element<T>;

 public:
  explicit programs(std::uint64_t seed) : r_(seed), stored_(seed) {
    for (std::size_t d = 0; d < dim_count; ++d) {
      dims_.emplace_back(std::string(1, static_cast<char>('a' + d)));
      extents_[d] = r_.chance(15) ? 0 : r_.between(1, 6);
    }
  }

  // Every position of an order of all dims that the program has, and of all that are added.
  void check(int depth) {
    const program p = any(depth);
    std::vector<dim> order_of = dims_;
    for (std::size_t d = dim_count; d > 1; --d)
      std::swap(order_of[d - 1], order_of[static_cast<std::size_t>(r_.below(static_cast<index_t>(d)))]);
    const named<T> whole = with_all_dims(p.made);
    const order<T> got = in_order(whole, order_of);
    const tensor<T> written = empty<T>(got.shape());
    written(order_of) = p.made;
    written(order_of) += p.made;
    INFO(p.text);
    positions at{};
    index_t wrong = 0, wrongly_written = 0;
    for (index_t k = 0; k < got.size(); ++k) {
      index_t rest = k;
      for (std::size_t axis = dim_count; axis-- > 0;) {
        const std::size_t d = number(order_of[axis]);
        at[d] = rest % extents_[d];
        rest /= extents_[d];
      }
      const T wanted = p.loops(at);
      if (got[k] != wanted) ++wrong;
      if (written[k] != wanted + wanted) ++wrongly_written;
    }
    REQUIRE(wrong == 0);
    REQUIRE(wrongly_written == 0);
    elements_ += got.size();
  }
  index_t elements() const { return elements_; }

 private:
  std::size_t number(const dim& d) const {
    std::size_t k = 0;
    while (!same(dims_[k], d)) ++k;
    return k;
  }
  named<T> with_all_dims(named<T> e) const {
    for (std::size_t d = 0; d < dim_count; ++d) {
      if (!has_dim(e, dims_[d])) e = expand(e, dims_[d](extents_[d]));
    }
    return e;
  }
  order<T> in_order(const named<T>& e, const std::vector<dim>& dims) const {
    const auto sized = [&](std::size_t k) { return dims[k](extents_[number(dims[k])]); };
    return order(e, sized(0), sized(1), sized(2), sized(3), sized(4));
  }
  std::size_t some_dim() { return static_cast<std::size_t>(r_.below(dim_count)); }

  // ---- leaves

  // Of these extents: sparse, computed, of foreign memory, or in any order of our own, padded, turned, and of strange starts.
  tensor<const T> values(const std::vector<index_t>& extents) {
    const auto x = memory(extents);
    switch (stored_.below(6)) {
      case 0:
        return compute<T>(x.shape(), [x](std::span<const index_t> at) { return x.at(std::vector<index_t>(at.begin(), at.end())); });
      case 1:
        return foreign(x);
      case 2:
      case 3:
        return sparse(x);
      default:
        return x;
    }
  }
  // Two elements apart, backwards along the last axis.
  tensor<const T> foreign(const tensor<T>& x) {
    const auto owner = std::make_shared<std::vector<T>>(static_cast<std::size_t>(2 * x.size() + 1));
    for (index_t k = 0; k < x.size(); ++k) (*owner)[static_cast<std::size_t>(2 * k)] = x[k];
    auto strides = *dims::row_major(x.shape()).strides();
    for (index_t& stride : strides) stride *= 2;
    const T* first = owner->data();
    if (strides.empty() || x.size() == 0) return wrap(first, x.shape(), strides, owner);
    const index_t turns = x.extent(-1) - 1;
    strides.back() = -2;
    return wrap(first + 2 * turns, x.shape(), strides, owner);
  }
  tensor<const T> sparse(const tensor<T>& x) {
    const T fill = static_cast<T>(stored_.chance(2) ? 0 : 1);
    const auto sparse = as_tensor(support::written<T>(x.size(), fill), x.shape());
    for (index_t k = 0; k < x.size(); ++k) {
      if (stored_.chance(3)) flat(sparse).write({k}, x[k]);
    }
    return stored_.chance(2) ? tensor<const T>(sparse) : tensor<const T>(sparse * T(2) - T(1));
  }
  tensor<T> memory(const std::vector<index_t>& extents) {
    return support::stored_anyhow<T>(r_, extents, [this] { return value(); });
  }
  T value() {
    const auto whole = [this] { return static_cast<double>(r_.between(-3, 3)); };
    if constexpr (is_complex) return {whole(), whole()};
    if constexpr (!is_complex) return static_cast<T>(whole());
  }

  // A place: a dim, a sum of dims, positions that are looked up; with the extent that its axis must have at least, or exactly.
  position_program position(index_t& extent, bool& plain) {
    const std::size_t d = some_dim();
    plain = r_.chance(2);
    if (plain) {
      extent = extents_[d];
      return {dims_[d], [d](const positions& p) { return p[d]; }, dims_[d].name()};
    }
    const index_t n = extents_[d];
    const std::size_t other = some_dim();
    switch (r_.below(4)) {
      case 0: {
        const index_t shift = r_.between(0, 2);
        extent = n + shift;
        return {dims_[d] + shift, [=](const positions& p) { return p[d] + shift; }, dims_[d].name() + "+" + std::to_string(shift)};
      }
      case 1:
        extent = std::max<index_t>(n, 1);
        return {(n - 1) - dims_[d], [=](const positions& p) { return n - 1 - p[d]; }, "n-1-" + dims_[d].name()};
      case 2:
        extent = 2 * n + extents_[other] + 1;
        return {2 * dims_[d] + dims_[other], [=](const positions& p) { return 2 * p[d] + p[other]; },
                "2*" + dims_[d].name() + "+" + dims_[other].name()};
      default: {
        extent = r_.between(1, 4);
        std::vector<index_t> where;
        const tensor<index_t> table = zeros<index_t>(n);
        for (index_t k = 0; k < n; ++k) table.data()[k] = r_.below(extent);
        return {table(dims_[d]), [=](const positions& p) { return table(p[d]); }, "table(" + dims_[d].name() + ")"};
      }
    }
  }

  program leaf() {
    const auto rank = r_.between(0, 3);
    std::vector<index_t> extents;
    std::vector<position_program> places;
    std::vector<bool> plain;
    std::string text = "x(";
    for (index_t k = 0; k < rank; ++k) {
      index_t extent = 0;
      bool is_plain = false;
      places.push_back(position(extent, is_plain));
      plain.push_back(is_plain);
      extents.push_back(extent);
      text += places.back().text + " ";
    }
    const tensor<const T> x = values(extents);
    named<T> e = x;
    // One axis after the other, or the dim itself where that is what stands there.
    for (std::size_t k = 0; k < places.size(); ++k) e = plain[k] ? e(dim_of(places[k].text)) : e(places[k].made);
    const auto loops = [held = tensor<const T>(clone(x)), places](const positions& p) {
      std::vector<index_t> at;
      for (const position_program& place : places) at.push_back(place.loops(p));
      return held.at(at);
    };
    return {e, loops, text + ")"};
  }
  const dim& dim_of(const std::string& name) const {
    std::size_t k = 0;
    while (dims_[k].name() != name) ++k;
    return dims_[k];
  }

  // ---- what is made of them

  program any(int depth) {
    if (depth == 0) return leaf();
    switch (r_.below(12)) {
      case 0: {
        const program a = any(depth - 1), b = any(depth - 1);
        return {a.made + b.made, [=](const positions& p) { return a.loops(p) + b.loops(p); }, "(" + a.text + "+" + b.text + ")"};
      }
      case 1: {
        const program a = any(depth - 1), b = any(depth - 1);
        return {a.made * b.made, [=](const positions& p) { return a.loops(p) * b.loops(p); }, "(" + a.text + "*" + b.text + ")"};
      }
      case 2:
        return guarded(depth);
      case 3:
        return renamed(depth);
      case 4:
        return beside_position(any(depth - 1));
      case 5:
        return scanned(depth);
      case 6:
        return packed();
      case 7:
        return cut();
      default:
        return summed(depth);
    }
  }

  program beside_position(const program& a) {
    const std::size_t d = some_dim();
    if constexpr (is_complex) {
      return {a.made + cast<T>(dims_[d] + 0), [=](const positions& p) { return a.loops(p) + static_cast<double>(p[d]); },
              "(" + a.text + "+" + dims_[d].name() + ")"};
    } else {
      return {minimum(a.made, cast<T>(dims_[d] + 0)), [=](const positions& p) { return std::min(a.loops(p), static_cast<T>(p[d])); },
              "min(" + a.text + "," + dims_[d].name() + ")"};
    }
  }

  // The sum up to each position of a loop.
  program scanned(int depth) {
    const program a = any(depth - 1);
    const std::size_t d = some_dim();
    if (!has_dim(a.made, dims_[d])) return a;
    const auto loops = [=](const positions& p) {
      T total{};
      positions at = p;
      for (at[d] = 0; at[d] <= p[d]; ++at[d]) total += a.loops(at);
      return total;
    };
    return {cumsum(a.made, dims_[d](extents_[d])), loops, "cumsum(" + a.text + "," + dims_[d].name() + ")"};
  }

  // One axis that two loops go along, of which one may be found.
  program packed() {
    const std::size_t a = some_dim(), b = (a + 1) % dim_count;
    const index_t n = extents_[a], m = extents_[b];
    const tensor<const T> x = values({n * m}), held = clone(x);
    const named<T> e = x;
    const named<T> made = n * m > 0 && r_.chance(2) ? e(pack(dims_[a], dims_[b](m))) : e(pack(dims_[a](n), dims_[b](m)));
    return {made, [=](const positions& p) { return held(p[a] * m + p[b]); }, "x(pack " + dims_[a].name() + dims_[b].name() + ")"};
  }

  // A part of an axis, or what a mask lets through, beside a dim.
  program cut() {
    const std::size_t a = some_dim(), b = (a + 1) % dim_count;
    const index_t n = extents_[b];
    const tensor<const T> x = values({extents_[a], n + 2}), held = clone(x);
    const named<T> e = x;
    const index_t left_out = r_.between(0, n);  // and the last one
    if (r_.chance(2)) {
      return {e(dims_[a], slice(1, n))(dims_[b]), [=](const positions& p) { return held(p[a], p[b] + 1); },
              "x(" + dims_[a].name() + ", slice)"};
    }
    const tensor<bool> mask = full<bool>({n + 2}, true);
    mask(left_out) = mask(n + 1) = false;
    return {e(dims_[a], mask)(dims_[b]), [=](const positions& p) { return held(p[a], p[b] < left_out ? p[b] : p[b] + 1); },
            "x(" + dims_[a].name() + ", mask)"};
  }

  // The loop over a dim that an expression has, all of whose extents are stated.
  program summed(int depth) {
    program a = any(depth - 1);
    if (r_.chance(2)) {
      const program b = any(depth - 1), c = r_.chance(2) ? any(depth - 1) : b;
      const bool three = r_.chance(2);
      if (three)
        a = {a.made * b.made * c.made, [=](const positions& p) { return a.loops(p) * b.loops(p) * c.loops(p); },
             "(" + a.text + "*" + b.text + "*" + c.text + ")"};
      else
        a = {a.made * b.made, [=](const positions& p) { return a.loops(p) * b.loops(p); }, "(" + a.text + "*" + b.text + ")"};
    }
    std::vector<std::size_t> over;
    for (std::size_t d = 0; d < dim_count; ++d) {
      if (has_dim(a.made, dims_[d]) && r_.chance(2)) over.push_back(d);
    }
    if (over.empty() || over.size() > 3) return a;
    const auto sized = [&](std::size_t k) { return dims_[over[k]](extents_[over[k]]); };
    const named<T> e = a.made;
    const named<T> made = over.size() == 1   ? named<T>(sum(e, sized(0)))
                          : over.size() == 2 ? named<T>(sum(e, {sized(0), sized(1)}))
                                             : named<T>(sum(e, {sized(0), sized(1), sized(2)}));
    const auto loops = [=, extents = extents_](const positions& p) {
      positions at = p;
      T total{};
      const std::function<void(std::size_t)> go = [&](std::size_t k) {
        if (k == over.size()) {
          total += a.loops(at);
          return;
        }
        for (at[over[k]] = 0; at[over[k]] < extents[over[k]]; ++at[over[k]]) go(k + 1);
      };
      go(0);
      return total;
    };
    std::string text = "sum(" + a.text + ";";
    for (const std::size_t d : over) text += dims_[d].name();
    return {made, loops, text + ")"};
  }

  // where(i - s >= 0, a(i - s), b): the position outside is not taken.
  program guarded(int depth) {
    const std::size_t d = some_dim();
    const index_t shift = r_.between(0, 3);
    const tensor<const T> x = values({std::max<index_t>(extents_[d], 1)}), held = clone(x);
    const program other = any(depth - 1), factor = any(depth - 1);
    const named<T> made = where(dims_[d] - shift >= 0, x(dims_[d] - shift) * factor.made, other.made);
    const auto loops = [=](const positions& p) { return p[d] - shift >= 0 ? held(p[d] - shift) * factor.loops(p) : other.loops(p); };
    return {made, loops, "where(" + dims_[d].name() + ">=" + std::to_string(shift) + ",y(.-)*" + factor.text + "," + other.text + ")"};
  }

  // Two loops that change their names, where the extents allow it.
  program renamed(int depth) {
    const program a = any(depth - 1);
    for (std::size_t from = 0; from < dim_count; ++from) {
      for (std::size_t to = 0; to < dim_count; ++to) {
        if (from == to || extents_[from] != extents_[to] || !has_dim(a.made, dims_[from]) || has_dim(a.made, dims_[to])) continue;
        const auto loops = [=](const positions& p) {
          positions at = p;
          at[from] = p[to];
          return a.loops(at);
        };
        return {rename(a.made, dims_[from], dims_[to]), loops, "rename(" + a.text + "," + dims_[from].name() + dims_[to].name() + ")"};
      }
    }
    return a;
  }

  support::random r_, stored_;
  std::vector<dim> dims_;
  positions extents_{};
  index_t elements_ = 0;
};

}  // namespace

TEMPLATE_TEST_CASE("random programs give what their loops give", "[named]", double, std::int64_t, std::complex<double>) {
  constexpr bool is_double = std::same_as<TestType, double>;
  index_t elements = 0;
  for (std::uint64_t seed = 0; seed < (is_double ? 400 : 120); ++seed) {
    INFO("seed " << seed);
    programs<TestType> some(seed);
    some.check(static_cast<int>(seed % (is_double ? 4 : 3)));  // deeper ones leave 64 bits
    elements += some.elements();
  }
  CHECK(elements > (is_double ? 10000 : 3000));
}
