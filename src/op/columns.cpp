// SPDX-License-Identifier: BSL-1.0
// Gives blocks of columns in step, for elements of any type.
#include <ravel/op/detail/columns.hpp>

#include <vector>

namespace ravel::detail {

namespace {

// The columns of one evaluation. They return their rooms in the order that an arena needs.
class begun_columns : noncopyable {
 public:
  explicit begun_columns(any_columns_of_rows columns) : columns_(columns) {}
  ~begun_columns() {
    for (std::size_t i = columns_.size(); i > 0; --i) columns_[i - 1]->end();
  }

  void begin(evaluation& run) {
    for (const column_pointer& each : columns_) each->begin(run);
  }

 private:
  any_columns_of_rows columns_;
};

void check_sizes(any_columns_of_rows columns) {
  const index_t size = columns[0]->size();
  for (const column_pointer& each : columns) {
    if (each->size() != size) throw_sizes_differ(size, each->size());
  }
}

}  // namespace

void each_block_of_rows(any_columns_of_rows columns, index_t begin, index_t end, row_taker& taker) {
  check_sizes(columns);
  std::vector<const untyped_node*> sources;
  scratch_need room;
  for (const column_pointer& each : columns) {
    sources.push_back(&each->source());
    room = room + each->room();
  }
  // No source_blocks here: the number and the types of the columns are not known at compile time.
  evaluation run(begin, end - begin, room, evaluation::blocks::whole, sources);
  begun_columns begun(columns);
  begun.begin(run);
  std::vector<const void*> blocks(columns.size());
  while (run.next()) {
    for (std::size_t c = 0; c < columns.size(); ++c) blocks[c] = columns[c]->at_hand();
    taker.take(run.position(), run.size(), blocks.data());
  }
}

void each_block_of_rows(any_columns_of_rows columns, row_taker& taker) { each_block_of_rows(columns, 0, columns[0]->size(), taker); }

void each_piece_of_rows(any_columns_of_rows columns, piece_of_rows_taker take) {
  const auto take_piece = [&](any_columns_of_rows own, index_t begin, index_t end) {
    take([&](row_taker& taker) { each_block_of_rows(own, begin, end, taker); });
  };
  const index_t size = columns[0]->size();
  check_sizes(columns);
  if (!current_executor) return take_piece(columns, 0, size);
  in_pieces(size, std::ssize(columns), [&](index_t begin, index_t end) {
    std::vector<column_pointer> own;
    for (const column_pointer& each : columns) own.push_back(each->another());
    take_piece(own, begin, end);
  });
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API column_pointer make_column(const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
