// SPDX-License-Identifier: BSL-1.0
// The handles: give elements, views by places and weights.
#include "any/typed.hpp"

#include <ravel/base/error.hpp>
#include <ravel/op/fold/weights.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

shared_untyped nothing_of(dtype type) {
  return with_held_type(type, [](auto of) { return tensor_of_nothing<typename decltype(of)::type>(); });
}

void check_writable(const any_tensor& x) {
  if (!x.writable())
    throw layout_error(text() << "the tensor of " << name(x.dtype()) << to_string(x.shape())
                              << " can only be read: clone(x) can be written");
}

}  // namespace detail

detail::shared_untyped any_tensor::shared() const { return node_ ? node_ : detail::nothing_of(dtype()); }
const detail::untyped_tensor& any_tensor::values() const {
  return *(node_ ? *node_ : *detail::nothing_of(dtype())).as_tensor();  // one that is never destroyed
}

any_tensor any_tensor_access::numbers(const any_tensor& x) {
  const auto as_float = []<class T>(std::type_identity<T>, const any_tensor& of) -> any_tensor {
    return ravel::map([](T half) -> float { return half; }, read<T>(of));
  };
  if (x.dtype() == dtype::float16) return as_float(std::type_identity<float16>(), x);
  if (x.dtype() == dtype::bfloat16) return as_float(std::type_identity<bfloat16>(), x);
  return x;
}

ravel::layout any_tensor::layout() const {
  const detail::untyped_tensor& of = values();
  return detail::layout_of(of.map(), of.facts(), of.base()->lends(), of.base()->lent_step());
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

any_tensor::operator weights() const { return weights(detail::elements_as_doubles("weights", *this)); }
any_reader::operator weights() const { return weights(reader<double>(detail::elements_as_doubles("weights", *this))); }

any_tensor::any_tensor(const any_reader& r) : any_tensor(r.as_tensor()) {}

any_reader::any_reader(const any_tensor& x) {
  const auto in_row = [](const dims& map) { return map.reshape({-1}); };
  values_ = x.rank() == 1 ? x : detail::view_maker<any_tensor>::of(x, in_row);
}

}  // namespace ravel
