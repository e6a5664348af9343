// SPDX-License-Identifier: BSL-1.0
// Plans over data: batches of a stream, each of another length, an attention block, and columns of a table that a user types as formulas.
#include <ravel/plan.hpp>
#include <ravel/ravel.hpp>

#include <iostream>

using namespace ravel;

namespace {

// Centres and scales the readings of each batch. The target and the workspace serve all batches. The workspace grows with the longest: a
// batch that is no longer than one before needs no new memory for its elements.
void normalise() {
  const planned_extent rows("rows");
  const planned x = placeholder<double>("x", {rows});
  const planned above = called("above", x - mean(x));
  const plan clean({x}, {{"z", above / sqrt(mean(square(above)))}});
  std::cout << describe(clean);
  std::cout << "a batch of 1000 keeps " << clean.memory({{rows, 1000}}).kept << " bytes\n";

  const tensor<double> target = empty<double>({1000});
  workspace room(clean);
  for (const index_t length : {4, 1000, 3}) {
    const tensor<double> batch = clone(cumsum(full<double>({length}, 2.0))), z = slice(target, 0, 0, length);
    index_t taken = 0;
    const auto count = [&](const trace_event& event) { taken += event.what == trace_event::kind::memory ? event.bytes : 0; };
    with_trace(count, [&] { (void)clean.run(room, {batch}, {{"z", z}}); });
    std::cout << length << " rows from " << z(0) << " to " << z(length - 1) << ", with " << taken << " new bytes\n";
  }
}

// Queries and keys of any number. A key that is nearest to a query gives it most of its value.
void attend() {
  const planned_extent b("batch"), q("queries"), k("keys");
  const planned Q = placeholder<double>("Q", {b, q, 2}), K = placeholder<double>("K", {b, k, 2}), V = placeholder<double>("V", {b, k, 1});
  const planned s = called("s", matmul(Q, swap_axes(K, 1, 2)) * 10.0);
  const planned e = called("e", exp(s - max(s, -1, keep)));
  const plan attention({Q, K, V}, {{"out", matmul(e / sum(e, -1, keep), V)}});
  std::cout << describe(attention);
  const tensor<double> queries{{{1, 0}, {0, 1}, {0.7, 0.7}}}, keys{{{1, 0}, {0, 1}}}, values{{{10}, {20}}};
  std::cout << attention.run({queries, keys, values})["out"] << "\n";
}

// What a user types beside a table.
void compute_columns() {
  any_table trips{{"km", tensor<double>{4, 2, 2, 1}}, {"fare", tensor<double>{8, 6, 2, 9}}};
  for (const auto& [name, formula] : {std::pair("per_km", "fare / km"), std::pair("dear", "per_km > mean(per_km)"),
                                      std::pair("share", "round(100 * fare / sum(fare))"), std::pair("tip", "fare * tipp")}) {
    try {
      trips = with_column(trips, name, formula);
    } catch (const value_error& e) {
      std::cout << e.what() << "\n";
    }
  }
  std::cout << trips << "\n";
}

}  // namespace

int main() {
  normalise();
  attend();
  compute_columns();
}
