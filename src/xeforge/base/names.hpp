// The names of an enum's values, in one table for both directions: enums stand for the members of a closed set everywhere
// but where text comes in or goes out.
#pragma once

#include "xeforge/base/error.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace xeforge::base {

template <class Value>
struct NamedValue {
  Value value;
  std::string_view name;
};

// Of all values of an enum that counts from 0 to `last`. Does not compile where one is missing or in another order.
template <auto last>
class Names {
public:
  using Value = decltype(last);
  static constexpr std::size_t count = static_cast<std::size_t>(last) + 1;

  consteval Names(const NamedValue<Value> (&entries)[count]) {
    for (std::size_t i = 0; i < count; ++i) {
      if (static_cast<std::size_t>(entries[i].value) != i)
        throw "the names do not stand in the order of the values";
      names_[i] = entries[i].name;
    }
  }

  static constexpr std::array<Value, count> values() {
    std::array<Value, count> all{};
    for (std::size_t i = 0; i < count; ++i)
      all[i] = static_cast<Value>(i);
    return all;
  }

  constexpr std::string_view of(Value value) const { return names_[static_cast<std::size_t>(value)]; }

  constexpr std::optional<Value> find(std::string_view name) const {
    for (std::size_t i = 0; i < count; ++i)
      if (names_[i] == name)
        return static_cast<Value>(i);
    return std::nullopt;
  }

  // Throws Error where there is no such name. `what` is how the error calls what was read.
  Value read(std::string_view what, std::string_view name) const {
    if (const auto found = find(name))
      return *found;
    throw Error(what, "'" + std::string(name) + "'", "one of " + list());
  }

  std::string list() const {
    std::string names;
    for (const std::string_view each : names_)
      if (!each.empty())
        names += (names.empty() ? "" : ", ") + std::string(each);
    return names;
  }

private:
  std::array<std::string_view, count> names_;
};

} // namespace xeforge::base
