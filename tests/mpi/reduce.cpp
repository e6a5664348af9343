// SPDX-License-Identifier: BSL-1.0
// Reductions of distributed tensors have the bits of those of local tensors, whole and along axes.
#include <mpi/ranks.hpp>

#include <complex>
#include <limits>

using namespace ranks;

namespace {

// The error of one machine, as ranks throw it together.
std::string said_by(const mpi::world& w, const std::string& text) { return w.size() > 1 ? "rank 0: " + text : text; }

}  // namespace

TEST_CASE("whole sums, means and norms have the bits of one machine") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{1}, ravel::shape{255}, ravel::shape{256}, ravel::shape{1000},
                                        ravel::shape{70, 90}, ravel::shape{7, 11, 13}, ravel::shape{40000}}) {
      const auto whole = rough(extents, 3);
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        expect_same(sum(x), sum(whole), what + ", sum");
        expect_same(mean(x), mean(whole), what + ", mean");
        expect_same(norm(x), norm(whole), what + ", norm");
        expect_same(sum(flip(x) * 3 + x), sum(flip(whole) * 3 + whole), what + ", expression");
        expect_same(min(x), min(whole), what + ", min");
        expect_same(max(x), max(whole), what + ", max");
        expect_same(argmin(x), argmin(whole), what + ", argmin");
        expect_same(argmax(x), argmax(whole), what + ", argmax");
        expect_same(count(x > 0), ravel::count(whole > 0), what + ", count");
        expect_same(any_of(x > 1e7), ravel::any_of(whole > 1e7), what + ", any_of");
        expect_same(all_of(x < 1e7), ravel::all_of(whole < 1e7), what + ", all_of");
        expect_same(none_of(x == 0), ravel::none_of(whole == 0), what + ", none_of");
      }
    }
  });
}

TEST_CASE("a long sum has the bits of one machine") {
  const auto whole = rough({1200, 1000}, 8);
  const double wanted = ravel::sum(whole);
  for (const int count : {1, 3, 4}) {
    run(count, [&](const mpi::world& w) {
      expect_same(sum(mpi::from_local(w, whole, mpi::blocks{0})), wanted, "rows");
      expect_same(sum(mpi::from_local(w, whole, mpi::blocks{0, 1})), wanted, "blocks");
    });
  }
}

TEST_CASE("sums of other types are those of one machine") {
  run_all([](const mpi::world& w) {
    const auto floats = ravel::clone(ravel::cast<float>(rough({1000}, 4)));
    expect_same(sum(mpi::from_local(w, floats, mpi::cyclic{0})), sum(floats), "float");
    expect_same(mean(mpi::from_local(w, floats, mpi::cyclic{0})), mean(floats), "mean of float");
    expect_same(norm(mpi::from_local(w, floats, mpi::cyclic{0})), norm(floats), "norm of float");
    const auto waves = ravel::clone(rough({1000}, 4) * std::complex<double>(0.3, 1));
    expect(sum(mpi::from_local(w, waves, mpi::blocks{0})) == sum(waves), "complex");
    const auto bytes = ravel::random_integers<std::int8_t>({999}, -128, 128, 3);
    const auto spread = mpi::from_local(w, bytes, mpi::block_cyclic(0, 10));
    expect_same(sum(spread), sum(bytes), "int8");
    expect_same(mean(spread), mean(bytes), "mean of int8");
    expect_same(min(spread), min(bytes), "min of int8");
    expect_same(argmax(spread), argmax(bytes), "argmax of int8");
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    const ravel::tensor<std::int64_t> large{most, most, -most, -most, 5};
    expect_same(sum(mpi::from_local(w, large, mpi::blocks{0})), std::int64_t{5}, "more than 64 bits on the way");
    const auto over = mpi::from_local(w, ravel::full<std::int64_t>({4}, most), mpi::blocks{0});
    const std::string wanted = error_of([&] { return ravel::sum(ravel::full<std::int64_t>({4}, most)); });
    expect(!wanted.empty() && error_of([&] { return sum(over); }) == wanted, error_of([&] { return sum(over); }));
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    const ravel::tensor<double> holes{3, nan, 1, nan, 2, -0.0, 0.0};
    const auto x = mpi::from_local(w, holes, mpi::blocks{0});
    expect_same(argmin(x), argmin(holes), "argmin with NaN");
    expect(max(x) != max(x), "max with NaN");
    expect_same(min(slice(x, 0, 5, 2)), min(slice(holes, 0, 5, 2)), "the sign of zero");
  });
}

