// Kernels of the project's sources, compiled with the real tools and run on the emulator.
#pragma once

#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/toolchain/device_testing.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace xeforge::emulator {

// The bytes of a kernel object: its captures in the order of their first use, each at a multiple of its size.
class KernelObject {
public:
  template <class... T>
  explicit KernelObject(const T&... captures) {
    (append(captures), ...);
  }
  std::span<const std::byte> bytes() const { return bytes_; }

private:
  template <class T>
  void append(const T& value) {
    bytes_.resize((bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    bytes_.resize(bytes_.size() + sizeof(T));
    std::memcpy(bytes_.data() + bytes_.size() - sizeof(T), &value, sizeof(T));
  }
  std::vector<std::byte> bytes_;
};

// A source compiled for a device; each is compiled once.
struct CompiledSource {
  toolchain::Compiled compiled;
  Module module;
};

// Which kernels there are in the compiled sources, and which of them have been run.
struct KernelsSeen {
  std::set<std::string> compiled, executed; // "bmg blocks_2d.cpp Plain"
};
KernelsSeen& kernels_seen();

class DeviceRun : public toolchain::WithDeviceTools {
protected:
  // source: relative to the repository. "bmg", 128 registers.
  static const CompiledSource& compiled(const std::string& source, const std::string& device = "bmg",
                                        toolchain::RegisterFile registers = toolchain::RegisterFile::normal);

  // Runs the kernel of that source; a fault is a failure of the test.
  LaunchCounts run(const std::string& source, const std::string& kernel, const LaunchShape& shape,
                   const KernelObject& object, const std::string& device = "bmg",
                   toolchain::RegisterFile registers = toolchain::RegisterFile::normal);

  template <class T>
  void allocate(std::string name, std::vector<T>& values, Writable writable = Writable::yes) {
    memory_->add(std::move(name), reinterpret_cast<std::byte*>(values.data()), values.size() * sizeof(T), writable);
  }
  // Nothing is allocated any more.
  void forget_allocations() { memory_ = std::make_unique<Memory>(); }

private:
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
};

// One work-item after another, or groups of them.
inline LaunchShape items(std::uint32_t count) { return {.groups = {count, 1, 1}, .group_size = {1, 1, 1}}; }
inline LaunchShape in_groups(std::uint32_t groups, std::uint32_t size) {
  return {.groups = {groups, 1, 1}, .group_size = {size, 1, 1}};
}

} // namespace xeforge::emulator
