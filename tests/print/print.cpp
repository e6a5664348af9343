// SPDX-License-Identifier: BSL-1.0
// The text of tensors and readers: title, rows, columns, what is left out, and that nothing else is read.
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/print/print.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/small_stack.hpp>

#include <atomic>
#include <complex>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace ravel;

namespace mine {

struct price {
  int cents = 0;
  friend std::ostream& operator<<(std::ostream& out, const price& p) { return out << p.cents / 100 << "." << p.cents % 100; }
};

}  // namespace mine

TEST_CASE("the walk-through of the origin", "[print]") {
  const auto t = as_tensor(iota<double>(9), {3, 3});
  CHECK(to_string(t) ==
        "#ravel.tensor<float64>[3 3]\n"
        "[[0.000 1.000 2.000]\n"
        " [3.000 4.000 5.000]\n"
        " [6.000 7.000 8.000]]");
  std::ostringstream out;
  out << transpose(t) << "|" << (t + t)(0, all);
  CHECK(out.str() ==
        "#ravel.tensor<float64>[3 3]\n"
        "[[0.000 3.000 6.000]\n"
        " [1.000 4.000 7.000]\n"
        " [2.000 5.000 8.000]]|"
        "#ravel.tensor<float64>[3]\n"
        "[0.000 2.000 4.000]");
}

TEST_CASE("columns are right-aligned, each on its own", "[print]") {
  CHECK(to_string(tensor<int>{{1, -200, 3}, {40, 5, 6}}) ==
        "#ravel.tensor<int32>[2 3]\n"
        "[[ 1 -200 3]\n"
        " [40    5 6]]");
  CHECK(to_string(tensor<int>{{{1, 2}, {3, 4}}, {{50, 6}, {7, 8}}}) ==
        "#ravel.tensor<int32>[2 2 2]\n"
        "[[[ 1 2]\n"
        "  [ 3 4]]\n"
        " [[50 6]\n"
        "  [ 7 8]]]");
  CHECK(to_string(tensor<std::string>{{"a", "\"b\"\n"}, {"\xc3\xa4\xc3\xb6", "c\\d\x01"}}) ==
        "#ravel.tensor<string>[2 2]\n"
        "[[ \"a\"  \"\\\"b\\\"\\n\"]\n"
        " [\"\xc3\xa4\xc3\xb6\" \"c\\\\d\\x01\"]]");
}

TEST_CASE("readers, writers, buffers and lists", "[print]") {
  CHECK(to_string(iota<int>(5)) == "#ravel.reader<int32>[5]\n[0 1 2 3 4]");
  CHECK(to_string(iota<int>(3) * 2) == "#ravel.reader<int32>[3]\n[0 2 4]");
  CHECK(to_string(buffer<std::uint8_t>{1, 255}) == "#ravel.buffer<uint8>[2]\n[1 255]");
  CHECK(to_string(select(buffer<char>{'a', 'b'}, {1, 1, 0})) == "#ravel.writer<int8>[3]\n[98 98 97]");
  CHECK(to_string(list<bool>{true, false}) == "#ravel.list<bool>[2]\n[true false]");
}

TEST_CASE("every element type", "[print]") {
  using limits = std::numeric_limits<double>;
  CHECK(to_string(buffer<double>{limits::quiet_NaN(), -limits::quiet_NaN(), limits::infinity(), -limits::infinity(), -0.0}) ==
        "#ravel.buffer<float64>[5]\n[nan nan inf -inf -0.000]");
  CHECK(to_string(buffer<std::complex<float>>{{1, 2}, {-0.5f, -20}, {0, std::numeric_limits<float>::quiet_NaN()}}) ==
        "#ravel.buffer<complex64>[3]\n[1.000+2.000i -0.5000-20.00i 0.000+nani]");
  CHECK(to_string(buffer<std::int64_t>{INT64_MIN, INT64_MAX}) == "#ravel.buffer<int64>[2]\n[-9223372036854775808 9223372036854775807]");
  CHECK(to_string(buffer<std::uint64_t>{UINT64_MAX}) == "#ravel.buffer<uint64>[1]\n[18446744073709551615]");
  CHECK(to_string(buffer<mine::price>{{199}, {2050}}) == "#ravel.buffer<other>[2]\n[1.99 20.50]");
  CHECK(to_string(full<const char*>({2}, "x")) == "#ravel.tensor<string>[2]\n[\"x\" \"x\"]");
}

TEST_CASE("rank 0 and no elements", "[print]") {
  CHECK(to_string(scalar_tensor(2.5)) == "#ravel.tensor<float64>[]\n2.500");
  CHECK(to_string(zeros<int>({0})) == "#ravel.tensor<int32>[0]\n[]");
  CHECK(to_string(zeros<int>({1000000, 0})) == "#ravel.tensor<int32>[1000000 0]\n[]");
  CHECK(to_string(tensor<int>{{1}}) == "#ravel.tensor<int32>[1 1]\n[[1]]");
  CHECK(to_string(tensor<int>()) == "#ravel.tensor<int32>[0]\n[]");
  CHECK(to_string(reader<int>()) == "#ravel.reader<int32>[0]\n[]");
}

