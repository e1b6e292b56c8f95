// Which devices a program may use, in the syntax of the ecosystem's variable ONEAPI_DEVICE_SELECTOR:
//
//   TERM[;TERM...]                            devices of any of the terms, in the order of the terms
//   TERM:  BACKEND:DEVICE[,DEVICE...]         "!" before it: none of these
//   BACKEND:  xeforge   this machine's CPU, and the devices that are emulated
//             level_zero   the CPU, where it stands in for a GPU
//             the backend of another adapter, or *
//   DEVICE:  a name (cpu, bmg, lnl-m; any of machine/device_names.hpp), gpu, * or the number that sycl-ls shows
//
// With nothing but terms that take away, they are taken from all devices. Words that are not known are refused.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::devices {

inline constexpr const char* selector_variable = "ONEAPI_DEVICE_SELECTOR";

// A device as selectors see it. Backends count their devices on their own, here and in sycl-ls.
struct Candidate {
  std::string backend, name;
  enum class Kind { cpu, gpu } kind;
  std::size_t number;
};

class Selector {
public:
  // Throws Error for what is not of this form, or names a backend that is not among the known ones.
  Selector(std::string_view text, std::span<const std::string> backends);

  // Whether devices of the backend, other than the CPU, could be among the chosen.
  bool may_choose_from(std::string_view backend) const;

  // Their places among the candidates, each once. Throws Error where a device that is named is not among them, or none
  // is left. known_names: what names may be used although no such device is here. missing: why some are not here.
  std::vector<std::size_t> choose(std::span<const Candidate> candidates, std::span<const std::string> known_names,
                                  const std::string& missing) const;

private:
  struct Term {
    std::string text, backend;
    std::vector<std::string> devices;
    enum class Effect { takes, takes_away } effect;
  };

  std::string text_;
  std::vector<Term> terms_;
};

} // namespace xeforge::devices
