// SPDX-License-Identifier: BSL-1.0
// What gdb prints: one variable of each kind that share/gdb/ravel.py knows. check_gdb.sh stops the program at stop_here().
#include <ravel/ravel.hpp>

using namespace ravel;

__attribute__((noinline)) void stop_here() { asm volatile(""); }

int main() {
  const shape extents{2, 3, 4};
  const ints list{7, -8};
  const buffer<double> memory{1, 2.5, 3};
  const reader<double> shared = memory;
  const reader<int> backwards = reverse(reader<int>(buffer<int>{1, 2, 3}));
  const reader<int> lazy = iota<int>(1000) * 2;
  const buffer<std::string> words{"Bern", "Z\u00fcrich"};
  const reader<float> unbound;
  const tensor<double> matrix{{1, 2, 3}, {4, 5, 6}};
  const tensor<double> turned = transpose(matrix);
  const tensor<double> rolled = rotate(matrix, {0, 1});
  const tensor<double> chosen = matrix(all, selection{2, 0, 0});
  const tensor<const double> computed = matrix * 2.0;
  const tensor<std::uint8_t> large = zeros<std::uint8_t>({100, 100});
  const dims map = turned.dims();
  const dims wound = rolled.dims();
  const any_tensor any = tensor<float>{{1, 2}, {3, 4}};
  const any_tensor halves = cast(any, dtype::float16);
  const any_tensor kept = any_tensor(clone(cast<float16>(tensor<float>{0.5, -2})));
  const any_tensor complex = tensor<std::complex<double>>{{1, -2}};
  const any_reader column = buffer<bool>{true, false};
  const any_table table{{"city", words}, {"price", buffer<double>{1.5, 1000}}};
  const any_table no_table;
  const index_set members{1, 5, 9};
  const index_set nobody;
  stop_here();
  return any.size() + chosen.size() + column.size() + complex.size() + computed.size() + extents.rank() + halves.size() + kept.size() +
                     lazy.size() + list.size() + map.rank() + members.size() + no_table.size() + nobody.size() + shared.size() +
                     table.size() + unbound.size() + wound.rank() >
                 0
             ? 0
             : 1;
}
