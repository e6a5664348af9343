// SPDX-License-Identifier: BSL-1.0
// Element types known at run time beside those known at compile time: the same operation on the same tensors of 1e6 elements.
#include <ravel/any.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "emission.hpp"
#include "support.hpp"

namespace {

using namespace ravel;

constexpr double bar = 1.1;

// operation(tensors as they are held, …) against operation(tensors with their type, …).
template <class Operation, class... Ts>
void compare(bench::table& table, const char* name, Operation operation, const tensor<Ts>&... typed) {
  const auto items = static_cast<double>(std::max({typed.size()...}));
  const auto ours = [operation, ... held = any_tensor(typed)] { bench::keep(operation(held...)); };
  const auto hand = [operation, typed...] { bench::keep(operation(typed...)); };
  table.row(name, bar, ours, hand, {.items = items});
}

template <class T>
tensor<T> drawn(std::uint64_t seed) {
  return clone(cast<T>(random_integers<int>({1000, 1000}, 1, 100, seed)));
}

template <class T>
void elementwise(bench::table& table, const char* suffix) {
  const tensor<T> a = drawn<T>(1), b = drawn<T>(2), to = drawn<T>(3);
  const auto named = [&](const char* what) { return std::string(what) + suffix; };
  compare(
      table, named("clone(a + b)").c_str(), [](const auto& x, const auto& y) { return clone(x + y); }, a, b);
  compare(
      table, named("copy(a * 2, to)").c_str(), [](const auto& x, const auto& out) { return copy(x * 2, out), out.size(); }, a, to);
  compare(
      table, named("count(a > b)").c_str(), [](const auto& x, const auto& y) { return count(x > y); }, a, b);
  compare(
      table, named("clone(where(a < b, a, b))").c_str(), [](const auto& x, const auto& y) { return clone(where(x < y, x, y)); }, a, b);
  const tensor<bool> mask = clone(a < b);
  compare(
      table, named("clone(where(mask, a, b))").c_str(), [](const auto& m, const auto& x, const auto& y) { return clone(where(m, x, y)); },
      mask, a, b);
}

// Thirteen operators on two operands, as a tree that is put together at run time.
any_tensor tree_of_thirteen(const any_tensor& x, const any_tensor& y) {
  const any_tensor t = x - y, u = x + y;
  return ((t * u + 3) * t - u) * 2 + t * t * 5;
}
template <class T>
[[gnu::noinline]] void hand_thirteen(index_t n, const T* __restrict x, const T* __restrict y, T* __restrict out) {
  for (index_t i = 0; i < n; ++i) {
    const T t = x[i] - y[i], u = x[i] + y[i];
    out[i] = ((t * u + 3) * t - u) * 2 + t * t * 5;
  }
}
template <class T>
void trees(bench::table& table, const char* type, index_t n) {
  const auto x = clone(slice(flat(drawn<T>(1)), 0, 0, n)), y = clone(slice(flat(drawn<T>(2)), 0, 0, n)), z = clone(x);
  const any_tensor a = x, b = y, to = z;
  const auto hand = [=] { hand_thirteen<T>(n, x.data(), y.data(), z.data()); };
  const std::string size = " of " + std::to_string(n) + ", ";
  table.row(
      "tree of thirteen, built and copied" + size + type, n < 10'000 ? 4.0 : 3.2, [=] { copy(tree_of_thirteen(a, b), to); }, hand);
  for (const bool machine_code : {false, true}) {
    const any_tensor made = tree_of_thirteen(a, b);
    const auto copied = [=] {
      const bench::emits by(machine_code);
      copy(made, to);
    };
    const bench::tree_bar most = bench::bar_of_thirteen(n, machine_code);
    table.row("the same tree again, " + std::string(machine_code ? "machine code" : "tile machine") + size + type, most.ratio, copied, hand,
              {.allowance_ns = most.allowance_ns});
  }
}

}  // namespace

int main() {
  {
    bench::table table("trees put together at run time / a loop");
    for (const index_t n : {index_t{1000}, index_t{4000}, index_t{100000}}) {
      trees<double>(table, "double", n);
      trees<float>(table, "float", n);
      trees<std::int32_t>(table, "int32", n);
    }
  }
  bench::table table("run-time element types, 1e6 elements: at run time / at compile time");
  elementwise<double>(table, ", double");
  elementwise<float>(table, ", float");
  elementwise<std::int32_t>(table, ", int32");
  const tensor<double> a = drawn<double>(1), turned = clone(transpose(a));
  const tensor<float> f = drawn<float>(4);
  const tensor<std::int32_t> i = drawn<std::int32_t>(5);
  compare(
      table, "clone(sqrt(a)), double", [](const auto& x) { return clone(sqrt(x)); }, a);
  compare(
      table, "clone(exp(f)), float", [](const auto& x) { return clone(exp(x)); }, f);
  const auto mixed = [&](const char* types, const auto& x, const auto& y) {
    const auto named = [&](const char* what) { return std::string(what) + types; };
    compare(
        table, named("clone(a + b), ").c_str(), [](const auto& u, const auto& v) { return clone(u + v); }, x, y);
    compare(
        table, named("count(a < b), ").c_str(), [](const auto& u, const auto& v) { return count(u < v); }, x, y);
  };
  mixed("float and double", f, a);
  mixed("int32 and double", i, a);
  mixed("int32 and int64", i, drawn<std::int64_t>(6));
  mixed("int8 and double", drawn<std::int8_t>(7), a);
  mixed("uint8 and float", drawn<std::uint8_t>(8), f);
  compare(
      table, "clone(a * 2.5), int32", [](const auto& x) { return clone(x * 2.5); }, i);
  compare(
      table, "clone(a + transpose(b)), double", [](const auto& x, const auto& y) { return clone(x + transpose(y)); }, a, turned);
  compare(
      table, "sum(a), double", [](const auto& x) { return sum(x); }, a);
  compare(
      table, "sum(i), int32", [](const auto& x) { return sum(x); }, i);
  compare(
      table, "mean(a, 0), double", [](const auto& x) { return mean(x, 0); }, a);
  compare(
      table, "max(i, 1), int32", [](const auto& x) { return max(x, 1); }, i);
  compare(
      table, "median(a), double", [](const auto& x) { return median(x); }, a);
  compare(
      table, "sort(i, 1), int32", [](const auto& x) { return sort(x, 1); }, i);
  compare(
      table, "argsort(a, 1), double", [](const auto& x) { return argsort(x, 1); }, a);
  compare(
      table, "unique(i), int32", [](const auto& x) { return unique(x); }, i);
  compare(
      table, "clone(cast(i, float64))", [](const auto& x) { return clone(cast<double>(x)); }, i);
  compare(
      table, "equal(a, b), double", [](const auto& x, const auto& y) { return equal(x, y); }, a, a);
}
