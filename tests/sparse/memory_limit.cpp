// SPDX-License-Identifier: BSL-1.0
// Everything that docs/sparse.md says costs what is stored, in little memory and seconds. What it gives is compared with what the thousand
// entries say. Statistics and names: memory_limit_statistics.cpp.
#include <ravel/index/index_set.hpp>
#include <ravel/lazy.hpp>
#include <ravel/print.hpp>

#include "little_memory.hpp"

#include <algorithm>

using namespace ravel;
using namespace little_memory;

namespace {

struct pair_of {
  double first = 0;
  int second = 0;
  bool operator==(const pair_of&) const = default;
};

}  // namespace

TEST_CASE("views of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand();
  const tensor<const double> turned = transpose(t);
  const index_range middle = ravel::slice(250000, 500000);
  const auto every_tenth = to_vector(iota<index_t>(100000, 0, 10));

  IN_LITTLE_MEMORY(stores(transpose(t), many, total) && turned(7, 1000) == 2);
  IN_LITTLE_MEMORY(stores(swap_axes(t, 0, 1), many, total));
  IN_LITTLE_MEMORY(stores(t(middle, all), 500));
  IN_LITTLE_MEMORY(stores(t(all, ravel::slice(0, 700)), 100, 5050));
  IN_LITTLE_MEMORY(stores(t(ravel::slice(999999, 1000000, -1), slice_every(7)), many, total));
  IN_LITTLE_MEMORY(stores(t(5000, all), 1, 6));
  IN_LITTLE_MEMORY(stores(t(all, 35), 1, 6));
  IN_LITTLE_MEMORY(stores(t(newaxis, ellipsis, 35), 1, 6));
  IN_LITTLE_MEMORY(stores(t({5000, 1000}, all), 2, 8));
  IN_LITTLE_MEMORY(stores(t(every_tenth, all), many, total));
  IN_LITTLE_MEMORY(stores(t(t != 0.0), many, total));
  IN_LITTLE_MEMORY(stores(slice(t, 0, 250000, 500000), 500) && stores(select(t, 1, 35), 1, 6) && stores(take(t, 0, every_tenth), many));
  IN_LITTLE_MEMORY(stores(flip(t, 0), many, total) && stores(flip(t, {0, 1}), many, total));
  IN_LITTLE_MEMORY(stores(rotate(t, {3, -5}), many, total));
  IN_LITTLE_MEMORY(stores(reshape(t, {1000, 1000, 1000, 1000}), many, total) && stores(reshape(t, {3200000, 312500}), many, total));
  IN_LITTLE_MEMORY(stores(reshape(rotate(transpose(t), {1, 2}), {10000000, 100000}), many, total));
  IN_LITTLE_MEMORY(stores(flat(t), many, total) && stores(flat(transpose(t)), many, total));
  IN_LITTLE_MEMORY(stores(rotate(flat(transpose(t)), {1}), many, total));
  IN_LITTLE_MEMORY(stores(new_axis(t, 1), many, total) && stores(squeeze(new_axis(t, 1)), many, total));
  IN_LITTLE_MEMORY(stores(diagonal(t), 1, 1) && stores(diagonal(t, 0, 1, -993), 1, 2));
  IN_LITTLE_MEMORY(stores(broadcast(t, {2 * side, 3 * side}), 6 * many, 6 * total));
  IN_LITTLE_MEMORY(stores(stretch(t(5000, all), {1000, side}), 1000, 6000));
  IN_LITTLE_MEMORY(stores(tile(t, {2, 3}), 6 * many, 6 * total));
  const index_t often = 30000000;  // whose entries would fill more than that
  IN_LITTLE_MEMORY(sum(broadcast(t(1000, all), {often, side})) == 2.0 * often);
  IN_LITTLE_MEMORY(sum(broadcast(new_axis(t(1000, all), 1), {side, often})) == 2.0 * often);
  IN_LITTLE_MEMORY(max(tile(t(all, 7), {often})) == 2);
  IN_LITTLE_MEMORY(stores(windows(t, {0, 1}, {2, 2}), 4 * many - 3, 4 * total - 3));
  IN_LITTLE_MEMORY(stores(split(t, 0, {side / 2, side / 2})[0], 500));
  IN_LITTLE_MEMORY(describe(turned).layout == layout::computed);
}

