// SPDX-License-Identifier: BSL-1.0
// Any text as a saved plan: it is read, and then printed, read and printed as the same text, and drawn; or it is an error of the library.
#include <ravel/base/error.hpp>
#include <ravel/plan/text.hpp>
#include <ravel/tensor/make.hpp>

#include <fuzz/input.hpp>

#include <string>
#include <string_view>

namespace {

// Tensors are given for those of these names that the text has.
std::vector<ravel::named_tensor> tensors_for(std::string_view text) {
  std::vector<ravel::named_tensor> given;
  if (text.find("variable w ") != text.npos) given.push_back({"w", ravel::ones<double>({3})});
  if (text.find("persistent p1 ") != text.npos) given.push_back({"p1", ravel::ones<double>({3, 3})});
  return given;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<ravel::plan> read;
  std::string saved;
  try {
    read = ravel::read_plan(text, tensors_for(text));
    saved = to_string(*read);
  } catch (const ravel::error&) {
    return 0;
  }
  const ravel::plan again = ravel::read_plan(saved, named_tensors(*read));
  fuzz::require(to_string(again) == saved, "a plan that is printed, read and printed has another text");
  fuzz::require(!to_dot(again).empty(), "a plan has no graph");
  return 0;
}
