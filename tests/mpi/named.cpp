// SPDX-License-Identifier: BSL-1.0
// Axes by name on distributed tensors give what they give on local ones, bit for bit, over all distributions.
#include <mpi/ranks.hpp>

#include <ravel/mpi/named.hpp>
#include <ravel/named.hpp>

using namespace ranks;

namespace {

const ravel::dim i("i"), j("j"), k("k"), l("l");

template <class T>
ravel::tensor<T> drawn(const ravel::shape& extents) {
  return ravel::clone(ravel::saturate_cast<T>(ravel::random_uniform<double>(extents, -20, 20, 3)));
}
// `collected` gives the wanted elements of the tensor in every distribution.
template <class T, class R>
void check_collected(const ravel::tensor<T>& whole, const ravel::tensor<R>& wanted,
                     const std::function<ravel::tensor<const R>(const mpi::tensor<T>&)>& collected) {
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      expect_same(collected(mpi::from_local(w, whole, how)), wanted, how.description());
    }
  });
}
// f gives a tensor, local or distributed, whichever it gets.
template <class T, class F>
void check_one(const F& f, const ravel::shape& extents = {4, 6}) {
  const auto whole = drawn<T>(extents);
  const auto wanted = ravel::clone(f(whole));
  check_collected(whole, wanted, {[&](const mpi::tensor<T>& x) { return mpi::collect(f(x)); }});
}
// Names do not look at elements. Where types change how much is compiled, one of the two is enough.
template <class F>
void check(const F& f, const ravel::shape& extents = {4, 6}) {
  check_one<double>(f, extents);
  check_one<std::int16_t>(f, extents);
}
// A product of matrices by a BLAS may have other last bits for another number of rows. Without one, bits are the same.
enum class bits { same, close };
template <class F>
void check_two(const F& f, const ravel::shape& first, const ravel::shape& second, bits of = bits::same) {
  const auto compare = [of](const ravel::tensor<double>& found, const ravel::tensor<double>& wanted, const std::string& what) {
    if (of == bits::same || std::string(ravel::blas_name()).empty()) return expect_same(found, wanted, what);
    expect(ravel::close(found, wanted), what);
  };
  const auto x = ravel::clone(ravel::random_normal<double>(first, 0, 1, 3)),
             y = ravel::clone(ravel::random_normal<double>(second, 0, 1, 4));
  const auto both = ravel::clone(f(x, y));
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(first, w.size())) {
      const auto a = mpi::from_local(w, x, how);
      compare(mpi::collect(f(a, y)), both, how.description() + " beside a local one");
      for (const mpi::distribution& other : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0})}) {
        const auto b = mpi::from_local(w, y, other);
        compare(mpi::collect(f(a, b)), both, how.description() + " beside " + other.description());
        if (w.size() == 3) compare(mpi::collect(f(x, b)), both, "a local one beside " + other.description());
      }
    }
  });
}

std::string error_on_two_ranks(const std::function<void(const mpi::tensor<double>&)>& f) {
  std::string text;
  mpi::run_threads(2, [&](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {4, 6}, mpi::blocks{0});
    try {
      f(x);
    } catch (const ravel::error& e) {
      if (w.rank() == 0) text = e.what();
    }
  });
  return text;
}

}  // namespace

TEST_CASE("places name the axes of distributed tensors") {
  check([](const auto& x) { return order(x(i, j), j, i); });
  check([](const auto& x) { return order(x(i)(j), j, i); });
  check([](const auto& x) { return order(x(i, 2), i); });
  check([](const auto& x) { return order(x(ravel::all, j), j); });
  check([](const auto& x) { return order(x(i, ravel::slice(1, 3)), i); });
  check([](const auto& x) { return order(x(ravel::ellipsis, j)(i), j, i); });
  check([](const auto& x) { return order(x(i, ravel::newaxis, j), j, i); });
  check([](const auto& x) { return order(x(i, j), ravel::pack(j, i)); });
  check([](const auto& x) { return order(x(i, ravel::pack(j(2), k)), k, i, j); });
  check([](const auto& x) { return order(rename(x(i, j), i, k), j, k); });
  check([](const auto& x) { return order(x(i(3) + 1, j), i, j); }, {4, 4});
  check([](const auto& x) { return order(x(i(3) + k(2), j), k, i, j); });
  check([](const auto& x) { return order(x(i, {5, 0, 0}), i); });
  check([](const auto& x) { return order(x(i, i), i); }, {5, 5});
  check([](const auto& x) { return order(x(k, i, j, i), j, k, i); }, {2, 3, 4, 3});
  check([](const auto& x) { return order(x(i, j), i, j); }, {0, 3});
  check([](const auto& x) { return order(x(i), i); }, {1});
}

