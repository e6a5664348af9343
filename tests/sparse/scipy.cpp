// SPDX-License-Identifier: BSL-1.0
// Sparse matrices against SciPy: formats in and out, slices, elementwise functions, products, sums along axes, on random entries that may
// stand twice, with empty rows and extents of 0 and 1. Whole numbers, so that every order of adding up gives the same. Skipped where there
// is no SciPy.
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/numpy.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using ravel::all;
using ravel::index_t;
using ravel::tensor;

namespace {

using numbers = std::vector<double>;
using matrix = tensor<const double>;

// Functions of matrices, each given as its shape, rows, columns and values.
const std::string program = R"(
import scipy.sparse as sp
def coo(shape, rows, columns, values):
    return sp.coo_matrix((values, (rows.astype(int), columns.astype(int))), shape=tuple(shape.astype(int)))
def tidy(m):
    m.sum_duplicates()
    m.eliminate_zeros()
    m.sort_indices()
    return np.concatenate([m.indptr, m.indices, m.data])
def flat(m):
    return (m.toarray() if sp.issparse(m) else np.asarray(m)).ravel()
def csr(*a): return tidy(coo(*a).tocsr())
def csc(*a): return tidy(coo(*a).tocsc())
def turned(*a): return tidy(coo(*a).T.tocsr())
def dense(*a): return flat(coo(*a))
def sliced(*a):
    (i, n, s), (j, m, t) = a[4].astype(int), a[5].astype(int)
    return flat(coo(*a[:4]).tocsr()[i:i + n * s:s, j:j + m * t:t])
def taken(*a): return flat(coo(*a[:4]).tocsr()[a[4].astype(int)])
def added(*a): return flat(coo(*a[:4]) + coo(*a[4:]))
def subtracted(*a): return flat(coo(*a[:4]) - coo(*a[4:]))
def multiplied(*a): return flat(coo(*a[:4]).multiply(coo(*a[4:])))
def greater(*a): return flat(coo(*a[:4]).tocsr().maximum(coo(*a[4:]).tocsr()))
def lesser(*a): return flat(coo(*a[:4]).tocsr().minimum(coo(*a[4:]).tocsr()))
def differs(*a): return flat(coo(*a[:4]).tocsr() != coo(*a[4:]).tocsr())
def negative(*a): return flat(coo(*a).tocsr() < 0)
def rounded_root(*a): return flat(abs(coo(*a)).sqrt().ceil())
def product(*a): return flat(coo(*a[:4]).tocsr() @ coo(*a[4:]).tocsr().T)
def gram(*a): return tidy((coo(*a).tocsr().T @ coo(*a).tocsr()).tocsr())
def by_vector(*a): return flat(coo(*a[:4]).tocsr() @ a[4])
def sum_of(*a): return coo(*a).sum()
def sum_0(*a): return flat(coo(*a).sum(axis=0))
def sum_1(*a): return flat(coo(*a).sum(axis=1))
def max_0(*a): return flat(coo(*a).tocsr().max(axis=0))
def min_1(*a): return flat(coo(*a).tocsr().min(axis=1))
def stored_in_rows(*a):
    m = coo(*a).tocsr()
    m.eliminate_zeros()
    return m.getnnz(axis=1)
def kron(*a): return flat(sp.kron(coo(*a[:4]), coo(*a[4:])))
def triu(*a): return flat(sp.triu(coo(*a[:4]), int(a[4][0])))
def tril(*a): return flat(sp.tril(coo(*a[:4]), int(a[4][0])))
def diagonal(*a): return coo(*a[:4]).tocsr().diagonal(int(a[4][0]))
def reshaped(*a): return tidy(coo(*a[:4]).reshape(tuple(a[4].astype(int))).tocsr())
def below(*a): return flat(sp.vstack([coo(*a[:4]), coo(*a[4:])]))
def beside(*a): return flat(sp.hstack([coo(*a[:4]), coo(*a[4:])]))
)";

// Entries in any order, some twice, some zero, in about half of the rows.
struct given {
  ravel::shape extents;
  numbers rows, columns, values;

