// SPDX-License-Identifier: BSL-1.0
// Columns and tables by Arrow's C data interface in both directions: every number, offsets, missing rows, tables; whose memory is seen, and
// that everything is let go once. Lists, levels and times are in arrow_kinds.cpp, words in arrow_words.cpp.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/arrow.hpp>
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/storage.hpp>
#include <ravel/tensor.hpp>

#include <interop/arrow_foreign.hpp>
#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::exported_arrow;
using support::foreign;
using support::same_column;

namespace {

struct arrow_type {
  ravel::dtype type;
  const char* format;
};
constexpr arrow_type types[] = {{dtype::bool_, "b"},  {dtype::int8, "c"},    {dtype::uint8, "C"},  {dtype::int16, "s"},
                                {dtype::uint16, "S"}, {dtype::int32, "i"},   {dtype::uint32, "I"}, {dtype::int64, "l"},
                                {dtype::uint64, "L"}, {dtype::float32, "f"}, {dtype::float64, "g"}};

bool bit(const void* bits, std::int64_t i) { return (static_cast<const unsigned char*>(bits)[i / 8] >> i % 8 & 1) != 0; }

// An element of an exported array as the specification says it is read.
template <class T>
T element_at(const ArrowArray& a, std::int64_t i) {
  if constexpr (std::same_as<T, bool>) {
    return bit(a.buffers[1], a.offset + i);
  } else {
    return static_cast<const T*>(a.buffers[1])[a.offset + i];
  }
}

// 0 2 4 1 3 0 …, or whether it is 2.
any_tensor some(dtype type, index_t n) {
  const any_tensor numbers = arange(dtype::int64, 0, n) * 7 % 5;
  return type == dtype::bool_ ? any_tensor(numbers == 2) : cast(numbers, type);
}

}  // namespace