TEST_CASE("positions are looked up") {
  const ravel::tensor<index_t> rows{3, 0, 0, 2, 1}, columns{{5, 0}, {1, 1}, {2, 4}};
  check([&](const auto& x) { return order(x(rows(k), j), k, j); });
  check([&](const auto& x) { return order(x(rows(k), j), j, k); });
  check([&](const auto& x) { return order(x(j, columns(k, l)), l, j, k); });
  check([&](const auto& x) { return order(x(rows(k), columns(l, i)), i, k, l); });
  check([&](const auto& x) { return order(x(j, rows(k) + j), k, j); }, {3, 6});
  check([&](const auto& x) { return order(x(i(4) % 2, j), j, i); });
  check([&](const auto& x) { return order(x(i(4) * i, j), j, i); }, {10, 2});
  check([&](const auto& x) { return order(x(columns, j), j); }, {6, 2});
  check([&](const auto& x) { return order(x(i)(rows(k)), k, i); });
  check_one<double>([&](const auto& x) { return order(x(rows(k), j) - x(k, j), k, j); }, {5, 3});
  check_one<std::int16_t>([&](const auto& x) { return order(sum(x(rows(k), j), k), j); });
  check([&](const auto& x) { return order(x(rows(k), j), k, j); }, {4, 0});
  run_all([&](const mpi::world& w) {
    const auto whole = numbered({4, 6});
    const ravel::tensor<index_t> once{3, 0, 2};
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, how);
      const auto wanted = ravel::clone(whole);
      x(once(k), j) = slice(x, 0, 0, 3)(k, j) * 2.0;
      wanted(once(k), j) = ravel::clone(slice(whole, 0, 0, 3))(k, j) * 2.0;
      expect_same(x, wanted, how.description());
    }
  });
}

TEST_CASE("operators and functions align operands by name") {
  check_one<std::int16_t>([](const auto& x) { return order(x(i, j) * 2.0 - i, j, i); });
  check_one<double>([](const auto& x) { return order(x(i, j) + x(j, i), i, j); }, {5, 5});
  check_one<std::int16_t>([](const auto& x) { return order(x(i, j) - x(k, j), i, k, j); });
  check_one<double>([](const auto& x) { return order(-x(i, j) > abs(x(i, j)) - 30, j, i); });
  check_one<std::int16_t>([](const auto& x) { return order(sqrt(abs(x(i, j))), j, i); });
  check_one<double>([](const auto& x) { return order(where(x(i, j) > 0, x(i, j), x(i, 0)), j, i); });
  check_one<std::int16_t>([](const auto& x) { return order(clip(x(i, j), -3, 5), j, i); });
  check_one<double>([](const auto& x) { return order(cast<float>(x(i, j)), j, i); });
  check_one<std::int16_t>([](const auto& x) { return order(map([](auto a, auto b) { return a > b; }, x(i, j), x(0, j)), j, i); });
  check_one<double>([](const auto& x) { return order(x(i, 0) + x, i); });
  check_one<double>([](const auto& x) {
    ravel::tensor<double> beside{1, -2, 3, 4, 5, 6};
    const auto product = [](double a, double b) { return a * b; };
    return order(map(product, x(i), beside) + where(x(i) > beside, x(i), beside) + clip(x(i), beside, 9) + hypot(beside, x(i)), i);
  });
  check_one<double>([](const auto& x) {
    return map([](double a, double b) { return a * b; }, x, ravel::tensor<double>{1, 2, 3, 4, 5, 6});
  });
  check_two([](const auto& x, const auto& y) { return order(x(i, j) + y(j), j, i); }, {4, 6}, {6});
  check_two([](const auto& x, const auto& y) { return order(y(k) / x(i, j), j, k, i); }, {4, 6}, {3});
}

