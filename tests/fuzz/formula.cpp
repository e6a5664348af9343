// SPDX-License-Identifier: BSL-1.0
// Any text as a formula: it is read as a planned value that runs, or it is an error of the library.
#include <ravel/base/error.hpp>
#include <ravel/plan/plan.hpp>
#include <ravel/plan/text.hpp>
#include <ravel/tensor/make.hpp>

#include <fuzz/input.hpp>

#include <string_view>

namespace {

struct scene {
  ravel::planned_extent n = ravel::planned_extent("n");
  ravel::planned x = ravel::placeholder<double>("x", {n, 3}), i = ravel::placeholder<int>("i", {n, 3});
  ravel::planned_names names{{"x", x}, {"i", i}};
  ravel::any_tensor of_x = ravel::ones<double>({2, 3}), of_i = ravel::ones<int>({2, 3});
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const scene s;
  const std::string_view formula(reinterpret_cast<const char*>(data), size);
  try {
    const ravel::planned read = ravel::parse(formula, s.names);
    if (formula.find("broadcast") != formula.npos) return 0;  // a run could need more memory than there is
    const ravel::any_tensor made = ravel::plan({s.x, s.i}, {{"result", read}}).run({s.of_x, s.of_i})["result"];
    fuzz::require(made.dtype() == read.dtype() && made.rank() == read.rank(), "the result is not as it was recorded");
  } catch (const ravel::error&) {
  }
  return 0;
}
