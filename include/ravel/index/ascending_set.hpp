// SPDX-License-Identifier: BSL-1.0
// The interface of a set of distinct positions that is read by rank. Implement it to use a set as a selection. shared_ptr<const
// ascending_set> holds it; it must not change while held, and many threads read it at once.
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

  // Writes members rank, rank + 1, ... to `out`. The default calls at() for each; override it if there is a faster way.
  virtual void read(index_t rank, std::span<index_t> out) const;
};

}  // namespace ravel
