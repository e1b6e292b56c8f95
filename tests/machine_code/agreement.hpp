// One launch of a kernel, twice: by the host, and as machine code by the emulator, on the same memory. Both have to
// leave the same behind.
#pragma once

#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/toolchain/compilation.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace machine_code {

using namespace xeforge;

// How alike the two have to be. Bits that differ are then looked at as elements of this type; everywhere else, and
// without a type, every bit counts.
struct Closeness {
  enum class Element { none, single, half };
  Element element = Element::none;
  double relative = 0; // to the larger of the two
  double absolute = 0;
};

// Sources of kernels that this program executes.
struct Source {
  const char* file; // relative to the repository
  toolchain::RegisterFile registers = toolchain::RegisterFile::normal;
  std::map<std::string, Closeness> closeness{};  // of kernels that are not the same to the bit
  std::set<std::string> devices{};               // none: every device
  std::map<std::string, std::string> left_out{}; // kernels that are executed elsewhere, each with where and why
};

struct KernelsSeen {
  std::set<std::string> compiled, executed; // "bmg vector_add.cpp VectorAdd_8"
};
KernelsSeen& kernels_seen();

// While one is alive, launches of the programs come here.
class Agreement {
public:
  Agreement(const Source& source, std::string device);
  ~Agreement();
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;
  static Agreement& current();

  // Called around each launch: to fill memory anew, and to hold what the machine code wrote against a reference.
  std::function<void(const std::string& kernel)> before = [](const std::string&) {}, after = before;

  // What this kernel leaves in these bytes depends on which item comes first: they are not compared.
  void leave_to_order(const std::string& kernel, const void* memory, std::size_t bytes);

  void* allocate(std::size_t bytes);
  void release(void* memory);

  // A failure of the test where the two differ, or where the machine code does what no kernel may do. What the machine
  // code wrote is what the program then finds.
  void launch(const std::string& name, const emulator::LaunchShape& shape, std::span<const std::byte> object,
              const std::function<void()>& on_host);

private:
  struct Allocation {
    std::unique_ptr<std::byte[], void (*)(std::byte*)> bytes;
    std::size_t size;
  };
  using Contents = std::vector<std::vector<std::byte>>;
  Contents contents() const;
  void restore(const Contents& contents);
  void compare(const std::string& kernel, const Contents& host) const;

  const Source& source_;
  std::string device_;
  std::map<const void*, Allocation> allocations_;
  std::map<std::string, std::span<const std::byte>> left_to_order_; // by kernel
};

// The kernels of a source for a device; compiled once.
const emulator::Module& module_of(const Source& source, const std::string& device);

// What the toolchain calls a kernel whose name is this type; `symbol` is that of a pointer to it, as incomplete types
// have no symbol of their own.
std::string kernel_name(const char* symbol);

} // namespace machine_code
