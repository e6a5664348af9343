// expect: deleted.*they may look at the selection: name it first
// line: 7
#include <ravel/index.hpp>

ravel::index_t last_place(ravel::index_t position) {
#ifndef CONTROL
  const auto places = ravel::selection{7, 3, 3, 9}.find(position);
#else
  const ravel::selection named{7, 3, 3, 9};
  const auto places = named.find(position);
#endif
  return places[places.size() - 1];
}
