// SPDX-License-Identifier: BSL-1.0
// Transforms along axes: each line alone, several axes as one after the other and as NumPy has it, in every layout.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/drawn.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::index_t;
using ravel::shape;
using ravel::tensor;
using complex = std::complex<double>;
using numbers = std::vector<double>;

constexpr const char* program = R"(
def parts(z): return np.concatenate((z.real.ravel(), z.imag.ravel()))
def given(x, shape): return x.reshape(shape.astype(int))
def axes_of(axes): return [int(a) for a in axes]
def fftn(x, s, axes): return parts(np.fft.fftn(given(x, s), axes=axes_of(axes)))
def ifftn(x, s, axes): return parts(np.fft.ifftn(given(x, s), axes=axes_of(axes), norm='ortho'))
def rfftn(x, s, axes): return parts(np.fft.rfftn(given(x, s), axes=axes_of(axes)))
def irfftn(x, s, axes): return np.fft.irfftn(given(x, s) * (1 + 2j), axes=axes_of(axes)).ravel()
def fftshift(x, s, axes): return np.fft.fftshift(given(x, s), axes=axes_of(axes)).ravel()
def ifftshift(x, s, axes): return np.fft.ifftshift(given(x, s), axes=axes_of(axes)).ravel()
)";

numbers parts(const tensor<complex>& z) {
  numbers all;
  for (const complex& value : clone(flat(z))) all.push_back(value.real());
  for (const complex& value : clone(flat(z))) all.push_back(value.imag());
  return all;
}
}  // namespace

TEST_CASE("transforms over axes are NumPy's") {
  support::oracle all(3e-15);
  support::random r(4);
  const std::vector<std::vector<index_t>> chosen{{0}, {1}, {-1}, {0, 1}, {2, 0}, {1, 2, 0}};
  for (const shape& s : {shape{2, 3, 4}, shape{7, 2, 16}, shape{13, 5, 2}}) {
    const auto t = support::drawn(r, s);
    const numbers x = support::values_of(t), extents(s.begin(), s.end());
    for (const auto& axes : chosen) {
      const numbers on(axes.begin(), axes.end());
      all.ask("fftn", {x, extents, on}, parts(fft(t, axes)));
      all.ask("ifftn", {x, extents, on}, parts(ifft(t, axes, ravel::fft_norm::ortho)));
      all.ask("rfftn", {x, extents, on}, parts(rfft(t, axes)));
      all.ask("irfftn", {x, extents, on}, support::values_of(irfft(t * complex(1, 2), axes)));
      all.ask("fftshift", {x, extents, on}, support::values_of(clone(fft_shift(t, axes))), 0);
      all.ask("ifftshift", {x, extents, on}, support::values_of(clone(ifft_shift(t, axes))), 0);
    }
  }
  all.check(program);
}

TEST_CASE("a line along an axis has the bits of its own transform") {
  support::random r(5);
  const auto t = transpose(support::drawn(r, {6, 5, 9}), {2, 0, 1});
  for (const index_t axis : {0, 1, 2}) {
    const auto whole = fft(t, axis, ravel::fft_length{7});
    const auto real = rfft(t, axis);
    for (index_t i = 0; i < 5; ++i) {
      const auto line = [&](const auto& of) {
        return clone(axis == 0 ? of(ravel::all, i, 1) : axis == 1 ? of(i, ravel::all, 1) : of(i, 1, ravel::all));
      };
      REQUIRE_EQUAL(clone(flat(line(whole))), fft(clone(flat(line(t))), ravel::fft_length{7}));
      REQUIRE_EQUAL(clone(flat(line(real))), rfft(clone(flat(line(t)))));
    }
  }
}

TEST_CASE("tensors of one axis, of single precision, without lines, and bad input") {
  const tensor<float> t{1, 2, 3, 4};
  static_assert(std::same_as<decltype(fft(t)), tensor<std::complex<float>>>);
  static_assert(std::same_as<decltype(irfft(t)), tensor<float>>);
  using narrow = std::complex<float>;
  REQUIRE_EQUAL(rfft(t), (tensor<narrow>{narrow(10, 0), narrow(-2, 2), narrow(-2, 0)}));
  REQUIRE_EQUAL(irfft(rfft(t)), t);
  REQUIRE_EQUAL(fft_shift(t), (tensor<float>{3, 4, 1, 2}));
  const auto none = ravel::zeros<double>({3, 0, 4});
  CHECK(fft(none, 2).shape() == shape{3, 0, 4});
  CHECK(rfft(none, 2).shape() == shape{3, 0, 3});
  CHECK(irfft(none, 2, ravel::fft_length{9}).shape() == shape{3, 0, 9});
  CHECK_THROWS_WITH(fft(none, 1), "fft of no elements: there must be at least 1");
  CHECK_THROWS_AS(fft(none), ravel::error);
  CHECK_THROWS_AS(fft(none, 3), ravel::index_error);
  CHECK_THROWS_AS(fft(none, {0, 0}), ravel::error);
  CHECK_THROWS_WITH(rfft(ravel::zeros<double>({3, 4}), {0, 1}, ravel::fft_length{8}),
                    "rfft along 2 axes with fft_length{8}: it is of one axis; pad or slice the tensor instead");
}
