// SPDX-License-Identifier: BSL-1.0
// Words by Arrow's C data interface in both directions, alone, missing, as levels and in lists; and tables of Ravel's own.
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
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::exported_arrow;
using support::foreign;
using support::same_column;

namespace {

buffer<std::string> words() {
  return adopt(std::vector<std::string>{"one", "", "gr\xc3\xbc\xc3\x9f", std::string("a\0b", 3), "a longer one than fits in place"});
}

template <class Offset>
auto some_words(const char* format, std::vector<Offset> offsets, std::int64_t length, std::int64_t offset = 0) {
  auto made = foreign(format, "x", length, offset);
  made->no_buffer().buffer_of(offsets).buffer_of("onetwothree", 11);
  return made;
}

}  // namespace

TEST_CASE("words go out and come back", "[interop]") {
  for (const std::string format : {"", "U", "z", "Z"}) {
    arrow_column column = arrow_column_of("x", words(), {1});
    column.format = format;
    exported_arrow out(column);
    CHECK(std::string(out.schema.format) == (format.empty() ? "u" : format));
    CHECK(out.array.n_buffers == 3);
    const bool wide = format == "U" || format == "Z";
    const auto end = [&](int i) {
      return wide ? static_cast<const std::int64_t*>(out.array.buffers[1])[i] : static_cast<const std::int32_t*>(out.array.buffers[1])[i];
    };
    CHECK(end(0) == 0);
    CHECK(end(1) == 3);
    CHECK(end(2) == 3);
    CHECK(end(4) == 12);
    CHECK(std::memcmp(out.array.buffers[2], "onegr", 5) == 0);
    const arrow_column back = from_arrow(&out.schema, &out.array);
    CHECK(same_column(back, column));
    REQUIRE_EQUAL(values_of<std::string>(back).values, words());
  }
  exported_arrow none(arrow_column_of("x", slice(words(), 0, 0)));
  CHECK(static_cast<const std::int32_t*>(none.array.buffers[1])[0] == 0);
  CHECK(from_arrow(&none.schema, &none.array).values.size() == 0);
  arrow_column lists = arrow_column_of("x", as_tensor(concat(words(), slice(words(), 0, 1)), {3, 2}));
  exported_arrow out(lists);
  CHECK(same_column(lists, from_arrow(&out.schema, &out.array)));
}

TEST_CASE("words of others are read where they stand", "[interop]") {
  auto from = some_words<std::int32_t>("u", {0, 3, 6, 6, 11}, 3, 1);
  from->array.null_count = -1;
  {
    const auto got = from->column();
    CHECK(from->arrays_released == 0);
    REQUIRE_EQUAL(values_of<std::string>(got).values, adopt(std::vector<std::string>{"two", "", "three"}));
  }
  CHECK(from->let_go());
  auto wide = some_words<std::int64_t>("U", {0, 3, 11}, 2);
  REQUIRE_EQUAL(from_arrow<std::string>(&wide->schema, &wide->array).values, adopt(std::vector<std::string>{"one", "twothree"}));
  auto levels = some_words<std::int32_t>("u", {0, 3, 6}, 2);
  auto codes = foreign("s", "x", 3);
  codes->no_buffer().buffer_of(std::vector<short>{1, 0, 1}).with_levels(std::move(levels));
  REQUIRE_EQUAL(from_arrow<std::string>(&codes->schema, &codes->array).values, adopt(std::vector<std::string>{"two", "one", "two"}));
  auto empty = foreign("u", "x", 0);
  empty->no_buffer().no_buffer().no_buffer();
  CHECK(empty->column().values.size() == 0);
}

TEST_CASE("offsets that do not rise", "[interop]") {
  const auto refused = [](std::vector<std::int32_t> offsets, const char* why) {
    auto from = some_words("u", offsets, static_cast<std::int64_t>(offsets.size()) - 1);
    CHECK_THROWS_WITH(from->column(), ContainsSubstring(why));
    CHECK(from->let_go());
  };
  refused({0, 3, 2, 11}, "the offset of word 2 is 2, behind one of 3");
  refused({-1, 3}, "the offset of word 0 is -1");
  refused({0, -5}, "the offset of word 1 is -5");
  auto nowhere = some_words<std::int32_t>("u", {0, 3}, 1);
  nowhere->buffers[2] = nullptr;
  CHECK_THROWS_WITH(nowhere->column(), ContainsSubstring("null pointer"));
  auto two = some_words<std::int32_t>("u", {0, 3}, 1);
  two->array.n_buffers = 2;
  CHECK_THROWS_WITH(two->column(), ContainsSubstring("number of buffers is 2, not 3"));
}

