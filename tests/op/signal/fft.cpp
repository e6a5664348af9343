// SPDX-License-Identifier: BSL-1.0
// Transforms against the sum written down and against NumPy: every length from 1 on, primes among them, cropped and filled up, in every
// norm; there and back; what holds of all of them.
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/signal/fft.hpp>

#include <support/drawn.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <array>
#include <numbers>
#include <thread>

namespace {

using ravel::buffer;
using ravel::fft_length;
using ravel::fft_norm;
using ravel::index_t;
using numbers = std::vector<double>;
using complex = std::complex<double>;

std::vector<complex> joined(const numbers& re, const numbers& im) {
  std::vector<complex> all;
  for (std::size_t i = 0; i < re.size(); ++i) all.emplace_back(re[i], im[i]);
  return all;
}

std::vector<complex> plain_transform(const std::vector<complex>& x, int sign) {
  const std::size_t n = x.size();
  std::vector<complex> all;
  for (std::size_t k = 0; k < n; ++k) {
    std::complex<long double> sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) / static_cast<long double>(n);
      sum += std::complex<long double>(x[j]) * std::complex<long double>(std::cos(angle), sign * std::sin(angle));
    }
    all.emplace_back(sum);
  }
  return all;
}

// Relative to the length of the right one, as vectors.
template <class A, class B>
double distance(const A& found, const B& expected) {
  double apart = 0, length = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    apart += std::norm(complex(found[static_cast<index_t>(i)]) - complex(expected[i]));
    length += std::norm(complex(expected[i]));
  }
  return std::sqrt(apart / length);
}

constexpr const char* program = R"(
def z(re, im): return re + 1j * im
def parts(z): return np.concatenate((z.real, z.imag))
names = ['backward', 'forward', 'ortho']
def fft(re, im, n, norm): return parts(np.fft.fft(z(re, im), int(n[0]), norm=names[int(norm[0])]))
def ifft(re, im, n, norm): return parts(np.fft.ifft(z(re, im), int(n[0]), norm=names[int(norm[0])]))
def rfft(re, n, norm): return parts(np.fft.rfft(re, int(n[0]), norm=names[int(norm[0])]))
def irfft(re, im, n, norm): return np.fft.irfft(z(re, im), int(n[0]), norm=names[int(norm[0])])
def irfft_even(re, im): return np.fft.irfft(z(re, im))
def fftfreq(n, d): return np.fft.fftfreq(int(n[0]), d[0])
def rfftfreq(n, d): return np.fft.rfftfreq(int(n[0]), d[0])
def fftshift(x): return np.fft.fftshift(x)
def ifftshift(x): return np.fft.ifftshift(x)
)";

numbers parts(const buffer<complex>& z) {
  numbers all;
  for (const complex& value : z) all.push_back(value.real());
  for (const complex& value : z) all.push_back(value.imag());
  return all;
}

}  // namespace

TEST_CASE("a transform is the sum written down, of every length") {
  support::random r(1);
  std::vector<index_t> lengths;
  for (index_t n = 1; n <= 130; ++n) lengths.push_back(n);
  // Matrices, squares of primes, beside a power of two, primes beyond those that are summed up, and these times something.
  for (const index_t n : {143, 169, 210, 243, 256, 289, 341, 353, 360, 37 * 8, 37 * 37, 512, 625, 961, 1001, 1021, 1024})
    lengths.push_back(n);
  for (const index_t n : lengths) {
    const auto x = joined(support::drawn(r, n), support::drawn(r, n));
    INFO(n);
    CHECK(distance(fft(support::in_memory(x)), plain_transform(x, -1)) < 1e-15);
    auto back = plain_transform(x, 1);
    for (complex& value : back) value /= static_cast<double>(n);
    CHECK(distance(ifft(support::in_memory(x)), back) < 1e-15);
  }
}