TEST_CASE("dot is that of one machine") {
  run_all([](const mpi::world& w) {
    const auto a = rough({777}, 1), b = rough({777}, 2);
    const double wanted = dot(a, b);
    expect_same(dot(mpi::from_local(w, a, mpi::blocks{0}), mpi::from_local(w, b, mpi::cyclic{0})), wanted, "dot");
    expect_same(dot(mpi::from_local(w, a, mpi::blocks{0}), b), wanted, "dot with a local vector");
    const auto n = ravel::arange<std::int32_t>(100);
    const std::int64_t counted = dot(n, n);
    expect_same(dot(mpi::from_local(w, n, mpi::blocks{0}), mpi::from_local(w, n, mpi::blocks{0})), counted, "dot of integers");
    const auto x = mpi::from_local(w, a, mpi::blocks{0});
    expect(error_of([&] { return dot(x, slice(x, 0, 0, 5)); }).find("dot takes distributed vectors of one length") == 0, "no error");
  });
}

TEST_CASE("reductions along axes have the bits of one machine") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{5}, ravel::shape{30, 7}, ravel::shape{3, 300}, ravel::shape{4, 3, 5}}) {
      const auto whole = rough(extents, 5);
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, whole, how);
        for (index_t axis = 0; axis < extents.rank(); ++axis) {
          const std::string what = ravel::to_string(extents) + ", " + how.description() + ", axis " + std::to_string(axis);
          expect_same(sum(x, axis), ravel::sum(whole, axis), what + ", sum");
          expect_same(max(x, axis), ravel::max(whole, axis), what + ", max");
        }
      }
    }
  });
}

TEST_CASE("all reductions along axes, several axes and told distributions") {
  run_all([](const mpi::world& w) {
    const auto whole = rough({6, 5, 4}, 6);
    const auto x = mpi::from_local(w, whole, mpi::blocks{0, 2});
    expect_same(sum(x, {0, 2}), ravel::sum(whole, {0, 2}), "sum");
    expect_same(sum(x, {0, 1, 2}), ravel::sum(whole, {0, 1, 2}), "sum of all");
    expect_same(mean(x, -1), ravel::mean(whole, -1), "mean");
    expect_same(min(x, 1), ravel::min(whole, 1), "min");
    expect_same(norm(x, {1, 0}), ravel::norm(whole, {1, 0}), "norm");
    expect_same(product(x, 0), ravel::product(whole, 0), "product");
    expect_same(variance(x, 1), ravel::variance(whole, 1), "variance");
    expect_same(standard_deviation(x, {0, 1}), ravel::standard_deviation(whole, {0, 1}), "standard_deviation");
    expect_same(skew(x, 2), ravel::skew(whole, 2), "skew");
    expect_same(kurtosis(x, 0), ravel::kurtosis(whole, 0), "kurtosis");
    expect_same(median(x, {2, 0}), ravel::median(whole, {2, 0}), "median");
    expect_same(argmin(x, 1), ravel::argmin(whole, 1), "argmin");
    expect_same(argmax(x, 0), ravel::argmax(whole, 0), "argmax");
    expect_same(count(x > 0, 0), ravel::count(whole > 0, 0), "count");
    expect_same(any_of(x > 0, 2), ravel::any_of(whole > 0, 2), "any_of");
    expect_same(all_of(x < 10, 1), ravel::all_of(whole < 10, 1), "all_of");
    expect_same(none_of(x < 0, 1), ravel::none_of(whole < 0, 1), "none_of");
    const auto told = sum(x + 1, 0, mpi::cyclic{-1});
    expect_same(told, ravel::sum(whole + 1, 0), "told");
    expect(told.dims() == mpi::zeros<double>(w, {5, 4}, mpi::cyclic{1}).dims(), "not as told");
  });
}

TEST_CASE("products and moments of all elements have the bits of one machine") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{1}, ravel::shape{255}, ravel::shape{1025}, ravel::shape{70, 90},
                                        ravel::shape{7, 11, 13}, ravel::shape{40000}}) {
      const auto whole = rough(extents, 3), near_one = ravel::clone(1 + ravel::random_normal<double>(extents, 0, 0.001, 4));
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        expect_same(product(mpi::from_local(w, near_one, how)), ravel::product(near_one), what + ", product");
        expect_same(variance(x), ravel::variance(whole), what + ", variance");
        expect_same(standard_deviation(x), ravel::standard_deviation(whole), what + ", standard_deviation");
        expect_same(skew(x), ravel::skew(whole), what + ", skew");
        expect_same(kurtosis(flip(x) + 1.0), ravel::kurtosis(flip(whole) + 1.0), what + ", kurtosis of an expression");
        expect_same(reduce_with(x, ravel::reducer::sum), ravel::reduce_with(whole, ravel::reducer::sum), what + ", reduce_with sum");
      }
    }
  });
}

