// Kernels on an NVIDIA GPU: PTX loaded by the driver, memory of the card, launches and their times.
//
//   Card card(0);
//   Module module(card, "kernels.ptx", text);
//   Buffer scores(card, bytes);
//   scores.write(host);
//   launch(card, module.kernel("Axpy", 4), {.groups = {1024, 1, 1}, .group_size = {4, 1, 1}}, object_bytes);
//   card.wait();
//
// One hardware thread is a warp, so that groups have 32 lanes for each of their work-items.
#pragma once

#include "xeforge/cuda/driver_functions.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace xeforge::cuda {

inline constexpr std::uint64_t lanes_of_a_thread = 32;
// A block of the card has 1,024 lanes.
inline constexpr std::uint64_t most_items_of_a_group = 1024 / lanes_of_a_thread;

// A device and the context that all users of it in this process share.
class Card {
public:
  explicit Card(int number);
  ~Card();
  Card(const Card&) = delete;
  Card& operator=(const Card&) = delete;

  const std::string& name() const { return name_; }
  std::string processor() const; // "sm_90"
  int attribute(Attribute attribute) const;
  std::string bus_id() const; // "00000000:0A:00.0"
  void use() const;           // by this thread
  void wait() const;

private:
  DeviceNumber device_ = 0;
  Context context_ = nullptr;
  std::string name_;
};

class Buffer {
public:
  Buffer(const Card& card, std::size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  DeviceAddress address() const { return address_; }
  // As many bytes as there are in the span, from the first one on; when they return it is done.
  void write(std::span<const std::byte> bytes);
  void read(std::span<std::byte> bytes) const;

private:
  DeviceAddress address_ = 0;
  std::size_t bytes_;
};

class Module {
public:
  // Throws Error with what the driver's compiler says.
  Module(const Card& card, std::string name, std::string ptx);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // For groups of so many work-items. A lane of a large group gets fewer registers: the module is then loaded once more
  // with that limit. Throws Error where there is no such kernel.
  FunctionHandle kernel(const std::string& kernel, std::uint64_t group_items);

private:
  ModuleHandle load(int registers);

  const Card& card_;
  std::string name_, ptx_;
  std::map<int, ModuleHandle> loaded_; // by the most registers of a lane; 0: as many as it wants
};

struct LaunchShape {
  std::array<std::uint32_t, 3> groups{1, 1, 1}, group_size{1, 1, 1}; // x, y, z; work-items of one group
  std::uint32_t local_bytes = 0;                                     // shared local memory of one group
};

// The kernel object is copied before it returns. Throws Error for a shape that no card takes.
void launch(const Card& card, FunctionHandle kernel, const LaunchShape& shape, std::span<const std::byte> object);
// The bytes of each parameter of the kernel; `stream`: null is the default one.
void launch(const Card& card, FunctionHandle kernel, const LaunchShape& shape,
            std::span<const std::span<const std::byte>> parameters, StreamHandle stream);

} // namespace xeforge::cuda
