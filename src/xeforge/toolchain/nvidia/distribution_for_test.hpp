// What tests of the distribution share: a kernel as text, distributed and run in lockstep on the host.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/lowering/testing.hpp"
#include "xeforge/toolchain/nvidia/lockstep_for_test.hpp"
#include "xeforge/toolchain/nvidia/warp_module.hpp"

#include <cstring>
#include <numeric>

namespace xeforge::toolchain::nvidia {

using lowering::ParsedModule;

// A kernel with %from and %to, pointers to 32-bit numbers; declarations behind it.
inline std::string kernel_of(const std::string& body, const std::string& declarations) {
  return "%object = type { ptr addrspace(4), ptr addrspace(4) }\n"
         "define spir_kernel void @Kernel(ptr byval(%object) align 8 %object) {\n"
         "  %from = load ptr addrspace(4), ptr %object, align 8\n"
         "  %second = getelementptr i8, ptr %object, i64 8\n"
         "  %to = load ptr addrspace(4), ptr %second, align 8\n" +
         body + "  ret void\n}\n" + declarations;
}

inline std::string refusal_of(const std::string& text) {
  ParsedModule module(text);
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  try {
    distribute(*module, lowered, UnfitKernels::refused);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

template <class T>
std::vector<T> run(const std::string& text, const std::vector<T>& from, std::size_t results) {
  ParsedModule module(text);
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  module.verify();
  std::vector<T> to(results + 64, T(77)); // more than is written
  const std::array addresses{static_cast<const void*>(from.data()), static_cast<const void*>(to.data())};
  std::vector<std::byte> object(sizeof addresses);
  std::memcpy(object.data(), addresses.data(), sizeof addresses);
  run_in_lockstep(*module->getFunction("Kernel"), object);
  for (std::size_t i = results; i < to.size(); ++i)
    EXPECT_EQ(to[i], T(77)) << "behind the results, at " << i;
  to.resize(results);
  return to;
}

inline std::vector<std::uint32_t> counted(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 100);
  return numbers;
}

} // namespace xeforge::toolchain::nvidia
