// SPDX-License-Identifier: BSL-1.0
// DuckDB as a neighbour by Arrow's C interfaces, in both directions. It is asked by its C functions out of the shared library that
// RAVEL_DUCKDB names; its header is not needed. ./dev check gets the library where npm can, and runs these tests alone.
#include <ravel/any.hpp>
#include <ravel/interop/arrow.hpp>
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/storage.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <cstdlib>
#include <memory>

#include <dlfcn.h>

using namespace ravel;

namespace {

using handle = void*;  // whatever DuckDB keeps behind it
using idx_t = std::uint64_t;

struct duckdb_result {
  idx_t unused[3];
  handle more_unused[2];
  handle internal;
};

struct duckdb_functions {
  int (*open)(const char*, handle*);
  void (*close)(handle*);
  int (*connect)(handle, handle*);
  void (*disconnect)(handle*);
  int (*query)(handle, const char*, duckdb_result*);
  void (*destroy_result)(duckdb_result*);
  const char* (*result_error)(duckdb_result*);
  handle (*fetch_chunk)(duckdb_result);
  void (*destroy_data_chunk)(handle*);
  handle (*data_chunk_get_vector)(handle, idx_t);
  idx_t (*data_chunk_get_size)(handle);
  void* (*vector_get_data)(handle);
  idx_t (*column_count)(duckdb_result*);
  const char* (*column_name)(duckdb_result*, idx_t);
  handle (*column_logical_type)(duckdb_result*, idx_t);
  void (*destroy_logical_type)(handle*);
  int (*arrow_scan)(handle, const char*, handle);
  handle (*result_get_arrow_options)(duckdb_result*);
  void (*destroy_arrow_options)(handle*);
  handle (*to_arrow_schema)(handle, handle*, const char**, idx_t, ArrowSchema*);
  handle (*data_chunk_to_arrow)(handle, handle, ArrowArray*);
  handle (*schema_from_arrow)(handle, ArrowSchema*, handle*);
  void (*destroy_arrow_converted_schema)(handle*);
  handle (*data_chunk_from_arrow)(handle, ArrowArray*, handle, handle*);
  bool (*error_data_has_error)(handle);
  const char* (*error_data_message)(handle);
  void (*destroy_error_data)(handle*);
};

class duckdb {
 public:
  duckdb() {
    const char* const path = std::getenv("RAVEL_DUCKDB");
    library_ = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library_) FAIL("RAVEL_DUCKDB is to name libduckdb.so: " << (path ? dlerror() : "it is not set"));
#define RAVEL_FIND(name) find(ask.name, "duckdb_" #name)
    RAVEL_FIND(open);
    RAVEL_FIND(close);
    RAVEL_FIND(connect);
    RAVEL_FIND(disconnect);
    RAVEL_FIND(query);
    RAVEL_FIND(destroy_result);
    RAVEL_FIND(result_error);
    RAVEL_FIND(fetch_chunk);
    RAVEL_FIND(destroy_data_chunk);
    RAVEL_FIND(data_chunk_get_vector);
    RAVEL_FIND(data_chunk_get_size);
    RAVEL_FIND(vector_get_data);
    RAVEL_FIND(column_count);
    RAVEL_FIND(column_name);
    RAVEL_FIND(column_logical_type);
    RAVEL_FIND(destroy_logical_type);
    RAVEL_FIND(arrow_scan);
    RAVEL_FIND(result_get_arrow_options);
    RAVEL_FIND(destroy_arrow_options);
    RAVEL_FIND(to_arrow_schema);
    RAVEL_FIND(data_chunk_to_arrow);
    RAVEL_FIND(schema_from_arrow);
    RAVEL_FIND(destroy_arrow_converted_schema);
    RAVEL_FIND(data_chunk_from_arrow);
    RAVEL_FIND(error_data_has_error);
    RAVEL_FIND(error_data_message);
    RAVEL_FIND(destroy_error_data);
#undef RAVEL_FIND
    REQUIRE(ask.open(nullptr, &database_) == 0);
    REQUIRE(ask.connect(database_, &connection) == 0);
  }
  duckdb(const duckdb&) = delete;
  duckdb& operator=(const duckdb&) = delete;
  ~duckdb() {  // the library stays: its threads may still be in it
    ask.disconnect(&connection);
    ask.close(&database_);
  }

  void check(handle error) const {
    INFO((error ? ask.error_data_message(error) : ""));
    CHECK_FALSE((error && ask.error_data_has_error(error)));
    if (error) ask.destroy_error_data(&error);
  }

  // All batches of the answer.
  std::vector<arrow_table> answer(const char* question) const {
    duckdb_result result;
    const int failed = ask.query(connection, question, &result);
    INFO((failed ? ask.result_error(&result) : ""));
    REQUIRE(failed == 0);
    std::vector<handle> types;
    std::vector<const char*> names;
    for (idx_t k = 0; k < ask.column_count(&result); ++k) {
      types.push_back(ask.column_logical_type(&result, k));
      names.push_back(ask.column_name(&result, k));
    }
    handle options = ask.result_get_arrow_options(&result);
    std::vector<arrow_table> batches;
    while (handle chunk = ask.fetch_chunk(result)) {
      ArrowSchema schema{};
      ArrowArray array{};
      check(ask.to_arrow_schema(options, types.data(), names.data(), types.size(), &schema));
      check(ask.data_chunk_to_arrow(options, chunk, &array));
      ask.destroy_data_chunk(&chunk);
      batches.push_back(from_arrow_table(&schema, &array));
    }
    for (handle& type : types) ask.destroy_logical_type(&type);
    ask.destroy_arrow_options(&options);
    ask.destroy_result(&result);
    return batches;
  }

