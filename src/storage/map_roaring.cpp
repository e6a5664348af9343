// SPDX-License-Identifier: BSL-1.0
#include <ravel/storage/map_file.hpp>

namespace ravel {

index_set map_roaring(const std::string& path, roaring_form form, index_arg offset) {
  return detail::lying_roaring(map_file<std::byte>(path, offset), form);
}

}  // namespace ravel
