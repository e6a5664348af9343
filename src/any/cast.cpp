// SPDX-License-Identifier: BSL-1.0
// Casts from every type to every other, in three forms.
#include <ravel/lazy/cast.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

namespace {

// From elements of one type, `step` apart, to as many of another, one after the other.
using converter = void (*)(cast_mode mode, const void* from, index_t step, void* to, index_t n);

template <class S, class D>
void convert(cast_mode mode, const void* from, index_t step, void* to, index_t n) {
  cast_block(mode, static_cast<const S*>(from), step, static_cast<D*>(to), n);
}

struct cast_call {
  cast_mode mode;
  converter convert;
  std::shared_ptr<const untyped_node> source;
  joined_maker joined;
};

// One node for each type of result, whatever it is cast from and in which form. Owns its source; immutable.
template <class D>
class cast_node final : private cast_call, public function_node<D> {
 public:
  explicit cast_node(cast_call call)
      : cast_call(std::move(call)), function_node<D>(cast_call::source->size(), static_cast<const cast_call*>(this), how) {}

  D at(index_t i) const override {
    if (!cast_call::source->lends()) return function_node<D>::at(i);
    D result{};
    cast_call::convert(mode, cast_call::source->lent_from(i), 1, &result, 1);
    return result;
  }

 protected:
  block<const D> produce(index_t start, index_t n, D* out, arena& from) const override {
    const untyped_node& below = *cast_call::source;
    if (!below.lends()) return function_node<D>::produce(start, n, out, from);
    cast_call::convert(mode, below.lent_from(start), below.lent_step(), out, n);
    return {out, 1};
  }

 private:
  static void list(const void* function, leaf_list& to) {
    const auto& call = *static_cast<const cast_call*>(function);
    to.add(*call.source, call.joined);
  }
  static void compute(const void* function, const void* const* values, index_t n, D* out) {
    const auto& call = *static_cast<const cast_call*>(function);
    call.convert(call.mode, *values, 1, out, n);
  }
  static constexpr function_of<D> how{.list = list, .compute = compute, .any_length = false};
};

template <class D>
any_tensor cast_tensor(const shape& extents, cast_call call) {
  return tensor<const D>(dims::row_major(extents), make_reader<cast_node<D>>(std::move(call)));
}

// Half floats are cast to from the few types that hold all values, with the same results.
template <class S>
converter converter_to(dtype to) {
  if constexpr (real_element<S> || complex_element<S> || (integer_element<S> && sizeof(S) == 8)) {
    if (to == dtype::float16) return convert<S, float16>;
    if (to == dtype::bfloat16) return convert<S, bfloat16>;
  }
  return with_type(to, [](auto type) -> converter { return convert<S, typename decltype(type)::type>; });
}

any_tensor cast_with(cast_mode mode, const any_tensor& x, dtype to) {
  if (x.dtype() == to) return any_tensor_access::to_read(x);
  if (is_text(x.dtype()) || is_text(to)) throw_no_cast(x.dtype(), to);
  const any_tensor from = computed_as(to) == to ? any_tensor_access::numbers(x) : widened_any(x);
  if (from.dtype() == to) return any_tensor_access::to_read(from);
  const cast_call call = visit(from, [&]<class S>(const tensor<const S>& t) {
    return cast_call{mode, converter_to<S>(to), owned_source(reader<S>(t)), joined_leaf<S>};
  });
  return with_stored_type(to, [&](auto type) { return cast_tensor<typename decltype(type)::type>(x.shape(), call); });
}

}  // namespace
}  // namespace detail

any_tensor cast(const detail::any_held& x, dtype to) { return detail::cast_with(cast_mode::checked, x.values, to); }
any_tensor wrap_cast(const detail::any_held& x, dtype to) { return detail::cast_with(cast_mode::wrap, x.values, to); }
any_tensor saturate_cast(const detail::any_held& x, dtype to) { return detail::cast_with(cast_mode::saturate, x.values, to); }

}  // namespace ravel
