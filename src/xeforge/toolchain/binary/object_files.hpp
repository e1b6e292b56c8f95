// Device code in object files: see machine/device_images.hpp for the section.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// A new object file for this machine with nothing but such a section in it.
void write_device_object(const std::filesystem::path& file, std::span<const std::byte> section);

// The object file gets the section in addition to what it has; aside, then renamed. Throws Error where the file is not
// an object file of this machine, or has such a section already.
void add_device_section(const std::filesystem::path& file, std::span<const std::byte> section);

// The section of an object file, a program or a library; empty where there is none.
std::vector<std::byte> device_section_of(const std::filesystem::path& file);

// The names of the shared libraries that a program or a library is linked with. Empty for a file that is neither.
std::vector<std::string> libraries_needed_by(const std::filesystem::path& file);

} // namespace xeforge::toolchain
