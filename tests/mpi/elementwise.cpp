// SPDX-License-Identifier: BSL-1.0
// Operators and functions of distributed tensors have the types and bits of those of local tensors.
#include <mpi/ranks.hpp>

#include <complex>

using namespace ranks;

TEST_CASE("operators and functions of distributed tensors are those of local ones") {
  run_all([](const mpi::world& w) {
    const auto a = numbered({3, 4}), b = ravel::clone(numbered({3, 4}) * 0.25 - 2);
    const auto counts = ravel::clone(ravel::reshape(ravel::arange<std::int32_t>(12), {3, 4}));
    for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0, 1})}) {
      const auto x = mpi::from_local(w, a, how), y = mpi::from_local(w, b, mpi::blocks{1});
      const auto n = mpi::from_local(w, counts, how);
      const auto same = [](const auto& found, const auto& wanted, const char* what) {
        expect_same(mpi::clone(found), ravel::clone(wanted), what);
      };
      same(x + y, a + b, "+");
      same(x - 1, a - 1, "- 1");
      same(2.0 * x / y, 2.0 * a / b, "* /");
      same(n % 5 + 1, counts % 5 + 1, "%");
      same((n & 3) | 8, (counts & 3) | 8, "& |");
      same(-x, -a, "-");
      same(~n, ~counts, "~");
      same(x < y || x == 4, a < b || a == 4, "comparisons");
      same(!(x < y), !(a < b), "!");
      same(sqrt(abs(y)) + exp(x * 0.01), sqrt(abs(b)) + exp(a * 0.01), "functions");
      same(pow(x, 2.0), pow(a, 2.0), "pow");
      same(minimum(x, y), minimum(a, b), "minimum");
      same(where(x > 5, x, y), where(a > 5, a, b), "where");
      same(clip(x, 2.0, 9.0), clip(a, 2.0, 9.0), "clip");
      same(mpi::cast<std::int32_t>(floor(x)), ravel::cast<std::int32_t>(floor(a)), "cast");
      same(map([](double p, int q) { return p * q; }, x, n), map([](double p, int q) { return p * q; }, a, counts), "map");
      same(x + select(y, 0, 1), a + select(b, 0, 1), "a row");
      same(new_axis(select(y, 1, 0), 1) + x, new_axis(select(b, 1, 0), 1) + a, "a column");
      same(x + b, a + b, "a local tensor");
      same(ravel::arange(4.0) * x, ravel::arange(4.0) * a, "a local row");
      same(x + (b + 1), a + (b + 1), "a local expression");
      same(n + std::uint8_t{3}, counts + std::uint8_t{3}, "a small number");
      same(transpose(x + y * 2), transpose(a + b * 2), "a view of an expression");
      same((x + y)(ravel::last, ravel::all), (a + b)(ravel::last, ravel::all), "places of an expression");
      same(x * std::complex<double>(0, 1), a * std::complex<double>(0, 1), "complex");
    }
  });
}

TEST_CASE("shapes that do not fit are one error, thrown without a message") {
  run(2, [](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {3, 4}, mpi::blocks{0}), y = mpi::zeros<double>(w, {4, 3}, mpi::blocks{0});
    bool is_caught = false;
    try {
      (void)(x + y);
    } catch (const ravel::shape_error&) {
      is_caught = true;
    }
    expect(is_caught, "no error");
  });
}

TEST_CASE("large expressions are computed like small ones") {
  run(3, [](const mpi::world& w) {
    const auto a = numbered({40});
    const auto x = mpi::from_local(w, a, mpi::blocks{0});
    const auto f = [](const auto& t) {
      return rotate(t, 1) + rotate(t, 2) + rotate(t, 3) * rotate(t, 4) - rotate(t, 5) + rotate(t, 6) / (t + 1);
    };
    expect_same(mpi::clone(f(x) + f(flip(x))), ravel::clone(f(a) + f(ravel::flip(a))), "twelve leaves");
  });
}
