// expect: deleted.*what the callback returns ends nothing: return void; with_stop\(token, f\) stops f
// line: 9
#include <ravel/exec/with_progress.hpp>

int work();
#ifdef CONTROL
const int n = ravel::with_progress([](const ravel::progress&) {}, work);
#else
const int n = ravel::with_progress([](const ravel::progress&) { return false; }, work);
#endif
