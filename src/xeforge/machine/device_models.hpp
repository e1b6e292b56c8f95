// The GPUs that kernels are compiled for, as data: how the compiler calls them and what their hardware takes. Intel's
// have a vector compiler; on NVIDIA's one hardware thread is a warp (decision 33).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace xeforge::machine {

// Whether a generation has a kind of message at all.
enum class Support { no, yes };

// The instruction set of NVIDIA's GPUs, which their driver makes machine code of.
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
  std::uint32_t slm_capacity;  // bytes of shared local memory that one work-group can have
  std::uint32_t group_threads; // hardware threads that one can have, with 128 registers each
  std::uint32_t family;        // the core family number that compiled kernels carry
};

std::span<const DeviceModel> device_models();

// By any word of device_names.hpp. Throws Error that lists the known names.
const DeviceModel& device_model(std::string_view name);

// The instruction set of the core family that a compiled kernel carries; empty where it is not one of these.
std::string_view platform_of_family(std::uint32_t family);

} // namespace xeforge::machine
