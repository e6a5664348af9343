// SPDX-License-Identifier: BSL-1.0
// Descriptors of Arrow that contradict themselves: one error each, and what was handed over is let go once.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/arrow.hpp>

#include <interop/arrow_foreign.hpp>
#include <support/catch.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::foreign;
using support::foreign_arrow;

namespace {

std::unique_ptr<foreign_arrow> numbers(const char* name = "x", std::int64_t length = 4) {
  auto made = foreign("l", name, length);
  made->no_buffer().buffer_of(std::vector<std::int64_t>{1, 2, 3, 4});
  return made;
}
std::unique_ptr<foreign_arrow> lists() {
  auto made = foreign("+w:2", "x", 2);
  made->no_buffer().add(numbers());
  return made;
}
std::unique_ptr<foreign_arrow> coded() {
  auto made = foreign("c", "x", 3);
  made->no_buffer().buffer_of(std::vector<signed char>{0, 3, 1}).with_levels(numbers());
  return made;
}
std::unique_ptr<foreign_arrow> table() {
  auto made = foreign("+s", "", 4);
  made->no_buffer().add(numbers("a")).add(numbers("b"));
  return made;
}

template <class Make, class Change>
void refused(Make make, Change change, const char* why) {
  CAPTURE(why);
  const auto from = make();
  change(*from);
  if (from->format == "+s") {
    CHECK_THROWS_WITH(from->table(), ContainsSubstring(why));
  } else {
    CHECK_THROWS_WITH(from->column(), ContainsSubstring(why));
  }
  CHECK(from->let_go());
}
const auto one = [] { return numbers(); };

}  // namespace

TEST_CASE("arrays of indices are taken as they are", "[interop]") {
  CHECK(numbers()->column().values.size() == 4);
  CHECK(lists()->column().values.size() == 4);
  CHECK(coded()->column().levels->size() == 4);
  CHECK(table()->table().rows() == 4);
}

TEST_CASE("lengths, offsets and counts that cannot be", "[interop]") {
  refused(
      one, [](auto& f) { f.array.length = -1; }, "a length of -1");
  refused(
      one, [](auto& f) { f.array.offset = -3; }, "an offset of -3");
  refused(
      one, [](auto& f) { f.array.offset = INT64_MAX; }, "beyond 2^62");
  refused(
      one, [](auto& f) { f.array.length = INT64_MAX; }, "beyond 2^62");
  refused(
      one, [](auto& f) { f.array.length = index_limit; }, "no memory has");
  refused(
      one, [](auto& f) { f.array.offset = index_limit - 4; }, "no memory has");
  refused(
      one, [](auto& f) { f.array.null_count = 5; }, "null count of 5");
  refused(
      one, [](auto& f) { f.array.null_count = -2; }, "null count of -2");
  refused(
      one, [](auto& f) { f.array.null_count = 1; }, "no bits say which");
  refused(
      lists, [](auto& f) { f.array.length = 3; }, "rows up to 6");
  refused(
      lists, [](auto& f) { f.array.offset = 1; }, "rows up to 6");
  refused(
      lists, [](auto& f) { f.inner[0]->array.length = 3; }, "an array of length 3");
  refused(
      lists, [](auto& f) { f.array.offset = index_limit - 2; }, "2 lists of 2 elements");
  refused(
      table, [](auto& f) { f.array.length = 5; }, "\"a\": an array of length 4");
  refused(
      table, [](auto& f) { f.inner[1]->array.length = 3; }, "\"b\": an array of length 3");
  refused(
      coded, [](auto& f) { f.levels->array.length = -7; }, "a length of -7");
}

