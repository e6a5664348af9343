// SPDX-License-Identifier: BSL-1.0
// Key functions of the error classes, so that all shared libraries see one type, and the spelling of numbers in messages.
#include <ravel/base/error.hpp>

#include <charconv>
#include <typeinfo>

namespace ravel {

error::~error() = default;
shape_error::~shape_error() = default;
index_error::~index_error() = default;
type_error::~type_error() = default;
value_error::~value_error() = default;
io_error::~io_error() = default;
overflow_error::~overflow_error() = default;
layout_error::~layout_error() = default;
cancelled::~cancelled() = default;

namespace detail {

text& text::add(std::string_view part) {
  written_.append(part);
  return *this;
}

text& text::add_signed(long long value) {
  written_ += std::to_string(value);
  return *this;
}

text& text::add_unsigned(unsigned long long value) {
  written_ += std::to_string(value);
  return *this;
}

text& text::add_real(double value, int digits) {
  if (value != value) return add("nan");  // whatever its sign
  char room[40];
  const auto end =
      digits <= 9 ? std::to_chars(room, room + sizeof room, static_cast<float>(value)) : std::to_chars(room, room + sizeof room, value);
  written_.append(room, end.ptr);
  return *this;
}

namespace {

template <class Kind>
[[noreturn]] void throw_with_subject(const std::string& subject, const Kind& e) {
  const std::string begins = subject + ": ";
  const bool is_users = typeid(e) != typeid(Kind);
  if (is_users || std::string_view(e.what()).starts_with(begins)) throw;
  throw Kind(begins + e.what());
}

}  // namespace

void rethrow_with_subject(const std::string& subject) {
#define RAVEL_CATCH(kind)           \
  catch (const kind& e) {           \
    throw_with_subject(subject, e); \
  }
  try {
    throw;
  }
  RAVEL_CATCH(shape_error)
  RAVEL_CATCH(index_error)
  RAVEL_CATCH(type_error)
  RAVEL_CATCH(no_elements)
  RAVEL_CATCH(refused_nan)
  RAVEL_CATCH(value_error)
  RAVEL_CATCH(overflow_error)
  RAVEL_CATCH(layout_error)
#undef RAVEL_CATCH
}

no_elements::~no_elements() = default;
refused_nan::~refused_nan() = default;

namespace {

// "mean of no elements has no value: window 3, line [0 _]. when_empty{v} says what stands there"
[[noreturn]] void throw_at(const no_elements& error, std::string_view place) {
  constexpr std::string_view way_out = ". when_empty{v} says what stands there";
  std::string said = error.what();
  if (said.ends_with(way_out)) {
    said.resize(said.size() - way_out.size());
    said += ", ";
  } else {
    said += ": ";
  }
  throw no_elements(said.append(place).append(way_out));
}

}  // namespace

void rethrow_at_place(std::string_view place) {
  try {
    throw;
  } catch (const no_elements& error) {
    throw_at(error, place);
  } catch (const refused_nan& error) {
    throw refused_nan(std::string(error.what()).append(": ").append(place));
  } catch (const overflow_error& error) {
    if (typeid(error) != typeid(overflow_error)) throw;
    throw overflow_error(std::string(error.what()).append(": ").append(place));
  }
}

}  // namespace detail
}  // namespace ravel
