// SPDX-License-Identifier: BSL-1.0
// Multiplies matrices without a BLAS. Both are packed into bands that fit the caches, and a tile of the result stays in registers while its
// terms are added in order. So the bits are those of the simplest loop. Small products have the same tiles, but nothing is packed that can
// be read as it lies.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/storage/buffer.hpp>
#include "op/fold/product_sum.hpp"

#include <array>

namespace ravel::detail {

namespace {

template <class T>
struct vector {
  typedef T type __attribute__((vector_size(32)));  // GCC ignores the attribute in an alias of a template
};
template <class T>
using vector_of = typename vector<T>::type;

constexpr index_t tile_rows = 4;
constexpr index_t tile_vectors = 3;
template <class T>
constexpr index_t vector_width = static_cast<index_t>(sizeof(vector_of<T>) / sizeof(T));
template <class T>
constexpr index_t tile_columns = tile_vectors * vector_width<T>;

// Pack sizes: terms, rows of the left and columns of the right operand at a time.
constexpr index_t most_terms = 256, most_rows = 128, most_columns = 768;

// A band of the left operand has tile_rows elements for each term, one of the right operand tile_columns. c lies in rows.
template <class T>
[[gnu::always_inline]] inline void add_terms(const T* a, const T* b, index_t terms, T* c, index_t row) {
  using vec = vector_of<T>;
  constexpr index_t width = vector_width<T>;
  vec sum[tile_rows][tile_vectors];
  for (index_t i = 0; i < tile_rows; ++i) {
    for (index_t v = 0; v < tile_vectors; ++v) std::memcpy(&sum[i][v], c + i * row + v * width, sizeof(vec));
  }
  for (index_t l = 0; l < terms; ++l, a += tile_rows, b += tile_columns<T>) {
    vec right[tile_vectors];
    std::memcpy(&right, b, sizeof right);
    for (index_t i = 0; i < tile_rows; ++i) {
      for (index_t v = 0; v < tile_vectors; ++v) sum[i][v] += right[v] * a[i];
    }
  }
  for (index_t i = 0; i < tile_rows; ++i) {
    for (index_t v = 0; v < tile_vectors; ++v) std::memcpy(c + i * row + v * width, &sum[i][v], sizeof(vec));
  }
}

#define RAVEL_TILE_KERNEL(T) \
  RAVEL_KERNEL void add_tile(const T* a, const T* b, index_t terms, T* c, index_t row) { add_terms(a, b, terms, c, row); }
RAVEL_TILE_KERNEL(float)
RAVEL_TILE_KERNEL(double)
RAVEL_TILE_KERNEL(std::uint64_t)
#undef RAVEL_TILE_KERNEL

// Some rows of a times b, whose rows lie `row` apart and have at least a vector of elements. The last vector of a row may begin before the
// one in front of it ends.
template <std::size_t Vectors, class T>
[[gnu::always_inline]] inline void multiply_tiles(const matrix<const T>& a, index_t rows, const T* b, index_t row, index_t last,
                                                  index_t terms, T* c, index_t row_of_c) {
  using vec = vector_of<T>;
  constexpr index_t width = vector_width<T>;
  const auto column = [&](std::size_t v) { return v + 1 < Vectors ? static_cast<index_t>(v) * width : last; };
  for (index_t i = 0; i < rows; i += tile_rows, c += tile_rows * row_of_c) {
    const index_t here = std::min(tile_rows, rows - i);
    const T* left[tile_rows];
    for (index_t r = 0; r < tile_rows; ++r) left[r] = &a(i + std::min(r, here - 1), 0);
    vec sum[tile_rows][Vectors] = {};
    for (index_t l = 0; l < terms; ++l) {
      vec right[Vectors];
      for (std::size_t v = 0; v < Vectors; ++v) std::memcpy(&right[v], b + l * row + column(v), sizeof(vec));
      for (index_t r = 0; r < tile_rows; ++r) {
        for (std::size_t v = 0; v < Vectors; ++v) sum[r][v] += right[v] * left[r][l * a.column];
      }
    }
    for (index_t r = 0; r < tile_rows; ++r) {
      for (std::size_t v = 0; v < Vectors && r < here; ++v) std::memcpy(c + r * row_of_c + column(v), &sum[r][v], sizeof(vec));
    }
  }
}
template <class T>
[[gnu::always_inline]] inline void multiply_all_tiles(const matrix<const T>& a, index_t rows, const T* b, index_t row, index_t columns,
                                                      index_t terms, T* c, index_t row_of_c) {
  constexpr index_t width = vector_width<T>;
  for (; columns >= tile_columns<T>; columns -= tile_columns<T>, b += tile_columns<T>, c += tile_columns<T>)
    multiply_tiles<tile_vectors>(a, rows, b, row, tile_columns<T> - width, terms, c, row_of_c);
  if (columns > 2 * width) return multiply_tiles<3>(a, rows, b, row, columns - width, terms, c, row_of_c);
  if (columns > width) return multiply_tiles<2>(a, rows, b, row, columns - width, terms, c, row_of_c);
  if (columns > 0) multiply_tiles<1>(a, rows, b, row, columns - width, terms, c, row_of_c);
}

// The elements of `a` in rows of K, each row times a vector.
template <std::size_t K, class T>
[[gnu::always_inline]] inline void multiply_rows(const T* a, index_t rows, const T* by, T* c) {
  T factor[K];
  std::copy_n(by, K, factor);
  for (index_t i = 0; i < rows; ++i, a += K) {
    T sum{};
    for (std::size_t l = 0; l < K; ++l) sum += a[l] * factor[l];
    c[i] = sum;
  }
}
template <class T>
[[gnu::always_inline]] inline void multiply_short_rows(const T* a, index_t rows, index_t terms, const T* by, T* c) {
  switch (terms) {
    case 1:
      return multiply_rows<1>(a, rows, by, c);
    case 2:
      return multiply_rows<2>(a, rows, by, c);
    case 3:
      return multiply_rows<3>(a, rows, by, c);
    default:
      return multiply_rows<4>(a, rows, by, c);
  }
}

#define RAVEL_SMALL_KERNELS(T)                                                                                                         \
  RAVEL_KERNEL void small_tiles(const matrix<const T>& a, index_t rows, const T* b, index_t row, index_t columns, index_t terms, T* c, \
                                index_t row_of_c) {                                                                                    \
    multiply_all_tiles(a, rows, b, row, columns, terms, c, row_of_c);                                                                  \
  }                                                                                                                                    \
  RAVEL_KERNEL_V3 void short_rows(const T* a, index_t rows, index_t terms, const T* by, T* c) {                                        \
    multiply_short_rows(a, rows, terms, by, c);                                                                                        \
  }
RAVEL_SMALL_KERNELS(float)
RAVEL_SMALL_KERNELS(double)
RAVEL_SMALL_KERNELS(std::uint64_t)
#undef RAVEL_SMALL_KERNELS

// The packed elements of one operand: bands of Width rows (or columns) each, term by term, padded with zeros.
template <class T, index_t Width>
class bands : noncopyable {
 public:
  bands(index_t across, index_t terms)
      : room_(static_cast<T*>(allocate_elements((across + Width - 1) / Width * Width * terms, sizeof(T), scratch_alignment,
                                                "packed operands of a product"))) {}
  ~bands() { free_elements(room_, scratch_alignment); }