TEST_CASE("long transforms go there and back, and keep what they must") {
  support::random r(2);
  for (const index_t n : {4096, 10007, 46656, 65536, 99991, 100000, 131071, 2 * 50021}) {
    const auto a = support::drawn(r, n), b = support::drawn(r, n);
    const auto x = support::in_memory(a), y = support::in_memory(b);
    const auto z = support::in_memory(joined(a, b));
    INFO(n);
    const auto there = fft(z);
    CHECK(distance(ifft(there), joined(a, b)) < 3e-15);
    CHECK(distance(irfft(rfft(x), fft_length{n}), a) < 3e-15);
    // Parseval: the transform is as long as what it is of, times the root of n.
    const auto length = [](const auto& values) { return ravel::sum(ravel::map([](complex v) { return std::norm(v); }, values)); };
    CHECK(std::abs(length(there) / (length(z) * static_cast<double>(n)) - 1) < 1e-13);
    // Linear, and the transform of real numbers is the half of the whole one.
    const auto of_x = fft(x), of_y = fft(y);
    std::vector<complex> sums;
    for (index_t i = 0; i < n; ++i) sums.push_back(of_x[i] + complex(0, 1) * of_y[i]);
    CHECK(distance(there, sums) < 3e-15);
    const auto half = rfft(x);
    CHECK(half.size() == n / 2 + 1);
    CHECK(distance(half, std::vector<complex>(of_x.begin(), of_x.begin() + half.size())) < 3e-15);
    // One element alone turns around the circle, evenly.
    const auto one = ravel::make_buffer<complex>(n);
    one[1] = 1;
    const auto circle = fft(one);
    double worst = 0;
    for (index_t k = 0; k < n; ++k) {
      const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      worst = std::max(worst, std::abs(circle[k] - std::polar(1.0, angle)));
    }
    CHECK(worst < 5e-15);
  }
}

// Tables of the last lengths are kept, and threads that meet there make their own.
TEST_CASE("a transform has the same bits again, after other lengths and on other threads") {
  support::random r(3);
  std::vector<buffer<complex>> data, wanted;
  std::vector<buffer<double>> back;
  for (const index_t n : {1, 2, 7, 37, 64, 100, 128, 129, 144, 360, 1000, 1009, 1024, 2039, 2053, 2310, 4096, 5000, 6007, 65536}) {
    data.push_back(support::in_memory(joined(support::drawn(r, n), support::drawn(r, n))));
    wanted.push_back(fft(data.back()));
    back.push_back(irfft(wanted.back(), fft_length{n}));
  }
  const auto differ = [&] {
    int found = 0;
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < data.size(); ++i) {
        const index_t n = data[i].size();
        found += !ravel::equal(fft(data[i]), wanted[i]) + !ravel::equal(irfft(wanted[i], fft_length{n}), back[i]);
      }
    }
    return found;
  };
  CHECK(differ() == 0);
  std::array<int, 4> found{};
  std::vector<std::thread> threads;
  for (int& each : found) threads.emplace_back([&] { each = differ(); });
  for (std::thread& each : threads) each.join();
  CHECK(found == std::array<int, 4>{});
}

TEST_CASE("transforms are NumPy's") {
  support::oracle all(2e-15);
  support::random r(3);
  index_t turn = 0;
  for (const index_t n : {1, 2, 3, 4, 5, 8, 15, 16, 17, 41, 64, 100, 101, 1000, 1009}) {
    for (const index_t length : {n, n + 3, (n + 1) / 2, 2 * n}) {
      const auto norm = static_cast<fft_norm>(++turn % 3);
      const numbers re = support::drawn(r, n), im = support::drawn(r, n), to{static_cast<double>(length)},
                    how{static_cast<double>(turn % 3)};
      const auto z = support::in_every_way(joined(re, im))[static_cast<std::size_t>(turn % 4)];
      const auto x = support::in_every_way(re)[static_cast<std::size_t>(turn % 4)];
      all.ask("fft", {re, im, to, how}, parts(fft(z, fft_length{length}, norm)));
      all.ask("ifft", {re, im, to, how}, parts(ifft(z, norm, fft_length{length})));
      all.ask("rfft", {re, to, how}, parts(rfft(x, norm, fft_length{length})));
      all.ask("irfft", {re, im, to, how}, irfft(z, fft_length{length}, norm));
      if (n > 1) all.ask("irfft_even", {re, im}, irfft(z));
    }
    const numbers x = support::drawn(r, n);
    const double size = static_cast<double>(n);
    all.ask("fftfreq", {{size}, {0.3}}, ravel::fft_frequencies(n, ravel::spacing{0.3}), 0);
    all.ask("rfftfreq", {{size}, {0.3}}, ravel::rfft_frequencies(n, ravel::spacing{0.3}), 0);
    all.ask("fftshift", {x}, clone(fft_shift(support::in_memory(x))), 0);
    all.ask("ifftshift", {x}, clone(ifft_shift(support::in_memory(x))), 0);
  }
  all.check(program);
}

