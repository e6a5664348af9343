// SPDX-License-Identifier: BSL-1.0
// Calls CBLAS. Without a BLAS nothing here multiplies, and the plain loop does. A result has NaN and infinities where the plain loop has
// them: some libraries skip zeros (the reference BLAS in syrk; BLIS, ATLAS and GSL in gemm or gemv), so that 0 * NaN is 0 there. The shape
// alone decides how a result is cut into bands, and the BLAS computes each band on one thread. So the bits do not depend on how many of our
// threads share the bands.
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/fold/product.hpp>

#include <algorithm>
#include <limits>
#include <mutex>

#ifdef RAVEL_HAS_BLAS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // OpenBLAS names complex numbers as C does
#include <cblas.h>
#pragma GCC diagnostic pop

#ifdef __ELF__
// The functions that set a library's number of threads; null if the library lacks them.
extern "C" {
[[gnu::weak]] int openblas_get_parallel(void);
[[gnu::weak]] int openblas_get_num_threads(void);
[[gnu::weak]] void openblas_set_num_threads(int);
[[gnu::weak]] int MKL_Set_Num_Threads_Local(int);
}
#endif
#endif

namespace ravel::detail {

#ifdef RAVEL_HAS_BLAS

namespace {

constexpr bool fits(index_t value) { return value <= std::numeric_limits<int>::max(); }

bool in_rows(index_t columns, index_t row_step, index_t column_step) {
  return column_step == 1 && row_step >= std::max<index_t>(1, columns) && fits(row_step);
}

struct lying {
  CBLAS_TRANSPOSE way;
  int leading;
};
template <class T>
lying lying_of(const matrix<T>& m, index_t columns) {
  const bool rows = in_rows(columns, m.row, m.column);
  return {rows ? CblasNoTrans : CblasTrans, static_cast<int>(rows ? m.row : m.column)};
}

struct int_size {
  int m, n, k;
};

#ifdef __ELF__
// OpenBLAS keeps one number of threads for the process, even in the function named local. Builds for OpenMP keep one for each thread.
class one_blas_thread : noncopyable {
 public:
  one_blas_thread() {
    if (MKL_Set_Num_Threads_Local) before_of_mkl_ = MKL_Set_Num_Threads_Local(1);
    if (!threads_of_openblas()) return;
    const std::lock_guard lock(mutex_);
    if (users_++ == 0) before_ = openblas_get_num_threads();
    if (before_ > 1) openblas_set_num_threads(1);
  }
  ~one_blas_thread() {
    if (MKL_Set_Num_Threads_Local) MKL_Set_Num_Threads_Local(before_of_mkl_);
    if (!threads_of_openblas()) return;
    constexpr int by_openmp = 2;
    const std::lock_guard lock(mutex_);
    if ((--users_ == 0 || openblas_get_parallel() == by_openmp) && before_ > 1) openblas_set_num_threads(before_);
  }

 private:
  static bool threads_of_openblas() {
    return openblas_get_parallel && openblas_get_num_threads && openblas_set_num_threads && openblas_get_parallel() != 0;
  }

