#include "xeforge/runtime/stack_memory.hpp"

#include "xeforge/machine/kernel_names.hpp"
#include "xeforge/machine/large_frames.hpp"
#include "xeforge/runtime/sanitizer.hpp"

#include <atomic>
#include <csignal>
#include <new>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace xeforge::runtime {

static constexpr std::size_t usual_fiber_kib = 8 * 1024, usual_large_kib = 64 * 1024;
// A frame may reach that far above the stack pointer, and a call a little below it.
static constexpr std::size_t most_frame_bytes = StackMemory::guard_bytes, below_stack_pointer = 256;

static std::size_t stack_bytes_or(std::size_t usual_kib) {
  const auto kib = &xeforge_stack_kib != nullptr ? reinterpret_cast<std::size_t>(&xeforge_stack_kib) : usual_kib;
  return (kib * 1024 + page_bytes - 1) / page_bytes * page_bytes;
}
std::size_t fiber_stack_bytes() { return stack_bytes_or(usual_fiber_kib); }
std::size_t large_stack_bytes() { return stack_bytes_or(usual_large_kib); }

// The stack of a thread has a size of its own, whatever the program asks for.
bool needs_large_stack(const void* run) { return &xeforge_stack_kib != nullptr || machine::has_large_frames(run); }

namespace {

struct sigaction action_before; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

[[noreturn]] void say_more_stack(std::uintptr_t stack_pointer) {
  static std::atomic_flag is_said; // other threads are at the same kernel
  while (is_said.test_and_set())
    pause();
  const KernelOnStacks& kernel = *KernelOnStacks::current();
  const std::string name = machine::name_of_kernel(kernel.run()).name;
  const std::string text = "xeforge: kernel " + (name.empty() ? "(its name is in builds with -O0)" : name) +
                           " needs more than " + std::to_string(kernel.stack_bytes(stack_pointer) / 1024) +
                           " KiB of stack; -fxeforge-stack=KIB gives it more\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
  _exit(128 + SIGSEGV);
}

// A fault of a kernel right where its stack pointer is: memory ends there. Every other fault is whose it was.
void on_fault(int signal, siginfo_t* info, void* context) {
  const auto stack_pointer = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (KernelOnStacks::current() != nullptr && address + below_stack_pointer >= stack_pointer &&
      address < stack_pointer + most_frame_bytes)
    say_more_stack(stack_pointer);
  sigaction(signal, &action_before, nullptr);
}

void install_handler() {
  struct sigaction action{};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &action_before);
}

// The handler cannot run on the stack that is used up. Mapped, because a thread may meet its first kernel in any launch, and
// launches take nothing from the heap. Without memory for it there is a fault without a message.
class HandlerStack {
public:
  HandlerStack() {
    sigaltstack(nullptr, &before_);
    if ((before_.ss_flags & SS_DISABLE) == 0)
      return;
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
      return;
    mine_.ss_sp = memory;
    mine_.ss_size = bytes;
    sigaltstack(&mine_, nullptr);
  }
  ~HandlerStack() {
    if (mine_.ss_sp == nullptr)
      return;
    sigaltstack(&before_, nullptr);
    munmap(mine_.ss_sp, bytes);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

private:
  static constexpr std::size_t bytes = 64 * 1024;
  stack_t before_{}, mine_{};
};

} // namespace

StackMemory::StackMemory(std::size_t bytes) : bytes_(bytes) {
  void* const start = mmap(nullptr, whole(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (start == MAP_FAILED)
    throw std::bad_alloc();
  base_ = static_cast<char*>(start);
  if (mprotect(base_ + guard_bytes, bytes_, PROT_READ | PROT_WRITE) != 0) {
    munmap(base_, whole());
    throw std::bad_alloc();
  }
  madvise(base_ + guard_bytes, bytes_, MADV_NOHUGEPAGE); // most use a page or two
}

StackMemory::~StackMemory() { munmap(base_, whole()); }

// A sanitizer has a handler of its own, which says as much.
void KernelOnStacks::wait_for_faults() {
  if constexpr (!sanitizer::watches_stacks) {
    static const bool installed = (install_handler(), true);
    static thread_local const HandlerStack stack;
    static_cast<void>(installed);
  }
  of_thread.is_ready = true;
}

// The thread's own, the large one that this stands on, or that of an item which waits.
std::size_t KernelOnStacks::stack_bytes(std::uintptr_t stack_pointer) const {
  pthread_attr_t attributes;
  void* start = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0)
    pthread_attr_getstack(&attributes, &start, &bytes);
  const auto first = reinterpret_cast<std::uintptr_t>(start), here = reinterpret_cast<std::uintptr_t>(this);
  if (stack_pointer > first - most_frame_bytes && stack_pointer < first + bytes)
    return bytes;
  const bool is_on_this = stack_pointer < here && stack_pointer + large_stack_bytes() + most_frame_bytes > here;
  return needs_large_stack(run_) && is_on_this ? large_stack_bytes() : fiber_stack_bytes();
}

} // namespace xeforge::runtime
