// SPDX-License-Identifier: BSL-1.0
// The text of the exception that some work throws.
#pragma once

#include <exception>
#include <string>

namespace support {

// Empty if nothing is thrown.
template <class Work>
std::string thrown_by(const Work& work) {
  try {
    static_cast<void>(work());
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

}  // namespace support
