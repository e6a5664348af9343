// expect: a name is bound to what it shows
// A name is bound to an expression; only a view just made is written through.
#include <ravel/named.hpp>

const ravel::tensor<double> t{1, 2, 3};
const ravel::dim i("i");
void run() {
  auto row = t(i);
#ifdef CONTROL
  row = t(i);
#else
  row = t(i) + 1;
#endif
}
