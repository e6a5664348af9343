// SPDX-License-Identifier: BSL-1.0
// Parses patterns, and plans them for a shape.
#include <ravel/base/error.hpp>
#include <ravel/named/patterns.hpp>

#include <algorithm>
#include <charconv>

namespace ravel::detail {

namespace {

constexpr const char* verb_names[] = {"rearrange", "reduce", "repeat"};

struct axis_word {
  std::string name;  // "..." too; empty: of extent 1
  std::size_t at;    // in the pattern
};
struct word_group {  // one axis, or all that an ellipsis stands for
  std::size_t at;
  bool joined;  // in parentheses
  std::vector<axis_word> words;
};

// The number that digits spell.
std::optional<index_t> extent_of(std::string_view digits) {
  index_t extent = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), extent);
  return failed == std::errc() && end == digits.data() + digits.size() ? std::optional(extent) : std::nullopt;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

class pattern_reader {
 public:
  pattern_reader(pattern_verb verb, std::string_view pattern) : verb_(verb_names[static_cast<int>(verb)]), pattern_(pattern) {}

  std::vector<word_group> left, right;

  void read() {
    const std::size_t arrow = pattern_.find("->");
    if (arrow == std::string_view::npos) fail(pattern_.size(), "a pattern has two sides, and -> between them");
    left = side(0, arrow);
    right = side(arrow + 2, pattern_.size());
    for (const word_group& group : left) {
      if (!group.joined) continue;
      for (const axis_word& word : group.words) {
        if (word.name == "...") fail(word.at, "an ellipsis stands in no parentheses on the left");
      }
    }
  }
  // Throws an error that shows the pattern with a mark under the fault.
  template <class Error = value_error>
  [[noreturn]] void fail(std::size_t at, const std::string& why) const {
    throw Error(text() << verb_ << ": " << why << "\n  " << pattern_ << "\n  " << std::string(at, ' ') << "^");
  }
  std::string_view pattern() const { return pattern_; }
  // The end of the last axis on the left.
  std::size_t end_of_left() const {
    const std::size_t last = pattern_.substr(0, pattern_.find("->")).find_last_not_of(' ');
    return last == std::string_view::npos ? 0 : last + 1;
  }
  const char* verb() const { return verb_; }

 private:
  std::vector<word_group> side(std::size_t from, std::size_t to) const {
    std::vector<word_group> groups;
    std::optional<std::size_t> open;
    for (std::size_t k = from; k < to;) {
      const char c = pattern_[k];
      if (c == '(') {
        if (open) fail(k, "parentheses do not stand in parentheses");
        open = k;
        groups.push_back({k++, true, {}});
      } else if (c == ')') {
        if (!open) fail(k, "there is nothing to close");
        open.reset();
        ++k;
      } else if (c == ' ') {
        ++k;
      } else {
        axis_word word = word_at(k, to);
        if (!open) groups.push_back({word.at, false, {}});
        if (word.name != "1") groups.back().words.push_back(std::move(word));
      }
    }
    if (open) fail(*open, "this is not closed");
    check_names(groups);
    return groups;
  }
  axis_word word_at(std::size_t& k, std::size_t to) const {
    const std::size_t start = k;
    while (k < to && (is_word(pattern_[k]) || pattern_[k] == '.')) ++k;
    const std::string_view word = pattern_.substr(start, k - start);
    if (word == "...") return {"...", start};
    if (word.empty() || word.find('.') != std::string_view::npos) fail(start, "a name, a parenthesis, ... or 1 is expected here");
    if (word[0] >= '0' && word[0] <= '9' && word != "1") return {anonymous(word, start), start};
    return {std::string(word), start};
  }
  // The name of an unnamed axis: its extent and where it stands, so that it is unique.
  std::string anonymous(std::string_view word, std::size_t start) const {
    if (verb_ == verb_names[0]) fail(start, "an axis of another extent than 1 has a name");
    if (!extent_of(word)) fail(start, "an extent, a name, a parenthesis, ... or 1 is expected here");
    return std::string(word) + "@" + std::to_string(start);
  }
  void check_names(const std::vector<word_group>& groups) const {
    std::vector<std::string> met;
    for (const word_group& group : groups) {
      for (const axis_word& word : group.words) {
        if (std::find(met.begin(), met.end(), word.name) != met.end()) fail(word.at, "this occurs twice on one side");
        met.push_back(word.name);
      }
    }
  }

