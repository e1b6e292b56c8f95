#include "xeforge/machine/device_images.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace xeforge::machine {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Bytes two_records() {
  const Bytes code = bytes_of("machine code of some length"), none;
  Bytes section = device_image_record({"bmg", "{\"kernels\": []}", code});
  const Bytes second = device_image_record({"pvc", "", none});
  section.insert(section.end(), second.begin(), second.end());
  return section;
}

std::string refusal(const Bytes& section) {
  try {
    read_device_images(section);
  } catch (const Error& error) {
    return error.got();
  }
  return "read";
}

TEST(DeviceImages, are_read_as_they_were_written) {
  const Bytes section = two_records();
  EXPECT_EQ(section.size() % device_image_alignment, 0u);
  const auto images = read_device_images(section);
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(images[0].device, "bmg");
  EXPECT_EQ(images[0].report, "{\"kernels\": []}");
  EXPECT_TRUE(std::ranges::equal(images[0].code, bytes_of("machine code of some length")));
  EXPECT_EQ(images[1].device, "pvc");
  EXPECT_TRUE(images[1].report.empty());
  EXPECT_TRUE(images[1].code.empty());
  EXPECT_TRUE(read_device_images({}).empty());
}

TEST(DeviceImages, that_are_cut_or_changed_are_refused_and_never_read_past_their_end) {
  const Bytes section = two_records();
  const std::size_t first =
      read_device_images(section)[1].device.data() - reinterpret_cast<const char*>(section.data()) - 40;
  for (std::size_t size = 1; size < section.size(); ++size)
    if (size != first) {
      EXPECT_NE(refusal({section.begin(), section.begin() + static_cast<std::ptrdiff_t>(size)}), "read") << size;
    }
  for (std::size_t at = 0; at < 40; ++at) {
    Bytes changed = section;
    changed[at] ^= std::byte{0xff};
    EXPECT_NE(refusal(changed), "read") << at;
  }
  EXPECT_THROW(device_image_record({"a-name-of-24-characters!", "", {}}), Error);
}

} // namespace
} // namespace xeforge::machine
