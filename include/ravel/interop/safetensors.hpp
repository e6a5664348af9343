// SPDX-License-Identifier: BSL-1.0
// safetensors files: named tensors behind a header of JSON, mapped without a copy, and saved by renaming. Read strictly: the tensors cover
// the file's bytes, none twice and none left out.
#pragma once

#include <ravel/interop/mapped_file.hpp>

#include <map>

namespace ravel {

namespace detail {

// Defined in src/ for both kinds.
template <class T>
std::map<std::string, tensor<const T>> load_halves_of_safetensors(const std::string& path);

}  // namespace detail

// Read-only, and mapped: the file must keep its bytes while it is in use. Half floats are read as float32.
RAVEL_API std::map<std::string, any_tensor> load_safetensors(const std::string& path);
// The tensors of half floats of one kind, as they are.
template <detail::half_element T>
std::map<std::string, tensor<const T>> load_safetensors(const std::string& path) {
  return detail::load_halves_of_safetensors<T>(path);
}
// What the file says of itself, if anything.
RAVEL_API std::map<std::string, std::string> load_safetensors_metadata(const std::string& path);
// Row-major, little-endian, each at a multiple of the size of its elements. There is no type for complex128.
RAVEL_API void save_safetensors(const std::string& path, const std::map<std::string, any_tensor>& tensors,
                                const std::map<std::string, std::string>& metadata = {}, const save_options& options = {});

}  // namespace ravel
