// SPDX-License-Identifier: BSL-1.0
// Windows along a cut axis have the bits of one machine, and what travels for them is the border of each part, however long lines are.
#include <mpi/counted.hpp>

#include <limits>

using namespace ranks;

namespace {

using ravel::edge_mode;
namespace reducer = ravel::reducer;

constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap, edge_mode::valid};

// Random counts of an axis of some length: parts of one row, of none, and of many.
mpi::distribution uneven(index_t axis, index_t length, int count) {
  engine random(static_cast<std::uint64_t>(length * 31 + axis));
  std::vector<index_t> counts;
  for (index_t left = length; std::ssize(counts) + 1 < count; left -= counts.back()) {
    counts.push_back(std::min<index_t>(left, std::vector<index_t>{0, 1, length / 2, 1, 0, 2}[counts.size() % 6]));
  }
  index_t rest = length;
  for (const index_t c : counts) rest -= c;
  counts.push_back(rest);
  return mpi::counts(axis, counts);
}

// Few values, zeros of both signs, and NaN or infinities at places.
ravel::tensor<double> special(const ravel::shape& extents, double special) {
  const auto values = ravel::random_integers<int>(extents, -2, 3, 8);
  return ravel::clone(map([=](int v, double u) { return u > 0.93  ? special
                                                        : u < 0.2 ? v * -0.0
                                                                  : v * 0.5; }, values,
                          ravel::random_uniform<double>(extents, 0, 1, 9)));
}

// Calls check(x, its whole, an axis, what to say) for every axis, and for parts of many kinds.
template <class T, class Check>
void along_parts(const ravel::tensor<T>& whole, const Check& check) {
  run_all([&](const mpi::world& w) {
    for (index_t axis = 0; axis < whole.rank(); ++axis) {
      const index_t n = whole.extent(axis);
      std::vector<mpi::distribution> all{mpi::blocks{axis}, mpi::block_cyclic(axis, n / w.size() + 2), mpi::cyclic{axis},
                                         uneven(axis, n, w.size())};
      if (whole.rank() > 1 && w.size() > 3) {
        const index_t other = (axis + 1) % whole.rank();
        all.push_back(mpi::on_grid({2, w.size() / 2}, {mpi::cyclic{other}, uneven(axis, n, w.size() / 2)}));
      }
      for (const mpi::distribution& how : all) {
        const auto x = mpi::from_local(w, whole, how);
        check(x, whole, axis, ravel::to_string(whole.shape()) + ", " + how.description() + ", axis " + std::to_string(axis) + ", ");
      }
    }
  });
}
template <class Check>
void along_rough_parts(const Check& check) {
  for (const ravel::shape& extents : {ravel::shape{90}, ravel::shape{41, 3}, ravel::shape{6}}) {
    along_parts(rough(extents), check);
  }
}

}  // namespace

TEST_CASE("differences and slopes need their neighbours") {
  along_rough_parts([](const auto& x, const auto& t, index_t axis, const std::string& what) {
    for (const index_t order : {0, 1, 2, 5, 30}) {
      expect_same(diff(x, axis, ravel::order{order}), ravel::diff(t, axis, ravel::order{order}), what + "diff");
    }
    if (t.extent(axis) < 3) return;
    expect_same(gradient(x, axis), ravel::gradient(t, axis), what + "gradient");
    const auto ends = ravel::gradient_ends::second_order;
    expect_same(gradient(x * 2.0, axis, ravel::spacing{0.5}, ends), ravel::gradient(ravel::clone(t * 2.0), axis, ravel::spacing{0.5}, ends),
                what + "gradient of an expression");
  });
  along_parts(ravel::random_integers<std::int32_t>({50, 2}, -9, 9, 3),
              [](const auto& x, const auto& t, index_t axis, const std::string& what) {
                expect_same(diff(x, axis), ravel::diff(t, axis), what + "diff of integers");
                if (axis == 0) expect_same(gradient(x, 0), ravel::gradient(t, 0), what + "gradient of integers");
              });
}

