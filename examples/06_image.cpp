// SPDX-License-Identifier: BSL-1.0
// A picture: bytes of another library, wrapped without a copy, seen as planes of floats, cropped, flipped, normalised and blurred
#include <ravel/ravel.hpp>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>

using byte = std::uint8_t;
using ravel::all;
using ravel::index_t;

// The result of a decoder: rows of red, green and blue, each row padded to a multiple of 64 bytes.
struct decoded {
  index_t height = 96, width = 128, row_bytes = 448;
  std::unique_ptr<byte[]> pixels = std::make_unique<byte[]>(static_cast<std::size_t>(height * row_bytes));
};

decoded decode() {
  decoded picture;
  for (index_t y = 0; y < picture.height; ++y) {
    for (index_t x = 0; x < picture.width; ++x) {
      byte* pixel = picture.pixels.get() + y * picture.row_bytes + x * 3;
      const index_t dx = x - 64, dy = y - 48;
      const bool inside = dx * dx + dy * dy < 1600;
      pixel[0] = static_cast<byte>(inside ? 230 : x);
      pixel[1] = static_cast<byte>(inside ? 4 * (y - 8) % 256 : 2 * y);
      pixel[2] = static_cast<byte>(x / 16 % 2 == y / 16 % 2 ? 200 : 60);
    }
  }
  return picture;
}

int main(int argc, char** argv) {
  decoded picture = decode();
  byte* const first = picture.pixels.get();
  const ravel::shape extents{picture.height, picture.width, 3};
  const auto image = ravel::wrap(first, extents, {picture.row_bytes, 3, 1}, std::move(picture));
  std::cout << "wrapped: " << to_string(image.shape()) << ", " << name(image.layout()) << "\n";

  // Height, width, colour to colour, height, width; the middle of it, mirrored: three views, no copy.
  const auto planes = transpose(image, {2, 0, 1});
  const auto part = flip(planes(all, ravel::slice(8, 80), ravel::slice(24, 80)), {2});
  std::cout << "part: " << to_string(part.shape()) << ", still a view: " << std::boolalpha << is_view_of(part, image) << "\n";

  // Normalised while it is read, and written once.
  const auto normal = clone((part - 127.5f) / 127.5f);
  std::cout << "normalised to [" << min(normal) << ", " << max(normal) << "]\n";

  // A blur is the mean of all windows of 5 x 5: the places in a window are the last two axes.
  const auto blurred = mean(windows(windows(normal, 1, 5), 2, 5), {3, 4});

  // And back to bytes of pixels.
  const auto pixels = clone(ravel::saturate_cast<byte>(round(transpose(blurred, {1, 2, 0}) * 127.5f + 127.5f)));
  std::cout << "blurred: " << to_string(pixels.shape()) << ", sum " << sum(pixels) << "\n";

  std::ofstream out(argc > 1 ? argv[1] : "image.ppm", std::ios::binary);
  out << "P6\n76 76\n255\n";
  out.write(reinterpret_cast<const char*>(&pixels(0, 0, 0)), pixels.size());
  std::cout << (out ? "written as a PPM\n" : "could not be written\n");
}
