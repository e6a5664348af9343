// SPDX-License-Identifier: BSL-1.0
// Random programs against the loops that they stand for. A program is built twice at once: as a named expression, and as a function of the
// positions of its loops that is called for each of them. Values are small whole numbers, so that sums are exact in any order.
#include <ravel/named.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/sparse_samples.hpp>

#include <functional>

using namespace ravel;

namespace {

constexpr std::size_t dim_count = 5;
using positions = std::array<index_t, dim_count>;
using loop_body = std::function<double(const positions&)>;
using position_body = std::function<index_t(const positions&)>;

struct program {
  named<double> made;
  loop_body loops;
  std::string text;
};
struct position_program {
  named<index_t> made;
  position_body loops;
  std::string text;
};

class programs {
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
    const named<double> whole = with_all_dims(p.made);
    const order<double> got = in_order(whole, order_of);
    INFO(p.text);
    positions at{};
    index_t wrong = 0;
    for (index_t k = 0; k < got.size(); ++k) {
      index_t rest = k;
      for (std::size_t axis = dim_count; axis-- > 0;) {
        const std::size_t d = number(order_of[axis]);
        at[d] = rest % extents_[d];
        rest /= extents_[d];
      }
      if (got[k] != p.loops(at)) ++wrong;
    }
    REQUIRE(wrong == 0);
    elements_ += got.size();
  }
  index_t elements() const { return elements_; }

 private:
  std::size_t number(const dim& d) const {
    std::size_t k = 0;
    while (!same(dims_[k], d)) ++k;
    return k;
  }
  named<double> with_all_dims(named<double> e) const {
    for (std::size_t d = 0; d < dim_count; ++d) {
      if (!has_dim(e, dims_[d])) e = expand(e, dims_[d](extents_[d]));
    }
    return e;
  }
  order<double> in_order(const named<double>& e, const std::vector<dim>& dims) const {
    const auto sized = [&](std::size_t k) { return dims[k](extents_[number(dims[k])]); };
    return order(e, sized(0), sized(1), sized(2), sized(3), sized(4));
  }
  std::size_t some_dim() { return static_cast<std::size_t>(r_.below(dim_count)); }

  // ---- leaves

  // Of these extents: sparse, computed, of foreign memory, or in any order of our own, padded, turned, and of strange starts.
  tensor<const double> values(const std::vector<index_t>& extents) {
    const auto x = memory(extents);
    switch (stored_.below(6)) {
      case 0:
        return compute<double>(x.shape(), [x](std::span<const index_t> at) { return x.at(std::vector<index_t>(at.begin(), at.end())); });
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
  tensor<const double> foreign(const tensor<double>& x) {
    const auto owner = std::make_shared<std::vector<double>>(static_cast<std::size_t>(2 * x.size() + 1));
    for (index_t k = 0; k < x.size(); ++k) (*owner)[static_cast<std::size_t>(2 * k)] = x[k];
    auto strides = *dims::row_major(x.shape()).strides();
    for (index_t& stride : strides) stride *= 2;
    const double* first = owner->data();
    if (strides.empty() || x.size() == 0) return wrap(first, x.shape(), strides, owner);
    const index_t turns = x.extent(-1) - 1;
    strides.back() = -2;
    return wrap(first + 2 * turns, x.shape(), strides, owner);
  }
  tensor<const double> sparse(const tensor<double>& x) {
    const double fill = stored_.chance(2) ? 0 : 1;
    const auto sparse = as_tensor(support::written<double>(x.size(), fill), x.shape());
    for (index_t k = 0; k < x.size(); ++k) {
      if (stored_.chance(3)) flat(sparse).write({k}, x[k]);
    }
    return stored_.chance(2) ? tensor<const double>(sparse) : tensor<const double>(sparse * 2.0 - 1.0);
  }
  tensor<double> memory(const std::vector<index_t>& extents) {
    std::vector<index_t> axes(extents.size()), back(extents.size());
    for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = static_cast<index_t>(k);
    for (std::size_t k = axes.size(); k > 1; --k) std::swap(axes[k - 1], axes[static_cast<std::size_t>(r_.below(static_cast<index_t>(k)))]);
    std::vector<index_t> allocated;
    for (const index_t axis : axes) allocated.push_back(extents[static_cast<std::size_t>(axis)] + (r_.chance(3) ? 1 : 0));
    for (std::size_t k = 0; k < axes.size(); ++k) back[static_cast<std::size_t>(axes[k])] = static_cast<index_t>(k);
    tensor<double> t = zeros<double>(allocated);
    for (index_t k = 0; k < t.size(); ++k) t.data()[k] = static_cast<double>(r_.between(-3, 3));
    t = transpose(t, back);
    for (std::size_t k = 0; k < extents.size(); ++k) {
      const auto axis = static_cast<index_t>(k);
      t = slice(t, axis, t.extent(axis) - extents[k], extents[k]);
      if (r_.chance(4)) t = flip(t, axis);
    }
    return t;
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
    const tensor<const double> x = values(extents);
    named<double> e = x;
    // One axis after the other, or the dim itself where that is what stands there.
    for (std::size_t k = 0; k < places.size(); ++k) e = plain[k] ? e(dim_of(places[k].text)) : e(places[k].made);
    const auto loops = [held = tensor<const double>(clone(x)), places](const positions& p) {
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
    switch (r_.below(8)) {
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
      case 4: {
        const program a = any(depth - 1);
        const std::size_t d = some_dim();
        return {minimum(a.made, cast<double>(dims_[d] + 0)),
                [=](const positions& p) { return std::min(a.loops(p), static_cast<double>(p[d])); },
                "min(" + a.text + "," + dims_[d].name() + ")"};
      }
      default:
        return summed(depth);
    }
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
    const named<double> e = a.made;
    const named<double> made = over.size() == 1   ? named<double>(sum(e, sized(0)))
                               : over.size() == 2 ? named<double>(sum(e, {sized(0), sized(1)}))
                                                  : named<double>(sum(e, {sized(0), sized(1), sized(2)}));
    const auto loops = [=, extents = extents_](const positions& p) {
      positions at = p;
      double total = 0;
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
    const tensor<const double> x = values({std::max<index_t>(extents_[d], 1)}), held = clone(x);
    const program other = any(depth - 1), factor = any(depth - 1);
    const named<double> made = where(dims_[d] - shift >= 0, x(dims_[d] - shift) * factor.made, other.made);
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

TEST_CASE("random programs give what their loops give", "[named]") {
  index_t elements = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    INFO("seed " << seed);
    programs some(seed);
    some.check(static_cast<int>(seed % 4));
    elements += some.elements();
  }
  CHECK(elements > 10000);
}
