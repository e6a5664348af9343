// SPDX-License-Identifier: BSL-1.0
// The longest chains there can be, of views and through what a user gives: built, read or refused, and released, on a small stack.
#include <ravel/lazy.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage.hpp>

#include <support/small_stack.hpp>

#include <memory>
#include <vector>

using ravel::buffer;
using ravel::index_t;
using ravel::reader;

namespace {

using step = reader<double> (*)(reader<double>);

// Readers of a user's own, which hold a handle that no node can see.
struct by_element : ravel::reader_base {
  reader<double> below;
  explicit by_element(reader<double> r) : below(std::move(r)) {}
  index_t size() const { return below.size(); }
  double operator[](index_t i) const { return below[i]; }
};
struct by_block : by_element {
  using by_element::by_element;
  void read(index_t start, std::span<double> out) const { below.read(start, out); }
};
struct holder {
  reader<double> below;
  double first() const { return below[0]; }
};

struct named {
  const char* name;
  step more;
};

const std::vector<named> views{
    {"map", [](reader<double> r) -> reader<double> { return map([](double x) { return x; }, r); }},
    {"a sum with another", [](reader<double> r) -> reader<double> { return r + ravel::constant(r.size(), 0.0); }},
    {"shift", [](reader<double> r) -> reader<double> { return shift(r, 1); }},
    {"repeat", [](reader<double> r) -> reader<double> { return slice(repeat(r, 2), 0, 5); }},
    {"concat", [](reader<double> r) -> reader<double> { return shift(slice(concat(r, r), 1, 5), 1); }},
    {"interleave", [](reader<double> r) -> reader<double> { return slice(interleave(r, r), 0, 5); }},
    {"select",
     [](reader<double> r) -> reader<double> {
       return shift(select(r, {2, 0, 4, 1, 3}), 1);
     }},
    {"cast", [](reader<double> r) -> reader<double> { return ravel::cast<double>(ravel::cast<float>(r)); }},
    {"sin", [](reader<double> r) -> reader<double> { return sin(r); }},
    {"independent", [](reader<double> r) -> reader<double> { return assume_no_alias(r); }},
    {"slice of map", [](reader<double> r) -> reader<double> { return slice(map([](double x) { return x; }, r), 0, 5); }},
};

const std::vector<named> given{
    {"from", [](reader<double> r) -> reader<double> { return ravel::from(by_element(std::move(r))); }},
    {"reader_base", [](reader<double> r) -> reader<double> { return by_block(std::move(r)); }},
    {"from a shared_ptr", [](reader<double> r) -> reader<double> { return ravel::from(std::make_shared<by_block>(std::move(r))); }},
    {"generate", [](reader<double> r) -> reader<double> { return ravel::generate(5, [r](index_t i) { return r[i]; }); }},
    {"a function with state", [](reader<double> r) -> reader<double> { return map([r](double) { return r[0]; }, ravel::iota<double>(5)); }},
    {"a value",
     [](reader<double> r) -> reader<double> {
       return map([](double, const holder& h) { return h.first(); }, ravel::iota<double>(5), holder{std::move(r)});
     }},
    {"elements",
     [](reader<double> r) -> reader<double> {
       return map([](const holder& h) { return h.first(); }, ravel::make_buffer<holder>(5, holder{std::move(r)}));
     }},
    {"a constant",
     [](reader<double> r) -> reader<double> {
       return map([](const holder& h) { return h.first(); }, ravel::constant(5, holder{std::move(r)}));
     }},
    {"a list",
     [](reader<double> r) -> reader<double> {
       ravel::list<holder> l{{r}, {r}, {r}, {r}, {r}};
       return map([](const holder& h) { return h.first(); }, l.erased());
     }},
    {"an adopted vector",
     [](reader<double> r) -> reader<double> {
       return map([](const holder& h) { return h.first(); }, ravel::adopt(std::vector<holder>(5, holder{r})));
     }},
};

reader<double> five() { return buffer<double>{0, 0, 0, 0, 0}; }

}  // namespace

TEST_CASE("the deepest chain of every view is read and released on a small stack", "[lazy]") {
  for (const auto& [name, more] : views) {
    INFO(name);
    reader<double> r = five();
    CHECK_THROWS_AS(
        [&] {
          for (int i = 0; i < 300; ++i) r = more(r);
        }(),
        ravel::layout_error);
    CHECK(ravel::detail_access::node(r).depth() >= 255);
    double at = 1, total = 1;
    support::on_small_stack([&] {
      at = r[3];
      total = ravel::sum(r);
      r = {};
    });
    CHECK(at == 0);
    CHECK(total == 0);
  }
}

