// SPDX-License-Identifier: BSL-1.0
// Files of distributed tensors have the bytes of those of local tensors. Errors are alike on all ranks, and an old file stays.
#include <mpi/ranks.hpp>

#include <support/folder.hpp>

#include <ravel/interop/npy.hpp>

#include <filesystem>
#include <fstream>

using namespace ranks;

TEST_CASE("each rank maps its part of a file") {
  const support::folder here;
  for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{9}, ravel::shape{7, 5}, ravel::shape{2, 3, 4}, ravel::shape{0, 3}}) {
    const std::string path = here / "a.npy";
    const auto whole = numbered(extents);
    ravel::save_npy(path, whole);
    const std::string before = support::read_file(path);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::map_npy<double>(w, path, how);
        expect_same(x, whole, ravel::to_string(extents) + ", " + how.description());
        expect(x.how() == how.from_front(extents.rank()), "not as told");
        x += 1;
        expect_same(x, ravel::clone(whole + 1), how.description() + ", written to");
      }
    });
    CHECK(support::read_file(path) == before);
  }
}

TEST_CASE("ranks save one file and map it") {
  run_all([](const mpi::world& w) {
    const std::string path = w.description() + ".npy";  // every rank says the same
    const auto whole = numbered({70, 50});
    mpi::save_npy(path, mpi::from_local(w, whole, mpi::cyclic{1}) * 2);
    expect_same(mpi::map_npy<double>(w, path, mpi::blocks{0}), ravel::clone(whole * 2), "mapped");
    w.barrier();
    if (w.rank() == 0) std::filesystem::remove(path);
  });
}

TEST_CASE("files of other types and orders are read") {
  const support::folder here;
  const std::string path = here / "a.npy";
  const auto mask = ravel::clone(numbered({5, 3}) > 8);
  ravel::save_npy(path, mask);
  run_all([&](const mpi::world& w) { expect_same(mpi::map_npy<bool>(w, path, mpi::blocks{0}), mask, "bools"); });
  {
    std::string text = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }";
    text.resize(118, ' ');
    std::ofstream file(path, std::ios::binary);
    file << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << text;
    for (const char c : {'\1', '\2', '\3', '\4', '\5', '\6'}) file << '\0' << c;
  }
  run_all([&](const mpi::world& w) {
    expect_same(mpi::map_npy<std::int16_t>(w, path, mpi::blocks{1}), ravel::tensor<std::int16_t>{{1, 3, 5}, {2, 4, 6}}, "swapped columns");
  });
}

TEST_CASE("a file that is missing, differs or is too short is one error on all ranks", "[threads]") {
  const support::folder here;
  const std::string a = here / "a.npy", b = here / "b.npy";
  ravel::save_npy(a, numbered({4, 4}));
  ravel::save_npy(b, numbered({4, 5}));
  run(3, [&](const mpi::world& w) {
    const auto of = [&](const std::string& path) { return error_of([&] { (void)mpi::map_npy<double>(w, path, mpi::blocks{0}); }); };
    expect(of(w.rank() == 1 ? here / "none.npy" : a) == "rank 1: " + (here / "none.npy") + ": open failed: No such file or directory",
           of(w.rank() == 1 ? here / "none.npy" : a));
    expect(of(w.rank() == 2 ? b : a) ==
               "ranks stand at different operations: rank 0 at map_npy float64[4 4] in blocks along [0], and rank 2 at "
               "map_npy float64[4 5] in blocks along [0]",
           of(w.rank() == 2 ? b : a));
    expect(error_of([&] { (void)mpi::map_npy<float>(w, a, mpi::blocks{0}); }).find("rank 0: ") == 0, "another type");
  });
  std::filesystem::resize_file(a, 200);
  run(3, [&](const mpi::world& w) {
    const std::string text = error_of([&] { (void)mpi::map_npy<double>(w, a, mpi::blocks{0}); });
    expect(text.find("rank 0: " + a) == 0, text);
  });
}

TEST_CASE("a saved file has the bytes of that of a local tensor", "[threads]") {
  const support::folder here;
  for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{9}, ravel::shape{70, 50}, ravel::shape{2, 3, 4}, ravel::shape{0, 3}}) {
    const auto whole = numbered(extents);
    ravel::save_npy(here / "wanted.npy", whole * 2);
    const std::string wanted = support::read_file(here / "wanted.npy");
    for (const int count : numbers) {
      for (const mpi::distribution& how : distributions(extents, count)) {
        INFO(extents << ", " << how.description());
        run(count, [&](const mpi::world& w) { mpi::save_npy(here / "a.npy", mpi::from_local(w, whole, how) * 2, {.sync = true}); });
        REQUIRE(support::read_file(here / "a.npy") == wanted);
      }
    }
  }
  CHECK(here.files() == 2);
}

TEST_CASE("an old file stays where a rank fails", "[threads]") {
  const support::folder here;
  const std::string path = here / "a.npy";
  ravel::save_npy(path, numbered({3}));
  const std::string before = support::read_file(path);
  for (int bad = 0; bad < 3; ++bad) {
    run(3, [&](const mpi::world& w) {
      const auto x = mpi::full<double>(w, {3000}, 1.0, mpi::blocks{0});
      const auto fails = [&](double v) { return w.rank() == bad ? throw ravel::value_error("bad") : v; };
      const std::string text = error_of([&] { mpi::save_npy(path, map(fails, x)); });
      expect(text == "rank " + std::to_string(bad) + ": bad", text);
    });
  }
  CHECK(support::read_file(path) == before);
  CHECK(here.files() == 1);
  run(2, [&](const mpi::world& w) {
    const std::string text = error_of([&] { mpi::save_npy(here / "none/a.npy", mpi::zeros<double>(w, {3}, mpi::blocks{0})); });
    expect(text.find("rank 0: ") == 0 && text.find("No such file") != std::string::npos, text);
  });
}
