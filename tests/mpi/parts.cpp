// SPDX-License-Identifier: BSL-1.0
// Distributed tensors that are joined from the parts of all ranks.
#include <mpi/ranks.hpp>

#include <string>

using namespace ranks;

TEST_CASE("parts of all ranks are joined in their order") {
  run_all([](const mpi::world& w) {
    const auto own = ravel::clone(ravel::reshape(ravel::arange(2.0 * (w.rank() % 3)), {-1, 2}) + w.rank());
    const auto joined = mpi::from_parts(w, own, mpi::cyclic{0});
    index_t row = 0;
    const auto whole = mpi::collect(joined);
    for (int r = 0; r < w.size(); ++r) {
      for (int i = 0; i < r % 3; ++i, ++row) expect(whole(row, 1) == 2 * i + 1 + r, "row " + std::to_string(row));
    }
    expect(whole.shape() == ravel::shape({row, 2}) && joined.how() == mpi::cyclic{0}, "the shape");
    std::string text;
    try {
      (void)mpi::from_parts(w, ravel::zeros({2, w.rank() == 0 ? 3 : 4}));
    } catch (const ravel::error& e) {
      text = e.what();
    }
    expect(w.size() == 1 || text.find("rows of 3") != std::string::npos, text);
  });
}
