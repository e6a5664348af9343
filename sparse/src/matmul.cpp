// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices: code for all element types, and sums of products of the closed set.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/spares.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/sparse/matmul.hpp>
#include <ravel/sparse/matrix.hpp>
#include <ravel/sparse/to_sparse.hpp>

namespace ravel::detail {

met_rows::met_rows(const found_rows& a, const found_rows& b) : rows(a.size()), places(a.entries() + rows_ahead), terms(rows) {
  std::fill_n(places.get() + a.entries(), rows_ahead, index_t{-1});
  in_pieces(rows, rows > 0 ? a.entries() / rows : 0, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      index_t products = 0;
      for (index_t entry = a.start(i); entry < a.start(i + 1); ++entry) {
        const index_t place = places[entry] = b.find(a.column(i, entry));
        products += place < 0 ? 0 : b.length(place);
      }
      terms[i] = products;
    }
  });
}

std::vector<index_t> met_rows::cuts() const {
  std::vector<index_t> cuts{0};
  if (current_executor) {
    const index_t size = task_size(std::max<index_t>(1, this->products()), rules_of_tasks.smallest);
    for (index_t row = 0, products = 0; row < rows; ++row) {
      if (products >= size) cuts.push_back(row);
      products = terms[row] + (products >= size ? 0 : products);
    }
  }
  cuts.push_back(rows);
  return cuts;
}

index_t met_rows::products() const {
  index_t products = 0;
  for (index_t row = 0; row < rows; ++row) products = about_both(products, terms[row]);
  return products;
}

entry_list all_product_rows(const element_room& kind, const found_rows& a, const found_rows& b, index_t most,
                            function_ref<std::unique_ptr<product_rows>(const met_rows&)> make) {
  constexpr index_t surely_worth_it = index_t{1} << 22;  // memory that is not written costs nothing
  const met_rows met(a, b);
  const index_t products = met.products(), about = std::min(most, products);
  spares<std::unique_ptr<product_rows>> rows;
  return entries_from_pieces(
      kind, met.cuts(), products, about <= surely_worth_it ? about : 0, [&](index_t begin, index_t end, entry_list& list) {
        rows.with_room([&] { return make(met); }, [&](const std::unique_ptr<product_rows>& one) { one->add(begin, end, list); });
      });
}

namespace {

// The words that have marks. If there are few marks, most groups of words have none.
RAVEL_KERNEL index_t find_marked(const std::uint64_t* marks, index_t words, index_t* marked) {
  constexpr index_t group = marked_columns::group;
  index_t n = 0;
  for (index_t first = 0; first < words; first += group) {
    std::uint64_t some = 0;
    for (index_t k = 0; k < group; ++k) some |= marks[first + k];
    if (some == 0) continue;
    for (index_t k = 0; k < group; ++k) {
      marked[n] = first + k;
      n += marks[first + k] != 0;
    }
  }
  return n;
}
// Writes three columns of each word without a test, because most words have no more.
RAVEL_KERNEL index_t take_marks(std::uint64_t* marks, const index_t* marked, index_t n, index_t* columns) {
  constexpr std::uint64_t top = std::uint64_t{1} << 63;  // stands for a missing mark
  index_t* to = columns;
  for (index_t i = 0; i < n; ++i) {
    const index_t word = marked[i];
    std::uint64_t left = std::exchange(marks[word], 0);
    const int count = std::popcount(left);
    int k = 0;
    do {
      to[k] = 64 * word + std::countr_zero(left | top);
      left &= left - 1;
      to[k + 1] = 64 * word + std::countr_zero(left | top);
      left &= left - 1;
      to[k + 2] = 64 * word + std::countr_zero(left | top);
      left &= left - 1;
      k += 3;
    } while (k < count);
    to += count;
  }
  return to - columns;
}

}  // namespace

index_t marked_columns::take(index_t* columns) {
  const index_t n = find_marked(marks_.data(), std::ssize(marks_), marked_.data());
  return take_marks(marks_.data(), marked_.data(), n, columns);
}