TEST_CASE("buffers and children that are not there", "[interop]") {
  refused(
      one, [](auto& f) { f.array.n_buffers = 1; }, "number of buffers is 1, not 2");
  refused(
      one, [](auto& f) { f.array.n_buffers = 3; }, "number of buffers is 3, not 2");
  refused(
      one, [](auto& f) { f.array.buffers = nullptr; }, "no pointer to them");
  refused(
      one, [](auto& f) { f.buffers[1] = nullptr; }, "4 elements at a null pointer");
  refused(
      one, [](auto& f) { f.array.n_children = 1; }, "number of children is 1, not 0");
  refused(
      one, [](auto& f) { f.schema.n_children = -1; }, "-1 children");
  refused(
      lists, [](auto& f) { f.schema.n_children = f.array.n_children = 0; }, "0 children, not 1");
  refused(
      lists, [](auto& f) { f.schema.children = nullptr; }, "no pointer to them");
  refused(
      lists, [](auto& f) { f.array.children = nullptr; }, "no pointer to them");
  refused(
      lists, [](auto& f) { f.inner_schemas[0] = nullptr; }, "child 0 of the schema is a null pointer");
  refused(
      lists, [](auto& f) { f.inner_arrays[0] = nullptr; }, "child 0 is a null pointer");
  refused(
      table, [](auto& f) { f.array.n_children = 1; }, "number of children is 1, not 2");
  refused(
      table, [](auto& f) { f.schema.n_children = -1; }, "-1 children");
  refused(
      table, [](auto& f) { f.array.n_buffers = 0; }, "number of buffers is 0, not 1");
  refused(
      table, [](auto& f) { f.inner[1]->array.release = nullptr; }, "\"b\": the array is released");
  refused(
      table, [](auto& f) { f.inner[1]->schema.release = nullptr; }, "\"b\": the schema is released");
  refused(
      coded, [](auto& f) { f.array.dictionary = nullptr; }, "only one of the schema and the array has a dictionary");
  refused(
      one, [](auto& f) { f.array.dictionary = &f.array; }, "only one of the schema and the array has a dictionary");
}

TEST_CASE("formats that Ravel does not read are named", "[interop]") {
  const auto format = [](const char* word) { return [word](auto& f) { f.schema.format = word; }; };
  for (const char* word : {"",     "v",  "vuu", "+l", "+L",  "+m",    "+r",    "+ud:0,1",        "d:19,10", "tiD",
                           "tsx:", "ts", "tss", "+w", "+w:", "+w:-1", "+w:1x", "+w:99999999999", "w:",      "q"})
    refused(one, format(word), "elements of format");
  refused(one, format("+s"), "from_arrow_table");
  refused(one, format(nullptr), "no format");
  refused(one, format("\n\x7f\xff"), "\"???\"");
  refused(
      coded, [](auto& f) { f.schema.format = "f"; }, "a dictionary with places of format \"f\"");
  refused(
      coded, [](auto& f) { f.schema.format = "b"; }, "a dictionary with places of format \"b\"");
  CHECK_THROWS_WITH(from_arrow_table(&numbers()->schema, &numbers()->array), ContainsSubstring("no struct"));
}

TEST_CASE("codes outside the levels, and dictionaries within each other", "[interop]") {
  refused(
      coded, [](auto& f) { f.levels->array.length = 3; }, "code 3 in row 1, and there are 3 levels");
  refused(
      coded, [](auto& f) { f.array.offset = 1, f.array.length = 1, f.levels->array.length = 0; }, "code 3 in row 0");
  refused(
      coded, [](auto& f) { f.with_levels(coded()); }, "a dictionary of a dictionary");
  refused(
      coded, [](auto& f) { f.with_levels(lists()); }, "a dictionary of lists");

  // A list within, that is its own element.
  const auto nested = [] {
    auto made = foreign("+w:2", "x", 0);
    made->no_buffer().add(lists());
    return made;
  };
  const auto close_the_ring = [](auto& f) {
    foreign_arrow& ring = *f.inner[0];
    ring.array.length = 0;
    ring.inner_schemas[0] = &ring.schema;
    ring.inner_arrays[0] = &ring.array;
  };
  refused(nested, close_the_ring, "more than 64 types within each other");
}

TEST_CASE("null and released arrays", "[interop]") {
  auto from = numbers();
  CHECK_THROWS_AS(from_arrow(nullptr, &from->array), value_error);
  CHECK(from->arrays_released == 1);
  CHECK_THROWS_AS(from_arrow(&from->schema, nullptr), value_error);
  CHECK(from->schemas_released == 1);
  CHECK_THROWS_WITH(from->column(), ContainsSubstring("released already"));
  auto half = numbers();
  half->array.release = nullptr;
  CHECK_THROWS_WITH(half->column(), ContainsSubstring("array is released"));
  CHECK(half->schemas_released == 1);
  CHECK(half->arrays_released == 0);
}
