#include "xeforge/toolchain/binary/object_files.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_images.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

Bytes record() {
  const Bytes code(1000, std::byte{7});
  return machine::device_image_record({"bmg", "{}", code});
}

TEST(ObjectFiles, hold_a_section_of_device_code) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "device.o";
  write_device_object(file, record());
  EXPECT_EQ(device_section_of(file), record());
}

TEST(ObjectFiles, take_one_section_and_no_second) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "device.o";
  write_device_object(file, record());
  const Bytes before = read_bytes(file);
  EXPECT_THROW(add_device_section(file, record()), Error);
  EXPECT_EQ(read_bytes(file), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 1) << "a file aside";
}

TEST(ObjectFiles, are_told_from_other_files) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "a.o";
  for (const char* text : {"", "BC\xc0\xde",
                           "\x7f"
                           "ELF and not much more than that, but longer than the header is, by far"}) {
    write_text(file, text);
    EXPECT_THROW(add_device_section(file, record()), Error) << text;
    EXPECT_EQ(read_text(file), text);
    EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 1) << "a file aside";
  }
  EXPECT_THROW(device_section_of(scratch.path() / "absent"), Error);
}

} // namespace
} // namespace xeforge::toolchain
