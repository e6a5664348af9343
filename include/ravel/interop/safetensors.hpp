// SPDX-License-Identifier: BSL-1.0
// safetensors files: named tensors behind a header of JSON, mapped without a copy, and saved by renaming. Read strictly: the tensors cover
// the file's bytes, none twice and none left out.
#pragma once

#include <ravel/interop/mapped_file.hpp>

#include <map>
#include <variant>

namespace ravel {

// What is saved: a tensor of the types that handles of run-time types hold, or of half floats, which they do not.
using saved_tensor = std::variant<any_tensor, tensor<const float16>, tensor<const bfloat16>>;

namespace detail {

// Defined in src/ for both kinds.
template <class T>
std::map<std::string, tensor<const T>> load_halves_of_safetensors(const std::string& path);
RAVEL_API void save_all_safetensors(const std::string& path, const std::map<std::string, saved_tensor>& tensors,
                                    const std::map<std::string, std::string>& metadata, const save_options& options);

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
// The same with half floats among them. (A list in braces is one of any_tensor.)
template <std::same_as<std::map<std::string, saved_tensor>> Tensors>
void save_safetensors(const std::string& path, const Tensors& tensors, const std::map<std::string, std::string>& metadata = {},
                      const save_options& options = {}) {
  detail::save_all_safetensors(path, tensors, metadata, options);
}

}  // namespace ravel
