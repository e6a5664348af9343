// SPDX-License-Identifier: BSL-1.0
// Any descriptors of DLPack over a little memory: where they stay within it all that is imported can be copied and goes out again; all else
// is an error, or is not read. What was handed over is let go once.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/dlpack.hpp>

#include <fuzz/input.hpp>

#include <vector>

namespace {

constexpr std::size_t room = 256;

template <class Managed>
struct descriptor {
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(room, 1);  // of which every value is a bool, too
  std::vector<std::int64_t> shape, strides;
  int released = 0;
  Managed managed{};

  explicit descriptor(fuzz::input& from) {
    DLTensor& t = managed.dl_tensor;
    t.data = from.chance(20) ? nullptr : memory.data();
    t.device.device_type = from.chance(20) ? static_cast<DLDeviceType>(from.byte()) : kDLCPU;
    static constexpr std::uint8_t bits[] = {8, 16, 32, 64, 128};
    t.dtype = {static_cast<std::uint8_t>(from.below(7)), bits[from.below(5)], static_cast<std::uint16_t>(from.chance(20) ? 2 : 1)};
    t.ndim = from.chance(20) ? from.integer<std::int32_t>() : static_cast<std::int32_t>(from.below(5));
    for (int k = 0; k < 80; ++k) {
      shape.push_back(k < t.ndim && k < 6 ? from.integer<std::int64_t>() : 1);
      strides.push_back(k < t.ndim && k < 6 ? from.integer<std::int64_t>() : 1);
    }
    t.shape = from.chance(30) ? nullptr : shape.data();
    t.strides = from.chance(4) ? nullptr : strides.data();
    t.byte_offset = from.chance(3) ? from.integer<std::uint64_t>() : 0;
    managed.manager_ctx = this;
    managed.deleter = [](Managed* self) { ++static_cast<descriptor*>(self->manager_ctx)->released; };
    if constexpr (requires { managed.version; }) {
      managed.version = {from.chance(20) ? 2u : 1u, 0};
      managed.flags = static_cast<std::uint64_t>(from.below(4));
    }
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;

  // Does it stay within the memory?
  bool honest() const {
    const DLTensor& t = managed.dl_tensor;
    __extension__ typedef __int128 wide;
    const wide element = t.dtype.bits / 8;
    wide low = 0, high = 0, packed = 1;
    for (int k = t.ndim; k-- > 0;) {
      const auto at = static_cast<std::size_t>(k);
      if (shape[at] <= 0 || shape[at] > 1000) return shape[at] == 0;
      const wide reach = wide{shape[at] - 1} * (t.strides ? wide{strides[at]} : packed);
      (reach < 0 ? low : high) += reach;
      packed *= shape[at];
    }
    return t.byte_offset <= room && low * element + static_cast<wide>(t.byte_offset) >= 0 &&
           (high + 1) * element + static_cast<wide>(t.byte_offset) <= wide{room};
  }
};

template <class Managed>
void run(fuzz::input& from) {
  descriptor<Managed> given(from);
  try {
    const ravel::any_tensor x = ravel::from_dlpack(&given.managed);
    if (given.honest() && x.size() <= 4096) {
      const ravel::any_tensor copied = clone(x);
      fuzz::require(copied.shape() == x.shape() && copied.dtype() == x.dtype(), "a copy differs");
      const ravel::any_tensor back = ravel::from_dlpack(ravel::to_dlpack_versioned(x, {.copy = true}));
      fuzz::require(back.shape() == x.shape() && back.dtype() == x.dtype(), "what came back differs");
    }
  } catch (const ravel::error&) {
  }
  fuzz::require(given.released == 1, "it was not let go once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::input from(data, size);
  from.chance(2) ? run<DLManagedTensor>(from) : run<DLManagedTensorVersioned>(from);
  return 0;
}
