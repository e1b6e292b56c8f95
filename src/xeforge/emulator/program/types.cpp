#include "xeforge/emulator/program/types.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xeforge::emulator {
namespace {

constexpr std::array<std::pair<std::string_view, Type>, 22> names{
    {{"ub", Type::ub}, {"b", Type::b},   {"uw", Type::uw}, {"w", Type::w},   {"ud", Type::ud}, {"d", Type::d},
     {"uq", Type::uq}, {"q", Type::q},   {"hf", Type::hf}, {"bf", Type::bf}, {"f", Type::f},   {"tf32", Type::tf32},
     {"df", Type::df}, {"v", Type::v},   {"uv", Type::uv}, {"vf", Type::vf}, {"u4", Type::u4}, {"s4", Type::s4},
     {"u2", Type::u2}, {"s2", Type::s2}, {"s8", Type::b},  {"u8", Type::ub}}};

} // namespace

std::optional<Type> type_named(std::string_view name) {
  const auto* found = std::ranges::find(names, name, &std::pair<std::string_view, Type>::first);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::string_view name_of(Type type) {
  const auto* found = std::ranges::find(names, type, &std::pair<std::string_view, Type>::second);
  return found == names.end() ? "none" : found->first;
}

} // namespace xeforge::emulator
