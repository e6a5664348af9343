// SPDX-License-Identifier: BSL-1.0
// Any descriptors of Arrow whose buffers are as long as they say: what is imported can be copied and goes out and comes back the same, all
// else is an error of the library; and what was handed over is let go once, by its base alone.
#include <ravel/base/error.hpp>

#include <fuzz/arrow_descriptor.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::input from(data, size);
  fuzz::descriptor given(from, 0);
  try {
    if (given.format == "+s") {
      const ravel::arrow_table table = ravel::from_arrow_table(&given.schema, &given.array);
      for (const ravel::arrow_column& column : table.columns) fuzz::check(column);
    } else {
      fuzz::check(ravel::from_arrow(&given.schema, &given.array));
    }
  } catch (const ravel::error&) {
  }
  fuzz::require(given.schema_released == 1 && given.array_released == 1, "it was not let go once");
  given.check_children();
  return 0;
}
