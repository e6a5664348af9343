// SPDX-License-Identifier: BSL-1.0
// Memory of others: wrapped without a copy, owned until the last view is gone
#include <ravel/ravel.hpp>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>

// The result of a C library: samples of two channels, interleaved, to be given back with its own function.
extern "C" short* record(int frames) {
  auto* samples = static_cast<short*>(std::malloc(sizeof(short) * 2 * static_cast<std::size_t>(frames)));
  for (int i = 0; i < frames; ++i) {
    samples[2 * i] = static_cast<short>(100 * i);
    samples[2 * i + 1] = static_cast<short>(-100 * i);
  }
  return samples;
}
extern "C" void give_back(short* samples) {
  std::printf("(the recording is given back)\n");
  std::free(samples);
}

int main() {
  ravel::reader<short> left;
  {
    short* samples = record(4);
    const auto both = ravel::wrap(samples, 8, std::unique_ptr<short, void (*)(short*)>(samples, give_back));
    left = slice(both, 0, 4, 2);  // every second sample: a view, which keeps the recording alive
  }
  std::cout << "left channel:";
  for (short s : left) std::cout << " " << s;
  std::cout << ", peak " << max(left) << std::endl;

  left = {};
  std::cout << "done" << std::endl;
}
