// SPDX-License-Identifier: BSL-1.0
// Computes Fourier transforms. Eight of one length stand side by side, so that every loop runs over neighbours in memory: Stockham's
// algorithm, by factors of 4, 2, 3, 5 and other small primes. A long one is a matrix: its columns are transformed eight at a time, each
// multiplied by its own roots, and then its rows (Bailey's four steps). Lengths with a large prime factor become a convolution (Bluestein).
// All of this is one file, because only the plan at its end is used elsewhere.
#include "op/signal/fourier.hpp"
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/spares.hpp>
#include "op/signal/values_by_length.hpp"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <vector>

namespace ravel::detail {

namespace {

constexpr index_t abreast = 8;           // transforms side by side
constexpr index_t largest_factor = 31;   // beyond, a convolution is faster than the plain sum
constexpr index_t longest_column = 128;  // without a factor that makes it a matrix

struct point {
  double re, im;
};
[[gnu::always_inline]] inline point operator+(point a, point b) { return {a.re + b.re, a.im + b.im}; }
[[gnu::always_inline]] inline point operator-(point a, point b) { return {a.re - b.re, a.im - b.im}; }
[[gnu::always_inline]] inline point operator*(point a, point b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
[[gnu::always_inline]] inline point operator*(double a, point b) { return {a * b.re, a * b.im}; }
[[gnu::always_inline]] inline point by_right_angle(point a) { return {a.im, -a.re}; }  // clockwise

// The series of the cosine (from 1) or of the sine (from x) of an angle of at most an eighth, beyond the precision of a double. (Functions
// of the C library differ between machines, and take ten times as long in this precision.)
long double circle_series(long double first, std::size_t next, long double square) {
  static constexpr auto reciprocals = [] {
    std::array<long double, 20> all{};
    for (std::size_t k = 1; k < all.size(); ++k) all[k] = 1.0L / static_cast<long double>(k * (k + 1));
    return all;
  }();
  long double sum = 1;
  for (std::size_t k = next + 16; k + 1 > next; k -= 2) sum = 1 - sum * square * reciprocals[k];
  return first * sum;
}

// e^(-2 pi i k / n) with full or nearly full precision, and with exact zeros and ones.
point exact_root(index_t k, index_t n) {
  const int128 eights = static_cast<int128>(8) * k;
  const auto eighth = static_cast<index_t>(eights / n);
  const int128 begin = eighth * static_cast<int128>(n);
  const int128 within = eighth % 2 == 0 ? eights - begin : begin + n - eights;
  const long double angle = std::numbers::pi_v<long double> / 4 * static_cast<long double>(within) / static_cast<long double>(n);
  const auto c = static_cast<double>(circle_series(1, 1, angle * angle)), s = static_cast<double>(circle_series(angle, 2, angle * angle));
  switch (eighth) {
    case 0:
      return {c, -s};
    case 1:
      return {s, -c};
    case 2:
      return {-s, -c};
    case 3:
      return {-c, -s};
    case 4:
      return {-c, s};
    case 5:
      return {-s, c};
    case 6:
      return {s, c};
    default:
      return {c, s};
  }
}

// All roots of one order, from two short tables.
class root_table {
 public:
  explicit root_table(index_t n) {
    while ((index_t{1} << (2 * bits_)) < n) ++bits_;
    const index_t step = index_t{1} << bits_;
    for (index_t k = 0; k < std::min(step, n); ++k) near_.push_back(exact_root(k, n));
    for (index_t k = 0; k < n; k += step) far_.push_back(exact_root(k, n));
  }
  point operator[](index_t k) const { return far_[at(k >> bits_)] * near_[at(k & ((index_t{1} << bits_) - 1))]; }
  bool is_small() const { return near_.size() <= 1 << 11; }
  void copy_first(index_t count, std::complex<double>* out) const {
    const index_t step = std::ssize(near_);
    for (index_t begin = 0; begin < count; begin += step) {
      const point far = far_[at(begin >> bits_)];
      for (index_t i = 0; i < std::min(step, count - begin); ++i) {
        const point root = far * near_[at(i)];
        out[begin + i] = {root.re, root.im};
      }
    }
  }

 private:
  int bits_ = 0;
  std::vector<point> near_, far_;
};

template <std::size_t Radix>
struct butterfly;

template <>
struct butterfly<2> {
  [[gnu::always_inline]] static void transform(point* x) {
    const point a = x[0];
    x[0] = a + x[1];
    x[1] = a - x[1];
  }
};
template <>
struct butterfly<3> {
  [[gnu::always_inline]] static void transform(point* x) {
    constexpr double half_root = std::numbers::sqrt3 / 2;
    const point sum = x[1] + x[2], difference = half_root * by_right_angle(x[1] - x[2]), middle = x[0] - 0.5 * sum;
    x[0] = x[0] + sum;
    x[1] = middle + difference;
    x[2] = middle - difference;
  }
};
template <>
struct butterfly<4> {
  [[gnu::always_inline]] static void transform(point* x) {
    const point a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = by_right_angle(x[1] - x[3]);
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  }
};
template <>
struct butterfly<5> {
  [[gnu::always_inline]] static void transform(point* x) {
    constexpr double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410;  // cos and sin of one fifth of a circle, and of two
    constexpr double s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
    const point a = x[1] + x[4], b = x[2] + x[3], c = by_right_angle(x[1] - x[4]), d = by_right_angle(x[2] - x[3]);
    const point first = x[0] + c1 * a + c2 * b, second = x[0] + c2 * a + c1 * b;
    const point across = s1 * c + s2 * d, beyond = s2 * c - s1 * d;
    x[0] = x[0] + a + b;
    x[1] = first + across;
    x[2] = second + beyond;
    x[3] = second - beyond;
    x[4] = first - across;
  }
};

// One step of Stockham's algorithm: columns of `Radix * rows` rows, each `width` wide, become `Radix` times as wide and shorter by that
// factor.
struct step {
  index_t radix, rows, width;
  const point* roots;  // radix - 1 for every row
};

template <std::size_t Radix, bool Rooted>
[[gnu::always_inline]] inline void row_of_step(const step& of, planes in, planes out, index_t row) {
  constexpr index_t radix{Radix};
  const index_t apart = of.rows * of.width;
  const point* const w = of.roots + row * (radix - 1);
  const double *const re = in.re + row * of.width, *const im = in.im + row * of.width;
  double *const to_re = out.re + row * radix * of.width, *const to_im = out.im + row * radix * of.width;
  for (index_t begin = 0; begin < of.width; begin += abreast) {
    RAVEL_INDEPENDENT
    for (index_t i = begin; i < begin + abreast; ++i) {
      point x[Radix];
      for (index_t k = 0; k < radix; ++k) x[k] = {re[k * apart + i], im[k * apart + i]};
      butterfly<Radix>::transform(x);
      for (index_t k = 0; k < radix; ++k) {
        const point y = Rooted && k > 0 ? w[k - 1] * x[k] : x[k];
        to_re[k * of.width + i] = y.re;
        to_im[k * of.width + i] = y.im;
      }
    }
  }
}
template <std::size_t Radix>
[[gnu::always_inline]] inline void rows_of_step(const step& of, planes in, planes out) {
  row_of_step<Radix, false>(of, in, out, 0);
  for (index_t row = 1; row < of.rows; ++row) row_of_step<Radix, true>(of, in, out, row);
}

// Eight columns of one odd length, side by side.
struct odd_columns {
  index_t length, apart;  // distance between their rows
  double *re, *im;

  // Replaces opposite elements by their sum and their difference turned by a right angle.
  [[gnu::always_inline]] void fold() const {
    for (index_t k = 1; k <= length / 2; ++k) {
      double *const re_a = re + k * apart, *const re_b = re + (length - k) * apart;
      double *const im_a = im + k * apart, *const im_b = im + (length - k) * apart;
      RAVEL_INDEPENDENT
      for (index_t i = 0; i < abreast; ++i) {
        const point a{re_a[i], im_a[i]}, b{re_b[i], im_b[i]}, sum = a + b, difference = by_right_angle(a - b);
        re_a[i] = sum.re;
        im_a[i] = sum.im;
        re_b[i] = difference.re;
        im_b[i] = difference.im;
      }
    }
  }
};

// Results r and length - r are the sum and the difference of these two: the folded sums times the cosines of r times their angle, and the
// differences times the sines.
struct odd_sums {
  double cos_re[abreast], cos_im[abreast], sin_re[abreast] = {}, sin_im[abreast] = {};

  [[gnu::always_inline]] odd_sums(const odd_columns& folded, index_t r, const point* circle) {
    for (index_t i = 0; i < abreast; ++i) {
      cos_re[i] = folded.re[i];
      cos_im[i] = folded.im[i];
    }
    const index_t p = folded.length, apart = folded.apart;
    for (index_t k = 1, angle = r; k <= p / 2; ++k, angle = (angle + r) % p) {
      const double c = circle[angle].re, s = -circle[angle].im;
      const double *const re_a = folded.re + k * apart, *const re_b = folded.re + (p - k) * apart;
      const double *const im_a = folded.im + k * apart, *const im_b = folded.im + (p - k) * apart;
      for (index_t i = 0; i < abreast; ++i) {
        cos_re[i] += c * re_a[i];
        cos_im[i] += c * im_a[i];
        sin_re[i] += s * re_b[i];
        sin_im[i] += s * im_b[i];
      }
    }
  }
  [[gnu::always_inline]] void write(double sign, point root, double* to_re, double* to_im) const {
    for (index_t i = 0; i < abreast; ++i) {
      const point y = root * point{cos_re[i] + sign * sin_re[i], cos_im[i] + sign * sin_im[i]};
      to_re[i] = y.re;
      to_im[i] = y.im;
    }
  }
};

// Any odd factor, from the sums and differences of opposite elements, which replace the input. The roots of the factor follow the roots of
// the rows.
[[gnu::always_inline]] inline void rows_of_odd_step(const step& of, planes in, planes out) {
  const index_t p = of.radix;
  const point* const circle = of.roots + of.rows * (p - 1);
  for (index_t row = 0; row < of.rows; ++row) {
    const point* const roots = of.roots + row * (p - 1) - 1;  // for results from 1 on
    for (index_t begin = 0; begin < of.width; begin += abreast) {
      const index_t from = row * of.width + begin, to = row * p * of.width + begin;
      const odd_columns columns{p, of.rows * of.width, in.re + from, in.im + from};
      columns.fold();
      for (index_t r = 0; r <= p / 2; ++r) {
        const odd_sums sums(columns, r, circle);
        const auto write = [&](index_t result, double sign) __attribute__((always_inline)) {
          const index_t at = to + result * of.width;
          sums.write(sign, result == 0 ? point{1, 0} : roots[result], out.re + at, out.im + at);
        };
        write(r, 1);
        if (r > 0) write(p - r, -1);
      }
    }
  }
}

RAVEL_KERNEL void step_by_2(const step& of, planes in, planes out) { rows_of_step<2>(of, in, out); }
RAVEL_KERNEL void step_by_3(const step& of, planes in, planes out) { rows_of_step<3>(of, in, out); }
RAVEL_KERNEL void step_by_4(const step& of, planes in, planes out) { rows_of_step<4>(of, in, out); }
RAVEL_KERNEL void step_by_5(const step& of, planes in, planes out) { rows_of_step<5>(of, in, out); }
RAVEL_KERNEL void step_by_odd(const step& of, planes in, planes out) { rows_of_odd_step(of, in, out); }

void do_step(const step& of, planes in, planes out) {
  switch (of.radix) {
    case 2:
      return step_by_2(of, in, out);
    case 3:
      return step_by_3(of, in, out);
    case 4:
      return step_by_4(of, in, out);
    case 5:
      return step_by_5(of, in, out);
    default:
      return step_by_odd(of, in, out);
  }
}

// Multiplies row k of eight columns by the root of k * (first + i), for each column.
RAVEL_KERNEL void multiply_columns(planes x, index_t rows, const point* firsts, const point* roots_abreast) {
  for (index_t row = 0; row < rows; ++row) {
    const point first = firsts[row];
    const point* const others = roots_abreast + row * abreast;
    RAVEL_INDEPENDENT
    for (index_t i = 0; i < abreast; ++i) {
      const point y = first * others[i] * point{x.re[row * abreast + i], x.im[row * abreast + i]};
      x.re[row * abreast + i] = y.re;
      x.im[row * abreast + i] = y.im;
    }
  }
}

RAVEL_KERNEL void multiply_by(const point* by, index_t n, planes in, planes out) {
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) {
    const point y = by[i] * point{in.re[i], in.im[i]};
    out.re[i] = y.re;
    out.im[i] = y.im;
  }
}

std::vector<index_t> factors_of(index_t n) {
  std::vector<index_t> found;
  for (; n % 4 == 0; n /= 4) found.push_back(4);
  for (index_t p = 2; p <= n / p; p += p == 2 ? 1 : 2) {
    for (; n % p == 0; n /= p) found.push_back(p);
  }
  if (n > 1) found.push_back(n);
  return found;
}

// Eight transforms of a length with small factors, side by side.
class columns_abreast {
 public:
  explicit columns_abreast(index_t n) : n_(n) {
    index_t left = n, width = abreast;
    std::vector<index_t> begins;
    for (const index_t radix : factors_of(n)) {
      left /= radix;
      begins.push_back(std::ssize(roots_));
      steps_.push_back({radix, left, width, nullptr});
      for (index_t row = 0; row < left; ++row) {
        for (index_t k = 1; k < radix; ++k) roots_.push_back(exact_root(row * k, left * radix));
      }
      if (radix > 5) {
        for (index_t k = 0; k < radix; ++k) roots_.push_back(exact_root(k, radix));
      }
      width *= radix;
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i].roots = roots_.data() + begins[i];
  }

