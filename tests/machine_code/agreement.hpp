// One launch of a kernel, twice: by the host, and as code of a device, on the same memory. Both have to leave the same
// behind. Which device: emulator_agreement.hpp, card_agreement.cpp.
#pragma once

#include <sycl/sycl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace machine_code {

// How alike the two have to be. Bits that differ are then looked at as elements of this type; everywhere else, and
// without a type, every bit counts.
struct Closeness {
  enum class Element { none, single, half };
  Element element = Element::none;
  double relative = 0; // to the larger of the two
  double absolute = 0;
};

using ClosenessOfKernels = std::map<std::string, Closeness>; // of those that are not the same to the bit

// x, y, z: x changes fastest.
using Extent = std::array<std::uint32_t, 3>;

struct LaunchOfBoth {
  std::string kernel; // as the toolchain names it in compiled files
  Extent groups{1, 1, 1}, group_size{1, 1, 1};
  std::span<const std::byte> object; // the kernel's function object
  std::function<sycl::event(sycl::queue&)> on_queue = {};
};

// Memory that the host and the device reach under one address.
struct MemorySource {
  std::function<std::byte*(std::size_t bytes)> take;
  std::function<void(std::byte*)> give_back;
};

// While one is alive, launches of the programs come here.
class Agreement {
public:
  Agreement(sycl::queue host, ClosenessOfKernels closeness, MemorySource source);
  virtual ~Agreement();
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;
  static Agreement& current();

  // Called around each launch: to fill memory anew, and to hold what the device wrote against a reference.
  std::function<void(const std::string& kernel)> before = [](const std::string&) {}, after = before;

  // What this kernel leaves in these bytes depends on which item comes first: they are not compared.
  void leave_to_order(const std::string& kernel, const void* memory, std::size_t bytes);

  void* allocate(std::size_t bytes); // zeros
  void release(void* memory);

  // A failure of the test where the two differ, or where the device does what no kernel may do. What the device wrote is
  // what the program then finds; the event is the host's.
  sycl::event launch(LaunchOfBoth launch);

protected:
  using Memory = std::map<std::byte*, std::size_t>; // allocations and their bytes
  const Memory& memory() const { return memory_; }

private:
  // The name by which the device knows the kernel.
  virtual std::string name_on_device(const std::string& kernel) const { return kernel; }
  // What messages call it.
  virtual std::string label(const std::string& kernel) const = 0;
  // True: both have done the same launch on the same memory before, and what they left behind is there again.
  virtual bool repeat(const LaunchOfBoth&) { return false; }
  // False: it does not run there, or failed, which has become a failure of the test.
  virtual bool run_on_device(const LaunchOfBoth& launch) = 0;

  using Contents = std::vector<std::vector<std::byte>>;
  Contents contents() const;
  void restore(const Contents& contents);
  void compare(const std::string& kernel, const Contents& host) const;

  sycl::queue host_;
  ClosenessOfKernels closeness_;
  MemorySource source_;
  Memory memory_;
  std::map<std::string, std::span<const std::byte>> left_to_order_; // by kernel
  std::map<std::string, sycl::event> on_host_;                      // the last one of each kernel
};

// What the toolchain calls a kernel whose name is this type; `symbol` is that of a pointer to it, as incomplete types
// have no symbol of their own.
std::string kernel_name(const char* symbol);

} // namespace machine_code