// Its state depends on the order of elements, and on where blocks begin.
struct weighing_reducer {
  static double init() { return 0.25; }
  template <class T>
  static void step(double& state, std::span<const T> block) {
    for (const T& value : block) state = state * 0.75 + static_cast<double>(value);
  }
  static void merge(double& state, double later) { state = state * 0.5 + later; }
  static double finish(double state) { return state; }
};

TEST_CASE("products and moments of other types, and reducers") {
  run_all([](const mpi::world& w) {
    const auto reals = rough({20000}, 4);
    const auto floats = ravel::clone(ravel::cast<float>(reals));
    const auto x = mpi::from_local(w, floats, mpi::cyclic{0});
    expect_same(product(slice(x, 0, 0, 300)), ravel::product(slice(floats, 0, 0, 300)), "product of float");
    expect_same(variance(x), ravel::variance(floats), "variance of float");
    expect_same(kurtosis(x), ravel::kurtosis(floats), "kurtosis of float");
    const auto waves = ravel::clone(reals * std::complex<double>(0.3, 1));
    const auto y = mpi::from_local(w, waves, mpi::blocks{0});
    expect_same(variance(y), ravel::variance(waves), "variance of complex");
    const auto turning = ravel::clone(map([](double v) { return std::polar(1.0, v); }, ravel::random_uniform<double>({3000}, 0, 1, 5)));
    expect(product(mpi::from_local(w, turning, mpi::block_cyclic(0, 10))) == ravel::product(turning), "product of complex");
    const auto bytes = ravel::random_integers<std::int8_t>({9999}, -128, 128, 3);
    const auto z = mpi::from_local(w, bytes, mpi::blocks{0});
    expect_same(variance(z), ravel::variance(bytes), "variance of int8");
    expect_same(skew(z), ravel::skew(bytes), "skew of int8");
    expect_same(variance(z > 0), ravel::variance(bytes > 0), "variance of bool");
    expect_same(product(z), std::int64_t{0}, "a zero beside a product beyond 128 bits");
    expect_same(product(z > -300), ravel::product(bytes > -300), "product of bool");
    const std::string wanted = error_of([&] { return ravel::product(ravel::full<std::int8_t>({100}, 3)); });
    const std::string found = error_of([&] { return product(mpi::full<std::int8_t>(w, {100}, 3, mpi::blocks{0})); });
    expect(!wanted.empty() && found == wanted, found);
    expect_same(product(mpi::full<std::int64_t>(w, {62}, -2, mpi::blocks{0})), std::int64_t{1} << 62, "product of int64");
    expect_same(reduce_with(z, ravel::reducer::max), ravel::reduce_with(bytes, ravel::reducer::max), "max");
    expect_same(reduce_with(z, ravel::reducer::count), ravel::reduce_with(bytes, ravel::reducer::count), "count");
    expect_same(reduce_with(z, ravel::reducer::variance(ravel::ddof{1})),
                ravel::reduce_with(bytes, ravel::reducer::variance(ravel::ddof{1})), "variance of a sample");
    expect_same(reduce_with(x, weighing_reducer()), ravel::reduce_with(floats, weighing_reducer()), "a reducer of a program");
    expect_same(reduce_with(z, weighing_reducer()), ravel::reduce_with(bytes, weighing_reducer()), "a reducer of a program, of int8");
    expect_same(reduce_with(slice(x, 0, 0, 0), ravel::reducer::sum), 0.0f, "a reducer of no elements");
  });
}

