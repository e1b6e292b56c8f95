#include "xeforge/toolchain/unfit_instructions.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace xeforge::toolchain {
namespace {

bool continues_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

// Calls at(word) for each word that could be a type: not part of a name or a text, and not metadata. True ends it.
template <class Function>
bool any_type(std::string_view line, Function at) {
  for (std::size_t i = 1; i < line.size() && line[i] != ';'; ++i) {
    if (line[i] == '"') {
      i = std::min(line.find('"', i + 1), line.size() - 1);
      continue;
    }
    if (line.substr(i).starts_with(", !"))
      break;
    if (std::string_view(" (<[{").find(line[i - 1]) == std::string_view::npos)
      continue;
    std::size_t end = i;
    while (end < line.size() && continues_word(line[end]))
      ++end;
    if (end > i && at(line.substr(i, end - i)))
      return true;
  }
  return false;
}

// N of iN; 0 for other words.
int integer_bits(std::string_view word) {
  int bits = 0;
  if (!word.starts_with('i'))
    return 0;
  const auto [end, problem] = std::from_chars(word.data() + 1, word.data() + word.size(), bits);
  return problem == std::errc() && end == word.data() + word.size() ? bits : 0;
}

std::optional<UnfitType> unfit_memory_or_jump(std::string_view line) {
  // "  %3 = alloca i32, i64 %2, align 4": a constant count has been made an array by the compiler.
  if (const auto place = line.find(" = alloca "); place != line.npos) {
    const auto parts = split_list(line.substr(place + 10));
    if (parts.size() > 1 && parts[1].starts_with('i'))
      return UnfitType{
          "memory on the stack whose size is known only at run time (alloca, or an array of variable length)",
          "an array whose length is a constant"};
  }
  if (line.starts_with("  indirectbr "))
    return UnfitType{"a jump to a computed label", "switch or if"};
  return std::nullopt;
}

std::optional<UnfitType> unfit_number(std::string_view line, const machine::DeviceModel& device) {
  int odd = 0;
  bool is_long = false, is_double = false;
  any_type(line, [&](std::string_view word) {
    is_long = is_long || word == "x86_fp80" || word == "fp128";
    is_double = is_double || word == "double";
    const int bits = integer_bits(word);
    if (bits > 0 && bits <= 64 && bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64)
      odd = bits;
    return false;
  });
  if (is_long)
    return UnfitType{"long double", "double, or float, in device code"};
  if (is_double && device.fp64 == machine::Support::no)
    return UnfitType{"double", "float on " + std::string(device.name) + ", which has no numbers of 64 bits"};
  if (odd != 0)
    return UnfitType{"an integer of " + std::to_string(odd) + " bits", "integers of 8, 16, 32 or 64 bits"};
  return std::nullopt;
}

// Of "llvm.ldexp.f32.i32" the part before the types.
std::optional<UnfitType> unfit_builtin(std::string_view line) {
  constexpr std::array<std::string_view, 17> unknown{"tanh",
                                                     "lrint",
                                                     "llrint",
                                                     "lround",
                                                     "llround",
                                                     "ldexp",
                                                     "frexp",
                                                     "modf",
                                                     "exp10",
                                                     "sincos",
                                                     "sincospi",
                                                     "canonicalize",
                                                     "sponentry",
                                                     "readcyclecounter",
                                                     "readsteadycounter",
                                                     "get.rounding",
                                                     "returnaddress"};
  constexpr std::string_view start = "@llvm.";
  const auto found = line.find(start);
  if (found == line.npos || !is_call(line))
    return std::nullopt;
  const std::string_view name = line.substr(found + start.size());
  for (const std::string_view builtin : unknown)
    if (name.starts_with(builtin) && name.substr(builtin.size()).find_first_of(".(") == 0)
      return UnfitType{"a call of 'llvm." + std::string(builtin) + "'",
                       "a function of sycl or of the ESIMD headers, such as their tanh or rnde"};
  return std::nullopt;
}

} // namespace

std::optional<UnfitType> unfit_instruction(std::string_view line, const machine::DeviceModel& device) {
  if (auto unfit = unfit_memory_or_jump(line))
    return unfit;
  if (auto unfit = unfit_number(line, device))
    return unfit;
  return unfit_builtin(line);
}

} // namespace xeforge::toolchain
