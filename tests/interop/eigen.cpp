// SPDX-License-Identifier: BSL-1.0
// Eigen's matrices and maps, by pointer and by value in both directions, where Eigen is installed.
#include <ravel/base/error.hpp>
#include <ravel/interop/eigen.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

using namespace ravel;

#if __has_include(<Eigen/Core>)
namespace {

template <class T>
void check_both_ways() {
  const tensor<T> t{{1, 2, 3}, {4, 5, 6}};
  const auto m = as_eigen(t);
  CHECK(m.data() == t.data());
  CHECK(m(1, 2) == T(6));
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> columns = m;
  const T* const data = columns.data();
  const auto taken = from_eigen(std::move(columns));
  const auto base = taken.base();
  CHECK(base.memory()->data == data);
  CHECK(equal(taken, t));
}

}  // namespace

TEST_CASE("Eigen, in both directions", "[interop]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  auto m = as_eigen(t);
  CHECK(m.data() == t.data());
  CHECK(m(1, 0) == 4);
  m *= 2;
  CHECK(t(1, 2) == 12);
  const auto turned = flip(transpose(t), 0);
  CHECK(as_eigen(turned)(0, 1) == 12);
  CHECK((as_eigen(t) * as_eigen(turned)).rows() == 2);
  const tensor<double> row = t(0, all);
  CHECK(as_eigen(row).sum() == 12);
  const tensor<const double> lazy = t + 1;
  CHECK_THROWS_AS(as_eigen(lazy), layout_error);
  Eigen::MatrixXd columns(2, 3);
  columns << 1, 2, 3, 4, 5, 6;
  const double* const data = columns.data();
  const auto taken = from_eigen(std::move(columns));
  const auto columns_of = transpose(taken);
  CHECK(columns_of.data() == data);
  CHECK(taken(1, 0) == 4);
  CHECK(taken.shape() == shape{2, 3});
  auto shared = std::make_shared<Eigen::Matrix<float, 2, 2, Eigen::RowMajor>>();
  *shared << 1, 2, 3, 4;
  const auto over = from_eigen(*shared, shared);
  CHECK(over.data() == shared->data());
  CHECK(over(1, 0) == 3);
}

TEST_CASE("Eigen, of every type of numbers that it has", "[interop]") {
  check_both_ways<float>();
  check_both_ways<double>();
  check_both_ways<int>();
  check_both_ways<std::int64_t>();
  check_both_ways<std::uint8_t>();
  check_both_ways<std::complex<double>>();
}

TEST_CASE("Eigen, of what can only be read, of what is empty, and of one axis", "[interop]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  const tensor<const double> read = t;
  auto m = as_eigen(read);
  static_assert(std::is_const_v<std::remove_pointer_t<decltype(m.data())>>);
  CHECK(m.data() == t.data());
  const tensor<double> none = zeros({0, 3});
  CHECK((as_eigen(none).rows() == 0 && as_eigen(none).cols() == 3));
  const tensor<double> cube = zeros({2, 2, 2}), backwards = flip(t(all, 1), 0);
  CHECK_THROWS_AS(as_eigen(cube), layout_error);
  CHECK((as_eigen(backwards)(0, 0) == 4 && as_eigen(backwards)(1, 0) == 2));
  CHECK(from_eigen(Eigen::MatrixXd(0, 2)).shape() == shape{0, 2});
}

TEST_CASE("an owner of Eigen's memory is released once, with the last handle", "[interop]") {
  auto matrix = std::make_shared<Eigen::MatrixXf>(Eigen::MatrixXf::Ones(2, 2));
  const std::weak_ptr<Eigen::MatrixXf> watched = matrix;
  {
    auto& shown = *matrix;
    const tensor<float> t = from_eigen(shown, std::move(matrix));
    const tensor<const float> column = t(all, 1);
    CHECK(watched.use_count() == 1);
    CHECK(sum(column) == 2);
  }
  CHECK(watched.expired());
}
#else
TEST_CASE("Eigen", "[interop]") { WARN("there is no Eigen: skipped"); }
#endif
