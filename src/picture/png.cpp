// SPDX-License-Identifier: BSL-1.0
// Writes PNG: rows are filtered and packed by zlib where the library has it, and stored in blocks of deflate elsewhere.
#include <ravel/base/error.hpp>
#include <ravel/picture/png.hpp>
#include "picture/packed_rows.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ravel {

namespace detail {

namespace {

constexpr index_t most_extent = 0x7fffffff;

struct image_size {
  index_t height, width, channels, scale;

  index_t row() const { return width * channels; }  // its elements in the tensor
};

void add_chunk(std::string& to, std::string_view type, std::string_view data) {
  if (data.size() > static_cast<std::size_t>(most_extent))
    throw value_error(text() << "a PNG of " << data.size() << " packed bytes: " << most_extent << " have room");
  add_big_endian(to, static_cast<std::uint32_t>(data.size()));
  to.append(type).append(data);
  add_big_endian(to, crc32_behind(crc32_behind(0, type), data));
}

// The first axis of an image among those of its tensor is `axis`.
image_size size_of_images(const any_tensor& x, index_t axis, index_t scale, std::string_view verb) {
  const index_t rank = x.rank() - axis, channels = rank == 3 ? x.extent(axis + 2) : 1;
  if ((rank != 2 && rank != 3) || (rank == 3 && channels != 3 && channels != 4))
    throw shape_error(text() << verb << " takes " << (axis > 0 ? "frames, then " : "")
                             << "height and width, and 3 or 4 colours if any, not " << to_string(x.shape()));
  if (x.dtype() != dtype::uint8)
    throw type_error(text() << verb << " takes pixels of uint8, not of " << name(x.dtype())
                            << ": saturate_cast<std::uint8_t>(x) clamps numbers, where(x, 255, 0) makes grey of a mask");
  if (scale < 1) throw value_error(text() << verb << " with a scale of " << scale << ": at least 1");
  const image_size size{x.extent(axis), x.extent(axis + 1), channels, scale};
  for (const index_t extent : {size.height, size.width}) {
    if (extent < 1 || extent > most_extent / scale)
      throw value_error(text() << verb << " of " << size.height << " x " << size.width << " pixels with a scale of " << scale
                               << ": from 1 to " << most_extent << " can be");
  }
  return size;
}

// Rows of one image, filtered and packed.
std::string pack_image(const tensor<const std::uint8_t>& pixels, index_t first, const image_size& size, bool deflate) {
  packed_rows rows(size.channels, deflate);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(size.row())), wide(static_cast<std::size_t>(size.row() * size.scale));
  const auto channels = static_cast<std::size_t>(size.channels), scale = static_cast<std::size_t>(size.scale);
  for (index_t i = 0; i < size.height; ++i) {
    pixels.read(first + i * size.row(), row);
    for (std::size_t k = 0; k < wide.size(); ++k) wide[k] = row[k / (channels * scale) * channels + k % channels];
    for (index_t k = 0; k < size.scale; ++k) rows.add(wide);
  }
  return rows.finish();
}

std::string begun_png(const image_size& size) {
  std::string made("\x89PNG\r\n\x1a\n"), header;
  add_big_endian(header, static_cast<std::uint32_t>(size.width * size.scale));
  add_big_endian(header, static_cast<std::uint32_t>(size.height * size.scale));
  const char colour = size.channels == 1 ? 0 : size.channels == 3 ? 2 : 6;
  for (const char field : {char{8}, colour, char{0}, char{0}, char{0}}) header += field;
  add_chunk(made, "IHDR", header);
  return made;
}

std::string png_text(const any_tensor& pixels, const png_options& options) {
  const image_size size = size_of_images(pixels, 0, options.scale, "to_png");
  std::string made = begun_png(size);
  add_chunk(made, "IDAT", pack_image(as<std::uint8_t>(pixels), 0, size, options.deflate));
  add_chunk(made, "IEND", "");
  return made;
}

// A frame's control: its number in the sequence, the whole picture as its place, and its time.
std::string frame_control(index_t sequence, const image_size& size, double seconds) {
  std::string made;
  add_big_endian(made, static_cast<std::uint32_t>(sequence));
  add_big_endian(made, static_cast<std::uint32_t>(size.width * size.scale));
  add_big_endian(made, static_cast<std::uint32_t>(size.height * size.scale));
  made.append(8, '\0');
  const auto milliseconds = static_cast<std::uint32_t>(std::lround(seconds * 1000));
  add_big_endian(made, milliseconds << 16 | 1000);
  return made.append(2, '\0');
}

std::string animation_text(const any_tensor& frames, const animation_options& options) {
  const image_size size = size_of_images(frames, 1, options.scale, "to_animated_png");
  const index_t n = frames.extent(0);
  if (n < 1 || n > most_extent / 2) throw value_error(text() << "to_animated_png of " << n << " frames: at least 1");
  if (!(options.seconds >= 0 && options.seconds <= 65.535))
    throw value_error(text() << "to_animated_png shows each frame for " << options.seconds << " seconds: from 0 to 65.535 can be");
  if (options.repeats < 0 || options.repeats > most_extent)
    throw value_error(text() << "to_animated_png plays " << options.repeats << " times: from 0, for ever, to " << most_extent << " can be");
  std::string made = begun_png(size), control;
  add_big_endian(control, static_cast<std::uint32_t>(n));
  add_big_endian(control, static_cast<std::uint32_t>(options.repeats));
  add_chunk(made, "acTL", control);
  const tensor<const std::uint8_t> pixels = as<std::uint8_t>(frames);
  index_t sequence = 0;
  for (index_t k = 0; k < n; ++k) {
    add_chunk(made, "fcTL", frame_control(sequence++, size, options.seconds));
    const std::string packed = pack_image(pixels, k * size.height * size.row(), size, options.deflate);
    if (k == 0) {
      add_chunk(made, "IDAT", packed);
    } else {
      std::string numbered;
      add_big_endian(numbered, static_cast<std::uint32_t>(sequence++));
      add_chunk(made, "fdAT", numbered + packed);
    }
  }
  add_chunk(made, "IEND", "");
  return made;
}

buffer<std::uint8_t> in_buffer(const std::string& written) {
  const auto made = make_buffer<std::uint8_t>(static_cast<index_t>(written.size()));
  std::copy(written.begin(), written.end(), made.data());
  return made;
}

void save(const std::string& path, const std::string& written, const save_options& saving) {
  new_file file(path);
  file.write(written);
  file.finish(saving);
}

}  // namespace

}  // namespace detail

buffer<std::uint8_t> to_png(const any_tensor& pixels, const png_options& options) {
  return detail::in_buffer(detail::png_text(pixels, options));
}
void write_png(const std::string& path, const any_tensor& pixels, const png_options& options, const save_options& saving) {
  detail::save(path, detail::png_text(pixels, options), saving);
}

buffer<std::uint8_t> to_animated_png(const any_tensor& frames, const animation_options& options) {
  return detail::in_buffer(detail::animation_text(frames, options));
}
void write_animated_png(const std::string& path, const any_tensor& frames, const animation_options& options, const save_options& saving) {
  detail::save(path, detail::animation_text(frames, options), saving);
}

}  // namespace ravel
