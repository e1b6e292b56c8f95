// Numbers for designed inputs: the same bits on every machine.
#pragma once

#include "xeforge/base/hash.hpp"

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace xeforge::ops {

// Our own generator: the standard library's distributions differ between implementations. A Weyl sequence through
// a 64-bit finaliser; every row starts its own, so that rows can be filled in any order.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }
  std::int64_t below(std::int64_t limit) { return static_cast<std::int64_t>((bits() >> 32) * limit >> 32); }
  bool is_one_of(std::int64_t count) { return below(count) == 0; }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; } // [0, 1)
  // Four 16-bit uniforms summed: a bell of mean 0 and deviation 1, without a library function.
  double bell() {
    const std::uint64_t word = bits();
    const std::uint64_t sum = (word & 0xffff) + (word >> 16 & 0xffff) + (word >> 32 & 0xffff) + (word >> 48);
    return (static_cast<double>(sum) * 0x1p-16 - 2.0) * 1.7320508075688772;
  }

private:
  std::uint64_t state_;
};

template <class Values>
const auto& pick(Random& random, const Values& values) {
  return std::span(values)[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(std::size(values))))];
}

// A case's own, so that no other case changes its numbers.
inline std::uint64_t seed_of(std::string_view name) { return base::hash_of(name); }

// What a case is called that follows from a number: "random-17".
inline std::string random_case_name(std::uint64_t seed) { return "random-" + std::to_string(seed); }

} // namespace xeforge::ops
