// A stack for a fiber: addresses are reserved, memory is allocated on use. Below it is a guard area; running into it
// gives a message that the kernel needs more stack, instead of a crash.
//
// Internal to the runtime.
#pragma once

#include <cstddef>
#include <cstdint>

// What -fxeforge-stack=KIB sets, as the address of a symbol that the linker defines.
extern "C" __attribute__((weak, visibility("default"))) const char xeforge_stack_kib; // NOLINT: a name for linkers

namespace xeforge::runtime {

inline constexpr std::size_t page_bytes = 4096;

// For an item that waits: each thread may have a thousand of them.
std::size_t fiber_stack_bytes();
// For items that run one after another, if the stack of a thread may be too small: one for each thread.
std::size_t large_stack_bytes();
// Whether they need it. run: the function that is instantiated for the kernel.
bool needs_large_stack(const void* run);

class StackMemory {
public:
  // A frame may be larger than a page: it must not skip the guard.
  static constexpr std::size_t guard_bytes = std::size_t{1} << 20;

  explicit StackMemory(std::size_t bytes); // throws std::bad_alloc
  ~StackMemory();
  StackMemory(const StackMemory&) = delete;
  StackMemory& operator=(const StackMemory&) = delete;

  char* top() const { return base_ + whole(); }
  std::size_t size() const { return bytes_; }

private:
  std::size_t whole() const { return guard_bytes + bytes_; }

  const std::size_t bytes_;
  char* base_ = nullptr;
};

// While an object exists on a thread, a fault at the end of its stack ends the program with a message that names the
// kernel.
class KernelOnStacks {
public:
  // run: the function that is instantiated for the kernel. The object stands on the stack that items run on.
  explicit KernelOnStacks(const void* run) : run_(run), before_(of_thread.current) {
    of_thread.current = this;
    if (!of_thread.is_ready) [[unlikely]]
      wait_for_faults();
  }
  ~KernelOnStacks() { of_thread.current = before_; }
  KernelOnStacks(const KernelOnStacks&) = delete;
  KernelOnStacks& operator=(const KernelOnStacks&) = delete;

  const void* run() const { return run_; }
  // Of the one that the stack pointer is at the end of.
  std::size_t stack_bytes(std::uintptr_t stack_pointer) const;
  // The one that this thread runs at the moment, or null.
  static const KernelOnStacks* current() { return of_thread.current; }

private:
  struct OfThread {
    const KernelOnStacks* current;
    bool is_ready; // a fault of this thread is waited for
  };
  static inline thread_local constinit OfThread of_thread{};
  static void wait_for_faults();

  const void* run_;
  const KernelOnStacks* before_;
};

} // namespace xeforge::runtime