TEST_CASE("readers of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand();
  const reader<double> r = flat(t), backwards = reverse(r);
  const sparse_buffer<pair_of> pairs = make_sparse<pair_of>(all_of_them);
  for (index_t k = 0; k < many; ++k) pairs.write(k * 1000000007, {static_cast<double>(k + 1), 1});
  const std::vector<index_t> chosen{0, 1000007, 5};

  IN_LITTLE_MEMORY(stores(backwards, many, total) && backwards[all_of_them - 1] == 1);
  IN_LITTLE_MEMORY(stores(slice(r, 0, all_of_them / 2, 2), 500));
  IN_LITTLE_MEMORY(stores(slice(r, 0, 1000000008), 2, 3));
  IN_LITTLE_MEMORY(stores(repeat(r, 3), 3 * many, 3 * total));
  IN_LITTLE_MEMORY(stores(concat(r, backwards), 2 * many, 2 * total));
  IN_LITTLE_MEMORY(stores(interleave(r, backwards), 2 * many, 2 * total));
  IN_LITTLE_MEMORY(stores(shift(r, 1000), many + 1000, total + 1000) && stores(shift(r, -1), many - 1, total - 1));
  IN_LITTLE_MEMORY(stores(select(r, chosen), 1, 1) && stores(select(r, ravel::slice(0, all_of_them / 2, 2)), 500));
  IN_LITTLE_MEMORY(stores(select(r, index_set(ravel::slice(0, all_of_them / 2))), 500));
  IN_LITTLE_MEMORY(stores(field(pairs, &pair_of::first), many, total));
  IN_LITTLE_MEMORY(stores(pad(t, {1, 2}), many, total) && stores(pad(t, {1, 2}, pad_mode::wrap), many + 3));
  IN_LITTLE_MEMORY(stores(pieces<double>({3 * side, 3 * side}, {{{0, 0}, t}, {{side, side}, transpose(t)}}), 2 * many, 2 * total));
  IN_LITTLE_MEMORY(stores(concat(along(0), t, transpose(t)), 2 * many, 2 * total) && stores(stack(along(1), t, t), 2 * many, 2 * total));
}

