// SPDX-License-Identifier: BSL-1.0
// mdspan of the standard library, where it has one, and ducks of it, by pointer and by value in both directions.
#include <ravel/base/error.hpp>
#include <ravel/interop/mdspan.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

#include <version>

#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

// What Kokkos, libc++ and libstdc++ call an mdspan, as far as it is looked at.
struct plain_extents {
  using index_type = int;
  std::array<int, 2> values;
};
struct plain_mapping {
  plain_mapping(const plain_extents& e, const std::array<int, 2>& s) : extents(e), strides(s) {}
  plain_extents extents;
  std::array<int, 2> strides;
};
template <class T>
struct plain_span {
  using element_type = T;
  using rank_type = std::size_t;
  using extents_type = plain_extents;
  using mapping_type = plain_mapping;
  plain_span(T* first, const plain_mapping& m) : data(first), mapping(m) {}
  static constexpr std::size_t rank() { return 2; }
  T* data_handle() const { return data; }
  int extent(std::size_t r) const { return mapping.extents.values[r]; }
  int stride(std::size_t r) const { return mapping.strides[r]; }
  T& at(int i, int j) const { return data[i * mapping.strides[0] + j * mapping.strides[1]]; }
  T* data;
  plain_mapping mapping;
};

// Of fixed extents and a layout of its own, in rows; over memory, or by an accessor.
struct fixed_mapping {
  explicit fixed_mapping(const plain_extents& e) : extents(e) {}
  int stride(std::size_t r) const { return r == 0 ? extents.values[1] : 1; }
  plain_extents extents;
};
template <class Accessor>
struct fixed_span {
  using element_type = typename Accessor::element_type;
  using rank_type = std::size_t;
  using extents_type = plain_extents;
  using mapping_type = fixed_mapping;
  using accessor_type = Accessor;
  using data_handle_type = typename Accessor::data_handle_type;
  fixed_span(data_handle_type first, const fixed_mapping& m, Accessor a = {}) : data(std::move(first)), mapping(m), accessor(a) {}
  static constexpr std::size_t rank() { return 2; }
  static constexpr std::size_t static_extent(std::size_t r) { return r == 0 ? static_cast<std::size_t>(-1) : 3; }
  typename Accessor::reference at(int i, int j) const { return accessor.access(data, static_cast<std::size_t>(i * mapping.stride(0) + j)); }
  data_handle_type data;
  fixed_mapping mapping;
  Accessor accessor;
};
template <class T>
struct plain_accessor {
  using element_type = T;
  using reference = T&;
  using data_handle_type = T*;
  reference access(T* first, std::size_t i) const { return first[i]; }
};

}  // namespace

TEST_CASE("mdspan, by what it has", "[interop]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const auto m = to_mdspan<plain_span<double>>(t);
  CHECK(m.data_handle() == t.data());
  CHECK(m.at(1, 2) == 6);
  const auto turned = transpose(t);
  const auto across = to_mdspan<plain_span<double>>(turned);
  CHECK(across.at(2, 1) == 6);
  CHECK(across.stride(0) == 1);
  const auto flipped = flip(t, 0), row = flat(t);
  const auto repeated = broadcast(t, {4, 3});
  const tensor<const double> computed = t + 1;
  CHECK_THROWS_AS(to_mdspan<plain_span<double>>(flipped), layout_error);
  CHECK_THROWS_AS(to_mdspan<plain_span<const double>>(repeated), layout_error);
  CHECK_THROWS_AS(to_mdspan<plain_span<const double>>(computed), layout_error);
  CHECK_THROWS_WITH(to_mdspan<plain_span<double>>(row), ContainsSubstring("[6]: the mdspan has 2 axes"));
  const auto back = from_mdspan(across, std::make_shared<tensor<double>>(t));
  back(0, 0) = 10;
  CHECK(t(0, 0) == 10);
  CHECK(back.shape() == shape{3, 2});
}

