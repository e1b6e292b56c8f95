// A stack for a fiber: addresses are reserved, memory is allocated on use. Below it is a guard area; running into it
// gives a message that the kernel needs more stack, instead of a crash.
//
// Internal to the runtime.
#pragma once

#include <cstddef>
#include <string>

// What -fxeforge-stack=KIB sets, as the address of a symbol that the linker defines.
extern "C" __attribute__((weak, visibility("default"))) const char xeforge_stack_kib; // NOLINT: a name for linkers

namespace xeforge::runtime {

// Unoptimised kernels keep every temporary on the stack: frames of hundreds of KiB.
std::size_t fiber_stack_bytes();
// Whether the program sets a size; then no item may run on the stack of a thread, which has its own size.
bool items_have_stacks_of_their_own();

class StackMemory {
public:
  // A frame may be larger than a page: it must not skip the guard.
  static constexpr std::size_t guard_bytes = std::size_t{1} << 20;

  StackMemory(); // throws std::bad_alloc
  ~StackMemory();
  StackMemory(const StackMemory&) = delete;
  StackMemory& operator=(const StackMemory&) = delete;

  char* top() const { return base_ + whole(); }
  std::size_t size() const { return bytes_; }

private:
  std::size_t whole() const { return guard_bytes + bytes_; }

  std::size_t bytes_ = fiber_stack_bytes();
  char* base_ = nullptr;
};

// While an object exists on a thread, a fault at the end of its stack ends the program with a message that names the
// kernel.
class KernelOnStacks {
public:
  explicit KernelOnStacks(const void* run); // the function that is instantiated for the kernel
  ~KernelOnStacks();
  KernelOnStacks(const KernelOnStacks&) = delete;
  KernelOnStacks& operator=(const KernelOnStacks&) = delete;

  const void* run() const { return run_; }

private:
  const void* run_;
  const KernelOnStacks* before_;
};

} // namespace xeforge::runtime