TEST_CASE("exported arrays follow the specification", "[interop]") {
  for (const auto& [type, format] : types) {
    for (const index_t n : {0, 1, 7, 8, 9, 64, 1100}) {
      for (const index_set& missing : {index_set(), index_set(slice(0, (n + 2) / 3, 3)), index_set(slice(0, n))}) {
        CAPTURE(type, n, missing.size());
        const any_tensor x = clone(some(type, n));
        const exported_arrow out(arrow_column_of("x", x, missing));
        CHECK(std::string(out.schema.format) == format);
        CHECK(std::string(out.schema.name) == "x");
        CHECK(out.schema.n_children == 0);
        CHECK(out.schema.dictionary == nullptr);
        CHECK((out.schema.flags & ARROW_FLAG_NULLABLE) == (missing.empty() ? 0 : ARROW_FLAG_NULLABLE));
        CHECK(out.array.length == n);
        CHECK(out.array.offset == 0);
        CHECK(out.array.n_buffers == 2);
        CHECK(out.array.null_count == missing.size());
        CHECK((out.array.buffers[0] == nullptr) == missing.empty());
        index_t wrong = 0;
        visit(x, [&](const auto& t) {
          using T = typename std::remove_cvref_t<decltype(t)>::value_type;
          const auto base = t.base();
          if (type != dtype::bool_ && n > 0) CHECK(out.array.buffers[1] == base.memory()->data);
          for (index_t i = 0; i < n; ++i) {
            wrong += element_at<T>(out.array, i) != t(i);
            if (!missing.empty()) wrong += bit(out.array.buffers[0], i) == missing.contains(i);
          }
        });
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("columns of others, at every offset", "[interop]") {
  support::random random(1);
  for (const auto& [type, format] : types) {
    for (const index_t offset : {0, 1, 5, 8, 13}) {
      for (const index_t n : {0, 1, 8, 30}) {
        for (const bool some_missing : {false, true}) {
          CAPTURE(type, offset, n, some_missing);
          std::vector<bool> valid, bools;
          for (index_t i = 0; i < offset + n; ++i) {
            valid.push_back(random.below(3) > 0);
            bools.push_back(random.below(2) == 0);
          }
          auto from = foreign(format, "x", n, offset);
          some_missing ? from->valid(valid) : from->no_buffer();
          const any_tensor stored = clone(some(type == dtype::bool_ ? dtype::uint8 : type, offset + n));
          if (type == dtype::bool_) {
            from->bits(bools);
          } else {
            visit(stored, [&](const auto& t) { from->buffer_of(t.data(), static_cast<std::size_t>(t.size()) * sizeof(t(0))); });
          }
          {
            const arrow_column got = from->column();
            CHECK(from->schemas_released == 1);
            CHECK(from->arrays_released == 0);
            CHECK(got.values.dtype() == type);
            CHECK(got.values.size() == n);
            CHECK(got.name == "x");
            CHECK(got.format.empty());
            CHECK_FALSE(got.values.writable());
            index_t wrong = 0;
            for (index_t i = 0; i < n; ++i) {
              wrong += got.missing.contains(i) != (some_missing && !valid[static_cast<std::size_t>(offset + i)]);
              if (type == dtype::bool_) wrong += as<bool>(got.values(i)) != bools[static_cast<std::size_t>(offset + i)];
            }
            CHECK(wrong == 0);
            if (type != dtype::bool_) CHECK(equal(got.values, slice(stored, 0, offset, n)));
            if (type == dtype::int32 && n > 0) {
              const auto seen = as<std::int32_t>(got.values);
              CHECK(static_cast<const void*>(seen.data()) == from->memory.back().data() + 4 * offset);
            }
          }
          CHECK(from->let_go());
        }
      }
    }
  }
}

TEST_CASE("columns come back as they went", "[interop]") {
  support::random random(7);
  for (int round = 0; round < 300; ++round) {
    const auto& [type, format] = types[static_cast<std::size_t>(random.below(std::size(types)))];
    std::vector<index_t> extents{random.below(50)};
    while (random.below(3) == 0) extents.push_back(random.below(4));
    any_tensor x = reshape(some(type, shape(ints(extents)).elements()), ints(extents));
    if (random.below(2) == 0) x = clone(x);
    if (random.below(4) == 0) x = flip(x, 0);
    if (random.below(4) == 0 && x.extent(0) > 2) x = slice(x, 0, 1, (x.extent(0) - 1) / 2, 2);
    std::vector<index_t> missing;
    for (index_t i = 0; i < x.extent(0); ++i) {
      if (random.below(4) == 0) missing.push_back(i);
    }
    arrow_column column = arrow_column_of("column", x, index_set(missing));
    if (round % 5 == 0 && type != dtype::bool_ && kind_of(type) == element_kind::integer && x.size() > 0) {
      column.levels = any_tensor(tensor<double>{1, 2.5, 3, 4, 5});
    }
    CAPTURE(round, x.dtype(), to_string(x.shape()), missing.size());
    exported_arrow out(column);
    CHECK(same_column(column, from_arrow(&out.schema, &out.array)));
    CHECK(out.schema.release == nullptr);
    CHECK(out.array.release == nullptr);
  }
}

TEST_CASE("the memory that is seen is that of the other side", "[interop]") {
  int released = 0;
  struct count {
    int* to;
    explicit count(int* t) : to(t) {}
    count(count&& other) noexcept : to(std::exchange(other.to, nullptr)) {}
    ~count() {
      if (to) ++*to;
    }
  };
  double memory[] = {1, 2, 3, 4, 5, 6};
  {
    exported_arrow out(arrow_column_of("x", wrap(memory, shape{2, 3}, {3, 1}, count(&released))));
    CHECK(std::string(out.schema.format) == "+w:3");
    CHECK(out.array.n_buffers == 1);
    CHECK(out.array.n_children == 1);
    CHECK(out.array.children[0]->length == 6);
    CHECK(out.array.children[0]->buffers[1] == memory);
    CHECK(released == 0);
    const arrow_column back = from_arrow(&out.schema, &out.array);
    const auto seen = as<double>(back.values);
    CHECK(seen.data() == memory);
    CHECK(back.values.shape() == shape{2, 3});
    CHECK(released == 0);
  }
  CHECK(released == 1);

  // Structs are let go one by one, and a child that was moved out lives on.
  exported_arrow out(arrow_column_of("x", wrap(memory, shape{2, 3}, {3, 1}, count(&released))));
  out.schema.release(&out.schema);
  CHECK(out.schema.release == nullptr);
  ArrowArray child = std::exchange(*out.array.children[0], ArrowArray{});
  out.array.release(&out.array);
  CHECK(released == 1);
  CHECK(element_at<double>(child, 5) == 6);
  child.release(&child);
  CHECK(released == 2);
}

TEST_CASE("readers of memory with a step", "[interop]") {
  const buffer<int> b{0, 1, 2, 3, 4, 5};
  for (const any_tensor& x :
       {any_tensor(any_reader(reverse(b))), flip(any_reader(reverse(b)), 0), any_tensor(any_reader(slice(b, 1, 2, 3))),
        any_tensor(any_reader(constant(3, 7))), any_tensor(any_reader(slice(b, 4, 1))), any_tensor(any_reader(slice(b, 6, 0)))}) {
    exported_arrow out(arrow_column_of("x", x));
    CHECK(equal(from_arrow(&out.schema, &out.array).values, x));
  }
}

TEST_CASE("misaligned memory is copied, or refused where that is asked for", "[interop]") {
  const auto numbers = [] {
    auto from = foreign("l", "x", 3);
    from->no_buffer().buffer_of(std::vector<std::int64_t>{1, -2, 3}, 1);
    return from;
  };
  auto from = numbers(), typed = numbers();
  CHECK(equal(from_arrow(&from->schema, &from->array).values, tensor<std::int64_t>{1, -2, 3}));
  const auto got = from_arrow<std::int64_t>(&typed->schema, &typed->array, {.copy = true});
  CHECK((from->let_go() && typed->let_go()));  // nothing is left that needs them
  REQUIRE_EQUAL(got.values, {1, -2, 3});

  // Columns, lists, words, codes, levels and columns of tables, at any depth.
  const auto refused = [](auto make) {
    auto column = make(), value = make();
    const index_t rows = column->array.length;
    CHECK_THROWS_AS(from_arrow(&column->schema, &column->array, {.copy = false}), layout_error);
    CHECK_THROWS_WITH(from_arrow<std::string>(&value->schema, &value->array, {.copy = false}),
                      ContainsSubstring("from_arrow of \"x\": ") && ContainsSubstring("{.copy = true}"));
    auto within = foreign("+s", "", rows);
    within->no_buffer().add(make());
    CHECK_THROWS_AS(from_arrow_table(&within->schema, &within->array, {.copy = false}), layout_error);
    CHECK((column->let_go() && value->let_go() && within->let_go()));
    auto copied = foreign("+s", "", rows);
    copied->no_buffer().add(make());
    CHECK(from_arrow_table(&copied->schema, &copied->array).rows() == rows);
    CHECK(copied->let_go());
  };
  refused(numbers);
  refused([&] {
    auto lists = foreign("+w:3", "", 1);
    lists->no_buffer().add(numbers());
    return lists;
  });
  for (const std::size_t shift : {1u, 2u}) {
    refused([shift] {
      auto words = foreign("u", "x", 2);
      words->no_buffer().buffer_of(std::vector<int>{0, 1, 3}, shift).buffer_of(std::vector<char>{'a', 'b', 'c'});
      return words;
    });
  }
  refused([&] {
    auto codes = foreign("s", "x", 2);
    codes->no_buffer().buffer_of(std::vector<short>{2, 0}, 1).with_levels(numbers());
    return codes;
  });
  refused([&] {
    auto codes = foreign("c", "", 2);
    codes->no_buffer().buffer_of(std::vector<signed char>{2, 0}).with_levels(numbers());
    return codes;
  });

  // What is aligned, or bytes and bits, is seen where it stands.
  auto aligned = foreign("l", "x", 2), bytes = foreign("C", "y", 2), bits = foreign("b", "z", 2), none = foreign("l", "n", 0);
  aligned->no_buffer().buffer_of(std::vector<std::int64_t>{4, 5});
  bytes->no_buffer().buffer_of(std::vector<unsigned char>{4, 5}, 1);
  bits->no_buffer().buffer_of(std::vector<unsigned char>{2}, 1);
  none->no_buffer().buffer_of(std::vector<std::int64_t>{}, 1);
  for (auto* const one : {&aligned, &bytes, &bits, &none}) {
    const arrow_column column = from_arrow(&(*one)->schema, &(*one)->array, {.copy = false});
    CHECK((column.values.size() == 0) == (*one == none));
  }
  CHECK((aligned->let_go() && bytes->let_go() && bits->let_go() && none->let_go()));
}

TEST_CASE("a table is a struct array", "[interop]") {
  const tensor<int> a{1, 2, 3};
  const arrow_table table{{arrow_column_of("a", a, {0}), arrow_column_of("b", iota<double>(3) * 0.5)}};
  CHECK(table.rows() == 3);
  CHECK(table.column("b").values.dtype() == dtype::float64);
  static_assert(!std::is_reference_v<decltype(arrow_table().column("b"))>);  // of a table that goes away
  CHECK_THROWS_WITH(table.column("c"), ContainsSubstring("a, b"));
  {
    exported_arrow out(table);
    CHECK(std::string(out.schema.format) == "+s");
    CHECK(out.array.length == 3);
    CHECK(out.array.offset == 0);
    CHECK(out.array.n_buffers == 1);
    CHECK(out.array.children[0]->buffers[1] == a.data());
    const arrow_table back = from_arrow_table(&out.schema, &out.array);
    REQUIRE(back.columns.size() == 2);
    CHECK(same_column(back.columns[0], table.columns[0]));
    CHECK(same_column(back.columns[1], table.columns[1]));
  }
  const arrow_table uneven{{arrow_column_of("a", a), arrow_column_of("b", iota<double>(2))}};
  CHECK_THROWS_WITH(exported_arrow(uneven), ContainsSubstring("3 rows of \"a\" and 2 of \"b\""));
  exported_arrow none(arrow_table{});
  CHECK(from_arrow_table(&none.schema, &none.array).columns.empty());

  // The offset and the missing rows of the struct are beside those of its columns.
  auto first = foreign("s", "first", 6, 1);
  first->valid({true, true, true, false, true, true, true}).buffer_of(std::vector<short>{0, 1, 2, 3, 4, 5, 6});
  auto second = foreign("b", "second", 6);
  second->no_buffer().bits({true, false, true, true, false, false});
  auto both = foreign("+s", "", 3, 2);
  both->valid({true, true, true, true, false}).add(std::move(first)).add(std::move(second));
  {
    const arrow_table got = both->table();
    CHECK(got.rows() == 3);
    REQUIRE_EQUAL(as<std::int16_t>(got.column("first").values), {3, 4, 5});
    REQUIRE_EQUAL(as<bool>(got.column("second").values), {true, true, false});
    CHECK(got.column("first").missing == index_set{0, 2});
    CHECK(got.column("second").missing == index_set{2});
  }
  CHECK(both->let_go());
}

TEST_CASE("elements that Arrow cannot hold", "[interop]") {
  CHECK_THROWS_WITH(exported_arrow(arrow_column_of("z", tensor<std::complex<float>>{1})),
                    ContainsSubstring("to_arrow of the column \"z\": elements of complex64, which Arrow has no type for"));
  CHECK_THROWS_AS(exported_arrow(arrow_column_of("x", scalar_tensor(1.0))), shape_error);
  CHECK_THROWS_AS(exported_arrow(arrow_column_of("x", tensor<int>{1, 2}, {2})), index_error);
  arrow_column column = arrow_column_of("x", tensor<int>{1, 2});
  column.format = "tsu:";
  CHECK_THROWS_WITH(exported_arrow(column), ContainsSubstring("elements of int32 are not stored as \"tsu:\""));
  column.format = "n";
  exported_arrow nothing(column);
  CHECK(nothing.array.n_buffers == 0);
  CHECK(nothing.array.null_count == 2);
  const arrow_column back = from_arrow(&nothing.schema, &nothing.array);
  CHECK(back.format == "n");
  CHECK(back.missing == index_set{0, 1});
  CHECK_THROWS_WITH(exported_arrow(arrow_column_of(std::string("x\0y", 3), tensor<int>{1})), ContainsSubstring("has a zero"));
  CHECK_THROWS_AS(to_arrow(column, nullptr, &nothing.array), value_error);

  exported_arrow number(arrow_column_of("x", tensor<int>{1, 2}));
  CHECK_THROWS_WITH(from_arrow<float>(&number.schema, &number.array), ContainsSubstring("int32"));
  CHECK(number.array.release == nullptr);
}

TEST_CASE("allocations that fail let go what was handed over once", "[interop]") {
  const arrow_table table{{arrow_column_of("a", tensor<int>{{1, 2}, {3, 4}}, {0}), arrow_column_of("b", iota<double>(2)),
                           arrow_column_of("c", categorize(std::vector<int>{7, 8}))}};
  support::fail_each_allocation([&] {
    exported_arrow out(table);
    static_cast<void>(from_arrow_table(&out.schema, &out.array));
  });
  exported_arrow out(table);
  auto* const release = out.array.release;
  static int released;
  static void (*real)(ArrowArray*);
  real = release;
  released = 0;
  int given = 0;
  support::fail_each_allocation([&] {
    exported_arrow one(table);
    one.array.release = [](ArrowArray* self) {
      ++released;
      real(self);
    };
    ++given;
    static_cast<void>(from_arrow_table(&one.schema, &one.array));
  });
  CHECK(given > 1);
  CHECK(released == given);

  // As the producer fills them before each import, which empties them.
  auto shifted = foreign("u", "x", 2);
  shifted->no_buffer().buffer_of(std::vector<int>{0, 1, 3}, 1).buffer_of(std::vector<char>{'a', 'b', 'c'});
  const ArrowSchema schema = shifted->schema;
  const ArrowArray array = shifted->array;
  given = 0;
  support::fail_each_allocation([&] {
    shifted->schema = schema;
    shifted->array = array;
    ++given;
    static_cast<void>(from_arrow(&shifted->schema, &shifted->array));
  });
  CHECK(given > 2);
  CHECK(shifted->arrays_released == given);
  CHECK(shifted->schemas_released == given);
}
