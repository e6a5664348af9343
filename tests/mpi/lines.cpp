// SPDX-License-Identifier: BSL-1.0
// Verbs along axes have the bits of one machine, whichever axes are cut.
#include <mpi/ranks.hpp>

#include <complex>
#include <limits>

using namespace ranks;

namespace {

// Calls check(x, its whole, an axis, what to say) for every distribution and axis.
template <class Check>
void along_each_axis(const ravel::shape& extents, const Check& check) {
  const auto whole = rough(extents);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(extents, w.size())) {
      const auto x = mpi::from_local(w, whole, how);
      for (index_t axis = 0; axis < extents.rank(); ++axis) {
        check(x, whole, axis, ravel::to_string(extents) + ", " + how.description() + ", axis " + std::to_string(axis) + ", ");
      }
    }
  });
}

}  // namespace

TEST_CASE("lines become lines") {
  along_each_axis({9, 7}, [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    expect_same(sort(x, axis), ravel::sort(t, axis), what + "sort");
    expect_same(sort(x, axis, ravel::sort_order::descending), ravel::sort(t, axis, ravel::sort_order::descending), what + "descending");
    expect_same(argsort(x, axis), ravel::argsort(t, axis), what + "argsort");
    expect_same(rank(x, axis), ravel::rank(t, axis), what + "rank");
    expect_same(softmax(x, axis), ravel::softmax(t, axis), what + "softmax");
    expect_same(diff(x, axis), ravel::diff(t, axis), what + "diff");
    expect_same(diff(x, axis, ravel::order{2}), ravel::diff(t, axis, ravel::order{2}), what + "second differences");
    expect_same(gradient(x, axis), ravel::gradient(t, axis), what + "gradient");
    expect_same(detrend(x, axis), ravel::detrend(t, axis), what + "detrend");
    expect_same(run_lengths(x, axis), ravel::run_lengths(t, axis), what + "run_lengths");
    expect_same(cumsum(x, axis, ravel::nan_policy::skip), ravel::cumsum(t, axis, ravel::nan_policy::skip), what + "cumsum");
    expect_same(scan(
                    x, [](double a, double b) { return a - b; }, axis),
                ravel::scan(
                    t, [](double a, double b) { return a - b; }, axis),
                what + "scan");
  });
}

TEST_CASE("transforms have the bits of one machine") {
  along_each_axis({8, 6, 5}, [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    expect_same(fft(x, axis), ravel::fft(t, axis), what + "fft");
    expect_same(ifft(x, axis, ravel::fft_norm::ortho), ravel::ifft(t, axis, ravel::fft_norm::ortho), what + "ifft");
    expect_same(rfft(x, axis), ravel::rfft(t, axis), what + "rfft");
    expect_same(irfft(fft(x, axis), axis), ravel::irfft(ravel::fft(t, axis), axis), what + "irfft");
    expect_same(fft(x, axis, ravel::fft_length{11}), ravel::fft(t, axis, ravel::fft_length{11}), what + "fft of another length");
    expect_same(fft(mpi::cast<float>(x), axis), ravel::fft(ravel::cast<float>(t), axis), what + "fft of floats");
    expect_same(fft_shift(x, axis), ravel::clone(ravel::fft_shift(t, axis)), what + "fft_shift");
  });
}

TEST_CASE("windows and filters have the bits of one machine") {
  const ravel::tensor<double> weights{0.25, 0.5, -1, 0.125};
  along_each_axis({12, 9}, [&](const auto& x, const auto& t, index_t axis, const std::string& what) {
    expect_same(rolling(x, 3, ravel::reducer::mean, axis), ravel::rolling(t, 3, ravel::reducer::mean, axis), what + "rolling");
    expect_same(rolling_median(x, 5, axis), ravel::rolling_median(t, 5, axis), what + "rolling_median");
    expect_same(rolling_quantile(x, 4, 0.3, axis), ravel::rolling_quantile(t, 4, 0.3, axis), what + "rolling_quantile");
    expect_same(expanding(x, ravel::reducer::max, axis), ravel::expanding(t, ravel::reducer::max, axis), what + "expanding");
    expect_same(downsample(x, 2, ravel::reducer::sum, axis), ravel::downsample(t, 2, ravel::reducer::sum, axis), what + "downsample");
    expect_same(ewm(x, ravel::decay::span(4), axis), ravel::ewm(t, ravel::decay::span(4), axis), what + "ewm");
    expect_same(convolve(x, weights, axis), ravel::convolve(t, weights, axis), what + "convolve");
    expect_same(correlate(x, weights, axis, ravel::convolve_mode::same), ravel::correlate(t, weights, axis, ravel::convolve_mode::same),
                what + "correlate");
    expect_same(gaussian_filter(x, 1.5, axis), ravel::gaussian_filter(t, 1.5, axis), what + "gaussian_filter");
    expect_same(median_filter(x, 3, axis), ravel::median_filter(t, 3, axis), what + "median_filter");
    expect_same(savgol_filter(x, 5, 2, axis), ravel::savgol_filter(t, 5, 2, axis), what + "savgol_filter");
  });
}

