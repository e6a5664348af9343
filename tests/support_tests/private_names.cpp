// SPDX-License-Identifier: BSL-1.0
// A user's call without a namespace must not find private functions through what it is given: neither the bases nor the template arguments
// of a public type stand in ravel::detail. What a public call gives belongs in one of these lists; none is ever run.
#include <ravel/interop.hpp>
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/private_names.hpp>

namespace user {

using support::find_nothing_private;

struct point {
  double x;
};
struct two : ravel::reader_base {
  static ravel::index_t size() { return 2; }
  int operator[](ravel::index_t i) const { return static_cast<int>(i); }
};

[[maybe_unused]] void handles(const ravel::reader<double>& r, const ravel::writer<double>& w, const ravel::buffer<double>& b,
                              const ravel::list<double>& l, const ravel::tensor<double>& t, const ravel::tensor<const double>& c) {
  find_nothing_private(r, w, b, l, t, c, *r.memory(), r.begin(), from(two()), ravel::buffer<point>());
  auto elements = walk(r);
  find_nothing_private(blocks(r), elements, elements.begin(), walk(b + 1));
}

[[maybe_unused]] void lazily(const ravel::reader<double>& r, const ravel::buffer<double>& b, const ravel::buffer<point>& points) {
  const auto sum = b + 1;
  const auto twice = [](double x) { return 2 * x; };
  find_nothing_private(sum, sum.begin(), r * r + b, -b, b < r, map(twice, r), sin(b), ravel::cast<int>(b), assume_no_alias(sum),
                       where(r > 0, r, 1));
  find_nothing_private(ravel::constant(3, 1), ravel::iota<int>(3), ravel::generate(3, [](ravel::index_t i) { return i; }));
  find_nothing_private(slice(b, 0, 1), slice(r, 0, 1, 2), reverse(b), repeat(b, 2), shift(b, 1), concat(b, r), interleave(b, r),
                       select(b, {0}), field(points, &point::x));
}

[[maybe_unused]] void positions_of(const ravel::buffer<double>& b) {
  const ravel::index_set set{1};
  find_nothing_private(ravel::slice(0, 1), set, ravel::selection{1}, ravel::ints{1}, ravel::shape{1}, positions(set), mask(set, 3));
  const auto groups = arggroup(b);
  find_nothing_private(argsort(b), argfilter(b > 0), groups, groups.begin(), *groups.begin(), groups.keys(), argpartition(b),
                       unique_all(b));
}

[[maybe_unused]] void statistics_of(const ravel::buffer<double>& b) {
  namespace reducer = ravel::reducer;
  find_nothing_private(reducer::mean, reducer::min, compose(reducer::min, reducer::max), reduce_with(b, reducer::moments));
  find_nothing_private(descriptive_statistics(b), quartiles(b), histogram(b), descending(b), ravel::nan_policy::keep, ravel::serial);
}

[[maybe_unused]] void tensors(const ravel::tensor<double>& t, const ravel::tensor<const double>& c) {
  const auto at = ravel::along(0);
  find_nothing_private(t + 1, t * c + 1, sin(t), -t, map([](double x) { return 2 * x; }, t), ravel::cast<int>(t), t(ravel::all),
                       (t + t)(0, ravel::all));
  find_nothing_private(t.dims(), t.shape(), t.unchecked<2>(), describe(t), ravel::place(1), at, ravel::all, ravel::last - 1, ravel::newaxis,
                       ravel::keep);
  find_nothing_private(matmul(t, t), outer(t, t), dot(t, t), concat(at, t, t), stack(at, t, t), pad(t, 1), argmin(t, 0), sum(t, 0),
                       ravel::compute<int>({2}, [](ravel::index_t i) { return static_cast<int>(i); }));
}

[[maybe_unused]] void named_dims(const ravel::tensor<double>& t, const ravel::tensor<const double>& c) {
  const ravel::dim i("i");
  find_nothing_private(i, i(5), pack(i), i + 1, t(i), c(i), c(i) + 1, sin(c(i)), where(i > 0, c(i), 0.0), sum(c(i), i),
                       ravel::order(c(i), i), rename(c(i), i, i), map([](double x) { return 2 * x; }, c(i)), ravel::cast<int>(c(i)));
}

[[maybe_unused]] void of_any_type(const ravel::any_tensor& x, const ravel::any_reader& r, const ravel::any_table& table) {
  find_nothing_private(x, r, table, r[0], x + 1, x < x, sum(x), x(ravel::all),
                       visit(
                           x, [](const auto& t) { return t.size(); }));
}

[[maybe_unused]] void exchanged(const ravel::tensor<double>& t, const ravel::arrow_table& table) {
  find_nothing_private(table, table.column("x"), to_vector(t), ravel::arrow_import_options());
}

}  // namespace user
