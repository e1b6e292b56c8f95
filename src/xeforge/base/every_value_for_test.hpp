// Every value of a small type, for tests.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace xeforge::base {

// Of a type of 8 or 16 bits, in the order of their bits.
template <class T>
std::vector<T> every_value() {
  static_assert(sizeof(T) <= 2);
  std::vector<T> values(std::size_t{1} << (8 * sizeof(T)));
  for (std::size_t bits = 0; bits < values.size(); ++bits)
    std::memcpy(static_cast<void*>(&values[bits]), &bits, sizeof(T));
  return values;
}

} // namespace xeforge::base
