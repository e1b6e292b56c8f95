// Runs parts of launches on stacks that are larger than those of threads. They are kept for the next one.
//
// Internal to the runtime: includes Boost.Context.
#pragma once

#include "xeforge/runtime/fiber.hpp"
#include "xeforge/runtime/idle_pool.hpp"

#include <cstddef>

namespace xeforge::runtime {

class LargeStacks {
public:
  // Calls run(context, first, last) on a stack that nobody else uses meanwhile. Throws what that throws, or std::bad_alloc
  // where no stack can be had.
  void call(void (*run)(const void* context, std::size_t first, std::size_t last), const void* context,
            std::size_t first, std::size_t last);

private:
  IdlePool<Fiber> idle_;
};

} // namespace xeforge::runtime
