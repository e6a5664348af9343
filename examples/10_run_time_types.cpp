// SPDX-License-Identifier: BSL-1.0
// Run-time types: a program that does not know what its files hold, and never copies them
#include <ravel/interop.hpp>
#include <ravel/ravel.hpp>

#include <filesystem>
#include <iostream>

// Questions to a file of any type: no template, one function.
static void report(const std::string& title, const ravel::any_tensor& x) {
  std::cout << title << ": " << name(x.dtype()) << to_string(x.shape()) << ", " << name(x.layout()) << "\n";
  std::cout << "  from " << min(x) << " to " << max(x) << ", mean " << mean(x) << ", " << unique(x).size() << " values\n";
}

int main() {
  const auto folder = std::filesystem::temp_directory_path() / "ravel_example_09";
  std::filesystem::create_directories(folder);
  const std::string counts = folder / "counts.npy", weights = folder / "weights.npy";

  // Somebody else's files; NumPy reads and writes them too.
  save_npy(counts, ravel::tensor<std::uint8_t>{{3, 0, 255}, {7, 7, 1}});
  save_npy(weights, ravel::tensor<float>{0.5f, 0.25f, 2});

  // Mapped: nothing is read before it is looked at.
  const ravel::any_tensor c = ravel::load_npy(counts), w = ravel::load_npy(weights);
  report("counts", c);
  report("weights", w);

  // The types meet as they would in a program that knows them: uint8 with float32 is float32.
  const ravel::any_tensor weighted = c * w;
  report("weighted", weighted);
  std::cout << weighted << "\n";
  std::cout << "along rows: " << sum(weighted, 1) << "\n";

  // A value that a type cannot hold is an error that says so.
  try {
    const ravel::any_tensor bytes = clone(c);
    bytes += 1;
  } catch (const ravel::type_error& e) {
    std::cout << "refused: " << e.what() << "\n";
  }

  // Where speed or a template is wanted, the tensor with its type is there, the very same elements.
  if (w.dtype() == ravel::dtype::float32) {
    const ravel::tensor<const float> typed = ravel::as<float>(w);
    std::cout << "typed: " << typed(2) << "\n";
  }

  // Out of the program by DLPack, and in again: one owner at a time, released once.
  DLManagedTensor* handed_over = to_dlpack(ravel::any_tensor(ravel::tensor<double>{{1, 2}, {3, 4}}));
  std::cout << ravel::from_dlpack<double>(handed_over) << "\n";
  std::filesystem::remove_all(folder);
}
