// SPDX-License-Identifier: BSL-1.0
// Pictures: charts as SVG and images as PNG, with their sizes and checksums; `21_pictures FOLDER` writes them
#include <ravel/picture.hpp>
#include <ravel/ravel.hpp>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

using namespace ravel;
using cell = std::uint8_t;

namespace {

std::string folder;

// Prints what the bytes are, and writes them, or others for files.
void show(const std::string& name, const std::string& bytes, const std::string& for_file) {
  std::uint32_t checksum = 2166136261u;  // FNV-1a
  for (const char byte : bytes) checksum = (checksum ^ static_cast<unsigned char>(byte)) * 16777619u;
  std::printf("%-22s %7zu bytes, checksum %08x\n", name.c_str(), bytes.size(), checksum);
  if (!folder.empty()) std::ofstream(folder + "/" + name, std::ios::binary) << for_file;
}
void show(const std::string& name, const picture& p) { show(name, to_svg(p), to_svg(p)); }

// The bytes of packed images differ between versions of zlib; those of stored ones do not.
template <class Make>
void show_image(const std::string& name, const Make& make) {
  const buffer<cell> stored = make(false), packed = make(true);
  show(name, std::string(stored.begin(), stored.end()), std::string(packed.begin(), packed.end()));
}

void charts() {
  const auto steps = random_uniform<double>({100'000}, -1, 1, 7), others = random_uniform<double>({100'000}, -1, 1, 8);
  show("picture_lines.svg", line_chart({{"first walk", cumsum(steps)}, {"second walk", cumsum(others)}},
                                       {.title = "Two random walks of 100,000 steps", .x_label = "step", .y_label = "place"}));

  const buffer<std::string> starts{"27", "97, most below 100", "871, most below 1,000", "6171, most below 10,000"};
  show("picture_bars.svg",
       bar_chart(starts, buffer<int>{111, 118, 178, 261}, {.title = "Steps of Collatz' rule until 1", .horizontal = true}));

  const buffer<std::string> work{"copy(sin(x) * y + 3, z): NumPy",
                                 "sum(square(x - y)): Eigen",
                                 "a + transpose(b): NumPy",
                                 "sort: Eigen",
                                 "groups: pandas",
                                 "join: pandas",
                                 "rolling median: pandas",
                                 "gaussian_filter: SciPy",
                                 "sparse a + b: SciPy",
                                 "fft of 65,536: SciPy"};
  const buffer<double> ravel_ms{27.9, 11.5, 70, 361, 19, 117, 37, 101, 5.6, 0.86},
      peer_ms{26, 11.2, 176, 989, 110, 197, 288, 522, 9.1, 1.03};
  show("picture_peers.svg", bar_chart(work, round(peer_ms / ravel_ms * 10.0) / 10.0,
                                      {.title = "Time of the fastest other library / time of Ravel", .horizontal = true}));

  // The sum of four uniform numbers is nearly normal.
  show("picture_histogram.svg", histogram_chart(histogram(sum(random_uniform<double>({50'000, 4}, 0, 1, 3), 1), bins{40}),
                                                {.title = "Sums of four uniform numbers", .x_label = "sum", .y_label = "count"}));

  const auto saddle = compute<double>({60, 90}, [](index_t i, index_t j) { return double((j - 45) * (j - 45) - 2 * (i - 30) * (i - 30)); });
  show("picture_heat_map.svg", heat_map(saddle, {.title = "A saddle", .x_label = "column", .y_label = "row"}));
}

void structure() {
  const auto turned = transpose(as_tensor(iota<int>(24), {4, 6}))(slice(1, 3, 2), all);
  show("picture_index_map.svg", index_map_chart(turned.dims(), {.title = "Every other column of a matrix, transposed", .width = 520}));

  const auto band =
      compute<int>({40, 60}, [](index_t i, index_t j) { return 2 * j - 3 * i > -9 && 2 * j - 3 * i < 9 && (i * j) % 3 != 1 ? 1 : 0; });
  show("picture_sparsity.svg", sparsity_chart(band, {.title = "A band with holes", .width = 520}));

  const any_table trips{
      {"hour", iota<int>(24)},
      {"trips", map([](index_t h) { return 400 + 90 * h - 4 * h * h + (h % 7) * 35; }, iota<index_t>(24))},
      {"fare", map([](index_t h) { return h == 13 ? 0.0 / 0.0 : 9.5 + double(h * 5 % 11) / 4; }, iota<index_t>(24))},
      {"zone", map([](index_t h) { return std::string(h % 4 == 0   ? "airport"
                                                      : h % 3 == 0 ? "harbour"
                                                                   : "centre"); }, iota<index_t>(24))}};
  show("picture_table.svg", table_chart(trips, {.title = "A day of trips", .x = "hour", .columns = 3, .width = 260, .height = 180}));
}

// A cell lives with three neighbours, or with two if it lived before.
tensor<cell> next(const tensor<cell>& now) {
  const auto at = [&](int down, int right) { return rotate(now, {down, right}); };
  const auto neighbours = map([](auto... around) { return static_cast<cell>((around + ...)); }, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1),
                              at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  return clone(map([](cell around, cell alive) { return static_cast<cell>(around == 3 || (around == 2 && alive)); }, neighbours, now));
}

void images() {
  const auto ramp = compute<cell>({32, 64, 3}, [](index_t i, index_t j, index_t c) {
    return static_cast<cell>(c == 0 ? 4 * j : c == 1 ? 8 * i : 128);
  });
  show_image("picture_ramp.png", [&](bool deflate) { return to_png(ramp, {.scale = 2, .deflate = deflate}); });

  // A glider on a torus comes back after 80 generations.
  const index_t generations = 80;
  const tensor<cell> frames = zeros<cell>({generations, 20, 20});
  tensor<cell> world = zeros<cell>({20, 20});
  world(slice(0, 3), slice(0, 3)) = tensor<cell>{{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  for (index_t k = 0; k < generations; ++k) {
    frames(k, all, all) = saturate_cast<cell>(where(world != 0, 40, 230));
    world = next(world);
  }
  show_image("picture_life.png", [&](bool deflate) { return to_animated_png(frames, {.seconds = 0.08, .scale = 8, .deflate = deflate}); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) folder = argv[1];
  charts();
  structure();
  images();
}
