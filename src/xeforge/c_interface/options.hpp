// Structs of options that grow at their end: the first field says how much of one the caller has.
#pragma once

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace xeforge::c_interface {

// Writes the first struct_size bytes of defaults; what a newer caller has beyond them becomes 0.
template <class Options>
void write_defaults(Options* options, std::size_t struct_size, const Options& defaults) {
  if (options == nullptr || struct_size < sizeof(std::size_t))
    return;
  std::memset(static_cast<void*>(options), 0, struct_size);
  std::memcpy(static_cast<void*>(options), &defaults, std::min(struct_size, sizeof(Options)));
  options->struct_size = struct_size;
}

// The caller's options, completed by defaults; defaults where there are none. first_size: of the first published
// version. Throws Error where a newer caller uses a field that this library does not know.
template <class Options>
Options read_options(const Options* given, const Options& defaults, std::size_t first_size) {
  if (given == nullptr)
    return defaults;
  const std::size_t size = given->struct_size;
  constexpr std::size_t implausible = 65536;
  if (size < first_size || size > implausible)
    throw Error("options struct_size", std::to_string(size),
                std::to_string(first_size) + " or more, as the function for defaults writes it");
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (size > sizeof(Options) &&
      std::any_of(bytes + sizeof(Options), bytes + size, [](unsigned char byte) { return byte != 0; }))
    throw Error("options", "a field that this version of the library does not know", "a newer libxeforge");
  Options options = defaults;
  std::memcpy(static_cast<void*>(&options), given, std::min(size, sizeof(Options)));
  return options;
}

inline std::string name_or_empty(const char* name) { return name == nullptr ? std::string() : std::string(name); }

} // namespace xeforge::c_interface
