// SPDX-License-Identifier: BSL-1.0
// Casts between types that are not complex, and into a complex one, in their three forms.
#include <ravel/lazy/cast.hpp>

#include <differential/operation.hpp>

namespace differential {

namespace {

template <class D>
struct checked {
  auto operator()(const auto& a) const { return ravel::cast<D>(a); }
};
template <class D>
struct wrapped {
  auto operator()(const auto& a) const { return ravel::wrap_cast<D>(a); }
};
template <class D>
struct saturated {
  auto operator()(const auto& a) const { return ravel::saturate_cast<D>(a); }
};

// The type, as NumPy names it: its kind and its bytes.
template <class D>
std::optional<parameters> tell_type(const std::vector<value>&, support::random&) {
  const index_t kind = std::same_as<D, bool>       ? 'b'
                       : std::floating_point<D>    ? 'f'
                       : std::unsigned_integral<D> ? 'u'
                       : std::integral<D>          ? 'i'
                                                   : 'c';
  return parameters{kind, sizeof(D)};
}

template <class S, class D>
void add_cast(std::vector<operation>& all) {
  all.push_back({"cast", {ravel::dtype_of<S>()}, application<checked<D>, S>::apply, tell_type<D>});
  all.push_back({"wrap_cast", {ravel::dtype_of<S>()}, application<wrapped<D>, S>::apply, tell_type<D>});
  all.push_back({"saturate_cast", {ravel::dtype_of<S>()}, application<saturated<D>, S>::apply, tell_type<D>});
}
template <class S, class... Ds>
void add_casts_from(std::vector<operation>& all) {
  (add_cast<S, Ds>(all), ...);
}
template <class S>
void add_casts_from_to_all(std::vector<operation>& all) {
  add_casts_from<S, bool, std::int8_t, std::int32_t, std::int64_t, std::uint8_t, std::uint64_t, float, double>(all);
}

}  // namespace

void add_casts(std::vector<operation>& all) {
  add_casts_from_to_all<bool>(all);
  add_casts_from_to_all<std::int16_t>(all);
  add_casts_from_to_all<std::uint32_t>(all);
  add_casts_from_to_all<std::int64_t>(all);
  add_casts_from_to_all<std::uint64_t>(all);
  add_casts_from_to_all<float>(all);
  add_casts_from_to_all<double>(all);
  add_cast<float, std::complex<double>>(all);
}

}  // namespace differential