TEST_CASE("mdspan whose layout and extents are fixed", "[interop]") {
  using span = fixed_span<plain_accessor<double>>;
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}}, narrow{{1, 2}, {3, 4}};
  CHECK(to_mdspan<span>(t).at(1, 2) == 6);
  const auto turned = transpose(tensor<double>{{1, 4}, {2, 5}, {3, 6}});  // the right extents in the wrong order
  CHECK_THROWS_AS(to_mdspan<span>(turned), layout_error);
  CHECK_THROWS_WITH(to_mdspan<span>(narrow), ContainsSubstring("axis 1 has extent 2, and the mdspan's is 3"));
  const auto none = zeros({0, 3});
  CHECK(to_mdspan<span>(none).mapping.extents.values[1] == 3);
}

TEST_CASE("mdspan over what is read", "[interop]") {
  using span = fixed_span<reader_accessor<double>>;
  const auto over_computed = [] {
    const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
    return to_mdspan<span>(flip(t, 0) * 2.0);  // which keeps t
  };
  const span m = over_computed();
  CHECK((m.at(0, 0) == 8 && m.at(1, 2) == 6));
  CHECK(m.accessor.access(m.accessor.offset(m.data, 2), 1) == 2);
  CHECK_THROWS_AS(m.accessor.access(m.data, 6), index_error);
  CHECK_THROWS_AS(m.accessor.access(m.data, static_cast<std::size_t>(-1)), error);
  buffer<double> b{1, 2, 3};
  const span writable = to_mdspan<span>(as_tensor(b, {1, 3}));
  b[1] = 20;
  CHECK(writable.at(0, 1) == 20);
  CHECK_THROWS_AS(to_mdspan<span>(b), shape_error);                     // of one axis
  CHECK_THROWS_AS(to_mdspan<span>(as_tensor(b, {3, 1})), shape_error);  // of other extents
}

#ifdef __cpp_lib_mdspan
TEST_CASE("mdspan of the standard library", "[interop]") {
  using two = std::dextents<std::size_t, 2>;
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const auto m = to_mdspan<std::mdspan<double, two>>(t);
  CHECK((m.data_handle() == t.data() && m[1, 2] == 6));
  m[0, 1] = 7;
  CHECK(t(0, 1) == 7);
  const auto turned = transpose(t);
  CHECK_THROWS_AS((to_mdspan<std::mdspan<double, two>>(turned)), layout_error);
  const auto left = to_mdspan<std::mdspan<double, two, std::layout_left>>(turned);
  CHECK((left[2, 1] == 6));
  const auto across = to_mdspan<std::mdspan<double, two, std::layout_stride>>(turned);
  CHECK((across[2, 1] == 6 && across.stride(0) == 1 && across.stride(1) == 3));
  const auto back = from_mdspan(across, std::make_shared<tensor<double>>(t));
  CHECK((back.shape() == shape{3, 2} && back(2, 1) == 6));

  const auto fixed = to_mdspan<std::mdspan<const double, std::extents<int, 2, 3>>>(t);
  CHECK((fixed[1, 0] == 4));
  CHECK_THROWS_AS((to_mdspan<std::mdspan<const double, std::extents<int, 2, 4>>>(t)), shape_error);
  const auto none = zeros({0, 3});
  CHECK((to_mdspan<std::mdspan<double, two>>(none).extent(1) == 3));
  const auto scalar = scalar_tensor(2.5);
  CHECK((to_mdspan<std::mdspan<double, std::extents<int>>>(scalar)[] == 2.5));

  using computed = std::mdspan<const double, two, std::layout_right, reader_accessor<double>>;
  const computed c = to_mdspan<computed>(flip(t, 0) * 2.0);
  CHECK((c[0, 0] == 8 && c[1, 2] == 6));
}
#else
TEST_CASE("mdspan of the standard library", "[interop]") { WARN("there is no std::mdspan: skipped"); }
#endif
