// SPDX-License-Identifier: BSL-1.0
// Arrow streams as producer and consumer. No exception may leave a producer's callback: it becomes an errno, and a message that is kept
// until the next call.
#include <ravel/any/elementwise.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/arrow.hpp>
#include <ravel/lazy/concat.hpp>
#include "interop/arrow_parts.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace ravel {

namespace {

using detail::arrow_owner;
using detail::text;

// Takes time in proportion to the members found.
index_set members_between(const index_set& s, index_t start, index_t n) {
  const index_t first = s.rank(start);
  std::vector<index_t> members(static_cast<std::size_t>(s.rank(start + n) - first));
  s.read(first, members);
  for (index_t& member : members) member -= start;
  return index_set(members);
}

arrow_table rows_of_table(const arrow_table& table, index_t start, index_t rows) {
  arrow_table part = table;
  for (arrow_column& column : part.columns) {
    column.values = slice(column.values, 0, start, rows);
    column.missing = members_between(column.missing, start, rows);
  }
  return part;
}

// The data of an exported stream.
class exported_stream {
 public:
  exported_stream(arrow_table table, index_t rows_per_batch)
      : table_(std::move(table)), rows_(table_.rows()), rows_per_batch_(rows_per_batch) {
    // Makes a schema now, so that columns that cannot be exported are refused here and not in a callback.
    const arrow_owner<ArrowSchema> tried(schema());
    for (const arrow_column& column : table_.columns) column.missing.check_within(rows_);
  }

  arrow_owner<ArrowSchema> schema() const {
    ArrowSchema made = detail::arrow_schema_of(table_);
    return arrow_owner<ArrowSchema>(&made);
  }
  arrow_owner<ArrowArray> next() {
    if (at_ == rows_) return {};
    const index_t rows = std::min(rows_per_batch_, rows_ - at_);
    const text subject = text() << "rows " << at_ << " to " << at_ + rows - 1;
    ArrowArray made = detail::with_subject(subject, [&] { return detail::arrow_array_of(rows_of_table(table_, at_, rows)); });
    at_ += rows;
    return arrow_owner<ArrowArray>(&made);
  }

  // Runs f; an exception becomes an errno and a message.
  template <class F>
  int guarded(F f) noexcept {
    last_error_ = nullptr;
    try {
      f();
      return 0;
    } catch (const std::bad_alloc&) {
      last_error_ = "out of memory";
      return ENOMEM;
    } catch (const error& e) {
      keep(e.what());
      return EINVAL;
    } catch (const std::exception& e) {
      keep(e.what());
      return EIO;
    } catch (...) {
      last_error_ = "an exception of an unknown type";
      return EIO;
    }
  }
  const char* last_error() const { return last_error_; }

 private:
  void keep(const char* what) noexcept {
    const std::size_t n = std::min(std::strlen(what), sizeof kept_error_ - 1);
    std::memcpy(kept_error_, what, n);
    kept_error_[n] = 0;
    last_error_ = kept_error_;
  }

  arrow_table table_;
  index_t rows_, rows_per_batch_, at_ = 0;
  const char* last_error_ = nullptr;
  char kept_error_[512] = {};  // kept without an allocation, which could fail
};

exported_stream& behind(ArrowArrayStream* stream) { return *static_cast<exported_stream*>(stream->private_data); }

// The missing rows of concatenated parts.
index_set joined_missing(std::span<const arrow_column* const> parts) {
  std::vector<reader<bool>> masks;
  bool any = false;
  for (const arrow_column* const part : parts) {
    masks.push_back(mask(part->missing, part->values.extent(0)));
    any = any || !part->missing.empty();
  }
  return any ? index_set(concat(std::span<const reader<bool>>(masks))) : index_set();
}

// The codes of a part are shifted behind the earlier levels, unless all parts have the same levels.
void join_levels(arrow_column& made, std::span<const arrow_column* const> parts) {
  std::vector<any_tensor> codes, levels;
  index_t before = 0, all = 0;
  for (const arrow_column* const part : parts) {
    if (levels.empty() || !equal(levels.back(), *part->levels)) {
      levels.push_back(*part->levels);
      before = all;
      all += levels.back().size();
    }
    codes.push_back(wrap_cast(part->values, dtype::int64) + before);
  }
  made.values = concat(along(0), codes);
  made.levels = concat(along(0), levels);
}

arrow_column joined_column(const arrow_column& without_rows, std::span<const arrow_table> batches, std::size_t k) {
  arrow_column made = without_rows;
  std::vector<const arrow_column*> parts;
  for (const arrow_table& batch : batches) parts.push_back(&batch.columns[k]);
  if (parts.empty()) return made;
  made.missing = joined_missing(parts);
  if (made.levels) {
    join_levels(made, parts);
  } else {
    std::vector<any_tensor> values;
    for (const arrow_column* const part : parts) values.push_back(part->values);
    made.values = concat(along(0), values);
  }
  return made;
}

}  // namespace

