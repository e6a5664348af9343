// SPDX-License-Identifier: BSL-1.0
// safetensors files: named tensors behind a JSON header, mapped without a copy, and saved by renaming. Reading is strict: the tensors must
// cover all bytes of the file exactly once.
#pragma once

#include <ravel/interop/mapped_file.hpp>

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace ravel {

// Maps the file, read-only. It must not change while it is in use.
[[nodiscard]] RAVEL_API std::map<std::string, any_tensor> load_safetensors(const std::string& path);
// Loads only the tensors of one kind of half floats.
template <detail::half_element T>
[[nodiscard]] std::map<std::string, tensor<const T>> load_safetensors(const std::string& path) {
  std::map<std::string, tensor<const T>> found;
  for (const auto& [name, x] : load_safetensors(path)) {
    if (x.dtype() == dtype_of<T>()) found.emplace(name, as<T>(x));
  }
  return found;
}
// The metadata of the file, if there is any.
[[nodiscard]] RAVEL_API std::map<std::string, std::string> load_safetensors_metadata(const std::string& path);
// Writes row-major, little-endian data, each tensor aligned to its element size. The format has no complex128.
RAVEL_API void save_safetensors(const std::string& path, const std::map<std::string, any_tensor>& tensors,
                                const std::map<std::string, std::string>& metadata = {}, const save_options& options = {});
// Two tensors of one name are an error.
RAVEL_API void save_safetensors(const std::string& path, std::initializer_list<std::pair<const std::string, any_tensor>> tensors,
                                const std::map<std::string, std::string>& metadata = {}, const save_options& options = {});

}  // namespace ravel
