// SPDX-License-Identifier: BSL-1.0
// A module of pybind11 that takes and gives arrays without a copy, as docs/howto.md shows it. pybind.py uses it.
#include <pybind11/pybind11.h>
#include <ravel/exec.hpp>
#include <ravel/interop/dlpack.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

namespace py = pybind11;

// The elements of a NumPy array, or of any other object with __dlpack__.
ravel::tensor<double> tensor_of(const py::object& array) {
  py::capsule capsule = array.attr("__dlpack__")();
  auto* const given = static_cast<DLManagedTensor*>(capsule.get_pointer());
  capsule.set_name("used_dltensor");  // Python does not release it too
  return ravel::from_dlpack<double>(given);
}

// An object with __dlpack__: np.from_dlpack makes an array of it, torch.from_dlpack a tensor.
struct exported {
  ravel::tensor<double> values;

  py::capsule dlpack(const py::kwargs&) const {
    return py::capsule(ravel::to_dlpack(values), "dltensor", [](PyObject* capsule) {
      if (!PyCapsule_IsValid(capsule, "dltensor")) return;  // somebody has taken it over
      auto* const unused = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
      unused->deleter(unused);
    });
  }
};

PYBIND11_MODULE(ravel_recipe, m) {
  py::class_<exported>(m, "Exported").def("__dlpack__", &exported::dlpack).def("__dlpack_device__", [](const exported&) {
    return py::make_tuple(1, 0);  // the memory of the host
  });
  m.def("rolling_means", [](const py::object& array, ravel::index_t width) {
    const auto x = tensor_of(array);
    const py::gil_scoped_release others_may_run;
    return exported{ravel::with_threads(0, [&] { return rolling(x, width, ravel::reducer::mean, -1); })};
  });
}