TEST_CASE("above the threshold long axes show both ends", "[print]") {
  CHECK(to_string(iota<int>(1001)) == "#ravel.reader<int32>[1001]\n[0 1 2 ... 998 999 1000]");
  CHECK(to_string(iota<int>(1000)).find("...") == std::string::npos);
  CHECK(to_string(as_tensor(iota<int>(6 * 200), {6, 200})) ==
        "#ravel.tensor<int32>[6 200]\n"
        "[[   0    1    2 ...  197  198  199]\n"
        " [ 200  201  202 ...  397  398  399]\n"
        " [ 400  401  402 ...  597  598  599]\n"
        " [ 600  601  602 ...  797  798  799]\n"
        " [ 800  801  802 ...  997  998  999]\n"
        " [1000 1001 1002 ... 1197 1198 1199]]");
  CHECK(to_string(as_tensor(iota<int>(24), {8, 3}), {.threshold = 10, .edge_items = 1}) ==
        "#ravel.tensor<int32>[8 3]\n"
        "[[ 0 ...  2]\n"
        " ...\n"
        " [21 ... 23]]");
  CHECK(to_string(iota<int>(8), {.threshold = 7}) == "#ravel.reader<int32>[8]\n[0 1 2 ... 5 6 7]");
  CHECK(to_string(iota<int>(8), {.threshold = 7, .full = true}) == "#ravel.reader<int32>[8]\n[0 1 2 3 4 5 6 7]");
}

TEST_CASE("only what is shown is read", "[print]") {
  static std::atomic<int> calls;
  calls = 0;
  const index_t n = index_t{1} << 20;
  const auto huge = compute<index_t>({n, n, n}, [](index_t i, index_t j, index_t k) {
    ++calls;
    return i + j + k;
  });
  const std::string plain = to_string(huge);
  CHECK(calls == 6 * 6 * 6);
  CHECK(plain.find("[      0       1       2 ... 1048573 1048574 1048575]") != std::string::npos);
  calls = 0;
  static_cast<void>(to_string(transpose(huge) + huge));
  CHECK(calls == 2 * 6 * 6 * 6);
  calls = 0;
  static_cast<void>(to_string(generate(n, [](index_t i) { return calls += 1, i; })));
  CHECK(calls == 6);
}

TEST_CASE("a tensor with very many axes is printed on a small stack", "[print]") {
  constexpr std::size_t rank = 100000;
  std::vector<ravel::index_t> extents(rank, 1);
  extents.front() = extents.back() = 2;
  const auto deep = as_tensor(iota<int>(4), ravel::shape(extents));
  std::string text;
  support::on_small_stack([&] { text = to_string(deep); });
  const std::string opened(rank, '['), closed(rank - 1, ']');
  CHECK(text.ends_with("\n" + opened + "0 1" + closed + "\n " + opened.substr(1) + "2 3" + closed + "]"));
}

TEST_CASE("printing with bad options is refused", "[print]") {
  CHECK_THROWS_AS(to_string(iota<int>(3), {.precision = 0}), value_error);
  CHECK_THROWS_AS(to_string(iota<int>(3), {.precision = 18}), value_error);
  CHECK_THROWS_AS(to_string(iota<int>(3), {.edge_items = 0}), value_error);
  CHECK_THROWS_WITH(to_string(iota<int>(3), {.edge_items = INT64_MAX}),
                    "cannot print 9223372036854775807 elements at each end of an axis: from 1 to 2305843009213693952 make sense");
}

TEST_CASE("positions are printed as a row", "[print]") {
  CHECK(to_string(slice(5, 3, -2)) == "#ravel.index_range[3]\n[5 3 1]");
  CHECK(to_string(selection{2, 0, 1, 1}) == "#ravel.selection[4]\n[2 0 1 1]");
  CHECK(to_string(selection(slice(0, 3))) == "#ravel.selection[3]\n[0 1 2]");
  CHECK(to_string(index_set{7, 2, 40}) == "#ravel.index_set[3]\n[2 7 40]");
  CHECK(to_string(index_set()) == "#ravel.index_set[0]\n[]");
  CHECK(to_string(index_range()) == "#ravel.index_range[0]\n[]");
  std::ostringstream out;
  out << index_set{1, 3} << "|" << slice(0, 1) << "|" << (index_set{1, 3} | index_set{9}) << "|" << selection();
  CHECK(out.str() == "#ravel.index_set[2]\n[1 3]|#ravel.index_range[1]\n[0]|#ravel.index_set[3]\n[1 3 9]|#ravel.selection[0]\n[]");
}

TEST_CASE("many positions are shortened", "[print]") {
  CHECK(to_string(slice(0, index_t{1} << 60)) ==
        "#ravel.index_range[1152921504606846976]\n[0 1 2 ... 1152921504606846973 "
        "1152921504606846974 1152921504606846975]");
  const index_set holes = index_set(slice(0, 2000)) - index_set{1, 1998};
  CHECK(to_string(holes) == "#ravel.index_set[1998]\n[0 2 3 ... 1996 1997 1999]");
  CHECK(to_string(selection{4, 2, 3}, {.threshold = 2, .edge_items = 1}) == "#ravel.selection[3]\n[4 ... 3]");
  CHECK(to_string(slice(0, 4), {.threshold = 1, .full = true}) == "#ravel.index_range[4]\n[0 1 2 3]");
  CHECK_THROWS_AS(to_string(slice(0, 4), {.edge_items = 0}), value_error);
}
