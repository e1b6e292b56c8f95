// Shared by the host sides of all operators: names of variants and instruction sets, and messages of refusals.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/base/plan.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xeforge::ops {

// "a, b, c"
template <class Range, class NameOf>
std::string joined_names(const Range& range, NameOf name_of_entry) {
  std::string names;
  for (const auto& entry : range)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of_entry(entry));
  return names;
}

// Null when there is no such name.
const machine::CpuTargetInfo* find_target(std::string_view name);
// The best one of this machine where none is named. Precondition: target_error(name) is empty.
machine::CpuTarget target_of(std::string_view name);
// An unknown instruction set, or one that this machine lacks.
std::optional<Error> target_error(std::string_view name);

// Of a table of variants, each with about.name. Null when there is no such name.
template <class Variant>
const Variant* find_variant_in(std::span<const Variant> table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const Variant& variant) { return variant.about.name; });
  return found == table.end() ? nullptr : &*found;
}

// The first of a table, in order of preference, against which against() has nothing to say. Throws Error with what it says of
// each if there is none: a problem that asks for what no variant knows is not run.
template <class Variant, class Against>
const Variant& first_accepting(std::span<const Variant> table, const Against& against) {
  const auto found = std::ranges::find_if(table, [&](const Variant& variant) { return against(variant).empty(); });
  if (found != table.end())
    return *found;
  std::string reasons;
  for (const Variant& variant : table)
    reasons += fmt::format("; {} {}", variant.about.name, against(variant));
  throw Error("variant", "a problem that none accepts", "one that a variant accepts" + reasons);
}

// What a table of variants says of each.
template <class Variant, std::size_t Count>
constexpr std::array<VariantDescription, Count> descriptions_of(const std::array<Variant, Count>& table) {
  std::array<VariantDescription, Count> descriptions{};
  for (std::size_t i = 0; i < Count; ++i)
    descriptions[i] = table[i].about;
  return descriptions;
}

template <class Variant>
Error unknown_variant(std::span<const Variant> table, std::string_view name) {
  return Error("variant", fmt::format("\"{}\"", name),
               "one of " + joined_names(table, [](const Variant& entry) { return entry.about.name; }));
}

// The reason of a plan: the variant is the first in the table for which against() has no objection, or it was named.
template <class Variant, class Against>
std::string reason_for(std::span<const Variant> table, const Variant& variant, machine::CpuTarget target,
                       std::string_view named_variant, std::string_view named_target, const Against& against) {
  std::string reason;
  if (!named_variant.empty()) {
    reason = fmt::format("{} was asked for and accepts the problem", variant.about.name);
  } else {
    reason = fmt::format("{} ({}) is the first in order of preference that accepts the problem", variant.about.name,
                         variant.about.summary);
    for (const Variant* preferred = table.data(); preferred != &variant; ++preferred)
      reason += fmt::format("; {} {}", preferred->about.name, against(*preferred));
  }
  return reason + fmt::format("; target {} {}", machine::name_of(target),
                              named_target.empty() ? "is the best one for this machine" : "was asked for");
}

} // namespace xeforge::ops
