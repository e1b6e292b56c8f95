#include "xeforge/toolchain/binary/argument_loads.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

KernelInfo kernel_with(std::uint32_t argument_bytes, int registers) {
  KernelInfo kernel;
  kernel.registers = registers;
  kernel.arguments.push_back({.type = "arg_byvalue", .offset = 64, .size = argument_bytes - 64});
  return kernel;
}

// As kernels with 808, 816, 824 and 832 numbers of 32 bits showed on the emulator.
TEST(ArgumentLoads, are_right_as_long_as_there_is_a_register_for_each_address) {
  EXPECT_TRUE(are_arguments_loaded(KernelInfo{.registers = 128}, 64));
  EXPECT_TRUE(are_arguments_loaded(kernel_with(0x18E0, 128), 64));
  EXPECT_TRUE(are_arguments_loaded(kernel_with(0x1900, 128), 64));
  for (const std::uint32_t bytes : {0x1960u, 0x1980u, 0x19E0u, 0x1A60u})
    EXPECT_FALSE(are_arguments_loaded(kernel_with(bytes, 128), 64)) << bytes;
  EXPECT_TRUE(are_arguments_loaded(kernel_with(0x1FC0, 256), 64)) << "4,096 bytes in twice as many registers";
}

} // namespace
} // namespace xeforge::toolchain