  given(support::random& r, index_t height, index_t width) : extents{height, width} {
    if (height * width == 0) return;
    for (index_t k = r.below(height * width + 2); k > 0; --k) {
      rows.push_back(static_cast<double>(r.below(height) / 2 * 2));
      columns.push_back(static_cast<double>(r.below(width)));
      values.push_back(r.small<double>());
    }
  }
  std::vector<numbers> arguments() const {
    return {{static_cast<double>(extents[0]), static_cast<double>(extents[1])}, rows, columns, values};
  }
  matrix taken() const {
    const auto places = [](const numbers& list) { return std::vector<index_t>(list.begin(), list.end()); };
    return from_coo(extents, std::vector{places(rows), places(columns)}, values, ravel::on_duplicates::sum);
  }
};

numbers flat_of(const matrix& t) { return to_vector(ravel::reader<double>(t)); }
numbers arrays_of(const matrix& t) {
  const auto of = to_csr(t);
  numbers made(of.starts.begin(), of.starts.end());
  made.insert(made.end(), of.columns.begin(), of.columns.end());
  made.insert(made.end(), of.values.begin(), of.values.end());
  return made;
}
matrix whole(const auto& x) { return cast<double>(x); }

// What SciPy is asked, and what Ravel says.
class comparison {
 public:
  void ask(const std::string& function, const given& a, numbers found) { add(function, a.arguments(), std::move(found)); }
  void ask(const std::string& function, const given& a, const given& b, numbers found) {
    auto arguments = a.arguments();
    for (numbers& list : b.arguments()) arguments.push_back(std::move(list));
    add(function, std::move(arguments), std::move(found));
  }
  void ask(const std::string& function, const given& a, const std::vector<numbers>& more, numbers found) {
    auto arguments = a.arguments();
    arguments.insert(arguments.end(), more.begin(), more.end());
    add(function, std::move(arguments), std::move(found));
  }
  void check() const {
    const auto answers = support::ask_numpy(program, questions_, "scipy.sparse");
    if (!answers) {
      WARN("there is no SciPy: skipped");
      return;
    }
    REQUIRE(answers->size() == questions_.size());
    std::size_t refused = 0;
    for (std::size_t k = 0; k < answers->size(); ++k) {
      INFO(questions_[k].function << " of shape " << questions_[k].arguments[0][0] << " " << questions_[k].arguments[0][1]);
      if ((*answers)[k]) {
        REQUIRE_EQUAL(found_[k], *(*answers)[k]);
      } else {
        ++refused;  // SciPy does not know every operation of shapes without elements
      }
    }
    CHECK(refused * 20 < answers->size());
  }

 private:
  void add(const std::string& function, std::vector<numbers> arguments, numbers found) {
    questions_.push_back({function, std::move(arguments)});
    found_.push_back(std::move(found));
  }

  std::vector<support::numpy_question> questions_;
  std::vector<numbers> found_;
};

void ask_formats(comparison& with, const given& a) {
  const matrix t = a.taken();
  with.ask("dense", a, flat_of(t));
  with.ask("csr", a, arrays_of(t));
  with.ask("turned", a, arrays_of(transpose(t)));
  const auto columns = to_csc(t);
  numbers arrays(columns.starts.begin(), columns.starts.end());
  arrays.insert(arrays.end(), columns.rows.begin(), columns.rows.end());
  arrays.insert(arrays.end(), columns.values.begin(), columns.values.end());
  with.ask("csc", a, arrays);
  const auto rows = to_csr(t);
  with.ask("csr", a, arrays_of(from_csr(rows.shape, rows.starts, rows.columns, rows.values)));
  with.ask("csr", a, arrays_of(from_csc(columns.shape, columns.starts, columns.rows, columns.values)));
  const auto coo = to_coo(transpose(t));
  with.ask("csr", a, arrays_of(transpose(from_coo(coo.shape, coo.coordinates, coo.values))));
}