TEST_CASE("rolling reducers have the bits of one machine at any place of a line") {
  along_rough_parts([](const auto& x, const auto& t, index_t axis, const std::string& what) {
    for (const edge_mode edge : edges) {
      for (const index_t width : {1, 4, 7}) {
        expect_same(rolling(x, width, reducer::sum, axis, edge), ravel::rolling(t, width, reducer::sum, axis, edge), what + "sum");
        expect_same(rolling(x, width, reducer::min, axis, edge), ravel::rolling(t, width, reducer::min, axis, edge), what + "min");
      }
      for (const auto position : {ravel::window_position::left, ravel::window_position::right}) {
        expect_same(rolling(x, 5, reducer::mean, axis, edge, position), ravel::rolling(t, 5, reducer::mean, axis, edge, position),
                    what + "mean");
        expect_same(rolling(x, 5, reducer::variance, axis, position, edge), ravel::rolling(t, 5, reducer::variance, axis, position, edge),
                    what + "variance");
      }
    }
  });
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    along_parts(special({70}, value), [](const auto& x, const auto& t, index_t axis, const std::string& what) {
      expect_same(rolling(x, 6, reducer::sum, axis), ravel::rolling(t, 6, reducer::sum, axis), what + "sum");
      expect_same(rolling(x, 6, reducer::max, axis), ravel::rolling(t, 6, reducer::max, axis), what + "max");
      expect_same(rolling(x, 6, reducer::sum, axis, ravel::nan_policy::skip),
                  ravel::rolling(t, 6, reducer::sum, axis, ravel::nan_policy::skip), what + "sum without NaN");
    });
  }
  // The edges of parts may have windows without numbers, which the line has not.
  along_parts(
      special({70, 2}, std::numeric_limits<double>::quiet_NaN()), [](const auto& x, const auto& t, index_t axis, const std::string& what) {
        for (const ravel::nan_policy policy : {ravel::nan_policy::keep, ravel::nan_policy::skip}) {
          for (const edge_mode edge : edges) {
            expect_same(rolling(x, 3, reducer::min, axis, edge, policy, ravel::when_empty{9.0}),
                        ravel::rolling(t, 3, reducer::min, axis, edge, policy, ravel::when_empty{9.0}), what + "min");
            expect_same(rolling(x, 1, reducer::max, axis, edge, policy, ravel::when_empty{9.0}, ravel::every{2}),
                        ravel::rolling(t, 1, reducer::max, axis, edge, policy, ravel::when_empty{9.0}, ravel::every{2}), what + "max");
          }
          expect_same(rolling(x, 5, reducer::mean, axis, policy), ravel::rolling(t, 5, reducer::mean, axis, policy), what + "mean");
        }
      });
  // Sums of windows that are dropped would not fit.
  const ravel::tensor<std::int64_t> large = ravel::clone(
      map([](index_t i) { return (i % 2 == 0 ? 1 : -1) * (std::numeric_limits<std::int64_t>::max() - i); }, ravel::arange(index_t{60})));
  along_parts(large, [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    expect_same(rolling(x, 2, reducer::sum, axis, edge_mode::valid), ravel::rolling(t, 2, reducer::sum, axis, edge_mode::valid),
                what + "integers");
    expect_same(rolling(x, 4, reducer::max, axis), ravel::rolling(t, 4, reducer::max, axis), what + "max of integers");
  });
}

TEST_CASE("order statistics of windows have the bits of one machine at any place of a line") {
  const auto check = [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    for (const edge_mode edge : edges) {
      expect_same(rolling_median(x, 4, axis, edge), ravel::rolling_median(t, 4, axis, edge), what + "rolling_median");
      expect_same(rolling_quantile(x, 5, 0.3, axis, edge), ravel::rolling_quantile(t, 5, 0.3, axis, edge), what + "rolling_quantile");
      for (const auto ties : {ravel::rank_ties::average, ravel::rank_ties::dense, ravel::rank_ties::ordinal}) {
        expect_same(rolling_rank(x, 6, axis, edge, ties), ravel::rolling_rank(t, 6, axis, edge, ties), what + "rolling_rank");
      }
      expect_same(median_filter(x, 5, axis, edge), ravel::median_filter(t, 5, axis, edge), what + "median_filter");
    }
    expect_same(median_filter(x, 4, axis), ravel::median_filter(t, 4, axis), what + "median_filter");
    expect_same(rolling_mode(x, 4, axis), ravel::rolling_mode(t, 4, axis), what + "rolling_mode");
  };
  along_rough_parts(check);
  along_parts(special({60, 2}, std::numeric_limits<double>::quiet_NaN()), check);
  along_parts(special({75}, 7), check);
}

