// SPDX-License-Identifier: BSL-1.0
// Trees of arithmetic that run as one program have the bits of the same expressions with a type: of any length, through views, in place,
// with shared parts, and where they are too large for one program. Each instruction of each machine computes what its function does.
#include <any/trees.hpp>
#include <ravel/exec.hpp>
#include <support/faults.hpp>

#include <thread>

using namespace tree_tests;

namespace {

// stores.
template <class T>
void check_instruction(const detail::tile_machine& machine, tile_function f, detail::tile_form form, std::uint64_t seed) {
  const dtype type = dtype_of<T>();
  const auto first = machine.instruction(type, tile_function::bits_or, {true, true, false});  // of equal operands: loads them
  const auto work = machine.instruction(type, f, form);
  const auto last = machine.instruction(type, tile_function::bits_or, {false, true, true});
  if (!work) {
    CHECK((is_of_reals(f) && !std::is_floating_point_v<T>));
    return;
  }
  const auto length = static_cast<index_t>(3 * machine.tile / sizeof(T));
  support::random r(seed);
  const auto a = elements<T>(r, length), b = elements<T>(r, length), c = elements<T>(r, length);
  const auto kept = make_buffer<T>(length), out = make_buffer<T>(length), none = make_buffer<T>(length);
  fill(none, T(0));
  if (f == tile_function::chosen || f == tile_function::packed) {
    for (index_t i = 0; i < length; ++i) a.data()[i] = truth<T>(r.below(2) == 1);
  }
  const auto bytes = [](const buffer<T>& of) { return reinterpret_cast<std::byte*>(of.data()); };
  std::byte* const places[] = {bytes(a), bytes(b), bytes(c), bytes(kept), bytes(out), bytes(none)};
  constexpr std::size_t on = ~std::size_t{0};
  const std::uint32_t loaded = !form.a_in_memory ? 0 : !form.b_in_memory ? 1 : 2;
  const detail::tile_instruction list[] = {{first, loaded, loaded, 0, on, on, 0, 0, 0},
                                           {work, 0, 1, 3, on, on, on, 2, on},
                                           {last, 0, 5, 4, 0, on, on, 0, 0},
                                           {machine.stop, 0, 0, 0, 0, 0, 0, 0, 0}};
  machine.run(list, places, 3 * machine.tile);
  for (index_t i = 0; i < length; ++i) {
    if (f == tile_function::packed) {
      CHECK(reinterpret_cast<const unsigned char*>(kept.data())[i] == (std::bit_cast<bits_of<T>>(a[i]) == 0 ? 0 : 1));
      continue;
    }
    const T wanted = result_of(f, a[i], b[i], c[i]);
    CHECK((!form.stores || same(kept[i], wanted)));
    CHECK(same(out[i], wanted));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("an instruction computes its function, wherever its operands are", "[any]", float, double, std::int32_t, std::int64_t) {
  for (const std::size_t vector : {32u, 64u}) {
    const detail::tile_machine* const machine = detail::tile_machine_of(vector);
    if (!machine) continue;
    std::uint64_t seed = 1;
    for (const tile_function f : functions) {
      for (const bool stores : {false, true}) {
        if (f == tile_function::packed && !stores) continue;
        INFO("function " << static_cast<int>(f) << " of " << vector << " bytes" << (stores ? ", stored" : ""));
        const bool two = takes_two(f), three = takes_three(f);
        check_instruction<TestType>(*machine, f, {true, two, stores, three}, ++seed);
        check_instruction<TestType>(*machine, f, {false, two, stores, three}, ++seed);
        if (two) check_instruction<TestType>(*machine, f, {true, false, stores, three}, ++seed);
        if (three) check_instruction<TestType>(*machine, f, {true, true, stores, false}, ++seed);
      }
    }
  }
}

TEMPLATE_TEST_CASE("a tree of arithmetic has the bits that it has with a type", "[any]", float, double, std::int32_t, std::int64_t,
                   std::uint32_t) {
  support::random r(3);
  const runner how = GENERATE(runner::portable, runner::of_32_bytes, runner::of_64_bytes, runner::emitted);
  if (!has(how)) return;
  const on_runner this_one(how);
  for (const index_t n : {1, 31, 1999, 2000, 2001, 2048, 4099, 70000}) {
    const auto x = elements<TestType>(r, n), y = elements<TestType>(r, n);
    const any_tensor made = thirteen(any_tensor(x), any_tensor(y)), other = every_function(any_tensor(x), any_tensor(y));
    CHECK(all_same(as<TestType>(clone(made)), clone(thirteen(x, y))));
    CHECK(all_same(as<TestType>(clone(other)), clone(every_function(x, y))));
    for (const index_t i : {index_t{0}, n / 2, n - 1}) CHECK(same(as<TestType>(made(i)), reader<TestType>(thirteen(x, y))[i]));
  }
}

TEST_CASE("a tree in one type runs as one node over its leaves", "[any]") {
  const any_tensor x = zeros<double>({50, 50}), y = ones<double>({50, 50}), few = zeros<double>({2}), f = zeros<float>({50, 50});
  const any_tensor row = broadcast(any_tensor(zeros<double>({50})), {50, 50}), halves = (f + 1) * 2, sine = sin(x + y);
  CHECK(runs_over(thirteen(x, y), {x, y}));
  CHECK(runs_over((x + 1) * (x + 1), {x}));
  CHECK(runs_over((x + y) * row, {x, y, row}));
  CHECK(runs_over(thirteen(few, few), {few}));
  CHECK(runs_over<float>(halves, {f}));
  CHECK(leaves_read<double>(halves + x) == 2);  // of two types
  CHECK(runs_over(sine * 2 - x, {sine, x}));
  CHECK(leaves_read<double>((transpose(x + y) - x) * 2) == 3);
  CHECK_FALSE(runs_over(x + y, {x, y}));  // one function
}

TEST_CASE("a quotient of integers is a leaf of a program", "[any]") {
  const tensor<int> x = clone(cast<int>(arange<index_t>(3000)));
  CHECK(equal(clone(any_tensor(x) / 3 - 1), clone(x / 3 - 1)));
  CHECK(equal(clone((any_tensor(x) + 1) * (any_tensor(x) / 7 - any_tensor(x))), clone((x + 1) * (x / 7 - x))));
}

TEST_CASE("a program is made once, by whoever reads first", "[any]") {
  support::random r(13);
  const index_t n = 5000;
  const auto x = elements<double>(r, n), y = elements<double>(r, n);
  const any_tensor made = thirteen(any_tensor(x), any_tensor(y));
  const auto wanted = clone(thirteen(x, y));
  std::vector<const void*> runs(4);
  std::vector<buffer<double>> results(runs.size());
  std::vector<std::thread> readers;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    readers.emplace_back([&, k] {
      results[k] = clone(reader<double>(as<double>(made)));
      runs[k] = loop_behind<double>(made).tree();
    });
  }
  for (std::thread& one : readers) one.join();
  for (std::size_t k = 0; k < runs.size(); ++k) {
    CHECK((runs[k] && runs[k] == runs[0]));
    CHECK(all_same(results[k], wanted));
  }
}

TEST_CASE("a tree of several computed leaves is read in blocks", "[any]") {
  support::random r(15);
  const index_t n = 30000;
  const auto x = elements<double>(r, n), y = elements<double>(r, n);
  const auto tree = [](const auto& a, const auto& b) { return (sin(a) + cos(b)) * (sin(b) - cos(a)) + (sqrt(abs(a)) - 1) * sin(a * b); };
  const any_tensor made = tree(any_tensor(x), any_tensor(y));
  const auto wanted = clone(tree(x, y));
  CHECK(all_same(as<double>(clone(made)), wanted));
  CHECK(same(as<double>(sum(made)), sum(wanted)));
  CHECK(all_same(as<double>(clone(abs(sin(made)))), clone(abs(sin(wanted)))));
  CHECK(all_same(as<double>(clone(flip(made))), clone(flip(as_tensor(wanted, n)))));
}

TEST_CASE("trees of no element and of one", "[any]") {
  const any_tensor none = zeros<double>({0, 3}), one = full({}, 2.0), axes = full({1, 1, 1}, 2.0);
  CHECK(clone(thirteen(none, none + 1)).shape() == shape({0, 3}));
  CHECK(as<double>(sum(thirteen(none, none))) == 0);
  CHECK(as<double>(thirteen(one, one)()) == thirteen(2.0, 2.0));
  CHECK(equal(clone(thirteen(axes, one)), full({1, 1, 1}, thirteen(2.0, 2.0))));
}

TEST_CASE("views of a program view its leaves", "[any]") {
  support::random r(5);
  const auto x = as_tensor(elements<double>(r, 6000), {60, 100}), y = as_tensor(elements<double>(r, 6000), {60, 100});
  const any_tensor made = thirteen(any_tensor(x), any_tensor(y));
  const auto wanted = clone(thirteen(x, y));
  CHECK(all_same(as<double>(clone(transpose(made))), clone(transpose(wanted))));
  CHECK(all_same(as<double>(clone(slice(made, 1, 3, 20, 4))), clone(slice(wanted, 1, 3, 20, 4))));
  CHECK(all_same(as<double>(clone(flip(made))), clone(flip(wanted))));
  CHECK(all_same(as<double>(clone(select(made, 0, 2))), clone(select(wanted, 0, 2))));
  const auto target = zeros<double>({100, 60});
  copy(made, transpose(any_tensor(target)));
  CHECK(all_same(clone(transpose(target)), wanted));
  const auto columns = zeros<double>({60, 250});
  copy(made, slice(any_tensor(columns), 1, 5, 100, 2));
  CHECK(all_same(clone(slice(columns, 1, 5, 100, 2)), wanted));
  CHECK(same(as<double>(sum(made)), sum(wanted)));
  CHECK(all_same(as<double>(sum(made, 0)), sum(wanted, 0)));
  CHECK(all_same(as<double>(clone(transpose(made) * 2 - 1)), clone(transpose(wanted) * 2 - 1)));
  CHECK(all_same(as<double>(with_threads(3, [&] { return clone(made); })), wanted));
}

TEST_CASE("a program reads what it overwrites in step", "[any]") {
  support::random r(7);
  const auto x = as_tensor(elements<double>(r, 5000), 5000), y = as_tensor(elements<double>(r, 5000), 5000);
  const auto wanted = clone(thirteen(x, y)), shifted = clone(slice(thirteen(x, y), 0, 0, 4000));
  const any_tensor a = clone(x), b = clone(x);
  copy(thirteen(a, any_tensor(y)), a);
  CHECK(all_same(as<double>(a), wanted));
  copy(slice(thirteen(b, any_tensor(y)), 0, 0, 4000), slice(b, 0, 1000, 4000));
  CHECK(all_same(clone(slice(as<double>(b), 0, 1000, 4000)), shifted));
}

TEST_CASE("trees that are too large for one program are several", "[any]") {
  support::random r(9);
  std::vector<buffer<double>> leaves;
  for (int k = 0; k < 30; ++k) leaves.push_back(elements<double>(r, 3001));
  any_tensor many = any_tensor(leaves[0]), constants = many, deep = many, doubled = many;
  reader<double> typed_many = leaves[0], typed_constants = typed_many, typed_deep = typed_many, typed_doubled = typed_many;
  for (std::size_t k = 1; k < leaves.size(); ++k) {
    many = many * 0.5 + any_tensor(leaves[k]);
    typed_many = typed_many * 0.5 + leaves[k];
    constants = constants + static_cast<double>(k) * 0.25;
    typed_constants = typed_constants + static_cast<double>(k) * 0.25;
  }
  for (int k = 0; k < 200; ++k) {
    deep = deep * any_tensor(leaves[1]) - 0.125;
    typed_deep = typed_deep * leaves[1] - 0.125;
  }
  for (int k = 0; k < 60; ++k) {  // 2^60 operations, if the shared parts were not one
    doubled = doubled - doubled * 0.5;
    typed_doubled = typed_doubled - typed_doubled * 0.5;
  }
  const auto check = [](const any_tensor& made, const reader<double>& typed) {
    const auto wanted = cloned_by_passes(typed);
    CHECK(all_same(as<double>(clone(made)), wanted));
    CHECK(all_same(clone(typed), wanted));
    CHECK(same(sum(typed), sum(wanted)));
  };
  check(many, typed_many);
  check(constants, typed_constants);
  check(deep, typed_deep);
  check(doubled, typed_doubled);
}

TEMPLATE_TEST_CASE("random trees have the bits that they have with a type", "[any]", double, float, std::int32_t, std::int64_t) {
  support::random r(17);
  const runner how = GENERATE(runner::portable, runner::of_32_bytes, runner::of_64_bytes, runner::emitted);
  if (!has(how)) return;
  const on_runner this_one(how);
  for (int round = 0; round < 25; ++round) {
    growing<TestType> trees(r, 1 + r.below(round % 5 == 0 ? 5000 : 900));
    for (int step = 0; step < 30; ++step) trees.step();
    trees.check();
  }
}

TEST_CASE("comparisons and choices run in the program of their tree", "[any]") {
  const any_tensor x = zeros<double>({50}), y = ones<double>({50}), mask = zeros<bool>({50}), f = zeros<float>({50});
  CHECK(runs_over<bool>(x + 1 < y * 2, {x, y}));
  CHECK(runs_over<bool>(((x + 1 > y) & !(x == 3)) ^ isnan(y), {x, y}));
  CHECK(runs_over(where(x + 1 < y, x, y * 2) - 1, {x, y}));
  CHECK(runs_over(where((x < y) || (x > 3), sqrt(x), 0.5), {x, y}));
  CHECK(runs_over(clip(x * 2, 0, 1) + floor(y) - rint(x), {x, y}));
  CHECK(runs_over(where(x < y, floor(x), y), {x, y}));
  CHECK(leaves_read<bool>((x < y) & (x > 3)) == 2);
  CHECK_FALSE(runs_over<bool>((x < y) & (x > 3), {x, y}));  // bools are narrower
  // A mask in memory, or of other elements, is none of a program's.
  CHECK(equal(clone(where(mask, x + 1, y * 2)), full({50}, 2.0)));
  CHECK(equal(clone(where(f + 1 > 0, x + 1, y * 2)), full({50}, 1.0)));
  CHECK(equal(clone((x + 1 > y) & mask), full({50}, false)));
  CHECK(equal(clone(((x + 1 > y) & (f == 0)) | (x == 0)), full({50}, true)));
}

TEST_CASE("a program that cannot be made leaves nothing behind", "[any]") {
  const any_tensor x = ones<double>({3000}), target = zeros<double>({3000});
  support::fail_each_allocation([&] { copy(thirteen(x, x + 1), target); });
  support::fail_each_allocation([&] { static_cast<void>(sum(thirteen(x, x + 1))); });
}
