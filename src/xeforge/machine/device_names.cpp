#include "xeforge/machine/device_names.hpp"

#include <algorithm>
#include <array>

namespace xeforge::machine {
namespace {

constexpr std::array known_devices{
    // name, title, compiled as, figures, further words
    DeviceName{"bmg", "Battlemage, Arc B-series", "bmg", "bmg", "battlemage bmg-seed"},
    DeviceName{"bmg-g21", "Battlemage G21", "bmg-g21", "b580", ""},
    DeviceName{"bmg-g31", "Battlemage G31", "bmg-g31", "b70", ""},
    DeviceName{"b580", "Arc B580", "bmg-g21", "b580", ""},
    DeviceName{"b570", "Arc B570", "bmg-g21", "", ""},
    DeviceName{"b50", "Arc Pro B50", "bmg-g21", "", ""},
    DeviceName{"b60", "Arc Pro B60", "bmg-g21", "b60", ""},
    DeviceName{"b65", "Arc Pro B65", "bmg-g31", "b65", ""},
    DeviceName{"b70", "Arc Pro B70", "bmg-g31", "b70", ""},
    DeviceName{"lnl-m", "Lunar Lake", "lnl-m", "lnl", "lnl lunar-lake"},
    DeviceName{"arc140v", "Arc 140V of Lunar Lake", "lnl-m", "lnl", ""},
    DeviceName{"arc130v", "Arc 130V of Lunar Lake", "lnl-m", "", ""},
    DeviceName{"ptl", "Panther Lake", "ptl", "ptl", "panther-lake"},
    DeviceName{"ptl-h", "Panther Lake H", "ptl-h", "ptl", ""},
    DeviceName{"ptl-u", "Panther Lake U", "ptl-u", "", ""},
    DeviceName{"ptl-seed", "Panther Lake of the seed", "ptl-h", "ptl-seed", ""},
    DeviceName{"wcl", "Wildcat Lake", "wcl", "", "wildcat-lake"},
    DeviceName{"nvl-s", "Nova Lake S", "nvl-s", "", "nvl"},
    DeviceName{"pvc", "Ponte Vecchio, Data Center GPU Max", "pvc", "", "pvc-vg ponte-vecchio max1100 max1550"},
    DeviceName{"dg2", "Alchemist, Arc A-series", "dg2", "",
               "dg2-g10 dg2-g11 dg2-g12 acm-g10 acm-g11 acm-g12 ats-m150 ats-m75 alchemist a770 a750 a580 a380 a310"},
    DeviceName{"mtl", "Meteor Lake", "mtl", "", "mtl-u mtl-h mtl-s meteor-lake"},
    DeviceName{"arl", "Arrow Lake", "arl", "", "arl-u arl-h arl-s arrow-lake"},
    DeviceName{"sm_90", "Hopper", "sm_90", "h200", "hopper"},
    DeviceName{"h200", "NVIDIA H200", "sm_90", "h200", ""},
    DeviceName{"h100", "NVIDIA H100", "sm_90", "", ""},
};

// Letters and digits alone, without words that say no more than whose it is.
std::string key_of(std::string_view word) {
  std::string key;
  for (const char character : word) {
    if (character >= 'A' && character <= 'Z')
      key += static_cast<char>(character + ('a' - 'A'));
    else if ((character >= 'a' && character <= 'z') || (character >= '0' && character <= '9'))
      key += character;
    else if (character != '-' && character != '_' && character != ' ')
      return {}; // a path, or a list: no device
  }
  for (const std::string_view before : {"intelgpu", "nvidiagpu", "intel", "nvidia", "arcpro", "arc"})
    if (key.starts_with(before))
      key.erase(0, before.size());
  return key;
}

bool has_word(const DeviceName& row, const std::string& key) {
  if (key_of(row.name) == key)
    return true;
  std::string_view rest = row.also;
  while (!rest.empty()) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    if (key_of(rest.substr(0, blank)) == key)
      return true;
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  return false;
}

} // namespace

std::span<const DeviceName> device_names() { return known_devices; }

const DeviceName* find_device_name(std::string_view word) {
  const std::string key = key_of(word);
  const auto found = std::ranges::find_if(known_devices, [&](const DeviceName& row) { return has_word(row, key); });
  return key.empty() || found == known_devices.end() ? nullptr : &*found;
}

std::string_view compiled_as(std::string_view word) {
  const DeviceName* const found = find_device_name(word);
  return found == nullptr ? word : found->model;
}

bool is_same_word(std::string_view one, std::string_view other) { return key_of(one) == key_of(other); }

} // namespace xeforge::machine
