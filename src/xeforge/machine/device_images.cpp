#include "xeforge/machine/device_images.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace xeforge::machine {
namespace {

constexpr std::array<char, 8> magic{'X', 'e', 'F', 'o', 'r', 'g', 'e', 'D'};
constexpr std::uint32_t version = 1;

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version, header_bytes;
  std::uint64_t record_bytes, report_bytes, code_bytes;
  std::array<char, 24> device;
};
static_assert(sizeof(Header) == 64);

constexpr std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + device_image_alignment - 1) / device_image_alignment * device_image_alignment;
}

[[noreturn]] void fail(const char* got) {
  throw Error(std::string("section ") + device_image_section, got, "records of device code of this version of xeforge");
}

// Also checks that all of the record lies within the bytes.
Header read_header(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof header)
    fail("a record that is cut off");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != magic)
    fail("other bytes");
  if (header.version != version || header.header_bytes != sizeof header)
    fail("a record of another version");
  // Each against the size first, so that no sum overflows.
  if (header.record_bytes > bytes.size() || header.report_bytes > bytes.size() || header.code_bytes > bytes.size() ||
      sizeof header + padded(header.report_bytes) + padded(header.code_bytes) != header.record_bytes)
    fail("a record whose parts do not fit");
  if (header.device.back() != 0)
    fail("a record with an endless name");
  return header;
}

} // namespace

std::vector<std::byte> device_image_record(const DeviceImage& image) {
  Header header{magic, version, sizeof(Header), 0, image.report.size(), image.code.size(), {}};
  header.record_bytes = sizeof header + padded(header.report_bytes) + padded(header.code_bytes);
  if (image.device.size() >= header.device.size())
    throw Error("device", "'" + std::string(image.device) + "'", "a name of at most 23 characters");
  std::ranges::copy(image.device, header.device.begin());
  std::vector<std::byte> record(header.record_bytes);
  std::memcpy(record.data(), &header, sizeof header);
  std::ranges::copy(std::as_bytes(std::span(image.report)), record.begin() + sizeof header);
  std::ranges::copy(image.code,
                    record.begin() + static_cast<std::ptrdiff_t>(sizeof header + padded(image.report.size())));
  return record;
}

std::vector<DeviceImage> read_device_images(std::span<const std::byte> section) {
  std::vector<DeviceImage> images;
  while (!section.empty()) {
    const Header header = read_header(section);
    const auto* const text = reinterpret_cast<const char*>(section.data());
    images.push_back({text + offsetof(Header, device),
                      {text + sizeof header, header.report_bytes},
                      section.subspan(sizeof header + padded(header.report_bytes), header.code_bytes)});
    section = section.subspan(header.record_bytes);
  }
  return images;
}

} // namespace xeforge::machine
