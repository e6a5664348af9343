// SPDX-License-Identifier: BSL-1.0
// The handles: hold a typed tensor, and give elements and views by places. One function makes all views that change only the index map.
#include "any/typed.hpp"

#include <ravel/base/error.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

namespace {

template <class T>
struct typed_tensor final : held_tensor {
  explicit typed_tensor(const tensor<T>& t) : values(t) {
    using E = std::remove_const_t<T>;
    type = dtype_of<E>();
    read = static_cast<const tensor<const E>*>(&values);
    if constexpr (!std::is_const_v<T>) written = &values;
    map = &values.dims();
    if constexpr (half_element<E>)
      floats = hold(tensor<const float>(ravel::map([](E half) -> float { return half; }, static_cast<const tensor<const E>&>(values))));
  }
  tensor<T> values;
};

}  // namespace

template <class T>
std::shared_ptr<const held_tensor> hold(const tensor<T>& t) {
  return make_released<false, typed_tensor<T>>(t);
}
#define RAVEL_INSTANTIATE(T)                                                      \
  template RAVEL_API std::shared_ptr<const held_tensor> hold(const tensor<T>& t); \
  template RAVEL_API std::shared_ptr<const held_tensor> hold(const tensor<const T>& t);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

// Never destroyed, so that handles may outlive static destruction.
const held_tensor& held_nothing() {
  static const auto* const nothing = new typed_tensor<double>(tensor<double>(dims::row_major({0}), buffer<double>()));
  return *nothing;
}

void check_writable(const any_tensor& x) {
  if (!x.writable())
    throw layout_error(text() << "the tensor of " << name(x.dtype()) << to_string(x.shape())
                              << " can only be read: clone(x) can be written");
}

any_tensor viewed_any(const any_tensor& x, const map_change_of_any& change) {
  return with_either(x, [&](const auto& t) { return any_tensor(viewed(t, change)); });
}

}  // namespace detail

ravel::layout any_tensor::layout() const {
  return visit_held(*this, [](const auto& t) { return t.layout(); });
}

std::optional<any_scalar> any_tensor::fill() const {
  return visit_held(*this, [](const auto& t) {
    const auto fill = t.fill();
    return fill ? std::optional<any_scalar>(any_scalar(*fill)) : std::nullopt;
  });
}

any_scalar any_tensor::element_at(std::span<const index_t> places) const {
  return visit_held(*this, [&](const auto& t) { return any_scalar(t.at(places)); });
}

void any_tensor::write(const ints& places, const any_scalar& value) const {
  detail::visit_held_writable(*this, [&](const auto& t) {
    using T = std::remove_cvref_t<decltype(t.at(places))>;
    t.write(places, detail::fitting_value<T>(value));
  });
}

any_tensor any_tensor::operator()(std::span<const place> places) const {
  const auto at = [&](const ravel::dims& map) { return view_at(map, places); };
  return detail::viewed_any(*this, at);
}

any_tensor::operator place() const {
  return visit_held(*this, [&]<class T>(const tensor<const T>& t) -> place {
    if constexpr (boolean_element<T> || integer_element<T>) {
      return t;
    } else {
      throw type_error(detail::text() << "a tensor of " << name(dtype()) << " is no place of another one: masks are of bool, positions are "
                                      << "integers");
    }
  });
}

any_tensor::any_tensor(const any_reader& r) : any_tensor(r.as_tensor()) {}

any_reader::any_reader(const any_tensor& x) {
  const auto in_row = [](const dims& map) { return map.reshape({-1}); };
  values_ = x.rank() == 1 ? x : detail::viewed_any(x, in_row);
}

}  // namespace ravel
