// expect: compute needs a function of up to eight coordinates
// line: 12
// The function is called with coordinates.
#include <ravel/tensor/compute.hpp>

#include <string>


#ifdef CONTROL
auto made = ravel::compute<int>({3}, [](ravel::index_t i) { return i; });
#else
auto made = ravel::compute<int>({3}, [](const std::string& s) { return int(s.size()); });
#endif
