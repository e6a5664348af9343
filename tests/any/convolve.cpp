// SPDX-License-Identifier: BSL-1.0
// convolve and correlate of data or windows of run-time type have the type and the bits of typed ones, for each pair of kinds of type.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

namespace {

// The typed result, or nothing if the two types do not meet.
template <class T, class W, class F>
std::optional<any_tensor> typed(const tensor<const T>& t, const tensor<const W>& w, const F& f) {
  if constexpr (requires { any_tensor(f(t, w)); }) {
    return any_tensor(f(t, w));
  } else {
    return std::nullopt;
  }
}

template <class T, class W, class F>
void check_pair(const tensor<const T>& t, const tensor<const W>& w, const F& f) {
  CAPTURE(dtype_of<T>(), dtype_of<W>());
  const any_tensor x = t, window = w;
  const auto wanted = typed(t, w, f);
  if (!wanted) {
    CHECK_THROWS_AS(f(x, window), type_error);
    CHECK_THROWS_AS(f(t, window), type_error);
    return;
  }
  for (const any_tensor& made : {f(x, window), f(t, window), f(x, w)}) {
    CHECK(made.dtype() == wanted->dtype());
    CHECK(equal(made, *wanted));
  }
}

// Unlike `auto`, it says for which operands it is there.
#define FORM(...) [](const auto& t, const auto& w) -> decltype(__VA_ARGS__) { return __VA_ARGS__; }

template <class W>
void check_window(support::random& r) {
  const tensor<const W> line = random_tensor<W>(r, 3), plane = random_tensor<W>(r, {2, 3});
  any_tests::for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    const tensor<const T> table = random_tensor<T>(r, {4, 6}), whole = random_tensor<T>(r, 9);
    check_pair(table, line, FORM(convolve(t, w, 1, convolve_mode::same)));
    check_pair(table, line, FORM(correlate(t, w, 0, edge_mode::wrap)));
    check_pair(table, plane, FORM(convolve(t, w, convolve_mode::valid)));
    check_pair(whole, line, FORM(correlate(t, w)));
  });
}

}  // namespace

TEST_CASE("windows of run-time type have the bits of typed ones", "[any]") {
  support::random r(4);
  check_window<std::uint8_t>(r);
  check_window<double>(r);
  check_window<std::complex<float>>(r);
}

TEST_CASE("lines and windows without a shape stand beside those of run-time type", "[any]") {
  const std::vector<double> line{1, 2, 4, 8};
  const reader<double> held = borrow(line), window = buffer<double>{1, -1};
  const any_reader x = held, w = window;
  const auto wanted = convolve(line, window);
  for (const any_tensor& made : {convolve(x, w), convolve(x, window), convolve(line, w), convolve(held, w), convolve(line, w.as_tensor())})
    CHECK(equal(made, wanted));
}

TEST_CASE("a window that does not fit is refused", "[any]") {
  const any_tensor x = tensor<double>{{1, 2}, {3, 4}}, words = tensor<std::string>{"a"};
  const any_tensor large = tensor<std::uint64_t>{1}, below = tensor<std::int64_t>{-1};
  CHECK_THROWS_WITH(convolve(x, words, 0), ContainsSubstring("convolve of float64 and string"));
  CHECK_THROWS_WITH(correlate(words, words), ContainsSubstring("correlate of string and string"));
  CHECK_THROWS_WITH(convolve(large, below), ContainsSubstring("convolve of uint64 and int64"));
  CHECK_THROWS_AS(convolve(x, any_tensor(empty<double>(0)), 0), error);
  CHECK_THROWS_AS(convolve(x, any_tensor(tensor<double>{1}), 2), index_error);
  CHECK_THROWS_WITH(convolve(x, x, 0), ContainsSubstring("rank 2 and shape [2 2]"));
  CHECK_THROWS_WITH(correlate(tensor<int>{1, 2}, x), ContainsSubstring("[2 2]") && ContainsSubstring("[2]"));
  const any_tensor half = cast(tensor<float>{1, 2}, dtype::float16);
  CHECK(convolve(half, half).dtype() == dtype::float32);
}
