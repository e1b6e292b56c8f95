// The devices' part: machine code of every source with kernels, for every device that the command line names. It goes
// into the object file or the program that the source becomes (machine/device_images.hpp), and for people and tools
// into folders:
//
//   a program PROG     PROG.DEVICE/          of one source, or one folder per source in it: of what the program carries
//   an object DIR/X.o  DIR/X.DEVICE/
//   device code only   the folder behind -o  of one device, or one folder per device in it
#pragma once

#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/dependency_list.hpp"
#include "xeforge/driver/front_end.hpp"
#include "xeforge/driver/layout.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace xeforge::driver {

struct SourceImage {
  std::filesystem::path source;
  const machine::DeviceModel* device;
  toolchain::Compiled compiled;
};

struct DeviceCode {
  std::vector<SourceImage> images; // sources without kernels have none
  FilesOfSources files;
};

// The sources' kernels for each device. Throws Error with file and line where a kernel cannot be compiled, and for flags
// that host and device cannot have in common.
DeviceCode compile_for_devices(const CommandLine& line, const Layout& layout, const std::vector<FrontEndJob>& jobs);

// The sources as each device's compiler sees them, one behind the other.
struct PreprocessedCode {
  std::string text;
  FilesOfSources files;
};
PreprocessedCode preprocess_for_devices(const CommandLine& line, const Layout& layout,
                                        const std::vector<FrontEndJob>& jobs);

// The section for an object file.
std::vector<std::byte> device_section(const std::vector<SourceImage>& images);

// The object file that clang makes of a source with -c.
std::filesystem::path object_of(const CommandLine& line, const std::filesystem::path& source);

// With -c: into each source's object file, and into a folder beside it.
void embed_into_objects(const CommandLine& line, const std::vector<FrontEndJob>& jobs,
                        const std::vector<SourceImage>& images);

// With -fsycl-device-only.
void write_device_folders(const CommandLine& line, const std::vector<SourceImage>& images);

// What the linked program carries, its own sources' or of objects and libraries, into folders beside it. `images`:
// those that were made just now. One line for each device for which it carries nothing.
std::vector<std::string> extract_from_program(const CommandLine& line, const Layout& layout,
                                              const std::vector<SourceImage>& images);

} // namespace xeforge::driver
