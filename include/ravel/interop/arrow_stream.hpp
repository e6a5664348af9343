// SPDX-License-Identifier: BSL-1.0
// Arrow's C stream interface: a table batch by batch. Lazy columns are computed one batch at a time, on request, so that tables may exceed
// memory. One thread at a time uses a stream; its batches outlive it.
#pragma once

#include <ravel/interop/arrow.hpp>

namespace ravel {

// Fills the struct with a stream of `rows_per_batch` rows at a time. The last batch has the rest; a table without rows has no batch. The
// stream keeps the columns and reads them on request. If that fails, the stream reports the error and repeats the same batch at the next
// request.
RAVEL_API void to_arrow_stream(const arrow_table& table, index_arg rows_per_batch, ArrowArrayStream* stream);
inline void to_arrow_stream(const any_table& table, index_arg rows_per_batch, ArrowArrayStream* stream) {
  to_arrow_stream(arrow_table_of(table), rows_per_batch, stream);
}

// The batches of another producer's stream. The destructor releases the stream.
class RAVEL_API_RESULT arrow_batches {
 public:
  arrow_batches(arrow_batches&&) noexcept;
  arrow_batches& operator=(arrow_batches&&) noexcept;
  ~arrow_batches();

  // Names and types, without rows.
  const arrow_table& empty_table() const&;
  arrow_table empty_table() const&& { return empty_table(); }
  // The next batch; nullopt after the last. io_error with the stream's message if it fails; also throws as from_arrow_table.
  std::optional<arrow_table> next();
  // All remaining batches as one table, whose values are not copied. The levels of different batches are concatenated.
  arrow_table rest();

 private:
  struct state;
  explicit arrow_batches(std::unique_ptr<state> made);
  state& held() const;
  friend RAVEL_API arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options);

  std::unique_ptr<state> state_;
};

// Takes over the stream, even if it throws. A stream whose elements are not structs gives tables of one column.
RAVEL_API arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options = {});

}  // namespace ravel
