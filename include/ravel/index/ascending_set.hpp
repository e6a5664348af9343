// SPDX-License-Identifier: BSL-1.0
// A set of distinct positions that can be asked by rank: the little that an index set must supply to be used as a selection. Held by
// shared_ptr<const ascending_set>; must not change while held, and is read by many threads at once.
#pragma once

#include <ravel/base/index.hpp>

#include <span>

namespace ravel {

class RAVEL_API ascending_set {
 public:
  virtual ~ascending_set();

  virtual index_t size() const = 0;
  virtual index_t at(index_t rank) const = 0;        // the member with that many smaller members; 0 <= rank < size()
  virtual index_t rank(index_t position) const = 0;  // how many members are smaller than any position, member or not

  // Members rank, rank + 1, ... into `out`; one at() each unless an implementer walks faster.
  virtual void read(index_t rank, std::span<index_t> out) const;
};

}  // namespace ravel
