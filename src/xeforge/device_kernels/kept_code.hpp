// Device code that was made once and is kept in a folder: for the next run, and for machines that cannot make it. Two
// files for each kernel and device:
//
//   DEVICE-KEY.image   a record as programs carry it (machine/device_images.hpp)
//   DEVICE-KEY.json    what it was made of and with: "format" xeforge-device-code-1, "kernel", "device", "source" and
//                      "made_with", an object of names and versions
//
// KEY is a number made of the source's text; the text itself decides.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::device_kernels {

struct CodeKey {
  std::string device, kernel, source;
};

// Names of what makes code, and their versions. One that is not known here is not compared.
using Versions = std::map<std::string, std::string>;

class KeptCode {
public:
  explicit KeptCode(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The record; no value where there is none, or one of another source or other versions. Throws Error for files that
  // are there and are none of ours.
  std::optional<std::vector<std::byte>> find(const CodeKey& key, const Versions& here) const;
  // In place of what was there. Throws Error where it cannot be written.
  void keep(const CodeKey& key, const Versions& made_with, const std::vector<std::byte>& record) const;

private:
  std::filesystem::path folder_;
};

// 16 hexadecimal digits that texts of different content are unlikely to share.
std::string digest(std::string_view bytes);

} // namespace xeforge::device_kernels