TEST_CASE("types: in the precision of the elements, from whatever they are") {
  const buffer<int> whole{1, 2, 3, 4};
  static_assert(std::same_as<decltype(fft(whole)), buffer<complex>>);
  static_assert(std::same_as<decltype(rfft(buffer<float>{1})), buffer<std::complex<float>>>);
  static_assert(std::same_as<decltype(fft(buffer<std::complex<float>>{1})), buffer<std::complex<float>>>);
  static_assert(std::same_as<decltype(irfft(buffer<std::complex<float>>{1})), buffer<float>>);
  static_assert(std::same_as<decltype(irfft(whole)), buffer<double>>);
  CHECK_EQUAL(fft(whole), {complex(10, 0), complex(-2, 2), complex(-2, 0), complex(-2, -2)});
  CHECK_EQUAL(rfft(whole + 0.0), {complex(10, 0), complex(-2, 2), complex(-2, 0)});
  CHECK_EQUAL(ravel::rfft(std::vector<float>{1, 2, 3, 4}),
              {std::complex<float>(10, 0), std::complex<float>(-2, 2), std::complex<float>(-2, 0)});
  CHECK_EQUAL(irfft(rfft(whole)), {1.0, 2.0, 3.0, 4.0});
  // Whoever says that results are real is believed: what contradicts it is not looked at.
  CHECK_EQUAL(irfft(buffer<complex>{{1, 5}, {0, 0}, {0, 7}}), {0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("NaN and infinity reach everything, and nothing else is harmed") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const index_t n : {4, 40, 200, 37, 74}) {
    const auto x = ravel::make_buffer<double>(n, 1.0);
    x[n / 2] = none;
    for (const complex& value : fft(x)) REQUIRE(std::isnan(value.real()));
    for (const complex& value : rfft(x)) REQUIRE(std::isnan(value.real()));
  }
}

TEST_CASE("data that cannot be transformed is named") {
  const auto none = ravel::make_buffer<double>(0);
  CHECK_THROWS_WITH(fft(none), "fft of no elements: there must be at least 1");
  CHECK_THROWS_WITH(ifft(none), "ifft of no elements: there must be at least 1");
  CHECK_THROWS_WITH(rfft(none, fft_length{4}), "rfft of no elements: there must be at least 1");
  CHECK_THROWS_AS(irfft(none), ravel::value_error);
  CHECK_THROWS_WITH(irfft(buffer<double>{1}), "irfft of 1 element gives none: say fft_length{1}");
  CHECK_EQUAL(irfft(buffer<double>{3}, fft_length{1}), {3.0});
  CHECK_THROWS_WITH(fft(buffer<double>{1}, fft_length{0}), "fft with fft_length{0}: it must be at least 1");
  CHECK_THROWS_WITH(rfft(buffer<double>{1}, fft_length{-2}), "rfft with fft_length{-2}: it must be at least 1");
  CHECK_THROWS_WITH(ravel::fft_frequencies(0), "fft_frequencies of 0 elements: there must be at least 1");
  CHECK_THROWS_WITH(ravel::rfft_frequencies(3, ravel::spacing{0}),
                    "rfft_frequencies with a spacing of 0: it must be a finite number other than 0");
  CHECK(fft_shift(none).size() == 0);
}

TEST_CASE("a length that no memory holds fails at once") {
  const buffer<double> x{1, 2, 3};
  const index_t huge = index_t{1} << 61, prime = (index_t{1} << 59) - 55;
  CHECK_THROWS_AS(fft(x, fft_length{huge}), ravel::overflow_error);
  CHECK_THROWS_AS(ifft(x, fft_length{huge}), ravel::overflow_error);
  for (const index_t length : {huge / 64, prime / 64}) {
    CHECK_THROWS_AS(rfft(x, fft_length{length}), std::bad_alloc);
    CHECK_THROWS_AS(irfft(x, fft_length{length}), std::bad_alloc);
  }
}
