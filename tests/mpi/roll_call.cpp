// SPDX-License-Identifier: BSL-1.0
// The roll call tells calls apart that differ in an option, a reducer or a function alone: all ranks throw one error, and nothing is mixed.
#include <mpi/ranks.hpp>

using namespace ranks;

namespace {

using ravel::nan_policy, ravel::ddof;
namespace reducer = ravel::reducer;

// Calls one on rank 1 and the other on the other ranks; all of them must throw the error of the roll call, with these words.
template <class F, class G>
void differ(const char* words, const F& others, const G& one) {
  INFO(words);
  run(3, [&](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({8, 4}), mpi::blocks{0, 1});
    const auto v = mpi::from_local(w, numbered({9}), mpi::cyclic{0});
    const std::string found = error_of([&] { w.rank() == 1 ? static_cast<void>(one(x, v)) : static_cast<void>(others(x, v)); });
    expect(found.starts_with("ranks stand at different operations: ") || found.starts_with("ranks differ in "), "no error: " + found);
    expect(found.find(words) != std::string::npos, found);
    expect(sum(x) > 0, "the world is usable afterwards");
  });
}
// A call with each of two arguments.
template <class F, class A, class B>
void differ_by(const char* words, const F& f, const A& a, const B& b) {
  differ(
      words, [&](const auto& x, const auto& v) { return f(x, v, a); }, [&](const auto& x, const auto& v) { return f(x, v, b); });
}

}  // namespace

TEST_CASE("the roll call tells reducers and functions apart") {
  const auto window = [](const auto& x, const auto&, const auto& by) { return rolling(x, 3, by, 0); };
  differ_by("ravel::sum_reducer", window, reducer::sum, reducer::mean);
  differ_by("ravel::mean_reducer", window, reducer::sum, reducer::mean);
  differ_by(
      "extreme_reducer", [](const auto&, const auto& v, const auto& by) { return group_reduce(v, v, by).values; }, reducer::sum,
      reducer::max);
  differ_by(
      "variance_reducer", [](const auto& x, const auto&, const auto& by) { return reduce_with(x, by); }, reducer::variance,
      reducer::standard_deviation);
  const auto least = [](const auto& line) { return ravel::min(line); };
  const auto greatest = [](const auto& line) { return ravel::max(line); };
  differ_by(
      "lambda", [](const auto& x, const auto&, const auto& f) { return reduce_axis(x, 0, f); }, least, greatest);
  differ(
      "applies_plus", [](const auto& x, const auto&) { return sum(x + 2.0); }, [](const auto& x, const auto&) { return sum(x - 2.0); });
  differ(
      "applies_exp", [](const auto& x, const auto&) { return mpi::clone(exp(x)); },
      [](const auto& x, const auto&) { return mpi::clone(log(x)); });
  differ(
      "before operand 1", [](const auto& x, const auto&) { return sum(x - (x - x)); },
      [](const auto& x, const auto&) { return sum((x - x) - x); });
}

TEST_CASE("the roll call tells options apart") {
  const auto spread = [](const auto& x, const auto&, const auto&... options) { return variance(x, options...); };
  differ_by("ravel::ddof, the value int64 1", spread, ddof{0}, ddof{1});
  differ_by("nan_policy 1", spread, nan_policy::keep, nan_policy::skip);
  differ_by(
      "ravel::ddof, the value int64 2", [](const auto& x, const auto&, ddof by) { return standard_deviation(x, 1, by); }, ddof{2}, ddof{1});
  differ_by(
      "ravel::order<void>, the value int64 2", [](const auto& x, const auto&, const auto& by) { return diff(x, 1, by); }, ravel::order{1},
      ravel::order{2});
  differ_by(
      "ravel::every, the value int64 3", [](const auto& x, const auto&, ravel::every by) { return rolling(x, 2, reducer::max, 0, by); },
      ravel::every{3}, ravel::every{2});
  differ_by(
      "instead_of_nan", [](const auto& x, const auto&, nan_policy by) { return sum(x, by); }, nan_policy::keep, nan_policy::skip);
  differ_by(
      "ravel::decay, the value float64 0.5", [](const auto& x, const auto&, ravel::decay by) { return ewm(x, by, 0); },
      ravel::decay::alpha(0.5), ravel::decay::alpha(0.25));
  differ_by(
      "quantile_rule", [](const auto& x, const auto&, ravel::quantile_rule by) { return quantile(x, 0.3, by); },
      ravel::quantile_rule::linear, ravel::quantile_rule::hazen);
  differ_by(
      "float64 0.75", [](const auto& x, const auto&, double q) { return quantile(x, q); }, 0.25, 0.75);
  differ_by(
      "ravel::ddof, the value int64 1", [](const auto& x, const auto&, ddof by) { return covariance(x, x, by); }, ddof{0}, ddof{1});
  differ_by(
      "elements_are", [](const auto& x, const auto&, ravel::elements_are by) { return skew(x, by); }, ravel::elements_are::population,
      ravel::elements_are::sample);
  differ_by(
      "arg_top_k float64[9], the value int64 2", [](const auto&, const auto& v, int k) { return arg_top_k(v, k); }, 3, 2);
  differ_by(
      "close", [](const auto& x, const auto&, double by) { return close(x, x, by); }, 1e-5, 1e-6);
  differ_by(
      "ravel::search_side 1", [](const auto&, const auto& v, ravel::search_side by) { return searchsorted(ravel::arange(4.0), v, by); },
      ravel::search_side::left, ravel::search_side::right);
}
