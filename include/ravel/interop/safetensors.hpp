// SPDX-License-Identifier: BSL-1.0
// safetensors files: named tensors behind a header of JSON, mapped without a copy, and saved by renaming. Read strictly: the tensors cover
// the file's bytes, none twice and none left out.
#pragma once

#include <ravel/interop/mapped_file.hpp>

#include <map>

namespace ravel {

// Read-only, and mapped: the file must keep its bytes while it is in use.
[[nodiscard]] RAVEL_API std::map<std::string, any_tensor> load_safetensors(const std::string& path);
// Those of half floats of one kind alone.
template <detail::half_element T>
[[nodiscard]] std::map<std::string, tensor<const T>> load_safetensors(const std::string& path) {
  std::map<std::string, tensor<const T>> found;
  for (const auto& [name, x] : load_safetensors(path)) {
    if (x.dtype() == dtype_of<T>()) found.emplace(name, as<T>(x));
  }
  return found;
}
// What the file says of itself, if anything.
[[nodiscard]] RAVEL_API std::map<std::string, std::string> load_safetensors_metadata(const std::string& path);
// Row-major, little-endian, each at a multiple of the size of its elements. There is no type for complex128.
RAVEL_API void save_safetensors(const std::string& path, const std::map<std::string, any_tensor>& tensors,
                                const std::map<std::string, std::string>& metadata = {}, const save_options& options = {});

}  // namespace ravel