namespace {

// All options of one verb: those of one machine, and its errors.
template <class X, class T>
void check_options(const X& x, const ravel::tensor<T>& whole, const std::string& what) {
  using ravel::ddof, ravel::elements_are, ravel::nan_policy;
  const auto same = [&](const std::string& verb, const auto& of) {
    const std::string wanted = error_of([&] { return of(whole); });
    if (wanted.empty()) {
      const auto result = of(x);
      using value = std::remove_const_t<decltype(result)>;
      return expect_same(ravel::full<value>({1}, result), ravel::full<value>({1}, of(whole)), what + ", " + verb);
    }
    const std::string found = error_of([&] { return of(x); });
    expect(found.find(wanted.substr(0, wanted.find(':'))) != std::string::npos, what + ", " + verb + ": " + found + " is not " + wanted);
  };
  for (const nan_policy policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
    same("sum", [&](const auto& t) { return sum(t, policy); });
    same("product", [&](const auto& t) { return product(t, policy); });
    same("mean", [&](const auto& t) { return mean(t, policy); });
    same("variance", [&](const auto& t) { return variance(t, policy, ddof{1}); });
    same("standard_deviation", [&](const auto& t) { return standard_deviation(t, policy); });
    if constexpr (!ravel::complex_element<T>) {
      same("min", [&](const auto& t) { return min(t, policy); });
      same("max", [&](const auto& t) { return max(t, policy); });
      same("skew", [&](const auto& t) { return skew(t, elements_are::sample, policy); });
      same("kurtosis", [&](const auto& t) { return kurtosis(t, policy); });
      same("reduce_with", [&](const auto& t) { return reduce_with(t, ravel::reducer::mean, policy); });
    }
  }
  same("var", [&](const auto& t) { return var(t, ddof{1}); });
}

}  // namespace

TEST_CASE("options of reductions of all elements have the bits of one machine") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  run_all([&](const mpi::world& w) {
    for (const index_t n : {0, 1, 300, 5000}) {
      const auto drawn = rough({n}, 5);
      const auto some = ravel::clone(where(ravel::random_uniform<double>({n}, 0, 1, 6) < 0.15, nan, drawn));
      for (const mpi::distribution& how : distributions({n}, w.size())) {
        const std::string what = std::to_string(n) + " elements in " + how.description();
        check_options(mpi::from_local(w, drawn, how), drawn, what);
        check_options(mpi::from_local(w, some, how), some, what + ", some NaN");
      }
      const auto x = mpi::from_local(w, some, mpi::blocks{0});
      const auto all_nan = ravel::clone(some * nan);
      check_options(mpi::from_local(w, all_nan, mpi::blocks{0}), all_nan, "all NaN");
      const auto floats = ravel::clone(ravel::cast<float>(some));
      check_options(mpi::cast<float>(x), floats, "float");
      const auto waves = ravel::clone(some * std::complex<double>(0.3, 1));
      check_options(mpi::from_local(w, waves, mpi::cyclic{0}), waves, "complex");
      const auto whole = ravel::random_integers<std::int16_t>({n}, -3, 4, 3);
      check_options(mpi::from_local(w, whole, mpi::blocks{0}), whole, "int16");
    }
  });
}

TEST_CASE("reductions of no elements are those of one machine") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {0, 3}, mpi::blocks{1});
    const auto whole = ravel::zeros<double>({0, 3});
    expect_same(sum(x), 0.0, "sum");
    expect_same(count(x > 0), index_t{0}, "count");
    expect(all_of(x > 0) && !any_of(x > 0), "decisions");
    expect_same(sum(x, 0), ravel::sum(whole, 0), "sum along an axis");
    expect_same(max(x, 1), ravel::max(whole, 1), "max of no lines");
    const auto expect_told = [](const std::string& found, const std::string& wanted) {
      expect(!wanted.empty() && found == wanted, found + " is not " + wanted);
    };
    expect_told(error_of([&] { return min(x); }), said_by(w, error_of([&] { return ravel::min(flat(whole)); })));
    expect_told(error_of([&] { return argmax(x); }), said_by(w, error_of([&] { return ravel::argmax(flat(whole)); })));
    expect_told(error_of([&] { return mean(x); }), error_of([&] { return ravel::mean(whole); }));
    expect_told(error_of([&] { return variance(x); }), error_of([&] { return ravel::variance(whole); }));
    expect_told(error_of([&] { return kurtosis(x); }), error_of([&] { return ravel::kurtosis(whole); }));
    expect_told(error_of([&] { return reduce_with(x, ravel::reducer::mean); }),
                error_of([&] { return ravel::reduce_with(whole, ravel::reducer::mean); }));
    expect_same(product(x), 1.0, "product");
    expect_told(error_of([&] { return max(x, 0); }), said_by(w, error_of([&] { return ravel::max(whole, 0); })));
  });
}

TEST_CASE("extremes of bool are those of one machine") {
  const auto whole = ravel::clone(ravel::random_uniform<double>({40, 30}, 0, 1, 4) < 0.01);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, how);
      expect_same(max(x), ravel::max(whole), how.description() + ", max");
      expect_same(min(x), ravel::min(whole), how.description() + ", min");
      expect_same(argmax(x), ravel::argmax(whole), how.description() + ", argmax");
      expect_same(argmin(x), ravel::argmin(whole), how.description() + ", argmin");
    }
  });
}
