// What a program that carries device code says of each kernel it launches, so that a launch on the host finds the
// kernel in the device code: a section `xeforge_kernels` of these records, which the compiler writes as constants. The
// code of a launch is the same with them and without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace xeforge::machine {
struct HardwareThread;
}

namespace xeforge::devices {

inline constexpr const char* kernel_record_section = "xeforge_kernels";

struct KernelRecord {
  // The function by which the host runs the kernel; one of them is null. A launch is known by it.
  void (*run_item)(const void* object, const machine::HardwareThread& thread);
  void (*run_span)(const void* object, const std::size_t* extent, std::size_t first, std::size_t last);
  // Of a pointer to the type that the kernel is named by; null where the program is built without such names
  // (-fno-rtti).
  const std::type_info* name;
  const char* source; // the file that was compiled, as it was named
  std::uint32_t object_bytes;
  std::uint16_t dimensions;      // of the range; 1 for a single task
  std::uint16_t takes_constants; // 1: the entry point has a second parameter, the values of specialization constants
};
static_assert(sizeof(KernelRecord) == 40); // one size for all programs: the section is an array

} // namespace xeforge::devices
