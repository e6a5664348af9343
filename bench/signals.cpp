// SPDX-License-Identifier: BSL-1.0
// Transforms, convolutions and filters: a row that stands alone may take what SciPy took on the machine where the bars were set, with its
// plans at hand, where ours are made by each call. `bench/signals_peers.py` times SciPy here.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

namespace {

using ravel::index_t;

void transforms(bench::table& table) {
  struct transform {
    index_t n;
    const char* name;
    double most, most_of_real;
  };
  for (const auto& [n, name, most, most_of_real] :
       {transform{1000, "fft 1000", 8e3, 9e3}, transform{65536, "fft 65536", 1.16e6, 3e5}, transform{1000000, "fft 1e6", 2.55e7, 9.2e6},
        transform{100003, "fft 100003, a prime", 5.2e6, 5.5e6}}) {
    const auto x = ravel::clone(flat(ravel::random_uniform<double>({n}, -1, 1, 1))),
               y = ravel::clone(flat(ravel::random_uniform<double>({n}, -1, 1, 2)));
    const auto z = ravel::clone(map([](double re, double im) { return std::complex<double>(re, im); }, x, y));
    table.row_alone(name, most, [=] { bench::keep(fft(z)); });
    table.row_alone(std::string("r") + name, most_of_real, [=] { bench::keep(rfft(x)); });
  }
}

void convolutions(bench::table& table) {
  const auto x = ravel::clone(flat(ravel::random_uniform<double>({1000000}, -1, 1, 1))),
             w = ravel::clone(flat(ravel::random_uniform<double>({10000}, -1, 1, 2)));
  table.row_alone("convolve 1e6 * 1e4", 6.5e7, [=] { bench::keep(convolve(x, w)); });
  // Where the rule turns from one way to the other neither should be much better.
  for (const index_t m : {50, 100, 200}) {
    const auto few = ravel::clone(slice(w, 0, m));
    table.row(
        "convolve 1e6 * " + std::to_string(m) + " / by transforms", 1.3, [=] { bench::keep(convolve(x, few)); },
        [=] { bench::keep(convolve(x, few, ravel::convolve_method::fft)); });
    table.row(
        "convolve 1e6 * " + std::to_string(m) + " / directly", 1.3, [=] { bench::keep(convolve(x, few)); },
        [=] { bench::keep(convolve(x, few, ravel::convolve_method::direct)); });
  }
  const auto picture = ravel::random_uniform<double>({1024, 1024}, -1, 1, 1), window = ravel::random_uniform<double>({31, 31}, -1, 1, 2);
  table.row_alone("convolve 1024^2 * 31^2", 3.4e7, [=] { bench::keep(convolve(picture, window)); });
}

void filters(bench::table& table) {
  const auto picture = ravel::random_uniform<double>({4096, 4096}, -1, 1, 1);
  table.row_alone("gaussian_filter 4096^2, sigma 3", 6.9e8, [=] { bench::keep(gaussian_filter(picture, 3)); });
  table.row_alone("gaussian_filter 4096^2 along columns", 5.5e8, [=] { bench::keep(gaussian_filter(picture, 3, 0)); });
  const auto x = ravel::clone(flat(picture(ravel::slice(0, 256))));
  table.row_alone("savgol_filter 1e6, 11 of degree 3", 5.4e6, [=] { bench::keep(savgol_filter(x, 11, 3)); });
  table.row_alone("median_filter 1024^2, 3 x 3", 1.2e8,
                  [=] { bench::keep(median_filter(picture(ravel::slice(0, 1024), ravel::slice(0, 1024)), 3)); });
  table.row_alone("find_peaks 1e6 at a distance of 20", 4.2e7, [=] { bench::keep(find_peaks(x, ravel::peak_distance{20})); });
}

}  // namespace

int main() {
  {
    bench::table table("Fourier transforms");
    transforms(table);
  }
  {
    bench::table table("convolutions");
    convolutions(table);
  }
  bench::table table("filters and peaks");
  filters(table);
}
