// SPDX-License-Identifier: BSL-1.0
// Ranks as processes of MPI: a sample of what tests/mpi proves for ranks as threads. Started as `mpiexec -n N ranks_as_processes N [fail]`,
// so that a launcher of another MPI, which starts N worlds of one rank, is found out.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

namespace mpi = ravel::mpi;

namespace {

void expect(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error("wrong: " + what);
}

void move_and_reduce(const mpi::world& w) {
  const auto whole = ravel::random_normal<double>({501, 300}, 0, 1, 3);
  const auto x = mpi::random_normal<double>(w, {501, 300}, 0, 1, 3, mpi::blocks{0, 1});
  expect(ravel::all_of(mpi::collect(x) == whole), "random numbers");
  const auto row = select(whole, 1, 0);
  const auto y = mpi::clone(transpose(x) * 2 + select(x, 1, 0), mpi::cyclic{0});
  const auto wanted = ravel::clone(transpose(whole) * 2 + row);
  expect(ravel::all_of(mpi::collect(y) == wanted), "an expression");
  expect(sum(y) == ravel::sum(wanted), "a sum");
  expect(argmin(y) == ravel::argmin(wanted), "argmin");
  expect(ravel::all_of(mpi::collect(sum(y, 0)) == ravel::sum(wanted, 0)), "sums along an axis");
  for (int step = 0; step < 5; ++step) copy(0.25 * (rotate(x, {1, 0}) + rotate(x, {-1, 0}) + rotate(x, {0, 1}) + rotate(x, {0, -1})), x);
  for (int step = 0; step < 5; ++step)
    copy(0.25 * (rotate(whole, {1, 0}) + rotate(whole, {-1, 0}) + rotate(whole, {0, 1}) + rotate(whole, {0, -1})), whole);
  expect(ravel::all_of(mpi::collect(x) == whole), "an exchange of borders");
}

void order_and_save(const mpi::world& w) {
  const auto whole = ravel::random_normal<double>({20000}, 0, 1, 5);
  const auto x = mpi::from_local(w, whole, mpi::cyclic{0});
  expect(ravel::all_of(mpi::collect(sort(x)) == ravel::sort(whole, 0)), "a sort");
  expect(ravel::all_of(mpi::collect(argsort(x)) == ravel::argsort(whole, 0)), "an argsort");
  expect(ravel::all_of(mpi::collect(cumsum(x)) == ravel::cumsum(whole, 0)), "running sums");
  const std::string path = "ranks_as_processes." + std::to_string(w.size()) + ".npy";
  mpi::save_npy(path, x * 2);
  const auto read = mpi::map_npy<double>(w, path, mpi::counts(0, {20000}));
  expect(ravel::all_of(mpi::collect(mpi::clone(read, mpi::blocks{0})) == whole * 2), "a file");
  w.barrier();
  if (w.rank() == 0) std::remove(path.c_str());
}

void lines_and_rows(const mpi::world& w) {
  const auto whole = ravel::random_normal<double>({60, 40}, 0, 1, 3);
  const auto x = mpi::from_local(w, whole, mpi::blocks{0});
  expect(ravel::all_of(mpi::collect(fft(fft(x, 1), 0)) == ravel::fft(ravel::fft(whole, 1), 0)), "a transform");
  expect(ravel::all_of(mpi::collect(sort(x, 0)) == ravel::sort(whole, 0)), "a sort along an axis");
  const auto keys = ravel::random_integers<int>({5000}, 0, 9, 3), values = ravel::random_integers<int>({5000}, -99, 99, 4);
  const auto k = mpi::from_local(w, keys, mpi::blocks{0}), v = mpi::from_local(w, values, mpi::cyclic{0});
  const auto sums = group_reduce(k, v, ravel::reducer::sum);
  const auto wanted = ravel::group_reduce(keys, values, ravel::reducer::sum);
  expect(ravel::equal(mpi::collect(sums.keys), wanted.keys) && ravel::equal(mpi::collect(sums.values), wanted.values), "groups");
  const auto chosen = ravel::compress(values, keys == 3);
  expect(ravel::equal(mpi::collect(compress(v, k == 3)), chosen), "chosen elements");
  expect(ravel::all_of(fetch(v, ravel::tensor<int>{4999, w.rank()}) == take(values, 0, ravel::tensor<int>{4999, w.rank()})),
         "fetched rows");
  const auto rows = arg_join(slice(k, 0, 0, 50), k);
  expect(rows.left.size() == ravel::arg_join(ravel::clone(slice(keys, 0, 0, 50)), keys).left.size(), "a join");
}

void products_and_moments(const mpi::world& w) {
  const auto a = ravel::random_integers<int>({70, 60}, -99, 99, 3), b = ravel::random_integers<int>({60, 90}, -99, 99, 4);
  const auto x = mpi::from_local(w, a, mpi::blocks{0, 1}), y = mpi::from_local(w, b, mpi::cyclic{0});
  const auto wanted = ravel::matmul(a, b);
  expect(ravel::equal(mpi::collect(matmul(x, y)), wanted), "a product");
  mpi::detail::spread_product in_panels(x, y);
  expect(ravel::equal(mpi::collect(in_panels.made(1000)), wanted), "a product by panels");
  const auto whole = ravel::random_normal<double>({20000}, 1, 0.001, 5);
  const auto z = mpi::from_local(w, whole, mpi::blocks{0});
  expect(product(z) == ravel::product(whole) && kurtosis(z) == ravel::kurtosis(whole), "a product and a moment of all");
}

void fail_together(const mpi::world& w) {
  const auto x = mpi::full<double>(w, {100}, 1.0, mpi::blocks{0});
  std::string text;
  try {
    copy(map([&](double v) { return w.rank() == w.size() - 1 ? throw ravel::value_error("bad") : v; }, x), x);
  } catch (const ravel::value_error& e) {
    text = e.what();
  }
  expect(text.find("bad") != std::string::npos, "an error of one rank");
  text.clear();
  try {
    (void)(w.rank() == 0 ? sum(x) : max(x));
  } catch (const ravel::layout_error& e) {
    text = e.what();
  }
  expect(w.size() == 1 || !text.empty(), "a mismatch");
  expect(sum(x) == 100, "going on");
}

}  // namespace

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [&](const mpi::world& w) {
    expect(argc > 1 && std::atoi(argv[1]) == w.size(), "the number of ranks");
    move_and_reduce(w);
    order_and_save(w);
    lines_and_rows(w);
    products_and_moments(w);
    fail_together(w);
    w.barrier();
    expect(w.description().find_first_of("\t\n,") == std::string::npos, "a name of the MPI in one line");
    if (w.rank() == 0) std::cout << w.description() << ": " << w.size() << " ranks are right" << std::endl;
    if (argc > 2 && w.rank() == w.size() - 1) throw std::runtime_error("one rank fails alone");
    w.barrier();
  });
}