TEST_CASE("every so many windows have the bits of one machine at any place of a line") {
  const auto check = [](const auto& x, const auto& t, index_t axis, const std::string& what) {
    for (const index_t step : {1, 2, 3, 8, 200}) {
      const ravel::every every{step};
      for (const edge_mode edge : edges) {
        const std::string at = what + "every " + std::to_string(step) + ", edge " + std::to_string(static_cast<int>(edge)) + ", ";
        expect_same(rolling(x, 4, reducer::mean, axis, edge, every), ravel::rolling(t, 4, reducer::mean, axis, edge, every), at + "mean");
        expect_same(rolling(x, 5, reducer::max, axis, edge, every), ravel::rolling(t, 5, reducer::max, axis, edge, every), at + "max");
        expect_same(rolling_median(x, 6, axis, edge, every), ravel::rolling_median(t, 6, axis, edge, every), at + "rolling_median");
        expect_same(rolling_rank(x, 3, axis, edge, every), ravel::rolling_rank(t, 3, axis, edge, every), at + "rolling_rank");
      }
    }
    const auto skip = ravel::nan_policy::skip;
    const ravel::when_empty none{-1.0};
    expect_same(rolling_quantile(x, 2, 0.3, axis, skip, none, ravel::every{3}),
                ravel::rolling_quantile(t, 2, 0.3, axis, skip, none, ravel::every{3}), what + "rolling_quantile without NaN");
    expect_same(rolling_median(x, 2, axis, skip, none), ravel::rolling_median(t, 2, axis, skip, none), what + "rolling_median without NaN");
  };
  along_rough_parts(check);
  along_parts(special({60, 2}, std::numeric_limits<double>::quiet_NaN()), check);
}

TEST_CASE("weighted windows have the bits of one machine at any place of a line") {
  const ravel::tensor<double> four{0.25, 0.5, -1, 0.125};
  const auto many = ravel::random_normal<double>({30}, 0, 1, 5);
  along_rough_parts([&](const auto& x, const auto& t, index_t axis, const std::string& what) {
    for (const edge_mode edge : edges) {
      expect_same(gaussian_filter(x, 0.8, axis, edge), ravel::gaussian_filter(t, 0.8, axis, edge), what + "gaussian_filter");
      if (edge == edge_mode::valid) continue;
      for (const auto mode : {ravel::convolve_mode::full, ravel::convolve_mode::same, ravel::convolve_mode::valid}) {
        expect_same(convolve(x, four, axis, mode, edge), ravel::convolve(t, four, axis, mode, edge), what + "convolve");
        expect_same(correlate(x, four, axis, mode, edge), ravel::correlate(t, four, axis, mode, edge), what + "correlate");
        expect_same(convolve(x, many, axis, mode, edge), ravel::convolve(t, many, axis, mode, edge), what + "convolve with many weights");
      }
    }
    expect_same(gaussian_filter(mpi::cast<float>(x), 1.5, axis, ravel::order{1}),
                ravel::gaussian_filter(ravel::clone(ravel::cast<float>(t)), 1.5, axis, ravel::order{1}), what + "a slope of floats");
    if (t.extent(axis) < 7) return;
    expect_same(savgol_filter(x, 7, 2, axis), ravel::savgol_filter(t, 7, 2, axis), what + "savgol_filter");
    expect_same(savgol_filter(x, 5, 3, axis, ravel::order{1}, edge_mode::wrap),
                ravel::savgol_filter(t, 5, 3, axis, ravel::order{1}, edge_mode::wrap), what + "savgol_filter, wrapped");
    expect_same(savgol_filter(x, 5, 3, axis, edge_mode::valid), ravel::savgol_filter(t, 5, 3, axis, edge_mode::valid),
                what + "savgol_filter, inside");
  });
  // Transforms are the faster way for long lines alone.
  const auto wide = ravel::random_normal<double>({100}, 0, 1, 5);
  const auto long_line = rough({60000});
  run(3, [&](const mpi::world& w) {
    const auto x = mpi::from_local(w, long_line, mpi::blocks{0});
    expect_same(convolve(x, wide, 0), ravel::convolve(long_line, wide, 0), "by transforms");
    expect_same(convolve(x, wide, 0, ravel::convolve_method::direct), ravel::convolve(long_line, wide, 0, ravel::convolve_method::direct),
                "directly");
    expect_same(convolve(x, slice(wide, 0, 0, 64), 0), ravel::convolve(long_line, ravel::clone(slice(wide, 0, 0, 64)), 0), "64 weights");
  });
}

