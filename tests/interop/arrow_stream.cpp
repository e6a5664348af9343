// SPDX-License-Identifier: BSL-1.0
// Arrow's streams in both roles: batches of what is computed only when it is asked for, errors of either side, and everything let go once.
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

#include <cerrno>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::foreign;
using support::same_column;

namespace {

struct exported_stream {
  ArrowArrayStream stream{};

  explicit exported_stream(const arrow_table& table, index_t rows) { to_arrow_stream(table, rows, &stream); }
  exported_stream(const exported_stream&) = delete;
  exported_stream& operator=(const exported_stream&) = delete;
  ~exported_stream() {
    if (stream.release) stream.release(&stream);
  }

  // The length of the next batch, -1 at the end.
  std::int64_t next() {
    ArrowArray got{};
    REQUIRE(stream.get_next(&stream, &got) == 0);
    if (!got.release) return -1;
    const std::int64_t length = got.length;
    got.release(&got);
    return length;
  }
};

// A stream of others, of tables that they made before.
struct foreign_stream {
  std::unique_ptr<support::foreign_arrow> schema;
  std::vector<std::unique_ptr<support::foreign_arrow>> batches;
  std::size_t at = 0;
  std::size_t fails_at = 1000;
  int released = 0;
  ArrowArrayStream stream{};

  foreign_stream() {
    stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
      if (behind(self).fails_at == 0) return EIO;
      *out = behind(self).schema->schema;
      return 0;
    };
    stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
      foreign_stream& of = behind(self);
      if (of.at + 1 == of.fails_at) return ENOMEM;
      *out = of.at < of.batches.size() ? of.batches[of.at]->array : ArrowArray{};
      ++of.at;
      return 0;
    };
    stream.get_last_error = [](ArrowArrayStream*) { return "the disk is gone"; };
    stream.release = [](ArrowArrayStream* self) {
      ++behind(self).released;
      self->release = nullptr;
    };
    stream.private_data = this;
  }
  static foreign_stream& behind(ArrowArrayStream* self) { return *static_cast<foreign_stream*>(self->private_data); }
};

std::unique_ptr<support::foreign_arrow> numbers(const std::vector<int>& values) {
  auto made = foreign("i", "x", static_cast<std::int64_t>(values.size()));
  made->no_buffer().buffer_of(values);
  return made;
}
std::unique_ptr<support::foreign_arrow> table_of(std::unique_ptr<support::foreign_arrow> column) {
  auto made = foreign("+s", "", column->array.length);
  made->no_buffer().add(std::move(column));
  return made;
}

}  // namespace

TEST_CASE("a table goes and comes batch by batch", "[interop]") {
  const arrow_table table{{arrow_column_of("a", iota<std::int32_t>(10) * 3, {0, 3, 4, 9}),
                           arrow_column_of("b", tensor<bool>{true, false, false, true, true, false, true, false, true, true}),
                           arrow_column_of("c", categorize(std::vector<double>{5, 6, 5, 5, 7, 7, 7, 5, 6, 6}), {1}),
                           arrow_column_of("d", tensor<float>(reshape(arange<float>(20), {10, 2})))}};
  for (const index_t rows : {1, 3, 5, 10, 1000}) {
    CAPTURE(rows);
    exported_stream out(table, rows);
    arrow_batches batches = from_arrow_stream(&out.stream);
    CHECK(out.stream.release == nullptr);
    REQUIRE(batches.empty_table().columns.size() == 4);
    CHECK(batches.empty_table().column("d").values.shape() == shape{0, 2});
    CHECK(batches.empty_table().column("c").levels->size() == 0);
    index_t done = 0;
    while (const auto batch = batches.next()) {
      const index_t n = batch->rows();
      CHECK(n == std::min(rows, 10 - done));
      CHECK(equal(batch->column("a").values, slice(table.column("a").values, 0, done, n)));
      CHECK(batch->column("a").missing == (table.column("a").missing & index_set(slice(done, n))).offset(-done));
      done += n;
    }
    CHECK(done == 10);
    CHECK_FALSE(batches.next());

    exported_stream again(table, rows);
    const arrow_table whole = from_arrow_stream(&again.stream).rest();
    for (std::size_t k = 0; k < 4; ++k) CHECK(same_column(whole.columns[k], table.columns[k]));
  }
}

TEST_CASE("rows that are missing lie in the table that goes", "[interop]") {
  ArrowArrayStream stream{};
  CHECK_THROWS_AS(to_arrow_stream({{arrow_column{.name = "m", .values = zeros(dtype::int8, {2}), .missing = {5}}}}, 1, &stream),
                  index_error);
  CHECK(stream.release == nullptr);
}