TEST_CASE("reductions take options and arguments") {
  along_each_axis({6, 5, 4}, [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    const ravel::ints both{axis, (axis + 1) % 3};
    expect_same(sum(x, both, ravel::keep), ravel::sum(t, both, ravel::keep), what + "sum");
    expect_same(var(x, both, ravel::ddof{1}), ravel::var(t, both, ravel::ddof{1}), what + "var");
    expect_same(mean(x, axis, ravel::nan_policy::skip), ravel::mean(t, axis, ravel::nan_policy::skip), what + "mean");
    expect_same(quantile(x, 0.3, both), ravel::quantile(t, 0.3, both), what + "quantile");
    expect_same(median(x, axis, ravel::keep), ravel::median(t, axis, ravel::keep), what + "median");
    expect_same(nth_element(x, 2, axis), ravel::nth_element(t, 2, axis), what + "nth_element");
    expect_same(moment(x, 3, axis), ravel::moment(t, 3, axis), what + "moment");
    expect_same(trimmed_mean(x, 0.2, axis), ravel::trimmed_mean(t, 0.2, axis), what + "trimmed_mean");
    expect_same(logsumexp(x, both), ravel::logsumexp(t, both), what + "logsumexp");
    expect_same(arg_top_k(x, 2, axis), ravel::arg_top_k(t, 2, axis), what + "arg_top_k");
    expect_same(count_unique(x, both), ravel::count_unique(t, both), what + "count_unique");
    const auto add = [](double a, double b) { return 2 * a + b; };
    expect_same(reduce(x, 0.0, add, axis), ravel::reduce(t, 0.0, add, axis), what + "reduce");
    expect_same(reduce_with(x, ravel::reducer::sum, axis), ravel::reduce_with(t, ravel::reducer::sum, axis), what + "reduce_with");
    expect_same(argmax_last(x, axis), ravel::argmax_last(t, axis), what + "argmax_last");
  });
}

TEST_CASE("results lie as their operand does, or as told") {
  const auto whole = rough({8, 6});
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, whole, mpi::cyclic{1});
    expect(sort(x, 0).how() == mpi::cyclic{1} && sort(x, 1).how() == mpi::cyclic{1}, "not as its operand");
    const auto y = fft(x, 1, mpi::blocks{0}, ravel::fft_norm::ortho);
    expect(y.how() == mpi::blocks{0}, "not as told");
    expect_same(y, ravel::fft(whole, 1, ravel::fft_norm::ortho), "fft");
    expect_same(sort(transpose(x) * 2, -1), ravel::sort(ravel::clone(transpose(whole) * 2), -1), "an expression");
    expect_same(sort(slice(x, 1, 1, 3), 0), ravel::sort(ravel::clone(slice(whole, 1, 1, 3)), 0), "a view");
    const auto listed = mpi::clone(x, mpi::owners(0, std::vector<index_t>(8, w.size() - 1)));
    expect_same(rfft(listed, 1), ravel::rfft(whole, 1), "listed owners");
  });
}

TEST_CASE("lines without elements, and no lines") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{0, 3}, ravel::shape{3, 0}, ravel::shape{0}}) {
      const auto whole = ravel::empty<double>(extents);
      const auto x = mpi::from_local(w, whole, mpi::blocks{0});
      for (index_t axis = 0; axis < extents.rank(); ++axis) {
        expect_same(sort(x, axis), ravel::sort(whole, axis), "sort");
        expect_same(sum(x, axis, ravel::keep), ravel::sum(whole, axis, ravel::keep), "sum");
      }
    }
    const auto one = mpi::full<double>(w, {5}, 2.0, mpi::blocks{0});
    expect_same(diff(slice(one, 0, 0, 1), 0), ravel::empty<double>({0}), "diff of one");
  });
}