void to_arrow_stream(const arrow_table& table, index_arg rows_per_batch, ArrowArrayStream* stream) {
  if (!stream) throw value_error("to_arrow_stream to a null pointer");
  if (rows_per_batch < 1) throw value_error(text() << "to_arrow_stream of " << rows_per_batch << " rows a batch");
  auto made = std::make_unique<exported_stream>(table, rows_per_batch);
  stream->get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
    return behind(self).guarded([&] { *out = behind(self).schema().give(); });
  };
  stream->get_next = [](ArrowArrayStream* self, ArrowArray* out) {
    return behind(self).guarded([&] { *out = behind(self).next().give(); });
  };
  stream->get_last_error = [](ArrowArrayStream* self) { return behind(self).last_error(); };
  stream->release = [](ArrowArrayStream* self) {
    delete &behind(self);
    self->release = nullptr;
  };
  stream->private_data = made.release();
}

struct arrow_batches::state {
  state(ArrowArrayStream* from, const arrow_import_options& how) : stream(from), options(how) {}

  void read_schema() {
    ArrowSchema given{};
    check(stream->get_schema(&*stream, &given), "schema");
    arrow_owner<ArrowSchema> owned(&given);
    if (!owned) throw value_error("from_arrow_stream: the schema is released already");
    std::swap(*schema, *owned);
    empty = table_of({});
  }

  void check(int fault, const char* asked) {
    if (fault == 0) return;
    const char* const said = stream->get_last_error ? stream->get_last_error(&*stream) : nullptr;
    throw io_error(text() << "the Arrow stream gave no " << asked << ": error " << fault << (said ? ", " : "") << (said ? said : ""));
  }
  arrow_table table_of(arrow_owner<ArrowArray> array) const {
    if (detail::is_arrow_struct(*schema)) return detail::arrow_table_from(*schema, std::move(array), options);
    return {{detail::arrow_column_from(*schema, std::move(array), options)}};
  }

  arrow_owner<ArrowArrayStream> stream;
  arrow_import_options options;
  arrow_owner<ArrowSchema> schema;
  arrow_table empty;
  index_t batches = 0;  // that came
  bool at_end = false;
};

arrow_batches::arrow_batches(std::unique_ptr<state> made) : state_(std::move(made)) {}
arrow_batches::arrow_batches(arrow_batches&&) noexcept = default;
arrow_batches& arrow_batches::operator=(arrow_batches&&) noexcept = default;
arrow_batches::~arrow_batches() = default;

arrow_batches::state& arrow_batches::held() const {
  if (!state_) throw value_error("these batches of an Arrow stream were moved away");
  return *state_;
}

const arrow_table& arrow_batches::empty_table() const& { return held().empty; }

std::optional<arrow_table> arrow_batches::next() {
  state& of = held();
  if (of.at_end) return std::nullopt;
  ArrowArray given{};
  of.check(of.stream->get_next(&*of.stream, &given), "batch");
  arrow_owner<ArrowArray> array(&given);
  if (!array) {
    of.at_end = true;
    return std::nullopt;
  }
  const text subject = text() << "batch " << of.batches++ << " of the Arrow stream";
  return detail::with_subject(subject, [&] { return of.table_of(std::move(array)); });
}

arrow_table arrow_batches::rest() {
  const state& of = held();
  std::vector<arrow_table> batches;
  while (auto batch = next()) batches.push_back(std::move(*batch));
  arrow_table made{.unreadable = of.empty.unreadable};
  for (std::size_t k = 0; k < of.empty.columns.size(); ++k) made.columns.push_back(joined_column(of.empty.columns[k], batches, k));
  return made;
}

arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options) {
  arrow_owner<ArrowArrayStream> taken(stream);
  if (!taken) throw value_error("from_arrow_stream of a null pointer, or of a stream that is released already");
  if (!taken->get_schema || !taken->get_next) throw value_error("from_arrow_stream: the stream has no get_schema or no get_next");
  auto made = std::make_unique<arrow_batches::state>(&*taken, options);
  made->read_schema();
  return arrow_batches(std::move(made));
}

}  // namespace ravel
