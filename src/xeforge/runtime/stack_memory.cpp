#include "xeforge/runtime/stack_memory.hpp"

#include "xeforge/machine/kernel_names.hpp"
#include "xeforge/runtime/sanitizer.hpp"

#include <csignal>
#include <cstdint>
#include <new>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

namespace xeforge::runtime {

static constexpr std::size_t page_bytes = 4096, usual_kib = 8 * 1024;
// A frame may reach that far above the stack pointer, and a call a little below it.
static constexpr std::size_t most_frame_bytes = StackMemory::guard_bytes, below_stack_pointer = 256;

bool items_have_stacks_of_their_own() { return &xeforge_stack_kib != nullptr; }

std::size_t fiber_stack_bytes() {
  const auto kib = &xeforge_stack_kib != nullptr ? reinterpret_cast<std::size_t>(&xeforge_stack_kib) : usual_kib;
  return (kib * 1024 + page_bytes - 1) / page_bytes * page_bytes;
}

namespace {

thread_local const KernelOnStacks* current = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
struct sigaction action_before;                       // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

// Of the stack that was left: a fiber's, or the thread's own.
std::size_t kib_of_stack(std::uintptr_t stack_pointer) {
  pthread_attr_t attributes;
  void* start = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0)
    pthread_attr_getstack(&attributes, &start, &bytes);
  const auto first = reinterpret_cast<std::uintptr_t>(start);
  return (stack_pointer > first - most_frame_bytes && stack_pointer < first + bytes ? bytes : fiber_stack_bytes()) /
         1024;
}

[[noreturn]] void say_more_stack(std::uintptr_t stack_pointer) {
  const std::string name = machine::name_of_kernel(current->run()).name;
  const std::string text = "xeforge: kernel " + (name.empty() ? "(its name is in builds with -O0)" : name) +
                           " needs more than " + std::to_string(kib_of_stack(stack_pointer)) +
                           " KiB of stack; -fxeforge-stack=KIB gives it more\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
  _exit(128 + SIGSEGV);
}

// A fault of a kernel right where its stack pointer is: memory ends there. Every other fault is whose it was.
void on_fault(int signal, siginfo_t* info, void* context) {
  const auto stack_pointer = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (current != nullptr && address + below_stack_pointer >= stack_pointer &&
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

// The handler cannot run on the stack that is used up.
class HandlerStack {
public:
  HandlerStack() {
    sigaltstack(nullptr, &before_);
    if ((before_.ss_flags & SS_DISABLE) == 0)
      return;
    stack_t mine{};
    mine.ss_sp = bytes_.data();
    mine.ss_size = bytes_.size();
    sigaltstack(&mine, nullptr);
  }
  ~HandlerStack() {
    if ((before_.ss_flags & SS_DISABLE) != 0)
      sigaltstack(&before_, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

private:
  stack_t before_{};
  std::vector<char> bytes_ = std::vector<char>(64 * 1024);
};

} // namespace

StackMemory::StackMemory() {
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
KernelOnStacks::KernelOnStacks(const void* run) : run_(run), before_(current) {
  current = this;
  if constexpr (!sanitizer::watches_stacks) {
    static const bool installed = (install_handler(), true);
    static thread_local const HandlerStack stack;
    static_cast<void>(installed);
  }
}
KernelOnStacks::~KernelOnStacks() { current = before_; }

} // namespace xeforge::runtime