namespace {

// Views as polars makes them: short words within, long ones in two buffers.
std::unique_ptr<support::foreign_arrow> word_views(const char* format = "vu") {
  const std::vector<std::string> bytes{"a word that is long", "another, as long as that"};
  std::vector<unsigned char> views;
  const auto add = [&](std::int32_t length, const std::string& begins, std::int32_t buffer, std::int32_t place) {
    unsigned char one[16] = {};
    std::memcpy(one, &length, 4);
    std::memcpy(one + 4, begins.data(), std::min<std::size_t>(begins.size(), length > 12 ? 4 : 12));
    if (length > 12) std::memcpy(one + 8, &buffer, 4), std::memcpy(one + 12, &place, 4);
    views.insert(views.end(), one, one + 16);
  };
  add(1, "x", 0, 0);  // before the offset
  add(0, "", 0, 0);
  add(12, "twelve bytes", 0, 0);
  add(17, "word", 0, 2);
  add(99, "none", 7, -1);  // is missing
  add(24, "anot", 1, 0);
  auto made = foreign(format, "x", 5, 1);
  made->valid({true, true, true, true, false, true}).buffer_of(views).buffer_of(bytes[0].data(), bytes[0].size());
  made->buffer_of(bytes[1].data(), bytes[1].size());
  made->buffer_of(std::vector<std::int64_t>{static_cast<std::int64_t>(bytes[0].size()), static_cast<std::int64_t>(bytes[1].size())});
  return made;
}

}  // namespace

TEST_CASE("views of words are words", "[interop]") {
  auto from = word_views();
  {
    const arrow_column got = from->column();
    CHECK(got.missing == index_set{3});
    CHECK(got.format.empty());
    REQUIRE_EQUAL(values_of<std::string>(got).values, {"", "twelve bytes", "word that is long", "", "another, as long as that"});
    exported_arrow out(got);
    CHECK(std::string(out.schema.format) == "u");
    CHECK(support::same_column(from_arrow(&out.schema, &out.array), got));
  }
  CHECK(from->let_go());
  CHECK(word_views("vz")->column().format == "z");
  auto none = foreign("vu", "x", 0);
  CHECK(none->column().values.size() == 0);

  const auto refused = [](const auto& lie, const char* what) {
    auto of = word_views();
    lie(*of);
    CHECK_THROWS_WITH(of->column(), ContainsSubstring(what));
    CHECK(of->let_go());
  };
  const auto set = [](auto& of, std::size_t view, std::size_t field, std::int32_t value) {
    std::memcpy(of.memory[1].data() + 16 * view + 4 * field, &value, 4);
  };
  refused([&](auto& of) { set(of, 3, 2, 2); }, "word 2 lies outside of its buffer");
  refused([&](auto& of) { set(of, 3, 2, -1); }, "word 2 lies outside of its buffer");
  refused([&](auto& of) { set(of, 3, 3, 3); }, "word 2 lies outside of its buffer");
  refused([&](auto& of) { set(of, 3, 3, -1); }, "word 2 lies outside of its buffer");
  refused([&](auto& of) { set(of, 3, 0, -1); }, "word 2 lies outside of its buffer");
  refused([&](auto& of) { set(of, 3, 0, INT32_MAX); }, "word 2 lies outside of its buffer");
  refused([](auto& of) { of.array.n_buffers = 2; }, "views of words with 2 buffers");
  refused(
      [](auto& of) {
        of.memory[4].assign(17, 0xff);
        of.buffers[4] = of.memory[4].data();
      },
      "a buffer of words of length -1");
  refused([](auto& of) { of.buffers[2] = nullptr; }, "null pointer");
}

TEST_CASE("tables of Ravel's own", "[interop]") {
  const any_table table{{"name", words()}, {"number", iota<int>(5)}};
  exported_arrow out(arrow_table_of(table));
  const arrow_table back = from_arrow_table(&out.schema, &out.array);
  const any_table again = any_table_of(back);
  CHECK(again.names() == table.names());
  CHECK(equal(again.column("name").as_tensor(), table.column("name").as_tensor()));
  CHECK(equal(again.column("number").as_tensor(), table.column("number").as_tensor()));

  const any_table looked_up = any_table_of({{arrow_column_of("x", categorize(words()))}});
  CHECK(equal(looked_up.column("x").as_tensor(), any_tensor(any_reader(words()))));
  CHECK_THROWS_WITH(any_table_of({{arrow_column_of("x", words(), {0, 1})}}), ContainsSubstring("2 rows of \"x\" are missing"));
  CHECK_THROWS_AS(any_table_of({{arrow_column_of("x", tensor<int>{{1, 2}})}}), shape_error);

  ArrowArrayStream stream;
  to_arrow_stream(arrow_table_of(table), 2, &stream);
  CHECK(equal(any_table_of(from_arrow_stream(&stream).rest()).column("name").as_tensor(), table.column("name").as_tensor()));
}

TEST_CASE("allocations that fail while words are exchanged", "[interop]") {
  const arrow_column column = arrow_column_of("x", words(), {2});
  support::fail_each_allocation([&] {
    exported_arrow out(column);
    const arrow_column back = from_arrow(&out.schema, &out.array);
    static_cast<void>(clone(back.values));
  });
}
