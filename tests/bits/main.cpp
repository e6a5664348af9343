// SPDX-License-Identifier: BSL-1.0
// Prints a number made of all bits of each result for which bits are promised. cmake/check_bits.sh compiles it in many ways and compares.
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>
#if __has_include(<ravel/sparse.hpp>)  // it is a component of its own
#include <ravel/sparse.hpp>
#endif

#include <bit>
#include <cstdio>

namespace {

using ravel::index_t;

template <class T>
std::uint64_t bits_of(const T& value) {
  if constexpr (ravel::complex_element<T>) {
    return bits_of(value.real()) * 31 + bits_of(value.imag());
  } else if constexpr (std::same_as<T, float>) {
    return value != value ? 1 : std::bit_cast<std::uint32_t>(value);  // one NaN is as good as another
  } else if constexpr (std::same_as<T, double>) {
    return value != value ? 1 : std::bit_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

struct digest {
  std::uint64_t state = 0xcbf29ce484222325u;
  template <class T>
  void add(const T& value) {
    state = (state ^ bits_of(value)) * 0x100000001b3u;
    state ^= state >> 29;
  }
};

template <class T>
void print_all(const char* name, const ravel::reader<T>& values) {
  digest in_blocks, element_fold;
  for_each(values, [&](const T& value) { in_blocks.add(value); });
  for (index_t i = 0; i < values.size(); ++i) element_fold.add(values[i]);
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(in_blocks.state));
  if (element_fold.state != in_blocks.state) std::printf("%s: elements read alone have other bits\n", name);
}
template <class X>
void print(const char* name, const X& x) {
  if constexpr (ravel::readable<X>) {
    print_all<typename X::value_type>(name, x);
  } else {
    print_all<X>(name, ravel::buffer<X>{x});
  }
}
#define PRINT(...) print(#__VA_ARGS__, __VA_ARGS__)

// Values of many sizes, with all 53 bits in use.
ravel::tensor<double> values(std::uint64_t seed) {
  const ravel::tensor<double> some = ravel::random_uniform<double>({3000}, -2, 2, seed);
  return clone(some * some * some / 3.0);
}

// Functions of a user, which promise it in the first line as far as a compiler asks for that.
const auto fused_by_hand = [](auto p, auto q, auto r) {
  RAVEL_STRICT_BODY
  return p * q + r;
};
const auto folded_by_hand = [](auto p, auto q) {
  RAVEL_STRICT_BODY
  return p * static_cast<decltype(p)>(0.1) + q;
};
const auto by_position = [](index_t i) {
  RAVEL_STRICT_BODY
  return static_cast<double>(i) * 0.1 + 0.7;
};
const auto by_coordinates = [](index_t i, index_t j) {
  RAVEL_STRICT_BODY
  return static_cast<double>(i) * 0.1 + static_cast<double>(j) * 0.3;
};

template <class T>
void print_arithmetic(const ravel::reader<T>& x, const ravel::reader<T>& y, const ravel::reader<T>& z) {
  PRINT(x * y + z);
  PRINT((x - y) * (x + y) - x * x);
  PRINT(x / y - z);
  PRINT(x * T(0.7) + T(0.1));
}

template <class T>
void print_real(const ravel::tensor<double>& a, const ravel::tensor<double>& b) {
  const ravel::buffer<T> x = clone(ravel::reader<T>(ravel::wrap_cast<T>(a))), y = clone(ravel::reader<T>(ravel::wrap_cast<T>(b))),
                         z = clone(reverse(x));
  print_arithmetic<T>(x, y, z);
  PRINT(sqrt(abs(x)) * y + floor(z * T(100)));
  PRINT(where(x < y, clip(x, -1, 1), minimum(y, z)));
  PRINT(ravel::map(fused_by_hand, x, y, z));
  PRINT(ravel::fold(std::vector<ravel::reader<T>>{x, y, z}, folded_by_hand));
  PRINT(sum(x * y));
  PRINT(sum(x));
  PRINT(product(x * T(0.01) + T(1)));
  PRINT(mean(x));
  PRINT(dot(x, y));
  PRINT(norm(x));
  PRINT(cumsum(x));
  PRINT(ravel::linspace<T>(T(0.1), T(1.7), 1001));
  PRINT(ravel::arange<T>(T(0.1), T(9), T(0.07)));
}

}  // namespace

int main() {
  const auto a = values(1), b = values(2);
  print_real<double>(a, b);
  print_real<float>(a, b);

  const auto complex_of = [](double re, double im) { return std::complex<double>(re, im); };
  const auto u = clone(map(complex_of, a, b)), v = clone(map(complex_of, b, flip(a, 0)));
  print_arithmetic<std::complex<double>>(u, v, flip(u, 0));
  PRINT(u / v);
  PRINT(sum(u * v));
  PRINT(norm(u));

  const auto computed = ravel::compute<double>({30, 40}, by_coordinates);
  PRINT(ravel::generate(1000, by_position));
  PRINT(computed);
  PRINT(transpose(computed));

  const ravel::tensor<double> m = reshape(a, {50, 60}), row = reshape(slice(b, 0, 0, 60), {60});
  PRINT(clone(transpose(m) * 0.3 + reshape(b, {60, 50})));
  PRINT(clone(m * row + m));
  PRINT(sum(m, 0));
  PRINT(sum(m * m, 1));
  PRINT(mean(m, 0));
  PRINT(var(m, 1));
  PRINT(ravel::std(m));
  PRINT(cumsum(m, 0));

  const ravel::buffer<double> x = clone(ravel::reader<double>(a)), y = clone(ravel::reader<double>(b));
  PRINT(variance(x));
  PRINT(skew(x));
  PRINT(covariance(x, y));
  PRINT(correlation(x, y));
  PRINT(quantile(x, {0.1, 0.37, 0.9}));
  PRINT(gradient(x, ravel::spacing{0.3}));
  PRINT(convolve(x, ravel::buffer<double>{0.3, 0.1, 0.7}));
  PRINT(rolling(x, 7, ravel::reducer::mean));
  const ravel::buffer<index_t> keys = clone(ravel::generate(x.size(), [](index_t i) { return i * i % 7; }));
  PRINT(group_reduce(keys, x, ravel::reducer::variance).values);
  const auto line = linear_regression(x, y);
  ravel::buffer<double> fitted = clone(x);
  for (double& each : fitted) each = line(each);
  PRINT(fitted);
  PRINT(resample(ravel::iota<double>(3000) * 0.37, x, 0.1, 900.0, 0.7, ravel::reducer::sum).keys);
#if __has_include(<ravel/sparse.hpp>)
  PRINT(sparse_matmul(ravel::to_sparse(ravel::cast<float>(m)), ravel::to_sparse(transpose(m))));
  PRINT(sparse_matmul(ravel::to_sparse(reshape(u, {50, 60})), ravel::to_sparse(reshape(v, {60, 50}))));
  // What is at every position that has no entry.
  ravel::buffer<double> fills = clone(x), folded = clone(x);
  for (index_t i = 0; i < x.size(); ++i) {
    const auto p = ravel::make_sparse(3, x[i]), q = ravel::make_sparse(3, y[i]), r = ravel::make_sparse(3, y[i] / 3);
    fills.write(i, *map(fused_by_hand, p, q, r).fill());
    folded.write(i, *ravel::fold(std::vector<ravel::reader<double>>{p, q, r}, folded_by_hand).fill());
  }
  PRINT(fills);
  PRINT(folded);
#endif
  index_t near = 0, near_float = 0;
  const ravel::buffer<float> narrow = clone(ravel::wrap_cast<float>(x));
  for (index_t i = 0; i < 1000; ++i) {
    near += close(slice(x, i, 1), slice(x, i, 1) * 1.1, 0.1 / 1.1, 1e-17);
    near_float += close(slice(x, i, 1) * 1.1, slice(narrow, i, 1), 0.1, 1e-17) + close(slice(narrow, i, 1), slice(x, i, 1), 3e-8, 1e-17);
  }
  PRINT(near);
  PRINT(near_float);
  PRINT(ravel::iota<double>(3000, 0.1, 0.7));
  PRINT(ravel::iota<float>(3000, 0.1F, 0.7F));
  PRINT(slice(ravel::iota<double>(3000, 0.1, 0.7), 7, 700, 3) * 1.1);
}
