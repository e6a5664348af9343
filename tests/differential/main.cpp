// SPDX-License-Identifier: BSL-1.0
// Writes random programs and what Ravel makes of them. A line for each value: its number, the operation, its operands, what the operation
// was told, the type and the bytes of the result, or the error. Later values of a program build lazily on earlier ones.
#include <ravel/base/error.hpp>

#include <differential/operation.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace differential {

namespace {

class writer_of_programs {
 public:
  explicit writer_of_programs(std::uint64_t seed) : random_(seed) {
    add_arithmetic(operations_);
    add_functions(operations_);
    add_casts(operations_);
    add_views(operations_);
    add_reductions(operations_);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const auto same = [&](const std::vector<std::size_t>& kind) { return operations_[kind[0]].name == operations_[i].name; };
      auto kind = std::find_if(kinds_.begin(), kinds_.end(), same);
      if (kind == kinds_.end()) kind = kinds_.insert(kind, std::vector<std::size_t>());
      kind->push_back(i);
    }
  }

  void write(int number) {
    std::printf("program %d\n", number);
    pool_.clear();
    written_ = 0;
    const index_t n = random_.chance(12) ? random_.between(1000, 1300) : random_.chance(4) ? random_.between(0, 3) : random_.between(4, 70);
    for (int i = 0; i < 4; ++i) input(n);
    for (int steps = 0, tries = 0; steps < 14 && tries < 2000; ++tries) steps += step();
  }

 private:
  struct named {
    value v;
    int number;
  };

  void input(index_t n) {
    const auto make = [&]<class T>(const reader<T>&) -> value {
      auto made = ravel::make_buffer<T>(n);
      const bool small = random_.chance(2);
      for (T& x : made) x = small ? random_.small<T>() : random_.value<T>();
      return reader<T>(made);
    };
    static const std::vector<value> types = [&]<class... Ts>(readers_of<Ts...>*) {
      return std::vector<value>{reader<Ts>()...};
    }(static_cast<value*>(nullptr));
    emit(std::visit(make, draw(types)), "input ()");
  }

  // One more value, if the operation drawn finds its operands.
  bool step() {
    const auto& kind = draw(kinds_);
    const operation& op = operations_[draw(kind)];
    std::vector<value> operands;
    std::string text = op.name + " (";
    for (const ravel::dtype type : op.operands) {
      std::vector<named> fitting;
      for (const named& one : pool_) {
        if (type_of(one.v) == type) fitting.push_back(one);
      }
      if (fitting.empty()) return false;
      const named& one = draw(fitting);
      operands.push_back(one.v);
      text += std::to_string(one.number) + " ";
    }
    const auto told = op.tell(operands, random_);
    if (!told) return false;
    text += ")";
    for (const index_t p : *told) text += " " + std::to_string(p);
    try {
      emit(op.apply(operands, *told), text);
    } catch (const ravel::error& e) {
      std::printf("%d %s : error %s\n", written_++, text.c_str(), kind_of_error(e));
    }
    return true;
  }

  // Evaluates first, so that an error writes one line only.
  void emit(const value& v, const std::string& text) {
    std::visit(
        [&]<class T>(const reader<T>& r) {
          const auto made = clone(r);
          std::printf("%d %s : %s ", written_, text.c_str(), to_string(ravel::dtype_of<T>()).c_str());
          for (const T& x : made) {
            unsigned char bytes[sizeof(T)];
            std::memcpy(bytes, &x, sizeof(T));
            for (const unsigned char byte : bytes) std::printf("%02x", byte);
          }
          std::printf("\n");
        },
        v);
    pool_.push_back({v, written_++});
  }

  static const char* kind_of_error(const ravel::error& e) {
    if (dynamic_cast<const ravel::type_error*>(&e)) return "type_error";
    if (dynamic_cast<const ravel::value_error*>(&e)) return "value_error";
    if (dynamic_cast<const ravel::overflow_error*>(&e)) return "overflow_error";
    return "another error";
  }

  template <class T>
  const T& draw(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(random_.below(static_cast<index_t>(from.size())))];
  }

  support::random random_;
  std::vector<operation> operations_;
  std::vector<std::vector<std::size_t>> kinds_;  // operations of one name, so that names are drawn evenly
  std::vector<named> pool_;
  int written_ = 0;
};

}  // namespace

}  // namespace differential

int main(int argc, char** argv) {
  const int programs = argc > 1 ? std::atoi(argv[1]) : 400;
  const int seed = argc > 2 ? std::atoi(argv[2]) : 1;
  differential::writer_of_programs writer(static_cast<std::uint64_t>(seed));
  for (int i = 0; i < programs; ++i) writer.write(i);
}