  index_t size() const { return n_; }
  // Gives the one of the two rooms that holds the result.
  planes run(planes x, planes other) const {
    for (const step& each : steps_) {
      do_step(each, x, other);
      std::swap(x, other);
    }
    return x;
  }

 private:
  index_t n_;
  std::vector<step> steps_;
  std::vector<point> roots_;
};

class plane_room {
 public:
  explicit plane_room(index_t n) : re_(plane(n)), im_(plane(n)) {}
  planes get() const { return {re_.data(), im_.data()}; }

 private:
  static buffer<double> plane(index_t n) { return workspace_buffer<double>(n, "the planes of a transform"); }

  buffer<double> re_, im_;
};

// The first `count` of eight neighbours in each row, and zeros behind them.
[[gnu::always_inline]] inline void copy_columns(const double* from, index_t from_apart, double* to, index_t to_apart, index_t rows,
                                                index_t count) {
  for (index_t row = 0; row < rows; ++row, from += from_apart, to += to_apart) {
    for (index_t i = 0; i < count; ++i) to[i] = from[i];
  }
}
void load_columns(planes from, index_t rows, index_t apart, index_t count, planes to) {
  const auto load = [=](const double* some, double* out) {
    if (count == abreast) return copy_columns(some, apart, out, abreast, rows, abreast);
    std::fill_n(out, rows * abreast, 0.0);
    copy_columns(some, apart, out, abreast, rows, count);
  };
  load(from.re, to.re);
  load(from.im, to.im);
}
void store_columns(planes from, index_t rows, index_t apart, index_t count, planes to) {
  const auto store = [=](const double* some, double* out) {
    if (count == abreast) return copy_columns(some, abreast, out, apart, rows, abreast);
    copy_columns(some, abreast, out, apart, rows, count);
  };
  store(from.re, to.re);
  store(from.im, to.im);
}
// The same for elements that lie in rows.
void load_rows(planes from, index_t length, index_t count, planes to) {
  for (index_t i = 0; i < abreast; ++i) {
    const index_t row = std::min(i, count - 1);  // a missing row reads another one, whose result is not used
    for (index_t k = 0; k < length; ++k) {
      to.re[k * abreast + i] = from.re[row * length + k];
      to.im[k * abreast + i] = from.im[row * length + k];
    }
  }
}

planes behind(planes x, index_t by) { return {x.re + by, x.im + by}; }

index_t middle_divisor(index_t n) {
  index_t found = 1;
  for (index_t d = 2; d <= n / d; ++d) {
    if (n % d == 0) found = d;
  }
  return found;
}

}  // namespace

// The tables that depend on the length alone.
struct RAVEL_LOCAL fourier_plan::tables {
  struct matrix {
    columns_abreast rows_many, columns_many;  // with as many elements as there are rows, and columns
    root_table roots;
    std::vector<point> roots_abreast;
  };
  struct chirp {
    std::vector<point> by, other;  // each element's own angle; the transform of the other factor of the convolution
    index_t length;                // of the convolution
  };