TEST_CASE("functions of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand(0.001), u = thousand(-1), turned = to_sparse(transpose(t));
  const auto small = to_sparse(cast<std::int32_t>(round(u)));
  const auto mask = to_sparse(t > 0.5);
  const auto dense = compute<double>({side, side}, [](index_t i, index_t j) { return static_cast<double>(i + j); });
  const auto positive = t + 1.5;

#define UNARY(name, ...) IN_LITTLE_MEMORY(stored_count(name(positive)) <= many && (name(positive)).fill().has_value());
  RAVEL_FOR_EACH_UNARY_FUNCTION(UNARY)
  RAVEL_FOR_EACH_SIZE_FUNCTION(UNARY)
  RAVEL_FOR_EACH_ROUNDING_FUNCTION(UNARY)
  RAVEL_FOR_EACH_NAN_FUNCTION(UNARY)
  RAVEL_FOR_EACH_COMPLEX_FUNCTION(UNARY)
  RAVEL_FOR_EACH_UNIT_FUNCTION(UNARY)
#define BINARY(name, ...) \
  IN_LITTLE_MEMORY(stored_count(name(positive, positive + turned)) <= 2 * many && stored_count(name(positive, 2.0)) <= many);
  RAVEL_FOR_EACH_BINARY_FUNCTION(BINARY)
  RAVEL_FOR_EACH_PAIR_FUNCTION(BINARY)
#define OF_INTEGERS(sign, ...) IN_LITTLE_MEMORY(stored_count((small + 1) sign(small - 1)) <= many && stored_count(small sign 7) <= many);
  RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(OF_INTEGERS)
  IN_LITTLE_MEMORY(stores(small << 1, many, -2 * total) && stores(small >> 1, many));
  IN_LITTLE_MEMORY(stores(t + turned, 2 * many - 1) && stores(t - turned, 2 * many - 2) && stores(positive / (turned + 1.0), 2 * many - 1));
  IN_LITTLE_MEMORY(stores(t == turned, 2 * many - 2) && stores(t != turned, 2 * many - 2));
  IN_LITTLE_MEMORY(stores(t < turned, many - 1) && stores(t <= turned, many - 1));
  IN_LITTLE_MEMORY(stores(t > turned, many - 1) && stores(t >= turned, many - 1));
  IN_LITTLE_MEMORY(stores(-t, many, -0.001 * total) && stores(~small, many) && stores(!mask, 500));
  IN_LITTLE_MEMORY(stores(cast<float>(t), many) && stores(wrap_cast<std::int8_t>(small), 997) &&
                   stores(saturate_cast<std::int8_t>(u), many));
  IN_LITTLE_MEMORY(stores(where(mask, t, u), many) && stores(clip(t, 0.25, 0.5), 750));
  IN_LITTLE_MEMORY(
      stores(map([](double a, double b, double c) { return a * b + c; }, t, u, turned), 2 * many - 2));  // one becomes the fill
  IN_LITTLE_MEMORY(stores(mask && mask, 500) && stores(mask || (u < -900.0), 500) && stores(mask & !mask, 0));
  IN_LITTLE_MEMORY(stores(t * turned, 1) && stores(t * u, many) && stores(small * small, many));
  IN_LITTLE_MEMORY(stores(t * assume_finite(dense), many - 1));
  IN_LITTLE_MEMORY(stores(t * assume_finite(arange<double>(static_cast<double>(side))), many - 1));
  IN_LITTLE_MEMORY(stores(square(t - u) + exp(t * 2.0) - 1.0, many));
}

TEST_CASE("sums, extremes and searches of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand(), same = to_sparse(transpose(transpose(t)));
  const auto whole = to_sparse(cast<std::int64_t>(t));
  const tensor<double> far = to_sparse(t + 1.0);
  const auto mask = t > 500.0;
  const reader<double> r = flat(t);

  IN_LITTLE_MEMORY(sum(t) == total && sum(whole) == 500500 && std::abs(sum(far) - total - 1e12) < 1 &&
                   count(whole == 0) == all_of_them - many);
  IN_LITTLE_MEMORY(product(t) == 0 && product(far) > 1 && mean(t) == total / 1e12 && min(t) == 0 && max(t) == many);
  IN_LITTLE_MEMORY(any_of(mask) && !all_of(mask) && !none_of(mask) && count(mask) == 500);
  IN_LITTLE_MEMORY(argmax(t) == 999 * 1000 * side + 999 * 7 && argmin(t) == 1 && argmin_last(t) == all_of_them - 1);
  IN_LITTLE_MEMORY(argmax_last(t) == argmax(t));
  IN_LITTLE_MEMORY(equal(t, same) && !equal(t, transpose(t)) && close(t, same));
  IN_LITTLE_MEMORY(std::abs(norm(t) - std::sqrt(sum(square(t)))) < 1e-6 && dot(r, r) == sum(square(t)));
  IN_LITTLE_MEMORY(sum(t, 0)(7) == 2 && sum(t, 1)(1000) == 2 && sum(t, {0, 1})() == total && sum(t, 0, keep).extent(0) == 1);
  IN_LITTLE_MEMORY(product(far, 0)(7) == 3 && mean(t, 1)(1000) == 2e-6 && min(far, 0)(0) == 1 && max(far, 1)(1000) == 3);
  IN_LITTLE_MEMORY(count(mask, 0)(7 * 999) == 1 && any_of(mask, 1)(999000) && !all_of(mask, 0)(0) && none_of(mask, 0)(1));
  IN_LITTLE_MEMORY(norm(t, 1)(2000) == 3 && norm(t, 0)(14) == 3);
  IN_LITTLE_MEMORY(argfilter(flat(mask)).size() == 500 && flat(mask)[argfilter(mask)[0]]);
  IN_LITTLE_MEMORY(nonzero(mask).extent(0) == 500 && index_set(flat(mask)).size() == 500);
}

