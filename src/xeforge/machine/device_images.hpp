// Device code inside object files and programs: the section `xeforge_device` is a sequence of records, one for each
// source and device, which the linker puts one after another. A program reads its own between two symbols of the
// linker's:
//
//   extern "C" const std::byte __start_xeforge_device[] __attribute__((visibility("hidden"), weak));
//   extern "C" const std::byte __stop_xeforge_device[] __attribute__((visibility("hidden"), weak));
//   xeforge::machine::read_device_images({__start_xeforge_device, __stop_xeforge_device});
//
// A record, all numbers little endian, at a multiple of 16 bytes:
//
//   offset   size
//        0      8   "XeForgeD"
//        8      4   version: 1
//       12      4   bytes before the report: 64
//       16      8   bytes of the whole record, a multiple of 16
//       24      8   bytes of the report
//       32      8   bytes of the machine code
//       40     24   the device's name, then zeros, one at least
//       64          the report: report.json as 'xeforge compile' writes it, with the names of the kernels, and
//                   the places in the source that instructions come from (toolchain/binary/image_report.hpp)
//                   zeros up to a multiple of 16
//                   the machine code: an ELF file with the kernels, as Level Zero takes it
//                   zeros up to a multiple of 16
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace xeforge::machine {

inline constexpr const char* device_image_section = "xeforge_device";
inline constexpr std::size_t device_image_alignment = 16;

// Refers to the bytes that it was read from.
struct DeviceImage {
  std::string_view device;
  std::string_view report;
  std::span<const std::byte> code;
};

// One record. Throws Error where the device's name is too long.
std::vector<std::byte> device_image_record(const DeviceImage& image);

// All records of a section. Throws Error where the bytes are not such records.
std::vector<DeviceImage> read_device_images(std::span<const std::byte> section);

} // namespace xeforge::machine
