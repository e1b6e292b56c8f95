// The GPUs that kernels are compiled for, as data: their names for the compiler and what their hardware supports.
// Intel's have a vector compiler; on NVIDIA's one hardware thread is a warp (decision 33).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace xeforge::machine {

// Whether a generation supports a kind of message.
enum class Support { no, yes };

// The instruction set of NVIDIA's GPUs, which their driver compiles to machine code.
inline constexpr std::string_view ptx_platform = "ptx";

struct DeviceModel {
  std::string_view name;     // as users and the offline compiler write it, e.g. "bmg"
  std::string_view platform; // what the assembler calls its instruction set, e.g. "xe2"
  std::string_view summary;  // e.g. "Battlemage (Arc B-series)"
  int register_bytes;        // one register of the register file
  int dpas_columns;          // execution size of a dpas instruction
  Support block_2d;          // two-dimensional block messages
  Support named_barriers;
  Support fp64;                // numbers of 64 bits with a fraction
  Support quarter_masks;       // lanes of a mask from any multiple of 4 on, not only from multiples of 8
  std::uint32_t slm_capacity;  // bytes of shared local memory that one work-group can have
  std::uint32_t group_threads; // hardware threads that one can have, with 128 registers each
  std::uint32_t family;        // the core family number that compiled kernels carry
};

std::span<const DeviceModel> device_models();

// By any name in device_names.hpp. Throws an Error that lists the known names.
const DeviceModel& device_model(std::string_view name);

// The instruction set for the core family number in a compiled kernel; empty if it is none of these.
std::string_view platform_of_family(std::uint32_t family);

} // namespace xeforge::machine