  int before_of_mkl_ = 0;
  static inline std::mutex mutex_;
  static inline index_t users_ = 0;
  static inline int before_ = 1;
};
#else
struct one_blas_thread {
  one_blas_thread() {}  // whatever the library does
};
#endif

// Runs call(), which makes so many products in the BLAS, on one thread. The BLAS computes few products on one thread anyway.
template <class Call>
void on_one_thread(double products, const Call& call) {
  constexpr double few = 4096;
  if (products <= few) return call();
  const one_blas_thread alone;
  call();
}

// The length of a part such that all parts are about equally long and none is longer than `most`.
index_t side_of_parts(index_t all, index_t most) {
  constexpr index_t step = 16;
  const index_t parts = (all - 1) / most + 1;
  return ((all - 1) / parts / step + 1) * step;
}

// Calls work(row, column, rows, columns) for bands of an m x n result, which threads share. Bands are rows, or columns if there are few
// rows: the BLAS packs whole rows less often than square tiles.
template <class Work>
void each_band(index_t m, index_t n, const Work& work) {
  constexpr index_t few_rows = 256, few_columns = 1024, elements = index_t{1} << 17;
  const bool of_rows = m > few_rows || n <= few_columns;
  const index_t all = of_rows ? m : n, most = std::max(of_rows ? few_rows : few_columns, elements / (of_rows ? n : m));
  const index_t side = side_of_parts(all, most);
  const auto some = [&](index_t begin, index_t end) {
    for (index_t first = begin * side; first < std::min(all, end * side); first += side) {
      const index_t count = std::min(side, all - first);
      of_rows ? work(first, 0, count, n) : work(0, first, m, count);
    }
  };
  if (side >= all) return some(0, 1);
  run_tasks((all - 1) / side + 1, m * n, some, task_length::long_ones);
}

// gemm is a product of matrices. syrk writes the lower triangle of a times its transpose, in rows `row` apart. gemv is y = op(a) x for an
// m x n matrix as it lies in memory. CBLAS takes the factors 1 and 0 as they are, or complex ones by address.
#define RAVEL_CBLAS(T, letter, one, zero)                                                                            \
  void gemm(const int_size& s, lying a, lying b, const T* x, const T* y, T* c, int row) {                            \
    cblas_##letter##gemm(CblasRowMajor, a.way, b.way, s.m, s.n, s.k, one, x, a.leading, y, b.leading, zero, c, row); \
  }                                                                                                                  \
  void syrk(CBLAS_TRANSPOSE way, int m, int k, const T* a, int leading, T* c, int row) {                             \
    cblas_##letter##syrk(CblasRowMajor, CblasLower, way, m, k, one, a, leading, zero, c, row);                       \
  }                                                                                                                  \
  void gemv(CBLAS_TRANSPOSE way, int m, int n, const T* a, int leading, const T* x, int step, T* y) {                \
    cblas_##letter##gemv(CblasRowMajor, way, m, n, one, a, leading, x, step, zero, y, 1);                            \
  }
template <class R>
constexpr std::complex<R> complex_factors[] = {0, 1};
RAVEL_CBLAS(float, s, 1, 0)
RAVEL_CBLAS(double, d, 1, 0)
RAVEL_CBLAS(std::complex<float>, c, &complex_factors<float>[1], &complex_factors<float>[0])
RAVEL_CBLAS(std::complex<double>, z, &complex_factors<double>[1], &complex_factors<double>[0])
#undef RAVEL_CBLAS

// A rows x columns matrix times a vector, by tiles of rows. If the matrix lies in columns, tiles contain long parts of them.
template <class T>
void times_vector(const matrix<const T>& a, index_t rows, index_t columns, const T* x, index_t step, T* y) {
  constexpr index_t elements = index_t{1} << 16, least = 64, least_of_columns = 1024;
  const lying l = lying_of(a, columns);
  const bool as_is = l.way == CblasNoTrans;
  const index_t side = std::max((elements - 1) / columns + 1, as_is ? least : least_of_columns);
  in_pieces((rows - 1) / side + 1, side * columns, [&](index_t begin, index_t end) {
    for (index_t t = begin; t < end; ++t) {
      const index_t first = t * side, count = std::min(side, rows - first);
      on_one_thread(static_cast<double>(count) * static_cast<double>(columns), [&] {
        gemv(l.way, static_cast<int>(as_is ? count : columns), static_cast<int>(as_is ? columns : count), &a(first, 0), l.leading, x,
             static_cast<int>(step), y + first);
      });
    }
  });
}

// Only OpenBLAS was seen to keep NaN in every routine: tests/op/fold/matrix.cpp checks it.
#ifdef RAVEL_BLAS_KEEPS_NAN
constexpr bool keeps_nan = true;
#else
constexpr bool keeps_nan = false;
#endif

template <class T>
bool is_finite(const T& x) {
  if constexpr (complex_element<T>) {
    return is_finite(x.real()) && is_finite(x.imag());
  } else {
    return x - x == 0;
  }
}
template <class T>
bool all_finite(const matrix<T>& a, index_t rows, index_t columns) {
  if (a.column > a.row) return all_finite<T>({a.data, a.column, a.row}, columns, rows);
  for (index_t i = 0; i < rows; ++i) {
    bool finite = true;
    for (index_t j = 0; j < columns; ++j) finite &= is_finite(a(i, j));
    if (!finite) return false;
  }
  return true;
}
template <class T>
bool can_multiply(const matrix<const T>& a, index_t rows, index_t columns) {
  return keeps_nan || all_finite(a, rows, columns);
}

// A BLAS multiplies every sum by 1, which makes NaN of a complex number with an infinite part. Such rows are computed again.
template <class T>
void mend_infinite_rows(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c, bool triangle) {
  const auto finite = [&](index_t i) { return all_finite<T>({c + i * size.n, size.n, 1}, 1, triangle ? i + 1 : size.n); };
  for (index_t i = 0; i < size.m; ++i) {
    const index_t first = i;
    while (i < size.m && !finite(i)) ++i;
    if (i > first) plain_multiply<T>({i - first, size.n, size.k}, {&a(first, 0), a.row, a.column}, b, c + first * size.n);
  }
}

// Computes some rows and columns of the result.
template <class T>
void multiply_part(index_t rows, index_t columns, index_t k, const matrix<const T>& a, lying left, const matrix<const T>& b, lying right,
                   T* c, index_t row) {
  const int_size ints{static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(k)};
  on_one_thread(static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(k),
                [&] { gemm(ints, left, right, a.data, b.data, c, static_cast<int>(row)); });
}
template <class T>
void multiply_bands(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) {
  const lying left = lying_of(a, size.k), right = lying_of(b, size.n);  // a part has rows or columns equally far apart
  each_band(size.m, size.n, [&](index_t i, index_t j, index_t rows, index_t columns) {
    multiply_part<T>(rows, columns, size.k, {&a(i, 0), a.row, a.column}, left, {&b(0, j), b.row, b.column}, right, c + i * size.n + j,
                     size.n);
  });
}

template <class T>
void multiply_by_blas(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) {
  if (size.n == 1) return times_vector(a, size.m, size.k, b.data, b.row, c);
  if (size.m == 1) return times_vector({b.data, b.column, b.row}, size.n, size.k, a.data, a.column, c);
  multiply_bands(size, a, b, c);
}

template <class T>
void multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) {
  if (!can_multiply(a, size.m, size.k) || !can_multiply(b, size.k, size.n)) return plain_multiply(size, a, b, c);
  multiply_by_blas(size, a, b, c);
  if constexpr (complex_element<T>) mend_infinite_rows(size, a, b, c, false);
}

template <class T>
void multiply_by_itself(index_t m, index_t k, const matrix<const T>& a, T* c) {
  if (!can_multiply(a, m, k)) return plain_gram(m, k, a, c);
  const matrix<const T> transposed{a.data, a.column, a.row};
  const lying left = lying_of(a, k), right{left.way == CblasNoTrans ? CblasTrans : CblasNoTrans, left.leading};
  constexpr index_t longest = 512;
  const index_t side = side_of_parts(m, longest), bands = (m - 1) / side + 1;
  const auto rows_of = [&](index_t band) { return std::min(side, m - band * side); };
  const auto before_diagonal = [&](index_t band) {
    const index_t first = band * side;
    multiply_part<T>(rows_of(band), first, k, {&a(first, 0), a.row, a.column}, left, transposed, right, c + first * m, m);
  };
  const auto on_diagonal = [&](index_t band) {
    const index_t first = band * side, rows = rows_of(band);
    on_one_thread(static_cast<double>(rows) * static_cast<double>(rows) * static_cast<double>(k), [&] {
      syrk(left.way, static_cast<int>(rows), static_cast<int>(k), &a(first, 0), left.leading, c + first * m + first, static_cast<int>(m));
    });
  };
  const auto some = [&](index_t begin, index_t end) {  // the longest first
    for (index_t t = begin; t < end; ++t) t < bands - 1 ? before_diagonal(bands - 1 - t) : on_diagonal(t - (bands - 1));
  };
  if (bands == 1) {
    on_diagonal(0);
  } else {
    run_tasks(2 * bands - 1, m * m, some, task_length::long_ones);
  }
  if constexpr (complex_element<T>) mend_infinite_rows({m, m, k}, a, transposed, c, true);
}

}  // namespace