TEST_CASE("products of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand(), x = ones<double>({side}), narrow = ones<double>({side, 3});
  const auto edges = to_sparse(t != 0.0);
  const tensor<double> roads = to_sparse(where(edges, t, std::numeric_limits<double>::infinity()));
  const tensor<double> few = sparse_tensor<double>({3, 2});
  few.write({2, 1}, 2.0);

  IN_LITTLE_MEMORY(sum(matmul(t, x)) == total && sum(matmul(x, t)) == total && sum(matmul(transpose(t), x)) == total);
  IN_LITTLE_MEMORY(sum(matmul(t, narrow)) == 3 * total && sum(matmul(transpose(narrow), t)) == 3 * total);
  IN_LITTLE_MEMORY(matmul(t(ravel::slice(0, 5), all), transpose(t)(all, ravel::slice(0, 5))).size() == 25);
  const auto raised = t(ravel::slice(0, 6000), ravel::slice(0, 8000)) + 1.0;  // as dense memory 384 MB
  IN_LITTLE_MEMORY(matmul(raised, full<double>({8000}, 2.0))(5000) == 16012 && matmul(full<double>({6000}, 2.0), raised)(35) == 12012);
  IN_LITTLE_MEMORY(stores(sparse_matmul(t, transpose(t)), many, sum(square(t))) && stores(sparse_matmul(transpose(t), t), many));
  IN_LITTLE_MEMORY(stores(sparse_matmul(t, t, plus_first), 1) && stores(sparse_matmul(t, t, plus_pair), 1));
  IN_LITTLE_MEMORY(stored_count(sparse_matmul(roads, transpose(roads), min_plus)) == many);
  IN_LITTLE_MEMORY(stored_count(sparse_matmul(-roads, transpose(-roads), max_plus)) == many);
  IN_LITTLE_MEMORY(stored_count(sparse_matmul(edges, transpose(edges), or_and)) == many);
  IN_LITTLE_MEMORY(stores(upper(t), 1, 1) && stores(lower(t), many, total) && stores(upper(t, -993), 2, 3));
  IN_LITTLE_MEMORY(stores(kron(t, few), many, 2 * total) && stores(kron(few, t), many, 2 * total));
}

TEST_CASE("products of 1e12 positions stay by entries where an operand is not finite or a sum does not fit on the way", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const tensor<double> t = thousand(), across = ones<double>({side}), down = ones<double>({side}), narrow = ones<double>({side, 3});
  across(7) = infinity;  // row 1000 alone has an entry there
  down(1000) = infinity;
  narrow(7, 1) = -infinity;
  const tensor<double> odd = thousand();
  odd.write({1000, 7}, infinity);
  const auto few = t(ravel::slice(0, 2000), all), few_odd = odd(ravel::slice(0, 2000), all);
  const tensor<std::int64_t> large = sparse_tensor<std::int64_t>({side, side});
  for (const index_t k : {1, 2}) large.write({k, k}, most);
  for (const index_t k : {1, 2}) large.write({k, k + 1}, k == 1 ? most : -most);
  large.write({1, side - 1}, -most);
  const auto counts = ones<std::int64_t>({side});

  IN_LITTLE_MEMORY(count(isnan(matmul(t, across))) == side - 1 && matmul(t, across)(1000) == infinity);
  IN_LITTLE_MEMORY(count(isnan(matmul(down, t))) == side - 1 && matmul(down, t)(7) == infinity);
  IN_LITTLE_MEMORY(count(isnan(matmul(t, narrow))) == side - 1 && matmul(t, narrow)(1000, 1) == -infinity);
  IN_LITTLE_MEMORY(sum(matmul(t, narrow)(all, 0)) == total && count(isnan(matmul(transpose(narrow), transpose(t)))) == side - 1);
  IN_LITTLE_MEMORY(count(isnan(matmul(few_odd, transpose(few)))) == 1999 && matmul(few_odd, transpose(few))(1000, 1000) == infinity);
  IN_LITTLE_MEMORY(count(isnan(matmul(few, transpose(few_odd)))) == 1999);
  IN_LITTLE_MEMORY(matmul(large, counts)(1) == most && matmul(large, counts)(2) == 0);
  IN_LITTLE_MEMORY(matmul(counts, transpose(large))(1) == most &&
                   matmul(large(ravel::slice(1, 3), all), full<std::int64_t>({side}, 1))(0) == most);
}