TEST_CASE("verbs go along dims") {
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, j), i), j); });
  check_one<double>([](const auto& x) { return order(mean(x(i, j), j), i); });
  check_one<std::int16_t>([](const auto& x) { return order(max(x(i, j), i), j); });
  check_one<double>([](const auto& x) { return order(median(x(i, j), j), i); });
  check_one<std::int16_t>([](const auto& x) { return order(quantile(x(i, j), 0.3, i), j); });
  check_one<double>([](const auto& x) { return order(variance(x(i, j), j, ravel::ddof{1}), i); });
  check_one<std::int16_t>([](const auto& x) { return order(sort(x(i, j), i, ravel::sort_order::descending), j, i); });
  check_one<double>([](const auto& x) { return order(cumsum(x(i, j), i), i, j); });
  check_one<std::int16_t>([](const auto& x) { return order(diff(x(i, j), i), i, j); });
  check_one<double>([](const auto& x) { return order(rolling(x(i, j), 3, ravel::reducer::mean, j), i, j); });
  check_one<std::int16_t>([](const auto& x) { return order(argmax(x(i, j), i), j); });
  check_one<std::int16_t>([](const auto& x) { return order(x(i, j) - mean(x(i, j), i), i, j); });
  check_one<double>([](const auto& x) { return order(softmax(x(i, j), j), j, i); });
  check_one<std::int16_t>([](const auto& x) { return order(max(x(i), 0), i); });
  check_one<double>([](const auto& x) { return order(sum(x(i, j, k), {k, i}), j); }, {3, 4, 5});
  run(3, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({4, 6}), mpi::blocks{0});
    const auto y = order(sum(x(i, j), i, mpi::cyclic{0}), j);
    expect(y.how().description() == mpi::cyclic{0}.description(), "it lies as told");
  });
}

TEST_CASE("verbs of pairs, functions and reducers go along dims") {
  check_two([](const auto& x, const auto& y) { return order(covariance(x(i, k), y(k, j), k), j, i); }, {4, 6}, {6, 3});
  check_two([](const auto& x, const auto& y) { return order(correlation(x(i, k), y(k), k, ravel::correlation_kind::kendall), i); }, {4, 6},
            {6});
  check_two([](const auto& x, const auto& y) { return order(covariance(x(i, k), y(i, k), {i, k}, ravel::ddof{1})); }, {4, 6}, {4, 6});
  check_one<std::int16_t>([](const auto& x) { return order(reduce_with(x(i, j), ravel::reducer::variance(ravel::ddof{1}), i), j); });
  const auto add = [](double a, double b) { return a / 2 + b; };
  check_one<double>([&](const auto& x) { return order(scan(x(i, j), add, j), j, i); });
  check_one<double>([&](const auto& x) { return order(reduce(x(i, j), 3.0, add, {j, i})); });
  check_one<double>(
      [](const auto& x) { return order(apply_along(x(i, j), i, [](const auto& t, const ravel::ints& on) { return diff(t, on); }), i, j); });
  check_one<std::int16_t>(
      [](const auto& x) { return order(apply_along(x(i, j), j, [](const auto& t, const ravel::ints& on) { return max(t, on); }), i); });
}

TEST_CASE("sums over products are products of matrices") {
  check_two([](const auto& x, const auto& y) { return order(sum(x(i, k) * y(k, j), k), i, j); }, {4, 6}, {6, 3}, bits::close);
  check_two([](const auto& x, const auto& y) { return order(sum(x(k, i) * y(j, k), k), j, i); }, {6, 4}, {3, 6}, bits::close);
  check_two([](const auto& x, const auto& y) { return order(sum(x(i, k) * y(k), k), i); }, {4, 6}, {6}, bits::close);
  check_two(
      [](const auto& x, const auto& y) {
        return order(sum(x(i, k, l) * y(l, k, j), {k, l}), j, i);
      },
      {2, 3, 4}, {4, 3, 5}, bits::close);
  check_two([](const auto& x, const auto& y) { return order(mean(x(i, k) * y(k, j), k), i, j); }, {4, 6}, {6, 3}, bits::close);
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, k), k), i, j); });
  check_one<std::int32_t>([](const auto& x) { return order(sum(x(i, k) * 1000000000, k), i); });  // each product in 64 bits
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(i, k), k), i); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, l), {k}), i, j, l); });
  check_one<std::int16_t>([](const auto& x) { return order(mean(x(i, k) * k, k), i); });
}

TEST_CASE("sums over products are stacks of products") {
  check_two([](const auto& x, const auto& y) { return order(sum(x(i, k, l) * y(i, l, j), l), i, k, j); }, {2, 3, 4}, {2, 4, 5},
            bits::close);
  check_two([](const auto& x, const auto& y) { return order(sum(x(k, l, i) * y(j, i, l), l), k, j, i); }, {3, 4, 2}, {5, 2, 4},
            bits::close);
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k, l) * x(i, j, l), l), i, j, k); }, {3, 2, 4});
  check_two([](const auto& x, const auto& y) { return order(sum(x(i, k) * y(i, k), k), i); }, {4, 6}, {4, 6});  // bits of one machine
}