TEST_CASE("a chain through what a user gave is released in a loop, however long", "[lazy]") {
  for (const auto& [name, more] : given) {
    INFO(name);
    reader<double> r = five();
    for (int i = 0; i < 20000; ++i) r = more(std::move(r));
    support::on_small_stack([&] { r = {}; });
  }
  SUCCEED();
}

TEST_CASE("it is read up to the limit, and refused beyond it", "[lazy]") {
  for (const auto& [name, more] : given) {
    INFO(name);
    reader<double> r = five();
    for (int i = 0; i < 256; ++i) r = more(std::move(r));
    const auto target = ravel::make_buffer<double>(5, 1.0);
    CHECK(r[4] == 0);
    CHECK(ravel::sum(r) == 0);
    copy(r, target);
    CHECK(target[4] == 0);
    for (int i = 0; i < 1000; ++i) r = more(std::move(r));
    const char* const message = "expression is 257 deep: clone() a part of it (the limit is 256)";
    CHECK_THROWS_WITH(r[4], message);
    CHECK_THROWS_WITH(ravel::sum(r), message);
    CHECK_THROWS_WITH(copy(r, target), message);
    CHECK(five()[0] == 0);  // and what is refused leaves no trace
    CHECK(ravel::sum(more(five())) == 0);
  }
}

namespace {

// Reads another reader from the middle of a large frame.
struct reads_far_below {
  reader<double> below;
  double operator()(index_t i) const {
    volatile char frame[48 << 10];
    frame[0] = 1;
    return below[i] + frame[0] - 1;
  }
};

}  // namespace

TEST_CASE("functions that read other expressions are refused where a thread's stack is nearly used", "[lazy]") {
  reader<double> r = five();
  for (int i = 0; i < 250; ++i) r = ravel::generate(5, reads_far_below{r});
  for (const std::size_t bytes : {support::small_stack, std::size_t{1} << 20, std::size_t{4} << 20, std::size_t{8} << 20}) {
    INFO(bytes);
    const char* const message = "leave too little of this thread's stack";
    const auto is_refused = [&] {
      std::string found;
      support::on_stack(bytes, [&] {
        try {
          static_cast<void>(r[2]);
        } catch (const ravel::layout_error& refused) {
          found = refused.what();
        }
      });
      return found.find(message) != std::string::npos;
    };
    CHECK(is_refused());
  }
  // All of a large stack but what an expression takes is there to be used.
  double read = 1;
  support::on_stack(std::size_t{32} << 20, [&] { read = r[2]; });
  CHECK(read == 0);
}

TEST_CASE("the outermost call begins anywhere on a stack", "[lazy]") {
  const reader<double> r = ravel::generate(5, reads_far_below{five()});
  double read = 1;
  support::on_stack(std::size_t{1} << 20, [&] {
    volatile char taken[600 << 10];
    taken[0] = 0;
    read = r[2] + taken[0];
  });
  CHECK(read == 0);
}

TEST_CASE("owners of memory form chains too", "[lazy]") {
  buffer<double> b{1, 2, 3};
  for (int i = 0; i < 100000; ++i) {
    double* const data = b.data();
    b = i % 3 == 0   ? ravel::wrap(data, 3, std::move(b))
        : i % 3 == 1 ? ravel::wrap(data, 3, std::make_shared<buffer<double>>(std::move(b)))
                     : ravel::slice(ravel::wrap(data, 3, std::vector<buffer<double>>{b}), 0, 3);
  }
  double total = 0;
  support::on_small_stack([&] {
    total = ravel::sum(b);
    b = {};
  });
  CHECK(total == 6);
}

TEST_CASE("a million views of views are one node", "[lazy]") {
  reader<double> computed = ravel::generate(2000000, [](index_t i) { return static_cast<double>(i); });
  for (int i = 0; i < 1000000; ++i) computed = i % 2 ? reverse(computed) : slice(computed, 1, computed.size() - 1);
  CHECK(ravel::detail_access::node(computed).depth() == 1);
  CHECK(computed.size() == 1500000);
  CHECK(computed[0] == 250000);
}
