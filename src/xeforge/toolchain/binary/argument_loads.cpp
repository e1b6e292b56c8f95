#include "xeforge/toolchain/binary/argument_loads.hpp"

#include <algorithm>
#include <bit>

namespace xeforge::toolchain {

bool are_arguments_loaded(const KernelInfo& kernel, int register_bytes) {
  constexpr std::uint32_t piece = 32, largest_load = 256; // the rest by loads of 128, 64 and 32 bytes
  constexpr int header_registers = 2;
  std::uint32_t bytes = 0;
  for (const PayloadArgument& argument : kernel.arguments)
    bytes = std::max(bytes, argument.offset + argument.size);
  const std::uint32_t pieces = (bytes + piece - 1) / piece, pieces_of_load = largest_load / piece;
  const int loads = static_cast<int>(pieces / pieces_of_load) + std::popcount(pieces % pieces_of_load);
  const int registers = static_cast<int>((bytes + static_cast<std::uint32_t>(register_bytes) - 1) /
                                         static_cast<std::uint32_t>(register_bytes));
  return loads - 1 <= kernel.registers - header_registers - registers;
}

} // namespace xeforge::toolchain