  const char* verb_;
  std::string_view pattern_;
};

// One axis after splitting.
struct single_axis {
  std::string name;
  index_t extent;
};

class pattern_planner {
 public:
  pattern_planner(pattern_verb verb, const pattern_reader& pattern, const shape& of, const named_extents& sizes)
      : verb_(verb), pattern_(pattern), of_(of), sizes_(sizes) {}

  pattern_plan plan() {
    check_sizes();
    split();
    check_rest();
    pattern_plan made;
    std::vector<index_t> extents, grown, joined;
    for (const single_axis& axis : axes_) extents.push_back(axis.extent);
    made.split = extents;
    for (const word_group& group : pattern_.right) {
      const std::size_t first = grown.size();
      index_t product = 1;
      for (const axis_word& word : group.words) {
        std::size_t k = grown.size();
        add(word, made, grown);
        for (; group.joined && k < grown.size(); ++k) product = times(word, product, grown[k]);
      }
      if (group.joined || group.words.empty())
        joined.push_back(product);
      else
        joined.insert(joined.end(), grown.begin() + static_cast<std::ptrdiff_t>(first), grown.end());
      within_limits(group, grown);
    }
    made.grown = grown;
    made.joined = joined;
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      const auto axis = static_cast<index_t>(k);
      if (std::find(made.order.begin(), made.order.end(), axis) != made.order.end()) continue;
      if (verb_ != pattern_verb::reduce) pattern_.fail(find(axes_[k].name)->at, "this is missing on the right");
      made.summed.push_back(static_cast<index_t>(made.order.size()));
      made.order.push_back(axis);
    }
    return made;
  }

 private:
  // Ellipses must match for any rank: one that stands for nothing here stands for axes elsewhere.
  void check_rest() const {
    const axis_word* const rest = find("...", pattern_.left);
    if (rest && verb_ != pattern_verb::reduce && !find("...", pattern_.right)) pattern_.fail(rest->at, "this is missing on the right");
  }
  std::optional<index_t> given(std::string_view name) const {
    for (const named_extent& one : sizes_.all()) {
      if (one.name == name) return index_t{one.extent};
    }
    const std::size_t at = name.find('@');
    return at == std::string_view::npos ? std::nullopt : extent_of(name.substr(0, at));
  }
  bool has_rest() const { return find("...", pattern_.left) != nullptr; }

  void split() {
    const auto stated = static_cast<index_t>(pattern_.left.size()) - static_cast<index_t>(has_rest());
    if (has_rest() ? stated > of_.rank() : stated != of_.rank()) {
      const auto given = static_cast<std::size_t>(of_.rank()) + static_cast<std::size_t>(has_rest());
      const text why = text() << "the left has " << counted(stated, "axis", "axes") << ", the shape is " << to_string(of_);
      pattern_.fail<shape_error>(given < pattern_.left.size() ? pattern_.left[given].at : pattern_.end_of_left(), why);
    }
    index_t axis = 0;
    for (const word_group& group : pattern_.left) {
      if (group.words.empty() || group.words[0].name != "...") {
        split_axis(group, axis++);
      } else {
        rest_at_ = axes_.size();
        for (index_t k = stated; k < of_.rank(); ++k) axes_.push_back({"...", of_[axis++]});
      }
    }
  }
  void split_axis(const word_group& group, index_t axis) {
    index_t product = 1;
    const axis_word* open = nullptr;
    for (const axis_word& word : group.words) {
      const auto extent = given(word.name);
      if (extent)
        product = times(word, product, *extent);
      else if (open)
        pattern_.fail(word.at, "two extents of one axis are not stated");
      else
        open = &word;
    }
    const index_t whole = of_[axis];
    if (open ? product == 0 || whole % product != 0 : product != whole)
      pattern_.fail<shape_error>(
          group.at, text() << "axis " << axis << " of shape " << to_string(of_) << (open ? " does not divide by " : " is not ") << product);
    for (const axis_word& word : group.words) axes_.push_back({word.name, &word == open ? whole / product : *given(word.name)});
  }
  // Each size must belong to one axis, and be an extent.
  void check_sizes() const {
    std::vector<std::string_view> met;
    for (const named_extent& one : sizes_.all()) {
      const bool is_name = std::all_of(one.name.begin(), one.name.end(), is_word);
      const axis_word* const word = is_name ? find(one.name) : nullptr;
      if (!word) pattern_.fail(pattern_.pattern().size(), text() << "there is no axis " << one.name << ", whose extent is given");
      if (one.extent < 0) pattern_.fail<shape_error>(word->at, text() << "the extent of this is " << one.extent << ", which is negative");
      if (std::find(met.begin(), met.end(), one.name) != met.end()) pattern_.fail(word->at, "the extent of this is given twice");
      met.push_back(one.name);
    }
  }
  static const axis_word* find(std::string_view name, const std::vector<word_group>& side) {
    for (const word_group& group : side) {
      for (const axis_word& word : group.words) {
        if (word.name == name) return &word;
      }
    }
    return nullptr;
  }
  const axis_word* find(std::string_view name) const {
    const axis_word* const left = find(name, pattern_.left);
    return left ? left : find(name, pattern_.right);
  }