void ask_views(comparison& with, support::random& r, const given& a) {
  const matrix t = a.taken();
  const auto [height, width] = std::pair{t.extent(0), t.extent(1)};
  if (height * width > 0) {
    const index_t i = r.below(height), j = r.below(width), step = r.between(1, 3);
    const index_t n = r.below((height - i - 1) / step + 1), m = r.below(width - j + 1);
    const auto range = [](index_t start, index_t count, index_t by) {
      return numbers{static_cast<double>(start), static_cast<double>(count), static_cast<double>(by)};
    };
    with.ask("sliced", a, {range(i, n, step), range(j, m, 1)}, flat_of(t(ravel::slice(i, n, step), ravel::slice(j, m))));
    const std::vector<index_t> places{height - 1, i, i, 0};
    with.ask("taken", a, {numbers(places.begin(), places.end())}, flat_of(t(places, all)));
    with.ask("reshaped", a, {{static_cast<double>(width), static_cast<double>(height)}}, arrays_of(reshape(t, {width, height})));
  }
  const index_t k = r.between(-3, 3);
  with.ask("triu", a, {{static_cast<double>(k)}}, flat_of(ravel::upper(t, k)));
  with.ask("tril", a, {{static_cast<double>(k)}}, flat_of(ravel::lower(t, k)));
  if (-k < height && k < width) with.ask("diagonal", a, {{static_cast<double>(k)}}, flat_of(diagonal(t, 0, 1, k)));
}

void ask_functions(comparison& with, const given& a, const given& b) {
  const matrix x = a.taken(), y = b.taken();
  with.ask("added", a, b, flat_of(to_sparse(x + y)));
  with.ask("subtracted", a, b, flat_of(x - y));
  with.ask("multiplied", a, b, flat_of(to_sparse(x * y)));
  with.ask("greater", a, b, flat_of(to_sparse(maximum(x, y))));
  with.ask("lesser", a, b, flat_of(minimum(x, y)));
  with.ask("differs", a, b, flat_of(whole(to_sparse(x != y))));
  with.ask("negative", a, flat_of(whole(x < 0.0)));
  with.ask("rounded_root", a, flat_of(to_sparse(ceil(sqrt(abs(x))))));
  with.ask("kron", a, b, flat_of(kron(x, y)));
  with.ask("below", a, b, flat_of(to_sparse(concat(ravel::along(0), x, y))));
  with.ask("beside", a, b, flat_of(to_sparse(concat(ravel::along(1), x, y))));
}

void ask_products(comparison& with, support::random& r, const given& a, const given& b) {
  const matrix x = a.taken(), y = b.taken();
  with.ask("product", a, b, flat_of(sparse_matmul(x, transpose(y))));
  with.ask("product", a, b, flat_of(matmul(x, transpose(y))));
  with.ask("product", a, b, flat_of(matmul(x, clone(transpose(y)))));
  with.ask("product", a, b, flat_of(matmul(clone(x), transpose(y))));
  with.ask("gram", a, arrays_of(sparse_matmul(transpose(x), x)));
  numbers vector(static_cast<std::size_t>(x.extent(1)));
  for (double& v : vector) v = r.small<double>();
  with.ask("by_vector", a, {vector}, flat_of(matmul(x, ravel::as_tensor(ravel::borrow(vector), -1))));
}

void ask_sums(comparison& with, const given& a) {
  const matrix t = a.taken();
  with.ask("sum_of", a, {sum(t)});
  with.ask("sum_0", a, flat_of(sum(t, 0)));
  with.ask("sum_1", a, flat_of(sum(t, 1)));
  with.ask("stored_in_rows", a, flat_of(whole(count(t != 0.0, 1))));
  if (t.size() == 0) return;
  with.ask("max_0", a, flat_of(max(t, 0)));
  with.ask("min_1", a, flat_of(min(t, 1)));
}

}  // namespace

TEST_CASE("sparse matrices are those of SciPy", "[sparse][scipy]") {
  support::random r(12);
  comparison with;
  for (int round = 0; round < 60; ++round) {
    const index_t height = round < 40 ? r.between(1, 12) : r.below(3), width = round < 40 ? r.between(1, 12) : r.below(3);
    const given a(r, height, width), b(r, height, width);
    ask_formats(with, a);
    ask_views(with, r, a);
    ask_functions(with, a, b);
    ask_products(with, r, a, b);
    ask_sums(with, a);
  }
  with.check();
}
