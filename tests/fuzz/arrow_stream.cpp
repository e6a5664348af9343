// SPDX-License-Identifier: BSL-1.0
// Any stream of Arrow, with batches that mostly suit its schema and calls that now and then fail: each batch that comes can be copied and
// goes out again, all of them are one table, all else is an error of the library; and stream, schema and batches are let go once each.
#include <ravel/base/error.hpp>
#include <ravel/interop/arrow.hpp>

#include <fuzz/arrow_descriptor.hpp>

#include <cerrno>
#include <optional>

namespace {

struct given_stream {
  explicit given_stream(fuzz::input& from) : schema(from, 0), bytes(from) {
    for (std::int64_t k = from.below(5); k > 0; --k) batches.push_back(std::make_unique<fuzz::descriptor>(from, 0, &schema));
    given.assign(batches.size(), false);
    stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
      given_stream& of = behind(self);
      if (of.bytes.chance(40)) return EIO;
      of.schema_given = true;
      *out = of.schema.schema;
      return 0;
    };
    stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
      given_stream& of = behind(self);
      if (of.bytes.chance(40)) return ENOMEM;
      *out = ArrowArray{};
      if (of.at == of.batches.size()) return 0;
      of.given[of.at] = true;
      *out = of.batches[of.at++]->array;
      return 0;
    };
    if (!from.chance(10)) stream.get_last_error = [](ArrowArrayStream*) { return "an error of others"; };
    stream.release = [](ArrowArrayStream* self) {
      ++behind(self).released;
      self->release = nullptr;
    };
    stream.private_data = this;
  }
  given_stream(const given_stream&) = delete;
  given_stream& operator=(const given_stream&) = delete;
  static given_stream& behind(ArrowArrayStream* self) { return *static_cast<given_stream*>(self->private_data); }

  bool is_short() const {
    return std::all_of(batches.begin(), batches.end(), [](const auto& one) { return one->is_short(); });
  }
  void check_released() const {
    fuzz::require(released == 1, "the stream was not let go once");
    fuzz::require(schema.schema_released == (schema_given ? 1 : 0), "the schema was not let go once");
    schema.check_children();
    for (std::size_t k = 0; k < batches.size(); ++k) {
      fuzz::require(batches[k]->array_released == (given[k] ? 1 : 0), "a batch was not let go once");
      batches[k]->check_children();
    }
  }

  fuzz::descriptor schema;
  fuzz::input& bytes;
  std::vector<std::unique_ptr<fuzz::descriptor>> batches;
  std::vector<bool> given;
  std::size_t at = 0;
  bool schema_given = false;
  int released = 0;
  ArrowArrayStream stream{};
};

// Batches that came, and the rest as one table.
void read(given_stream& from, fuzz::input& choices) {
  const ravel::arrow_import_options options{.copy = !choices.chance(8)};
  ravel::arrow_batches batches = ravel::from_arrow_stream(&from.stream, options);
  for (std::int64_t k = choices.below(6); k > 0; --k) {
    try {
      const std::optional<ravel::arrow_table> batch = batches.next();
      if (!batch) break;
      for (const ravel::arrow_column& column : batch->columns) fuzz::check(column);
    } catch (const ravel::io_error&) {  // which says nothing of what comes next
    }
  }
  if (!from.is_short()) return;
  const ravel::arrow_table rest = batches.rest();
  rest.rows();
  for (const ravel::arrow_column& column : rest.columns) fuzz::check(column);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::input from(data, size);
  given_stream given(from);
  try {
    read(given, from);
  } catch (const ravel::error&) {
  }
  given.check_released();
  return 0;
}