TEST_CASE("computed columns are exported a batch at a time", "[interop]") {
  static index_t asked;
  asked = 0;
  const auto computed = generate(100'000, [](index_t i) { return ++asked, static_cast<double>(i); });
  exported_stream out({{arrow_column_of("x", computed)}}, 1000);
  CHECK(asked == 0);
  CHECK(out.next() == 1000);
  CHECK(asked == 1000);
  CHECK(out.next() == 1000);
  CHECK(asked == 2000);

  // More rows than anybody could hold, of which three batches are read.
  exported_stream large({{arrow_column_of("x", iota<std::int64_t>(index_t{1} << 50))}}, 4096);
  for (int k = 0; k < 3; ++k) CHECK(large.next() == 4096);

  exported_stream none({{arrow_column_of("x", iota<int>(0))}}, 10);
  CHECK(none.next() == -1);
  CHECK(none.next() == -1);
}

TEST_CASE("errors of a column are those of the stream", "[interop]") {
  static bool broken;
  broken = true;
  const auto computed = generate(10, [](index_t i) {
    if (broken && i == 7) throw value_error("seven is not ready");
    return static_cast<int>(i);
  });
  exported_stream out({{arrow_column_of("x", computed)}}, 5);
  CHECK(out.stream.get_last_error(&out.stream) == nullptr);
  CHECK(out.next() == 5);
  ArrowArray got{};
  CHECK(out.stream.get_next(&out.stream, &got) == EINVAL);
  CHECK(got.release == nullptr);
  CHECK(std::string(out.stream.get_last_error(&out.stream)) == "rows 5 to 9: to_arrow of the column \"x\": seven is not ready");
  broken = false;
  CHECK(out.next() == 5);
  CHECK(out.stream.get_last_error(&out.stream) == nullptr);
  CHECK(out.next() == -1);

  ArrowArrayStream stream{};
  CHECK_THROWS_AS(to_arrow_stream(arrow_table{}, 0, &stream), value_error);
  CHECK_THROWS_AS(to_arrow_stream(arrow_table{}, 1, nullptr), value_error);
  CHECK_THROWS_AS(to_arrow_stream({{arrow_column_of("x", tensor<std::complex<double>>{1})}}, 1, &stream), type_error);
  CHECK(stream.release == nullptr);
}

TEST_CASE("streams of others", "[interop]") {
  foreign_stream of;
  of.schema = table_of(numbers({}));
  of.batches.push_back(table_of(numbers({1, 2})));
  of.batches.push_back(table_of(numbers({})));
  of.batches.push_back(table_of(numbers({3})));
  {
    std::optional<arrow_table> first;
    {
      arrow_batches batches = from_arrow_stream(&of.stream);
      first = batches.next();
      CHECK(of.released == 0);
      REQUIRE_EQUAL(as<int>(batches.rest().column("x").values), {3});
    }
    CHECK(of.released == 1);
    CHECK(of.schema->schemas_released == 1);
    CHECK(of.batches[0]->arrays_released == 0);
    CHECK(of.batches[2]->arrays_released == 1);
    REQUIRE_EQUAL(as<int>(first->column("x").values), {1, 2});
  }
  CHECK(of.batches[0]->arrays_released == 1);

  foreign_stream moved;
  moved.schema = table_of(numbers({}));
  arrow_batches batches = from_arrow_stream(&moved.stream);
  CHECK_FALSE(arrow_batches(std::move(batches)).next());
  CHECK(moved.released == 1);
  CHECK_THROWS_AS(batches.next(), value_error);

  foreign_stream plain;
  plain.schema = numbers({});
  plain.batches.push_back(numbers({4, 5}));
  REQUIRE_EQUAL(as<int>(from_arrow_stream(&plain.stream).rest().column("x").values), {4, 5});
}

TEST_CASE("misaligned batches are copied, or refused where that is asked for", "[interop]") {
  for (const bool copy : {true, false}) {
    auto shifted = foreign("i", "x", 2);
    shifted->no_buffer().buffer_of(std::vector<int>{3, 4}, 1);
    foreign_stream of;
    of.schema = table_of(numbers({}));
    of.batches.push_back(table_of(numbers({1, 2})));
    of.batches.push_back(table_of(std::move(shifted)));
    {
      arrow_batches batches = from_arrow_stream(&of.stream, {.copy = copy});
      REQUIRE_EQUAL(as<int>(batches.next()->column("x").values), {1, 2});
      if (copy) {
        REQUIRE_EQUAL(as<int>(batches.rest().column("x").values), {3, 4});
      } else {
        CHECK_THROWS_AS(batches.next(), layout_error);
      }
    }
    CHECK(of.released == 1);
    CHECK(of.schema->schemas_released == 1);
    for (const auto& batch : of.batches) CHECK(batch->arrays_released == 1);
  }
}

TEST_CASE("levels that differ from batch to batch stand one after another", "[interop]") {
  const auto coded = [](const std::vector<int>& levels, const std::vector<signed char>& codes) {
    auto made = foreign("c", "x", static_cast<std::int64_t>(codes.size()));
    made->no_buffer().buffer_of(codes).with_levels(numbers(levels));
    return table_of(std::move(made));
  };
  foreign_stream of;
  of.schema = coded({}, {});
  of.batches.push_back(coded({7, 8}, {1, 0}));
  of.batches.push_back(coded({7, 8}, {0, 0, 1}));
  of.batches.push_back(coded({8}, {0}));
  const arrow_table whole = from_arrow_stream(&of.stream).rest();
  REQUIRE_EQUAL(as<int>(*whole.column("x").levels), {7, 8, 8});
  REQUIRE_EQUAL(values_of<int>(whole.column("x")).values, {8, 7, 7, 7, 8, 8});
}

TEST_CASE("streams that fail or lie are let go once", "[interop]") {
  for (const std::size_t fails_at : {0u, 1u, 2u}) {
    foreign_stream of;
    of.schema = table_of(numbers({}));
    of.batches.push_back(table_of(numbers({1, 2})));
    of.fails_at = fails_at;
    CHECK_THROWS_WITH(from_arrow_stream(&of.stream).rest(), ContainsSubstring("the disk is gone"));
    CHECK(of.released == 1);
    CHECK(of.schema->schemas_released == (fails_at == 0 ? 0 : 1));
    CHECK(of.batches[0]->arrays_released == (fails_at == 2 ? 1 : 0));
  }
  foreign_stream of;
  of.schema = table_of(numbers({}));
  of.batches.push_back(table_of(numbers({1, 2})));
  of.batches[0]->array.offset = 5;
  CHECK_THROWS_WITH(from_arrow_stream(&of.stream).rest(), ContainsSubstring("batch 0 of the Arrow stream: from_arrow"));
  CHECK(of.released == 1);
  CHECK(of.batches[0]->arrays_released == 1);
  foreign_stream unknown;
  unknown.schema = foreign("d:9,2", "x", 0);
  CHECK_THROWS_WITH(from_arrow_stream(&unknown.stream), ContainsSubstring("\"d:9,2\""));
  CHECK(unknown.released == 1);
  foreign_stream unread;  // a column of a table is left out, of every batch
  unread.schema = table_of(foreign("d:9,2", "x", 0));
  unread.batches.push_back(table_of(foreign("d:9,2", "x", 3)));
  const arrow_table rest = from_arrow_stream(&unread.stream).rest();
  CHECK(rest.columns.empty());
  CHECK_THROWS_WITH(rest.column("x"), ContainsSubstring("\"d:9,2\""));
  CHECK(unread.released == 1);
  foreign_stream empty;
  empty.stream.get_next = nullptr;
  CHECK_THROWS_AS(from_arrow_stream(&empty.stream), value_error);
  CHECK(empty.released == 1);
  CHECK_THROWS_AS(from_arrow_stream(&empty.stream), value_error);
  CHECK_THROWS_AS(from_arrow_stream(nullptr), value_error);
}

TEST_CASE("batches of a stream outlive it and keep the memory of the table", "[interop]") {
  auto owner = std::make_shared<std::vector<double>>(std::vector<double>{1, 2, 3, 4});
  const std::weak_ptr<std::vector<double>> watched = owner;
  ArrowArrayStream stream{};
  {
    double* const first = owner->data();
    to_arrow_stream({{arrow_column_of("a", wrap(first, 4, std::move(owner)))}}, 3, &stream);
  }
  ArrowSchema schema{};
  ArrowArray batch{};
  REQUIRE(stream.get_schema(&stream, &schema) == 0);
  REQUIRE(stream.get_next(&stream, &batch) == 0);
  stream.release(&stream);
  CHECK(stream.release == nullptr);
  CHECK_FALSE(watched.expired());
  {
    const arrow_table back = from_arrow_table(&schema, &batch);
    CHECK(equal(back.columns.front().values, tensor<double>{1, 2, 3}));
    CHECK(watched.use_count() == 1);
  }
  CHECK(watched.expired());
}

TEST_CASE("allocations that fail leave streams whole", "[interop]") {
  const arrow_table table{{arrow_column_of("a", iota<int>(4) * 2, {0}), arrow_column_of("c", categorize(std::vector<int>{7, 8, 7, 8}))}};
  support::fail_each_allocation([&] {
    ArrowArrayStream stream{};
    to_arrow_stream(table, 3, &stream);
    struct release {
      ArrowArrayStream& of;
      ~release() {
        if (of.release) of.release(&of);
      }
    } const at_end{stream};
    try {
      static_cast<void>(from_arrow_stream(&stream).rest());
    } catch (const io_error&) {  // what the stream made of its bad_alloc
    }
  });
}
