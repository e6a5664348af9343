// SPDX-License-Identifier: BSL-1.0
// Plans: a regression, a clustering and a ranking of pages, each a step that is recorded once and run until it changes nothing any more.
#include <ravel/plan.hpp>
#include <ravel/ravel.hpp>

#include <iostream>

using namespace ravel;

namespace {

// Fits weights by steps against the gradient of the mean squared miss.
void regress() {
  const planned_extent n("samples");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {n});
  const variable w("w", zeros<double>({3}));
  const planned miss = called("miss", matmul(x, w) - y);
  const plan step({x, y}, {{"loss", mean(square(miss))}}, {update(w, w - 0.5 * matmul(transpose(x), miss) / n)});
  std::cout << describe(step);

  const auto samples = clone(random_uniform<double>({200, 3}, -1, 1, 7));
  const tensor<double> wanted = matmul(samples, tensor<double>{1, -2, 0.5});
  workspace room(step);
  int steps = 0;
  while (step.run(room, {samples, wanted}).number<double>("loss") > 1e-12) ++steps;
  std::cout << "after " << steps << " steps the weights are " << w.value() << "\n";
}

// Moves two centres to the middle of the points that are nearest to them.
void cluster() {
  const planned_extent n("points");
  const planned x = placeholder<double>("x", {n, 2});
  const variable centres("centres", tensor<double>{{0.4, 0.5}, {0.6, 0.5}});
  const planned nearest = argmin(sum(square(new_axis(x, 1) - new_axis(centres, 0)), 2), 1);
  const planned mine = cast<double>(new_axis(nearest, 1) == tensor<std::int64_t>{0, 1});
  const planned moved = matmul(transpose(mine), x) / maximum(new_axis(sum(mine, 0), 1), 1.0);
  const plan step({x}, {{"way", max(abs(moved - centres))}}, {update(centres, moved)});

  const auto near = random_uniform<double>({50, 2}, 0.0, 0.4, 1), far = random_uniform<double>({70, 2}, 0.5, 1.0, 2);
  const auto points = clone(concat(along(0), near, far));
  workspace room(step);
  int steps = 1;
  while (step.run(room, {points}).number<double>("way") > 0) ++steps;
  std::cout << "after " << steps << " steps the centres are " << centres.value() << "\n";
}

// The share of the time that a walker along links spends on each page.
void rank_pages() {
  const tensor<double> links{{0, 0, 1, 0.5}, {0.5, 0, 0, 0}, {0.5, 1, 0, 0.5}, {0, 0, 0, 0}};
  const variable share("share", clone(full<double>({4}, 0.25)));
  const planned next = 0.15 / 4 + 0.85 * matmul(links, share);
  const plan step({}, {{"change", max(abs(next - share))}}, {update(share, next)});
  workspace room(step);
  int steps = 1;
  while (step.run(room).number<double>("change") > 1e-9) ++steps;
  std::cout << "after " << steps << " steps the shares are " << share.value() << "\n";
}

}  // namespace

int main() {
  regress();
  cluster();
  rank_pages();
}