TEST_CASE("a width that is not positive is refused on all ranks, as on one machine") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::from_local(w, ravel::tensor<double>(ravel::ones<double>({840, 2})), mpi::blocks{0});
    for (const index_t width : {index_t{0}, index_t{-1}, std::numeric_limits<index_t>::min()}) {
      const auto refuses = [&](const auto& verb) {
        try {
          verb();
        } catch (const ravel::error&) {
          return true;
        }
        return false;
      };
      expect(refuses([&] { (void)rolling(x, width, reducer::sum, 0); }), "rolling, " + std::to_string(width));
      expect(refuses([&] { (void)rolling_median(x, width, 0); }), "rolling_median, " + std::to_string(width));
      expect(refuses([&] { (void)median_filter(x, width, 0); }), "median_filter, " + std::to_string(width));
      expect(refuses([&] { (void)savgol_filter(x, width, 2, 0); }), "savgol_filter, " + std::to_string(width));
    }
    expect_same(rolling(x, 3, reducer::max, 0), ravel::tensor<double>(ravel::ones<double>({840, 2})), "afterwards");
  });
}

TEST_CASE("borders travel, and lines do not", "[threads]") {
  const auto sent_for = [](int count, index_t length, const mpi::distribution& how, const auto& verb) {
    return sent_in_all(count, [&](const mpi::world& w) -> work_of_rank {
      return [=, x = mpi::random_normal<double>(w, {length, 4}, 0, 1, 3, how)] { verb(x); };
    });
  };
  for (const index_t length : {840, 8400}) {
    for (const int count : {2, 4, 7}) {
      INFO(length << " rows on " << count << " ranks");
      const auto rows = [&](index_t width) { return sent{2 * (count - 1), 2 * (count - 1) * width * 4 * 8} + tree(count, 24); };
      const auto blocks = [&](const auto& verb) { return sent_for(count, length, mpi::blocks{0}, verb); };
      CHECK(blocks([](const auto& x) { (void)gradient(x, 0); }) == rows(2));
      CHECK(blocks([](const auto& x) { (void)median_filter(x, 5, 0); }) == rows(4));
      CHECK(blocks([](const auto& x) { (void)gaussian_filter(x, 2.0, 0); }) == rows(16));
      CHECK(blocks([](const auto& x) { (void)savgol_filter(x, 7, 2, 0); }) == rows(6));
      CHECK(blocks([](const auto& x) { (void)rolling_rank(x * 2.0, 3, 0); }) == rows(2));
      CHECK(blocks([](const auto& x) { (void)rolling_median(x, 5, 0, ravel::every{2}); }).bytes <= rows(4 + 1).bytes);
      CHECK(blocks([](const auto& x) { (void)rolling(x, 5, reducer::max, 0, ravel::nan_policy::skip, ravel::when_empty{0.0}); }) ==
            rows(4));
      CHECK(blocks([](const auto& x) { (void)rolling(x, 6, reducer::sum, 0); }).bytes <= rows(5 + 5).bytes);
      CHECK(blocks([](const auto& x) { (void)rolling(x, 6, reducer::min, 0, edge_mode::wrap); }).bytes <= rows(2 * (5 + 5)).bytes);
      CHECK(blocks([](const auto& x) { (void)convolve(x, ravel::full<double>({9}, 1.0), 0); }).bytes <= rows(8 + count * 8).bytes);
      const auto parts = [&](const auto& verb) { return sent_for(count, length, uneven(0, length, count), verb); };
      CHECK(parts([](const auto& x) { (void)median_filter(x, 5, 0); }).bytes <= rows(4).bytes);
    }
    CHECK(sent_for(4, length, mpi::blocks{0, 1}, [](const auto& x) { (void)median_filter(x, 5, 0); }) ==
          sent{4, 4 * 4 * 2 * 8} + tree(4, 24));
  }
}
