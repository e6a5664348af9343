// expect: a list of dims is|deleted.*operator,|deleted operator .,.
// line: 10
// (i, j) is j alone.
#include <ravel/named.hpp>
const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");
#ifdef CONTROL
const auto middle = mean(t(i, j), {i, j});
#else
const auto middle = mean(t(i, j), (i, j));
#endif
