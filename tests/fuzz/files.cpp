// SPDX-License-Identifier: BSL-1.0
// Any bytes as a file: .npy, .npz, safetensors. What is read lies inside of the file, and all of it can be copied; all else is an error of
// the library.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/interop/safetensors.hpp>

#include <fuzz/input.hpp>

#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace {

// A file in memory, which has a path as long as it is open.
class memory_file {
 public:
  memory_file(const std::uint8_t* data, std::size_t size) : handle_(memfd_create("fuzz", 0)) {
    fuzz::require(handle_ >= 0 && write(handle_, data, size) == static_cast<ssize_t>(size), "there is no file in memory");
  }
  ~memory_file() { close(handle_); }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(handle_); }

 private:
  int handle_;
};

// Of one byte may come more than one where the file is packed.
void check(const ravel::any_tensor& x, std::size_t file_size, std::size_t most_of_one = 1) {
  const auto bytes = static_cast<std::size_t>(x.size()) * ravel::size_of(x.dtype());
  fuzz::require(bytes <= file_size * most_of_one, "more elements than the file has");
  const ravel::any_tensor copied = clone(x);
  fuzz::require(copied.shape() == x.shape() && copied.dtype() == x.dtype(), "a copy differs");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const memory_file file(data + 1, size - 1);
  try {
    switch (data[0] % 4) {
      case 0:
        check(ravel::load_npy(file.path()), size);
        break;
      case 1:
        for (const auto& [name, x] : ravel::load_npz(file.path())) check(x, size, 1032);
        break;
      case 3:
        for (const auto& [name, x] : ravel::load_npy_fields(file.path())) check(x, size);
        break;
      default:
        for (const auto& [name, x] : ravel::load_safetensors(file.path())) check(x, size);
        static_cast<void>(ravel::load_safetensors_metadata(file.path()));
    }
  } catch (const ravel::error&) {
  }
  return 0;
}
