// SPDX-License-Identifier: BSL-1.0
// The node of a bundle shows zeros, which nobody reads.
#include "plan/bundle.hpp"
#include <ravel/base/error.hpp>

namespace ravel::detail {

namespace {

class bundle_node final : public node<index_t> {
 public:
  explicit bundle_node(std::vector<any_tensor> parts)
      : node<index_t>({.size = parts[0].size(), .immutable = true}, {&zero, 0}, &zero), parts_(std::move(parts)) {}
  const std::vector<any_tensor>& parts() const { return parts_; }

  overlap meets(const target_memory&) const override { return overlap::none; }

 protected:
  block<const index_t> produce(index_t, index_t, index_t*, arena&) const override { return {&zero, 0}; }

 private:
  static constexpr index_t zero = 0;
  std::vector<any_tensor> parts_;
};

}  // namespace

any_tensor bundle_of(std::vector<any_tensor> parts) {
  const shape first = parts[0].shape();
  return tensor<const index_t>(dims::row_major(first), make_reader<bundle_node>(std::move(parts)));
}

const std::vector<any_tensor>& parts_of(const any_tensor& bundle) {
  const auto* const held = dynamic_cast<const bundle_node*>(any_tensor_access::node(bundle).base().get());
  if (!held) throw value_error("the value of a step with several results was copied");
  return held->parts();
}

}  // namespace ravel::detail
