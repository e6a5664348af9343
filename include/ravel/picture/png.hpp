// SPDX-License-Identifier: BSL-1.0
// PNG images of byte tensors, still and animated. Pixels are read once, row by row; the bytes made are the caller's. Plain functions, safe
// from any thread.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/storage/buffer.hpp>

#include <string>

namespace ravel {

// Options of to_png and write_png.
struct png_options {
  index_t scale = 1;    // each pixel becomes a square of that many
  bool deflate = true;  // packed by zlib, if the library has it. false: the same bytes in every build
};

// uint8 pixels: {h, w} grey, {h, w, 3} red, green and blue, {h, w, 4} with opacity.
[[nodiscard]] RAVEL_API buffer<std::uint8_t> to_png(const any_tensor& pixels, const png_options& options = {});
// Writes the same bytes. An old file stays until the new one is complete.
RAVEL_API void write_png(const std::string& path, const any_tensor& pixels, const png_options& options = {},
                         const save_options& saving = {});

// Options of to_animated_png and write_animated_png.
struct animation_options {
  double seconds = 0.1;  // that each frame is shown, in steps of a millisecond
  index_t repeats = 0;   // how often the animation plays; 0: for ever
  index_t scale = 1;
  bool deflate = true;
};

// An animated PNG of frames: {n, h, w}, {n, h, w, 3} or {n, h, w, 4}. Programs that know no animation show the first frame.
[[nodiscard]] RAVEL_API buffer<std::uint8_t> to_animated_png(const any_tensor& frames, const animation_options& options = {});
// Writes the same bytes. An old file stays until the new one is complete.
RAVEL_API void write_animated_png(const std::string& path, const any_tensor& frames, const animation_options& options = {},
                                  const save_options& saving = {});

}  // namespace ravel