TEST_CASE("writes to 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand();
  const tensor<double> none = sparse_tensor<double>({side, side});
  const index_range first = ravel::slice(0, 500000);

  IN_LITTLE_MEMORY(copy(t, none), equal(t, none));
  IN_LITTLE_MEMORY(none.assign(transpose(t)), stores(none, many, total));
  IN_LITTLE_MEMORY(copy(transpose(t), t), stores(t, many, total) && t.at({7, 1000}) == 2);
  IN_LITTLE_MEMORY(none(first, all) = t(first, all), stores(none, 500));
  IN_LITTLE_MEMORY(fill(t, 0.0), stores(t, 0));
  IN_LITTLE_MEMORY(t(first, all) = 0, stores(t, 500));
  IN_LITTLE_MEMORY(t(5000, all) = 1, stores(t, many - 1 + side));
  IN_LITTLE_MEMORY(t += t, stores(t, many, 2 * total));
  IN_LITTLE_MEMORY(t += transpose(t), stores(t, 2 * many - 1, 2 * total));
  IN_LITTLE_MEMORY(t -= t, stores(t, 0));
  IN_LITTLE_MEMORY(t *= 3.0, stores(t, many, 3 * total));
  IN_LITTLE_MEMORY(t(all, first) /= 2.0, stores(t, many, total / 2));
  IN_LITTLE_MEMORY(rotate(t, {1, 1}).assign(rotate(t, {2, 2})), stores(t, many, total));
  IN_LITTLE_MEMORY(copy_where(t > 500.0, 0.0, t), stores(t, 500));
  IN_LITTLE_MEMORY(t(t > 500.0) = 0, stores(t, 500));
  IN_LITTLE_MEMORY([&] {
    for (index_t k = 0; k < 200000; ++k) t.write({(k * 7919) % side, k}, 1.0);
    return stored_count(t) > 200000;
  }());
}

TEST_CASE("other forms of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand();
  const auto block = make_buffer<double>(100000);

  IN_LITTLE_MEMORY(stores(sparse_from(stored_positions(t), stored_values(t), all_of_them), many, total));
  IN_LITTLE_MEMORY(stores(to_sparse(t), many, total) && stores(to_sparse(flat(t) * 2.0), many, 2 * total));
  IN_LITTLE_MEMORY(stores(from_coo(to_coo(t).shape, to_coo(t).coordinates, to_coo(t).values), many, total));
  IN_LITTLE_MEMORY(equal(from_csr(t.shape(), to_csr(t).starts, to_csr(t).columns, to_csr(t).values), t));
  IN_LITTLE_MEMORY(equal(from_csc(t.shape(), to_csc(t).starts, to_csc(t).rows, to_csc(t).values), t));
  IN_LITTLE_MEMORY(stores(sparse_mask(index_set(flat(t != 0.0)), all_of_them), many));
  IN_LITTLE_MEMORY([&] {
    index_t seen = 0;
    for (auto [positions, values] : blocks_stored(transpose(t))) seen += std::ssize(positions);
    return seen == many;
  }());
  IN_LITTLE_MEMORY(copy(slice(flat(t), 1000000000, 100000), block), sum(block) == 2);
  IN_LITTLE_MEMORY(flat(transpose(t))[7 * side + 1000] == 2 && t.at({1000, 7}) == 2 && transpose(t)[7 * side] == 0);
  IN_LITTLE_MEMORY(to_string(t).size() < 1000 && to_string(describe(t)).size() < 200);
}
