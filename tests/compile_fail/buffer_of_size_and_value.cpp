// expect: values are in braces; make_buffer<T>\(size\)
// line: 10
// As a vector is made elsewhere.
#include <ravel/storage/buffer.hpp>


#ifdef CONTROL
ravel::buffer<int> b = ravel::make_buffer<int>(10, 7);
#else
ravel::buffer<int> b(10, 7);
#endif
