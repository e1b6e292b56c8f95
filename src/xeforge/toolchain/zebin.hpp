// A compiled kernel file (zebin): an ELF whose .text.KERNEL sections hold instructions and whose .ze_info describes
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// What .ze_info says of one kernel.
struct KernelInfo {
  std::string name;
  int registers = 0; // grf_count: 128 or 256
  std::uint32_t slm_bytes = 0;
  int barriers = 0;
  std::uint64_t spilled_bytes = 0; // per hardware thread
};

// Throws Error where the text is not such a description.
std::vector<KernelInfo> read_ze_info(std::string_view yaml);

struct ZebinKernel {
  KernelInfo info;
  std::span<const std::byte> instructions; // into the file's own bytes
};

struct Zebin {
  std::string platform; // the instruction set, e.g. "xe2"; empty where the file does not say or names an unknown one
  std::vector<ZebinKernel> kernels;
};

// `name` is how errors call the file. Throws Error for anything but a zebin with at least one kernel.
Zebin read_zebin(const std::string& name, std::span<const std::byte> file);

} // namespace xeforge::toolchain
