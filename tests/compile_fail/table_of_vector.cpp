// expect: nobody owns them: borrow\(v\) looks at them, adopt\(std::move\(v\)\) takes them over
// line: 14
// A column shares its elements, so somebody has to own them.
#include <ravel/any/table.hpp>
#include <ravel/storage/adopt.hpp>

#include <vector>

const std::vector<double> v{1, 2};

#ifdef CONTROL
ravel::any_table run() { return {{"a", ravel::borrow(v)}}; }
#else
ravel::any_table run(const ravel::any_table& t) { return with_column(t, "a", v); }
#endif
