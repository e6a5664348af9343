// SPDX-License-Identifier: BSL-1.0
// Arrow's C stream interface: a table batch by batch. What is computed lazily is computed for one batch at a time, when it is asked for, so
// that a table larger than memory can be handed over. A stream belongs to one thread at a time; its batches stay when it is gone.
#pragma once

#include <ravel/interop/arrow.hpp>

namespace ravel {

// Fills the struct with a stream of so many rows at a time; the last batch has what is left, and of no rows there is no batch. The columns
// are kept, and read when a batch is asked for: an error of theirs is the stream's, which goes on from the same batch when it is asked
// again.
RAVEL_API void to_arrow_stream(const arrow_table& table, index_arg rows_per_batch, ArrowArrayStream* stream);
inline void to_arrow_stream(const any_table& table, index_arg rows_per_batch, ArrowArrayStream* stream) {
  to_arrow_stream(arrow_table_of(table), rows_per_batch, stream);
}

// The batches of somebody else's stream. Lets the stream go when it is destroyed.
class RAVEL_API_RESULT arrow_batches {
 public:
  arrow_batches(arrow_batches&&) noexcept;
  arrow_batches& operator=(arrow_batches&&) noexcept;
  ~arrow_batches();

  // Names and types, without rows.
  const arrow_table& empty_table() const&;
  arrow_table empty_table() const&& { return empty_table(); }
  // None behind the last. io_error with what the stream says if it fails, and what from_arrow_table throws.
  std::optional<arrow_table> next();
  // All that are left as one table, whose values lie where the batches have them. Levels of different batches stand one after another.
  arrow_table rest();

 private:
  struct state;
  explicit arrow_batches(std::unique_ptr<state> made);
  state& held() const;
  friend RAVEL_API arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options);

  std::unique_ptr<state> state_;
};

// Takes over the stream, also when it throws. A stream of something else than structs is one of tables with one column.
RAVEL_API arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options = {});

}  // namespace ravel
