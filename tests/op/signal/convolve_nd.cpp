// SPDX-License-Identifier: BSL-1.0
// Convolution and correlation over several axes against the sum written down and against SciPy; exact for integers; directly and by
// transforms.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/drawn.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::convolve_method;
using ravel::convolve_mode;
using ravel::edge_mode;
using ravel::index_t;
using ravel::shape;
using ravel::tensor;
using numbers = std::vector<double>;
using complex = std::complex<double>;

constexpr const char* program = R"(
import scipy.signal, scipy.ndimage
modes = ['full', 'same', 'valid']
edges = {0: 'nearest', 1: 'constant', 2: 'reflect', 3: 'wrap'}
def given(x, s): return x.reshape(s.astype(int))
def convolve(x, s, w, t, mode): return scipy.signal.convolve(given(x, s), given(w, t), modes[int(mode[0])], method='direct').ravel()
def correlate(x, s, w, t, mode): return scipy.signal.correlate(given(x, s), given(w, t), modes[int(mode[0])], method='direct').ravel()
def beyond(x, s, w, t, edge): return scipy.ndimage.convolve(given(x, s), given(w, t), mode=edges[int(edge[0])]).ravel()
)";

}  // namespace

TEST_CASE("windows of several axes are SciPy's", "[tensor]") {
  support::oracle all(1e-13);
  support::random r(1);
  const std::vector<std::pair<shape, shape>> sizes{
      {{5, 7}, {3, 3}}, {{1, 9}, {1, 4}}, {{40, 31}, {6, 9}}, {{4, 5, 6}, {2, 3, 5}}, {{3, 4, 2, 5}, {2, 2, 1, 3}}};
  for (const auto& [s, t] : sizes) {
    const auto x = support::drawn(r, s), w = support::drawn(r, t);
    const numbers extents(s.begin(), s.end()), window(t.begin(), t.end());
    for (index_t k = 0; k < 3; ++k) {
      const auto mode = static_cast<convolve_mode>(k);
      const numbers how{static_cast<double>(k)};
      for (const auto method : {convolve_method::direct, convolve_method::fft}) {
        all.ask("convolve", {support::values_of(x), extents, support::values_of(w), window, how},
                support::values_of(convolve(x, w, mode, method)));
        all.ask("correlate", {support::values_of(x), extents, support::values_of(w), window, how},
                support::values_of(correlate(x, w, method, mode)));
      }
    }
    for (index_t k = 0; k < 4; ++k) {
      constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap};
      bool odd = true;  // elsewhere their windows lie otherwise
      for (const index_t extent : t) odd = odd && extent % 2 == 1;
      if (odd)
        all.ask("beyond", {support::values_of(x), extents, support::values_of(w), window, {static_cast<double>(k)}},
                support::values_of(convolve(x, w, convolve_mode::same, edges[k])));
    }
  }
  all.check(program, "scipy.signal");
}

TEST_CASE("one way or another, of any layout and type", "[tensor]") {
  support::random r(2);
  const auto x = support::drawn(r, {60, 50}), w = support::drawn(r, {12, 15});
  const auto direct = convolve(x, w, convolve_method::direct), quick = convolve(x, w, convolve_method::fft);
  CHECK(direct.shape() == shape{71, 64});
  CHECK(close(direct, quick, 0, 1e-13));
  // Separable: one axis after the other.
  const auto a = support::drawn(r, shape{5}), b = support::drawn(r, shape{4});
  CHECK(close(convolve(x, outer(a, b)), convolve(convolve(x, a, 0), b, 1), 0, 1e-13));
  CHECK(close(convolve(transpose(x), transpose(w)), transpose(convolve(x, w)), 0, 1e-13));
  const tensor<int> k{{1, 2}, {3, 4}};
  static_assert(std::same_as<decltype(convolve(k, k)), tensor<std::int64_t>>);
  static_assert(std::same_as<decltype(convolve(cast<float>(k), k)), tensor<double>>);
  REQUIRE_EQUAL(convolve(k, k), (tensor<std::int64_t>{{1, 4, 4}, {6, 20, 16}, {9, 24, 16}}));
  REQUIRE_EQUAL(correlate(k, k, convolve_mode::valid), (tensor<std::int64_t>{{30}}));
  REQUIRE_EQUAL(convolve(k, k, convolve_mode::same, edge_mode::clamp), (tensor<std::int64_t>{{10, 14}, {16, 20}}));
  const tensor<complex> z{{complex(0, 1), complex(2, 0)}};
  REQUIRE_EQUAL(correlate(z, z), (tensor<complex>{{complex(0, 2), complex(5, 0), complex(0, -2)}}));
  CHECK_THROWS_AS(convolve(tensor<std::int64_t>{{INT64_MAX}}, tensor<int>{{2}}), ravel::overflow_error);
}

TEST_CASE("one axis, none, no elements, and windows that do not fit", "[tensor]") {
  const tensor<double> line{1, 2, 3}, pair{1, 1};
  REQUIRE_EQUAL(convolve(line, pair), (tensor<double>{1, 3, 5, 3}));
  CHECK(convolve(ravel::scalar_tensor(3.0), ravel::scalar_tensor(2.0))() == 6);
  const auto none = ravel::zeros<double>({0, 4}), window = ravel::ones<double>({2, 3});
  CHECK(convolve(none, window).shape() == shape{0, 6});
  CHECK(convolve(none, window, convolve_mode::same).shape() == shape{0, 4});
  CHECK(convolve(ravel::ones<double>({1, 9}), window, convolve_mode::valid).shape() == shape{0, 7});
  CHECK_THROWS_AS(convolve(window, none), ravel::value_error);
  CHECK_THROWS_WITH(convolve(window, pair),
                    "a window of shape [2] for a tensor of shape [2 3]: both must have as many axes; or say which axis of the "
                    "tensor a line of weights goes along");
  CHECK_THROWS_WITH(convolve(ravel::ones<int>({3, 3}), ravel::ones<int>({2, 2}), convolve_method::fft),
                    "convolve_method::fft of integers, whose sums are exact: cast them to double to have them rounded");
}