void mask_row::start(index_t row) {
  if (row < std::exchange(row_, row)) next_ = 0;
  if (!places_.empty()) {
    for (index_t k = 0; k < size_; ++k) places_[static_cast<std::size_t>(columns_[k])] = -1;
  }
  while (next_ < mask_.size() && mask_.row(next_) < row) ++next_;
  const bool there = next_ < mask_.size() && mask_.row(next_) == row;
  columns_ = there ? mask_.columns(next_) : nullptr;
  size_ = there ? mask_.length(next_) : 0;
  if (places_.empty()) table_.start(size_);
  for (index_t k = 0; k < size_; ++k) {
    if (places_.empty()) {
      table_.find_or_add(columns_, columns_[k], k);
    } else {
      places_[static_cast<std::size_t>(columns_[k])] = static_cast<std::int32_t>(k);
    }
  }
}

void check_sparse_product(const shape& a, const shape& b) {
  if (a.rank() != 2 || b.rank() != 2 || a[1] != b[0]) {
    throw shape_error(text() << "cannot multiply " << to_string(a) << " by " << to_string(b)
                             << " as sparse matrices: both have two axes, and the last of the left is as long as the first of the right");
  }
}

void check_sparse_matrix(const char* function, const shape& extents) {
  if (extents.rank() != 2) throw shape_error(text() << function << " is of matrices, and " << to_string(extents) << " is none");
}
namespace {

// " is 5", or nothing for a value without text.
std::string is_value(const std::string& value) { return value.empty() ? "" : " is " + value; }

}  // namespace

void throw_no_zero_fill(const char* function, const char* which, const std::string& fill) {
  throw value_error(text() << function << ": the fill of " << which << (fill.empty() ? " is" : is_value(fill) + ",")
                           << " not zero, so that its entries are not all there is to multiply");
}

void throw_dense_operand(const char* side) {
  throw value_error(text() << "sparse_matmul: the " << side << " matrix is dense: to_sparse(x) makes it sparse, matmul takes it as it is");
}
void throw_wrong_fill(const char* side, const std::string& fill, const std::string& zero) {
  throw value_error(text() << "sparse_matmul: the fill of the " << side << " matrix" << (fill.empty() ? " is" : is_value(fill) + ",")
                           << " not the zero of the semiring" << (zero.empty() ? "" : ", " + zero)
                           << ": to_sparse(x, zero) stores what differs from that");
}
void throw_no_annihilator(const char* product, const tried_entry& with) {
  throw value_error(text() << "sparse_matmul: " << product << " of this semiring"
                           << (with.result.empty() ? " is" : is_value(with.result) + ",")
                           << " not zero, so that what is not stored would count, where x" << is_value(with.value) << ", entry 0 of the "
                           << with.side << " matrix, in row " << with.position / with.width << ", column " << with.position % with.width);
}
void throw_no_neutral_zero(const std::string& one, const std::string& sum) {
  throw value_error(text() << "sparse_matmul: plus(zero, x) of this semiring" << (sum.empty() ? " is" : is_value(sum) + ",")
                           << " not x, so that a sum could not begin, where x" << (one.empty() ? " is" : is_value(one) + ",")
                           << " the product of the first entries of both");
}

void check_mask(const shape& mask, const shape& product) {
  if (mask != product)
    throw shape_error(text() << "sparse_matmul: the mask has the shape " << to_string(mask) << ", and the product " << to_string(product));
}
void throw_dense_mask() {
  throw value_error("sparse_matmul: the mask is dense, so that it has no entries to go by: to_sparse(x) makes it sparse");
}

#define RAVEL_INSTANTIATE(T)                                                                                                               \
  template RAVEL_API entry_array<own_product_t<T>> row_products(const sparse_rows<T>&, const sparse_rows<T>&, const plus_times_semiring&); \
  template RAVEL_API entry_array<own_product_t<T>> row_products_where(const sparse_rows<T>&, const sparse_rows<T>&,                        \
                                                                      const plus_times_semiring&, const found_rows&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