TEST_CASE("products of several factors are summed two at a time") {
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, k) * x(j, l), {j, k}), i, l); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * (x(j, k) * x(j, l)) * x(i, 0), {j, k}), l, i); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(i, l) * x(i, j), i), j, k, l); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, l) * x(j, k), {l, k}), i, j); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, 0) * x(j, 1) * x(j, k), j), k, i); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, k) * x(i, j), {i, j, k})); }, {5, 5});
  check_one<std::int32_t>([](const auto& x) { return order(sum(x(i, k) * 1000000000 * x(j, k), k), i, j); });  // in 64 bits
  check_one<std::int16_t>([](const auto& x) { return order(mean((x(i, k) + 1) * x(j, k) * x(j, l), {j, k}), i, l); });
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, k) * x(j, l), {j, k}), i, l); }, {1, 1});
  check_one<std::int16_t>([](const auto& x) { return order(sum(x(i, k) * x(j, k) * x(j, l), {j, k}), i, l); }, {0, 3});
  check_two(
      [](const auto& x, const auto& y) {
        return order(sum(x(i, k) * y(k, j) * y(l, j), {k, j}), i, l);
      },
      {4, 6}, {6, 3}, bits::close);
  check_two(
      [](const auto& x, const auto& y) {
        return order(sum(y(k, j) * y(l, j) * -x(i, k), {k, j}), l, i);
      },
      {4, 6}, {6, 3}, bits::close);
  check_one<std::int16_t>([](const auto& x) {
    const auto large = ravel::full<std::int16_t>({4, 6}, 300);  // the product of two of them wraps in its own type
    return order(sum(large(i, k) * large(i, k) * x(j, k), k), i, j);
  });
  check_two([](const auto& x, const auto& y) { return order(sum(x(i, k) * y(j, l), {k}), j, l, i); }, {4, 6}, {3, 5}, bits::close);
}

TEST_CASE("assignments go through names") {
  run_all([](const mpi::world& w) {
    const auto whole = numbered({4, 6});
    const auto x = mpi::from_local(w, whole, mpi::blocks{0});
    for (const mpi::distribution& how : distributions({6, 4}, w.size())) {
      const auto y = mpi::zeros<double>(w, {6, 4}, how);
      const auto wanted = ravel::zeros<double>({6, 4});
      y(j, i) = x(i, j) * 2.0;
      wanted(j, i) = whole(i, j) * 2.0;
      y(j, i) += x(i, 0);
      wanted(j, i) += whole(i, 0);
      y(j, ravel::slice(0, 2)) = 7.0;
      wanted(j, ravel::slice(0, 2)) = 7.0;
      y(j, i) -= ravel::full<double>({4}, 2.0)(i);
      wanted(j, i) -= ravel::full<double>({4}, 2.0)(i);
      expect_same(y, wanted, how.description());
    }
    auto e = x(i, j);
    e = x(i, j);  // binds a name anew
    expect_same(order(e, i, j), whole, "rebound");
    expect(mpi::dims_of(e).size() == 2 && has_dim(e, j) && !has_dim(e, k) && extent(e, j) == 6, "questions");
  });
}

TEST_CASE("wrong names are refused on all ranks", "[threads]") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)order(x(i, j), i); }), ContainsSubstring("dims (j=6) are still bound"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)order(x(i, j), i, j, k); }), ContainsSubstring("no dim k"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)sum(x(i, j), k); }), ContainsSubstring("no dim k"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)(x(i, j) + x(j, i)); }), ContainsSubstring("dim"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)x(i(5), j); }), ContainsSubstring("5"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)x(i(3) + 2, j); }),
             ContainsSubstring("position 4 is outside [0, 4) on axis 0, where i=2"));
  const ravel::tensor<index_t> places{{1, 0}, {3, 6}};
  CHECK_THAT(error_on_two_ranks([&](const auto& x) { (void)x(i, places(k, l)); }),
             ContainsSubstring("position 6 is outside [0, 6) on axis 1, where k=1, l=1"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)slice(x, 0, 0, 0)(ravel::tensor<index_t>{0}(k), j); }),
             ContainsSubstring("position 0 is outside [0, 0) on axis 0, where k=0"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { x(ravel::tensor<index_t>{0, 0}(k), j) = 1.0; }), ContainsSubstring("several"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)rename(x(i, j), i, j); }), ContainsSubstring("there is a dim j already"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { x(i, ravel::all) = x(j, k); }), ContainsSubstring("the target has no dims"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)sum(x(i, j) * x(k, j), l); }), ContainsSubstring("no dim l"));
  CHECK_THAT(error_on_two_ranks([](const auto& x) { (void)mean(x(i, j) * x(k, j), {j, j}); }), ContainsSubstring("mean names dim j twice"));
}