TEST_CASE("an error of one line is the error of all ranks, and ranks must call alike") {
  run_all([](const mpi::world& w) {
    auto whole = ravel::full<double>({4, 6}, 1.0);
    whole(3, 2) = std::numeric_limits<double>::quiet_NaN();
    const auto x = mpi::from_local(w, whole, mpi::blocks{0});
    std::string text;
    try {
      (void)sum(x, 1, ravel::nan_policy::refuse);
    } catch (const ravel::error& e) {
      text = e.what();
    }
    expect(text.find("NaN") != std::string::npos, "no error: " + text);
    if (w.size() == 1) return;
    text.clear();
    try {
      (void)quantile(x, w.rank() == 0 ? 0.25 : 0.5, 1);
    } catch (const ravel::layout_error& e) {
      text = e.what();
    }
    expect(text.find("0.25") != std::string::npos, "no mismatch: " + text);
  });
}

TEST_CASE("weights, statistics of several numbers and functions of lines have the bits of one machine") {
  const auto check = [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    const auto importance = ravel::random_uniform<double>({t.extent(axis)}, 0.1, 2, 7);
    const ravel::weights given(importance);
    const mpi::weights spread{mpi::from_local(x.ranks(), importance, mpi::cyclic{0})};
    expect_same(mean(x, axis, spread, ravel::keep), ravel::mean(t, axis, given, ravel::keep), what + "mean by distributed weights");
    expect_same(harmonic_mean(abs(x), axis, spread), ravel::harmonic_mean(ravel::clone(abs(t)), axis, given), what + "harmonic_mean");
    expect_same(geometric_mean(abs(x), axis, mpi::blocks{0}, spread), ravel::geometric_mean(ravel::clone(abs(t)), axis, given),
                what + "geometric_mean");
    expect_same(quantile(x, 0.3, axis, spread), ravel::quantile(t, 0.3, axis, given), what + "quantile by distributed weights");
    expect_same(median(x, axis, ravel::nan_policy::skip, spread), ravel::median(t, axis, ravel::nan_policy::skip, given), what + "median");
    expect_members(quartiles(x, axis, spread), ravel::quartiles(t, axis, given), &ravel::quartile_values::first, what + "quartiles");
    expect_same(rolling(x, mpi::weights{slice(spread.values(), 0, 0, 2)}, ravel::reducer::mean, axis),
                ravel::rolling(t, ravel::weights(ravel::clone(slice(importance, 0, 0, 2))), ravel::reducer::mean, axis), what + "rolling");
    expect_same(mean(x, axis, given), ravel::mean(t, axis, given), what + "weighted mean");
    expect_same(quantile(x, 0.3, axis, given), ravel::quantile(t, 0.3, axis, given), what + "weighted quantile");
    expect_members(quartiles(x, axis), ravel::quartiles(t, axis), &ravel::quartile_values::first, what + "quartiles");
    expect_members(descriptive_statistics(x, axis, ravel::keep), ravel::descriptive_statistics(t, axis, ravel::keep),
                   &ravel::statistic_values::skew, what + "descriptive_statistics");
    const auto range = [](const auto& line) { return ravel::max(line) - ravel::min(line); };
    expect_same(reduce_axis(x, axis, range), ravel::reduce_axis(t, axis, range), what + "reduce_axis");
    const auto ends = [](const auto& line) { return ravel::tensor<float>{static_cast<float>(line(0)), 1.5F}; };
    expect_same(map_axis(x * 2.0, axis, ends), ravel::map_axis(ravel::clone(t * 2.0), axis, ends), what + "map_axis");
  };
  along_each_axis({6, 5, 4}, check);
  along_each_axis({2, 10}, check);  // some ranks have no line
}

TEST_CASE("lines that become lines of different lengths are an error on all ranks") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, ravel::clone(ravel::reshape(ravel::arange(20.0), {10, 2})), mpi::blocks{0});
    const auto longer = [](const auto& line) { return ravel::zeros<double>({line(0) < 10 ? 2 : 3}); };
    bool has_thrown = false;
    try {
      (void)map_axis(x, 1, longer);
    } catch (const ravel::error&) {
      has_thrown = true;
    }
    expect(has_thrown, "no error");
    expect(sum(x) == 190, "the world goes on");
  });
}
