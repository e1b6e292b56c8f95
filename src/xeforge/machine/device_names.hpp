// The names of each device: of the product, of the die, and those that the offline compiler and the vendor's driver
// use. Only this table says which of them mean the same.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace xeforge::machine {

struct DeviceName {
  std::string_view name;    // the usual one: "b580", "bmg-g21"
  std::string_view title;   // "Arc B580"
  std::string_view model;   // what it is compiled as: a name of device_models.hpp
  std::string_view figures; // a name of device_figures.hpp that stands for it; empty where none does
  std::string_view also;    // further words, with blanks between
};

std::span<const DeviceName> device_names();

// Case, spaces, dashes, underscores and a prefix for vendor or family ("intel_gpu_", "Arc Pro ") are
// ignored. Null if no row has the name.
const DeviceName* find_device_name(std::string_view word);

// The compile target for the name ("b580": "bmg-g21"); the name itself if it is not in the table.
std::string_view compiled_as(std::string_view word);

// Whether both are spellings of one name: then no note is needed, as for intel_gpu_bmg_g21 and bmg-g21.
bool is_same_word(std::string_view one, std::string_view other);

} // namespace xeforge::machine
