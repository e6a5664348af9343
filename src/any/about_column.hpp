// SPDX-License-Identifier: BSL-1.0
// Names the column in errors of tables. Stateless.
#pragma once

#include <ravel/base/error.hpp>

#include <vector>

namespace ravel::detail {

template <class F>
decltype(auto) about_column(const std::string& name, F f) {
  return with_subject(text() << "column \"" << name << "\"", f);
}

// For work that reads all columns block by block.
template <class F>
decltype(auto) about_keys(const std::vector<std::string>& names, F f) {
  text subject;
  for (const std::string& name : names) subject << (&name == &names.front() ? "rows by \"" : ", \"") << name << "\"";
  return with_subject(subject, f);
}

}  // namespace ravel::detail
