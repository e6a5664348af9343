// SPDX-License-Identifier: BSL-1.0
// The buffer of a C library: strides of any sign, released exactly once when the last view is gone
#include <ravel/ravel.hpp>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>

// Such a library may look like this: a bitmap stored from the bottom row up, and a function to give it back.
extern "C" {
struct bitmap {
  float* pixels;
  int width, height, pitch;
};
static bitmap* bitmap_open() {
  auto* made = static_cast<bitmap*>(std::malloc(sizeof(bitmap)));
  *made = {static_cast<float*>(std::calloc(3 * 6, sizeof(float))), 4, 3, 6};
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) made->pixels[y * 6 + x] = static_cast<float>(10 * y + x);
  }
  return made;
}
static void bitmap_close(bitmap* b) {
  std::puts("closed");
  std::free(b->pixels);
  std::free(b);
}
}

ravel::tensor<float> top_half() {
  const std::shared_ptr<bitmap> b(bitmap_open(), bitmap_close);
  float* top_left = b->pixels + (b->height - 1) * b->pitch;
  const auto image = ravel::wrap(top_left, {b->height, b->width}, {-b->pitch, 1}, b);
  std::cout << image << "\n";
  return image(ravel::slice(0, 2), ravel::slice(1, 2));
}

int main() {
  {
    const auto part = top_half();  // the bitmap stays open: the view owns what it looks at
    std::cout << part << "\n";
    part *= 2.0f;
    std::cout << "sum " << sum(part) << std::endl;
  }
  std::puts("done");
}
