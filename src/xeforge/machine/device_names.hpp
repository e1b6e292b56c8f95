// One device, many words: the product that is bought, the die in it, what the offline compiler and the vendor's driver
// call it. This table alone knows which of them mean the same.
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

// Case, blanks, dashes, underscores and a maker's or a family's word in front ("intel_gpu_", "Arc Pro ") make no
// difference. Null where no row has the word.
const DeviceName* find_device_name(std::string_view word);

// What the word is compiled as ("b580": "bmg-g21"); the word itself where the table does not have it.
std::string_view compiled_as(std::string_view word);

// Whether both are one name, spelled alike or not: nobody has to be told that intel_gpu_bmg_g21 was taken as bmg-g21.
bool is_same_word(std::string_view one, std::string_view other);

} // namespace xeforge::machine
