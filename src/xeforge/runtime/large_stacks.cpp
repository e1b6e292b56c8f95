#include "xeforge/runtime/large_stacks.hpp"

#include <exception>
#include <utility>

namespace xeforge::runtime {

void LargeStacks::call(void (*run)(const void* context, std::size_t first, std::size_t last), const void* context,
                       std::size_t first, std::size_t last) {
  std::exception_ptr failure; // leaves the stack as a value: unwinding ends where a stack does
  auto on_stack = [&]() noexcept {
    try {
      run(context, first, last);
    } catch (...) {
      failure = std::current_exception();
    }
  };
  using Call = decltype(on_stack);
  auto fiber = idle_.take_or([] { return std::make_unique<Fiber>(0, large_stack_bytes()); });
  fiber->start([](void* call) noexcept { (*static_cast<Call*>(call))(); }, &on_stack);
  idle_.give_back(std::move(fiber));
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace xeforge::runtime
