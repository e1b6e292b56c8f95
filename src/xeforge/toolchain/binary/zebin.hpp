// A compiled kernel file (zebin): an ELF whose .text.KERNEL sections hold instructions and whose .ze_info describes
// them.
#pragma once

#include "xeforge/toolchain/binary/elf.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// A piece of what a launch hands to all threads of a kernel: where it lies in their data, and what belongs there. Types are
// the format's words, "arg_byvalue", "group_count", ...: text, as each driver adds some, and any kernel can be inspected.
struct PayloadArgument {
  std::string type;
  std::uint32_t offset = 0, size = 0; // bytes
  std::optional<std::uint32_t> index; // of the kernel's parameter, where it belongs to one
  std::uint32_t source_offset = 0;    // the first byte of that parameter which lies here
  bool is_pointer = false;
  std::string address_mode;  // of arg_bypointer: "stateless", "slm", ...
  std::string address_space; // of arg_bypointer: "global", "local", ...
  std::uint32_t slm_alignment = 0;
};

// A piece of what each thread gets: "packed_local_ids" (three 16-bit ids) or "local_id" (three rows of them, a column
// for each lane).
struct ThreadArgument {
  std::string type;
  std::uint32_t offset = 0, size = 0; // bytes
};

// Memory that each thread has to itself.
struct ThreadBuffer {
  std::string type;  // "scratch", "global", "slm"
  std::string usage; // "single_space", "private_space", "spill_fill_space"
  std::uint64_t size = 0;
  int slot = 0;
};

// What .ze_info says of one kernel.
struct KernelInfo {
  std::string name;
  int registers = 0; // grf_count: 128 or 256
  std::uint32_t slm_bytes = 0;
  int barriers = 0;
  std::uint64_t spilled_bytes = 0; // per hardware thread

  int simd_size = 0;                   // work-items of one thread
  std::uint32_t inline_data_bytes = 0; // of the data for all threads, those that come in a register
  std::array<std::uint32_t, 3> required_group_size{0, 0, 0}; // x, y, z; 0: any
  std::array<int, 3> walk_order{0, 1, 2};                    // which dimension's local id changes fastest, next, last
  std::vector<PayloadArgument> arguments;                    // in the order of the file
  std::vector<ThreadArgument> thread_arguments;
  std::vector<ThreadBuffer> thread_buffers;
};

// Throws Error where the text is not such a description.
std::vector<KernelInfo> read_ze_info(std::string_view yaml);

struct ZebinKernel {
  KernelInfo info;
  std::span<const std::byte> instructions; // into the file's own bytes
  std::vector<ElfRelocation> relocations;  // of the instructions; sections by their index in the file
};

// Variables of a whole file: constants, strings of printf, globals.
struct ZebinData {
  std::string name;        // ".data.const", ".data.const.string", ".data.global"
  std::size_t section = 0; // its index
  std::span<const std::byte> bytes;
  std::vector<ElfRelocation> relocations;
};

struct Zebin {
  std::string platform; // the instruction set, e.g. "xe2"; empty where the file does not say or names an unknown one
  std::vector<ZebinKernel> kernels;
  std::vector<ZebinData> data;
};

// `name` is how errors call the file. Throws Error for anything but a zebin with at least one kernel.
Zebin read_zebin(const std::string& name, std::span<const std::byte> file);

} // namespace xeforge::toolchain