  duckdb_functions ask{};
  handle connection = nullptr;

 private:
  template <class F>
  void find(F& function, const char* name) {
    function = reinterpret_cast<F>(dlsym(library_, name));
    if (!function) FAIL("DuckDB has no " << name);
  }

  handle library_ = nullptr;
  handle database_ = nullptr;
};

}  // namespace

TEST_CASE("DuckDB asks questions about a table that is computed batch by batch", "[.duckdb]") {
  const duckdb db;
  const index_t n = 10'000;
  const auto keys = clone(iota<std::int64_t>(n) % 7);
  const auto halves = reader<double>(iota<std::int64_t>(n) * 0.5);  // nothing is stored
  const auto odd = reader<bool>(iota<std::int64_t>(n) % 2 == 1);
  const auto words = reader<std::string>(generate(n, [](index_t i) { return "w" + std::to_string(i % 10); }));
  const index_set missing(slice(3, 100, 10));
  const arrow_table table{
      {arrow_column_of("key", keys), arrow_column_of("x", halves, missing), arrow_column_of("odd", odd), arrow_column_of("word", words)}};
  ArrowArrayStream stream{};
  to_arrow_stream(table, 1'000, &stream);
  REQUIRE(db.ask.arrow_scan(db.connection, "t", &stream) == 0);
  const auto batches = db.answer(
      "select key, sum(x) as total, count(x) as there, count(*) filter (odd) as odd, max(word) as word from t group by key order by key");
  if (stream.release) stream.release(&stream);

  REQUIRE(batches.size() == 1);
  const arrow_table& found = batches[0];
  REQUIRE_EQUAL(values_of<std::int64_t>(found.column("key")).values, iota<std::int64_t>(7));
  for (index_t key = 0; key < 7; ++key) {
    const index_set rows = index_set(argfilter(keys, [&](std::int64_t k) { return k == key; }));
    const auto there = selection(rows - missing);
    CHECK(as<double>(found.column("total").values)(key) == sum(select(halves, there)));
    CHECK(as<std::int64_t>(found.column("there").values)(key) == there.size());
    CHECK(as<std::int64_t>(found.column("odd").values)(key) == count(select(odd, selection(rows))));
    CHECK(as<std::string>(found.column("word").values)(key) == "w9");
  }
}

TEST_CASE("DuckDB looks at the memory of a column", "[.duckdb]") {
  const duckdb db;
  auto owner = std::make_shared<std::vector<double>>(std::vector<double>{0.5, -1, 2, 1e300});
  const std::weak_ptr<std::vector<double>> watched = owner;
  double* const memory = owner->data();
  {
    ArrowSchema schema{};
    ArrowArray array{};
    to_arrow(arrow_table{{arrow_column_of("x", wrap(memory, 4, std::move(owner)))}}, &schema, &array);
    handle converted = nullptr, chunk = nullptr;
    db.check(db.ask.schema_from_arrow(db.connection, &schema, &converted));
    db.check(db.ask.data_chunk_from_arrow(db.connection, &array, converted, &chunk));
    REQUIRE(chunk);
    CHECK(!array.release);  // it is DuckDB's now
    CHECK(db.ask.data_chunk_get_size(chunk) == 4);
    CHECK(db.ask.vector_get_data(db.ask.data_chunk_get_vector(chunk, 0)) == memory);
    CHECK(!watched.expired());
    db.ask.destroy_data_chunk(&chunk);
    db.ask.destroy_arrow_converted_schema(&converted);
    if (schema.release) schema.release(&schema);
  }
  CHECK(watched.expired());
}

TEST_CASE("Answers of DuckDB are columns, whatever became of it", "[.duckdb]") {
  std::vector<arrow_table> batches;
  {
    const duckdb db;
    batches = db.answer(
        "select i::integer as i, case when i % 3 = 0 then null else i / 4.0::double end as x, i % 2 = 0 as even, "
        "'word ' || i as word, date '2024-02-28' + i::integer as day from range(5000) r(i)");
  }
  CHECK(batches.size() > 1);
  index_t row = 0;
  for (const arrow_table& batch : batches) {
    const auto x = values_of<double>(batch.column("x"));
    const auto word = values_of<std::string>(batch.column("word")).values;
    const auto even = values_of<bool>(batch.column("even")).values;
    const auto day = values_of<std::chrono::sys_days>(batch.column("day")).values;
    REQUIRE_EQUAL(values_of<int>(batch.column("i")).values, iota<int>(batch.rows(), row));
    for (index_t k = 0; k < batch.rows(); ++k) {
      const index_t i = row + k;
      REQUIRE(x.missing.contains(k) == (i % 3 == 0));
      if (i % 3 != 0) REQUIRE(x.values[k] == static_cast<double>(i) / 4);
      REQUIRE(even[k] == (i % 2 == 0));
      REQUIRE(word[k] == "word " + std::to_string(i));
      REQUIRE(day[k] == std::chrono::sys_days{std::chrono::year{2024} / 2 / 28} + std::chrono::days{i});
    }
    row += batch.rows();
  }
  CHECK(row == 5000);
}