  explicit tables(index_t n);
  bool is_small() const { return as_chirp ? as_chirp->by.size() <= 1 << 11 : longest <= 1 << 9; }  // 100 KB at most

  std::optional<columns_abreast> alone;
  std::optional<matrix> as_matrix;
  std::optional<chirp> as_chirp;
  index_t longest = 0;  // the longest column

 private:
  static matrix make_matrix(index_t rows, index_t columns);
  static chirp make_chirp(index_t n);
};

fourier_plan::tables::tables(index_t n) {
  const std::vector<index_t> factors = factors_of(n);
  if (!factors.empty() && factors.back() > largest_factor) {
    as_chirp = make_chirp(n);
  } else if (n <= longest_column) {
    longest = n;
    alone.emplace(n);
  } else {
    const index_t rows = middle_divisor(n);
    longest = n / rows;
    as_matrix = make_matrix(rows, n / rows);
  }
}

fourier_plan::tables::matrix fourier_plan::tables::make_matrix(index_t rows, index_t columns) {
  matrix made{columns_abreast(rows), columns_abreast(columns), root_table(rows * columns), {}};
  for (index_t row = 0; row < rows; ++row) {
    for (index_t i = 0; i < abreast; ++i) made.roots_abreast.push_back(made.roots[row * i % (rows * columns)]);
  }
  return made;
}

fourier_plan::tables::chirp fourier_plan::tables::make_chirp(index_t n) {
  const root_table halves(2 * n);
  const index_t m = smooth_length(2 * n - 1);
  chirp made{std::vector<point>(at(n)), std::vector<point>(at(m)), m};
  for (index_t k = 0, square = 0; k < n; ++k) {  // modulo 2 n
    made.by[at(k)] = halves[square];
    square += 2 * k + 1;
    while (square >= 2 * n) square -= 2 * n;
  }
  const plane_room first(m), second(m);
  const planes in = first.get(), out = second.get();
  for (index_t k = 0; k < m; ++k) {
    const point b = k < n ? made.by[at(k)] : m - k < n ? made.by[at(m - k)] : point{0, 0};
    in.re[k] = b.re / static_cast<double>(m);
    in.im[k] = -b.im / static_cast<double>(m);
  }
  fourier_plan(m).run(in, out);
  for (index_t k = 0; k < m; ++k) made.other[at(k)] = {out.re[k], out.im[k]};
  return made;
}

// The workspace of one plan.
struct RAVEL_LOCAL fourier_plan::workspace {
  // For columns side by side, and the factors of the rows of a matrix.
  struct columns {
    plane_room here, other;
    std::vector<point> firsts;