  index_t times(const axis_word& word, index_t product, index_t extent) const {
    try {
      return mul_index(product, extent);
    } catch (const overflow_error& e) {
      pattern_.fail<overflow_error>(word.at, e.what());
    }
  }
  void within_limits(const word_group& group, const std::vector<index_t>& extents) const {
    try {
      static_cast<void>(shape(ints(extents)));
    } catch (const overflow_error& e) {
      pattern_.fail<overflow_error>(group.at, e.what());
    }
  }

  // Adds one word of the right side, with the extents of its axes.
  void add(const axis_word& word, pattern_plan& made, std::vector<index_t>& grown) const {
    bool found = word.name == "..." && rest_at_;
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      if (axes_[k].name != word.name) continue;
      found = true;
      made.order.push_back(static_cast<index_t>(k));
      grown.push_back(axes_[k].extent);
    }
    if (found) return;
    const auto extent = given(word.name);
    if (verb_ != pattern_verb::repeat) pattern_.fail(word.at, "this is missing on the left");
    if (!extent) pattern_.fail(word.at, "the extent of this is not stated");
    made.fresh.push_back(static_cast<index_t>(grown.size()));
    grown.push_back(*extent);
  }
  pattern_verb verb_;
  const pattern_reader& pattern_;
  const shape& of_;
  const named_extents& sizes_;
  std::vector<single_axis> axes_;
  std::optional<std::size_t> rest_at_;
};

}  // namespace

pattern_plan plan_pattern(pattern_verb verb, std::string_view pattern, const shape& of, const named_extents& sizes) {
  pattern_reader read(verb, pattern);
  read.read();
  return pattern_planner(verb, read, of, sizes).plan();
}

std::string to_string(pattern_verb verb, std::string_view pattern) {
  return text() << verb_names[static_cast<int>(verb)] << " \"" << pattern << "\"";
}

void check_reduced(const pattern_plan& plan, const shape& split, const shape& reduced) {
  const shape wanted(std::vector<index_t>(split.begin(), split.end() - std::ssize(plan.summed)));
  if (reduced != wanted)
    throw shape_error(text() << "the function gives shape " << to_string(reduced) << ", the axes that stay have " << to_string(wanted));
}

dims apart(const dims& map, const pattern_plan& plan) { return map.reshape(plan.split).transpose(plan.order); }

dims together(const dims& map, const pattern_plan& plan) {
  dims view = map;
  for (const index_t axis : plan.fresh) view = view.new_axis(axis);
  if (!plan.fresh.empty()) view = view.broadcast(plan.grown);
  return view.reshape(plan.joined);
}

dims dims_by_pattern(const dims& map, pattern_verb verb, std::string_view pattern, const named_extents& sizes) {
  const pattern_plan plan = plan_pattern(verb, pattern, map.shape(), sizes);
  return together(apart(map, plan), plan);
}

}  // namespace ravel::detail