bool blas_keeps_nan() { return keeps_nan; }
bool blas_takes(const product_size& size) { return fits(size.m) && fits(size.n) && fits(size.k); }
bool blas_takes(index_t rows, index_t columns, index_t row_step, index_t column_step) {
  return in_rows(columns, row_step, column_step) || in_rows(rows, column_step, row_step);
}

#else

namespace {

template <class T>
void multiply(const product_size&, const matrix<const T>&, const matrix<const T>&, T*) {}  // never called
template <class T>
void multiply_by_itself(index_t, index_t, const matrix<const T>&, T*) {}

}  // namespace

bool blas_keeps_nan() { return true; }  // as the plain loop does
bool blas_takes(const product_size&) { return false; }
bool blas_takes(index_t, index_t, index_t, index_t) { return false; }

#endif

#define RAVEL_BLAS_MULTIPLY(T)                                                                                                        \
  void blas_multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) { multiply(size, a, b, c); } \
  void blas_gram(index_t m, index_t k, const matrix<const T>& a, T* c) { multiply_by_itself(m, k, a, c); }
RAVEL_FOR_EACH_REAL(RAVEL_BLAS_MULTIPLY)
RAVEL_FOR_EACH_COMPLEX(RAVEL_BLAS_MULTIPLY)
#undef RAVEL_BLAS_MULTIPLY

}  // namespace ravel::detail

namespace ravel {

#ifdef RAVEL_HAS_BLAS
const char* blas_name() { return RAVEL_HAS_BLAS; }
#else
const char* blas_name() { return ""; }
#endif

}  // namespace ravel
