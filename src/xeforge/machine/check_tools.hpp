// The tools of a checked program (-fxeforge-check), and how they are selected at run time.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace xeforge::machine {

// Bits of XEFORGE_CHECK, in this order.
inline constexpr std::array<std::string_view, 5> check_tools{"mem", "race", "sync", "init", "hw"};
inline constexpr unsigned all_check_tools = (1u << check_tools.size()) - 1;

// The bit of a tool; 0 where there is none of that name.
constexpr unsigned check_tool(std::string_view name) {
  for (unsigned i = 0; i < check_tools.size(); ++i)
    if (check_tools[i] == name)
      return 1u << i;
  return 0;
}

// "mem, race": of the bits.
inline std::string check_tools_text(unsigned tools = all_check_tools) {
  std::string text;
  for (std::size_t i = 0; i < check_tools.size(); ++i)
    if ((tools >> i & 1) != 0)
      text += (text.empty() ? "" : ", ") + std::string(check_tools[i]);
  return text;
}

inline constexpr const char* check_options_variable = "XEFORGE_CHECK_OPTIONS";
// The library that checked programs are linked with, without "lib" and ".so".
inline constexpr const char* check_library = "xeforge_check";

} // namespace xeforge::machine
