// expect: values are in braces; make_buffer<T>\(size\)
// line: 10
// A number in parentheses is a size elsewhere, and in braces it is a value.
#include <ravel/storage/buffer.hpp>


#ifdef CONTROL
ravel::buffer<double> b = ravel::make_buffer<double>(10);
#else
ravel::buffer<double> b(10);
#endif