    columns(index_t longest, index_t rows) : here(longest * abreast), other(longest * abreast), firsts(at(rows)) {}
  };
  struct convolution {
    explicit convolution(index_t m) : plan(m), first(m), second(m) {}

    fourier_plan plan;
    plane_room first, second;
  };

  explicit workspace(std::shared_ptr<const tables> given);
  void run(index_t n, planes in, planes out);

 private:
  columns make_columns() const { return columns(of->longest, of->as_matrix ? of->as_matrix->rows_many.size() : 0); }
  template <class Work>
  void in_columns(const Work& work) {
    spare.with_room([&] { return make_columns(); }, work);
  }
  void run_matrix(planes in, planes out);
  void run_chirp(index_t n, planes in, planes out);

  const std::shared_ptr<const tables> of;
  spares<columns> spare;
  std::optional<convolution> convolved;
};

fourier_plan::workspace::workspace(std::shared_ptr<const tables> given) : of(std::move(given)) {
  if (of->as_chirp) {
    convolved.emplace(of->as_chirp->length);
  } else {
    spare.all().push_back(make_columns());
  }
}

// Threads share the columns, and then the rows.
void fourier_plan::workspace::run_matrix(planes in, planes out) {
  const tables::matrix& m = *of->as_matrix;
  const index_t rows = m.rows_many.size(), width = m.columns_many.size(), n = rows * width;
  const auto groups = [](index_t count) { return (count - 1) / abreast + 1; };
  watched_steps both;  // for one thread, which continues where it stopped
  const bool by_one = !current_executor;
  in_pieces(groups(width), abreast * rows, [&](index_t begin, index_t end) {
    in_columns([&](columns& own) {
      watched_steps part;
      watched_steps& loop = by_one ? both : part;
      for (index_t column = begin * abreast; column < std::min(width, end * abreast); column += abreast) {
        loop.at(column * rows, 2 * n, abreast * rows);
        const index_t count = std::min(abreast, width - column);
        load_columns(behind(in, column), rows, width, count, own.here.get());
        const planes done = m.rows_many.run(own.here.get(), own.other.get());
        for (index_t row = 0; row < rows; ++row) own.firsts[at(row)] = m.roots[row * column];
        multiply_columns(done, rows, own.firsts.data(), m.roots_abreast.data());
        store_columns(done, rows, width, count, behind(in, column));
      }
    });
  });
  in_pieces(groups(rows), abreast * width, [&](index_t begin, index_t end) {
    in_columns([&](columns& own) {
      watched_steps part;
      watched_steps& loop = by_one ? both : part;
      for (index_t row = begin * abreast; row < std::min(rows, end * abreast); row += abreast) {
        loop.at(n + row * width, 2 * n, abreast * width);
        const index_t count = std::min(abreast, rows - row);
        load_rows(behind(in, row * width), width, count, own.here.get());
        store_columns(m.columns_many.run(own.here.get(), own.other.get()), width, rows, count, behind(out, row));
      }
    });
  });
}

void fourier_plan::workspace::run_chirp(index_t n, planes in, planes out) {
  const tables::chirp& c = *of->as_chirp;
  const index_t m = c.length;
  fourier_plan& plan = convolved->plan;
  const planes first = convolved->first.get(), second = convolved->second.get();
  multiply_by(c.by.data(), n, in, first);
  std::fill(first.re + n, first.re + m, 0.0);
  std::fill(first.im + n, first.im + m, 0.0);
  watched_loop loop;
  loop.at(0, 2 * m);
  plan.run(first, second);
  loop.at(m, 2 * m);
  multiply_by(c.other.data(), m, second, second);
  plan.run({second.im, second.re}, {first.im, first.re});
  multiply_by(c.by.data(), n, first, out);
}

void fourier_plan::workspace::run(index_t n, planes in, planes out) {
  if (of->as_chirp) return run_chirp(n, in, out);
  if (of->as_matrix) return run_matrix(in, out);
  in_columns([&](columns& own) {
    load_columns(in, n, 1, 1, own.here.get());
    store_columns(of->alone->run(own.here.get(), own.other.get()), n, 1, 1, out);
  });
}

fourier_plan::fourier_plan(index_t n) : n_(n), workspace_(std::make_unique<workspace>(values_by_length<tables>::kept().get(n))) {}
fourier_plan::fourier_plan(fourier_plan&&) noexcept = default;
fourier_plan::~fourier_plan() = default;

void fourier_plan::run(planes in, planes out) { workspace_->run(n_, in, out); }

std::vector<std::complex<double>> fourier_roots(index_t n, index_t count) {
  std::vector<std::complex<double>> all(at(count));
  values_by_length<root_table>::kept().get(n)->copy_first(count, all.data());
  return all;
}

index_t smooth_length(index_t n) {
  index_t best = 1;
  while (best < n) best *= 2;
  for (index_t fives = 1; fives < best; fives *= 5) {
    for (index_t threes = fives; threes < best; threes *= 3) {
      index_t length = threes;
      while (length < n) length *= 2;
      best = std::min(best, length);
    }
  }
  return best;
}

}  // namespace ravel::detail
