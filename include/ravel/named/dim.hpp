// SPDX-License-Identifier: BSL-1.0
// dim: the name of an axis, an object with an identity. Copies are the same dim; two dims with equal names are not. Immutable and without
// an extent, so that it serves shapes of any size and any number of threads; i(5) states an extent beside it.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/tensor/place.hpp>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ravel {

class sized_dim;
class dim_pack;

class RAVEL_API_RESULT dim {
 public:
  dim() = delete;  // a dim has a name, which is printed and compared: dim i("i"), j("j")
  explicit dim(std::string name);
  // Moving copies, so that a moved-from dim stays valid. Defined in src/, because all copies of dims use these.
  dim(const dim&) noexcept;
  dim& operator=(const dim&) noexcept;
  ~dim();

  const std::string& name() const& { return *identity_; }
  std::string name() const&& { return *identity_; }
  sized_dim operator()(index_arg extent) const;  // the same dim, with its extent stated

 private:
  friend bool same(const dim& a, const dim& b);
  friend struct std::hash<dim>;

  std::shared_ptr<const std::string> identity_;
};

// i == j is an expression, true where both loops are at the same position. same(i, j) asks if they are one dim.
[[nodiscard]] inline bool same(const dim& a, const dim& b) { return a.identity_ == b.identity_; }

// For hash tables keyed by dims: std::unordered_map<dim, X, std::hash<dim>, same_dims>.
struct same_dims {
  bool operator()(const dim& a, const dim& b) const { return same(a, b); }
};

// A dim, optionally with its extent.
class RAVEL_API sized_dim {
 public:
  static constexpr index_t unstated = -1;

  sized_dim(dim d) : of(std::move(d)) {}
  sized_dim(dim d, index_arg stated);

  bool stated() const { return extent != unstated; }

  dim of;
  index_t extent = unstated;
};

inline sized_dim dim::operator()(index_arg extent) const { return {*this, extent}; }

// pack(i, j): one axis for several loops, the last fastest. pack() is an axis of extent 1.
class [[nodiscard]] dim_pack {
 public:
  explicit dim_pack(std::vector<sized_dim> parts) : parts_(std::move(parts)) {}
  const std::vector<sized_dim>& parts() const& { return parts_; }
  std::vector<sized_dim> parts() && { return std::move(parts_); }

 private:
  std::vector<sized_dim> parts_;
};

// One axis of several dims, the last of which varies fastest: e(pack(i, j)).
template <std::convertible_to<sized_dim>... Dims>
dim_pack pack(const Dims&... parts) {
  return dim_pack({sized_dim(parts)...});
}
RAVEL_API dim_pack pack(std::span<const dim> parts);

namespace detail {
template <class X>
concept dim_or_pack = std::same_as<X, dim> || std::same_as<X, sized_dim> || std::same_as<X, dim_pack>;
}  // namespace detail

template <detail::dim_or_pack A, detail::dim_or_pack B>
void operator,(const A&, const B&) = delete;  // (i, j) would be j alone: a list of dims is {i, j}, one axis of both is pack(i, j)

template <>
inline constexpr bool names_axis<dim> = true;
template <>
inline constexpr bool names_axis<sized_dim> = true;
template <>
inline constexpr bool names_axis<dim_pack> = true;

// A list of dims stands for one place per dim.
namespace detail {
template <class X>
inline constexpr bool is_dim_list = false;
template <>
inline constexpr bool is_dim_list<std::vector<dim>> = true;
template <std::size_t N>
inline constexpr bool is_dim_list<std::array<dim, N>> = true;
template <std::size_t N>
inline constexpr bool is_dim_list<std::span<dim, N>> = true;
template <std::size_t N>
inline constexpr bool is_dim_list<std::span<const dim, N>> = true;
}  // namespace detail
template <class X>
  requires detail::is_dim_list<X>
inline constexpr bool names_axis<X> = true;

// "i", or "i=5".
[[nodiscard]] RAVEL_API std::string to_string(const sized_dim& d);

}  // namespace ravel

template <>
struct std::hash<ravel::dim> {
  std::size_t operator()(const ravel::dim& d) const { return std::hash<const void*>()(d.identity_.get()); }
};

// RAVEL_DIMS(i, j, k); makes variables i, j and k, dims of these names; up to sixteen.
#define RAVEL_DIMS(...) \
  const ::ravel::dim RAVEL_DIMS_COUNT(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)(__VA_ARGS__)
#define RAVEL_DIMS_COUNT(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) RAVEL_DIMS_##count
#define RAVEL_DIMS_1(a) a(#a)
#define RAVEL_DIMS_2(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_1(__VA_ARGS__)
#define RAVEL_DIMS_3(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_2(__VA_ARGS__)
#define RAVEL_DIMS_4(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_3(__VA_ARGS__)
#define RAVEL_DIMS_5(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_4(__VA_ARGS__)
#define RAVEL_DIMS_6(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_5(__VA_ARGS__)
#define RAVEL_DIMS_7(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_6(__VA_ARGS__)
#define RAVEL_DIMS_8(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_7(__VA_ARGS__)
#define RAVEL_DIMS_9(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_8(__VA_ARGS__)
#define RAVEL_DIMS_10(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_9(__VA_ARGS__)
#define RAVEL_DIMS_11(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_10(__VA_ARGS__)
#define RAVEL_DIMS_12(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_11(__VA_ARGS__)
#define RAVEL_DIMS_13(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_12(__VA_ARGS__)
#define RAVEL_DIMS_14(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_13(__VA_ARGS__)
#define RAVEL_DIMS_15(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_14(__VA_ARGS__)
#define RAVEL_DIMS_16(a, ...) RAVEL_DIMS_1(a), RAVEL_DIMS_15(__VA_ARGS__)