  // Element i of term l is from[i * across_step + l * term_step].
  void pack(const T* from, index_t across_step, index_t term_step, index_t across, index_t terms) {
    terms_ = terms;
    T* out = room_;
    for (index_t first = 0; first < across; first += Width) {
      const index_t count = std::min(Width, across - first);
      for (index_t l = 0; l < terms; ++l, out += Width) {
        const T* const in = from + first * across_step + l * term_step;
        for (index_t i = 0; i < count; ++i) out[i] = in[i * across_step];
        for (index_t i = count; i < Width; ++i) out[i] = T{};
      }
    }
  }
  const T* band(index_t first) const { return room_ + first * terms_; }

 private:
  T* room_;
  index_t terms_ = 0;
};

// c += a tile. At the border, or if c does not lie in rows, goes through a separate tile.
template <class T>
void add_to(const matrix<T>& c, index_t i, index_t j, index_t rows, index_t columns, const T* a, const T* b, index_t terms) {
  if (rows == tile_rows && columns == tile_columns<T> && c.column == 1) return add_tile(a, b, terms, &c(i, j), c.row);
  T tile[tile_rows * tile_columns<T>] = {};
  for (index_t r = 0; r < rows; ++r) {
    for (index_t s = 0; s < columns; ++s) tile[r * tile_columns<T> + s] = c(i + r, j + s);
  }
  add_tile(a, b, terms, tile, tile_columns<T>);
  for (index_t r = 0; r < rows; ++r) {
    for (index_t s = 0; s < columns; ++s) c(i + r, j + s) = tile[r * tile_columns<T> + s];
  }
}

template <class T>
void add_product(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, const matrix<T>& c) {
  const auto [m, n, k] = size;
  constexpr index_t wide = tile_columns<T>;
  if (n < wide && m > n) {  // a narrow result fills more of a tile when it is turned
    const auto turned = [](const auto& x) { return std::remove_cvref_t<decltype(x)>{x.data, x.column, x.row}; };
    return add_product<T>({n, m, k}, turned(b), turned(a), turned(c));
  }
  bands<T, tile_rows> left(std::min(m, most_rows), std::min(k, most_terms));
  bands<T, wide> right(std::min(n, most_columns), std::min(k, most_terms));
  for (index_t j0 = 0; j0 < n; j0 += most_columns) {
    const index_t j1 = std::min(n, j0 + most_columns);
    for (index_t l0 = 0; l0 < k; l0 += most_terms) {
      const index_t terms = std::min(most_terms, k - l0);
      right.pack(&b(l0, j0), b.column, b.row, j1 - j0, terms);
      for (index_t i0 = 0; i0 < m; i0 += most_rows) {
        check_stop();
        const index_t i1 = std::min(m, i0 + most_rows);
        left.pack(&a(i0, l0), a.row, a.column, i1 - i0, terms);
        for (index_t j = j0; j < j1; j += wide) {
          for (index_t i = i0; i < i1; i += tile_rows)
            add_to(c, i, j, std::min(tile_rows, i1 - i), std::min(wide, j1 - j), left.band(i - i0), right.band(j - j0), terms);
        }
      }
    }
  }
}

template <class T, index_t Count>
using room = std::array<T, static_cast<std::size_t>(Count)>;

// Columns of b from `first` on, in rows of `width` with zeros behind them.
template <class T>
void pack_columns(const matrix<const T>& b, index_t terms, index_t first, index_t columns, index_t width, T* out) {
  for (index_t l = 0; l < terms; ++l) {
    for (index_t j = 0; j < width; ++j) *out++ = j < columns ? b(l, first + j) : T{};
  }
}

// Copies fewer elements than a vector has, in parts whose lengths the compiler knows.
template <class T>
void copy_short(const T* from, index_t count, T* to) {
  const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
  const auto* in = reinterpret_cast<const std::byte*>(from);
  auto* out = reinterpret_cast<std::byte*>(to);
  const auto part = [&]<std::size_t Size>(std::integral_constant<std::size_t, Size>) {
    if (!(bytes & Size)) return;
    std::memcpy(out, in, Size);
    in += Size, out += Size;
  };
  part(std::integral_constant<std::size_t, 16>{});
  part(std::integral_constant<std::size_t, 8>{});
  part(std::integral_constant<std::size_t, 4>{});
}

// Columns that do not fill a vector. A whole one is written for each row, which reaches into the rows behind: they are written later, and
// the last rows go through a separate tile.
template <class T>
void multiply_narrow(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, const matrix<T>& c) {
  constexpr index_t width = vector_width<T>, tall = 2 * width;
  const auto [m, n, k] = size;
  room<T, few_terms * width> packed;
  room<T, tall * width> tile;
  pack_columns(b, k, 0, n, width, packed.data());
  const index_t direct = c.row == n && m > tile_rows ? m - (width - 1) / n : 0;
  if (direct > 0) small_tiles(a, direct, packed.data(), width, width, k, c.data, n);
  for (index_t first = std::max<index_t>(0, direct); first < m; first += tall) {
    const index_t rows = std::min(tall, m - first);
    small_tiles({&a(first, 0), a.row, a.column}, rows, packed.data(), width, width, k, tile.data(), width);
    for (index_t i = 0; i < rows; ++i) copy_short(tile.data() + i * width, n, &c(first + i, 0));
  }
}

// c = a b for a part of a product that is_small. c lies in rows.
template <class T>
void multiply_small(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, const matrix<T>& c) {
  constexpr index_t width = vector_width<T>, wide = tile_columns<T>;
  const auto [m, n, k] = size;
  room<T, few_terms * wide> packed;
  if (n == 1 && a.row == k && a.column == 1 && c.row == 1) {
    pack_columns(b, k, 0, 1, 1, packed.data());
    return short_rows(a.data, m, k, packed.data(), c.data);
  }
  if (n < width) return multiply_narrow(size, a, b, c);
  if (b.column == 1) return small_tiles(a, m, b.data, b.row, n, k, c.data, c.row);
  for (index_t j = 0; j < n; j += wide) {
    const index_t columns = std::clamp(n - j, width, wide), first = std::min(j, n - columns);
    pack_columns(b, k, first, columns, columns, packed.data());
    small_tiles(a, m, packed.data(), columns, columns, k, &c(0, first), c.row);
  }
}

// A long product may be stopped between two parts.
template <class T>
void multiply_small_parts(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, const matrix<T>& c) {
  constexpr index_t longest = index_t{1} << 14;
  const auto [m, n, k] = size;
  if (std::max(m, n) <= longest) return multiply_small(size, a, b, c);
  watched_loop parts;
  for (index_t j = 0; j < n; j += longest) {
    for (index_t i = 0; i < m; i += longest) {
      parts.at(i * n + j * m, m * n);
      multiply_small<T>({std::min(longest, m - i), std::min(longest, n - j), k}, {&a(i, 0), a.row, a.column}, {&b(0, j), b.row, b.column},
                        {&c(i, j), c.row, c.column});
    }
  }
}

// The real or imaginary parts of complex numbers, as reals two apart.
template <class R>
matrix<const R> part(const matrix<const std::complex<R>>& of, index_t which) {
  return {reinterpret_cast<const R*>(of.data) + which, 2 * of.row, 2 * of.column};
}

// The result lies in rows, here and below.
template <class T, class F>
void for_rows(const product_size& size, const matrix<T>& c, F f) {
  for (index_t i = 0; i < size.m; ++i) f(&c(i, 0), size.n);
}
template <class T>
void clear(const product_size& size, const matrix<T>& c) {
  for_rows(size, c, [](T* row, index_t n) { std::fill_n(row, n, T{}); });
}

template <class R>
void multiply_complex(const product_size& size, const matrix<const std::complex<R>>& a, const matrix<const std::complex<R>>& b,
                      const matrix<std::complex<R>>& c) {
  const auto out = [&](index_t which) { return matrix<R>{reinterpret_cast<R*>(c.data) + which, 2 * c.row, 2}; };
  clear(size, c);
  add_product<R>(size, part(a, 1), part(b, 1), out(0));
  for_rows(size, c, [](std::complex<R>* row, index_t n) {
    for (index_t j = 0; j < n; ++j) row[j] = {-row[j].real(), row[j].imag()};
  });
  add_product<R>(size, part(a, 0), part(b, 0), out(0));
  add_product<R>(size, part(a, 0), part(b, 1), out(1));
  add_product<R>(size, part(a, 1), part(b, 0), out(1));
}

template <class I>
std::uint64_t largest(const matrix<const I>& of, index_t rows, index_t columns) {
  std::uint64_t most = 0;
  for (index_t i = 0; i < rows; ++i) {
    for (index_t j = 0; j < columns; ++j) {
      const I value = of(i, j);
      most = std::max(most, value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
    }
  }
  return most;
}

template <class I>
I exact_element(const matrix<const I>& a, const matrix<const I>& b, index_t i, index_t j, index_t terms, const product_origin& origin) {
  product_sum<I> sum;
  for (index_t l = 0; l < terms; ++l) sum.add_product(a(i, l), b(l, j));
  return sum.at(origin.row + i, origin.column + j);
}

template <class T>
void multiply_in_type(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, const matrix<T>& c) {
  if (is_small(size)) return multiply_small_parts(size, a, b, c);
  clear(size, c);
  add_product<T>(size, a, b, c);
}

// If no sum can overflow 64 bits, sums may be taken modulo 2^64.
template <class I>
void multiply_integers(const product_size& size, const matrix<const I>& a, const matrix<const I>& b, const matrix<I>& c,
                       const product_origin& origin) {
  const auto [m, n, k] = size;
  const auto terms = static_cast<uint128>(largest(a, m, k)) * largest(b, k, n);
  const auto most = static_cast<uint128>(std::numeric_limits<I>::max()) / static_cast<std::uint64_t>(k);
  if (terms <= most) {
    using U = std::uint64_t;
    const auto bits = [](const matrix<const I>& x) { return matrix<const U>{reinterpret_cast<const U*>(x.data), x.row, x.column}; };
    return multiply_in_type<U>(size, bits(a), bits(b), {reinterpret_cast<U*>(c.data), c.row, 1});
  }
  for (index_t i = 0; i < m; ++i) {
    for (index_t j = 0; j < n; ++j) c(i, j) = exact_element(a, b, i, j, k, origin);
  }
}

template <class T>
void multiply_into(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, const matrix<T>& c,
                   const product_origin& origin) {
  if constexpr (complex_element<T>) {
    multiply_complex(size, a, b, c);
  } else if constexpr (real_element<T>) {
    multiply_in_type(size, a, b, c);
  } else {
    multiply_integers(size, a, b, c, origin);
  }
}

}  // namespace

void throw_product_overflow(index_t row, index_t column, double about) {
  throw overflow_error(text() << "element " << row << ", " << column
                              << " of the product of integer matrices does not fit 64 bits (it is about " << about << ")");
}

template <class T>
void plain_multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c, const product_origin& origin) {
  constexpr index_t too_short_to_share = 4096;
  if (is_small(size) && size.m * size.n < too_short_to_share) return multiply_into<T>(size, a, b, {c, size.n, 1}, origin);
  const auto rows_of = [&](index_t begin, index_t end) {
    multiply_into<T>({end - begin, size.n, size.k}, {&a(begin, 0), a.row, a.column}, b, {c + begin * size.n, size.n, 1},
                     {origin.row + begin, origin.column});
  };
  const auto columns_of = [&](index_t begin, index_t end) {
    multiply_into<T>({size.m, end - begin, size.k}, a, {&b(0, begin), b.row, b.column}, {c + begin, size.n, 1},
                     {origin.row, origin.column + begin});
  };
  if (is_small(size) && size.n > size.m) return in_pieces(size.n, size.m * size.k, columns_of, most_columns);
  in_pieces(size.m, size.n * std::min(size.k, most_terms), rows_of, most_rows);
}

// Rows of a pack, each up to the diagonal.
template <class T>
void plain_gram(index_t m, index_t k, const matrix<const T>& a, T* c) {
  const auto blocks_of = [&](index_t begin, index_t end) {
    for (index_t i = begin * most_rows; i < std::min(m, end * most_rows); i += most_rows) {
      const index_t rows = std::min(most_rows, m - i);
      multiply_into<T>({rows, i + rows, k}, {&a(i, 0), a.row, a.column}, {a.data, a.column, a.row}, {c + i * m, m, 1}, {i, 0});
    }
  };
  in_pieces((m - 1) / most_rows + 1, most_rows * m, blocks_of);
}

#define RAVEL_INSTANTIATE(T)                                                                                                              \
  template RAVEL_API void plain_multiply(const product_size&, const matrix<const T>&, const matrix<const T>&, T*, const product_origin&); \
  template RAVEL_API void plain_gram(index_t, index_t, const matrix<const T>&, T*);
RAVEL_FOR_EACH_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
