// A pooled stack on which work-items run, one after another, and can be suspended. The stack is mapped once,
// with a guard area below it; starting an item on it allocates nothing.
//
// Internal to the runtime: includes Boost.Context.
#pragma once

#include "xeforge/runtime/sanitizer.hpp"
#include "xeforge/runtime/stack_memory.hpp"

#include <boost/context/fiber.hpp>
#include <cstddef>

namespace xeforge::runtime {

class Fiber {
public:
  using Body = void (*)(void* argument) noexcept;

  // number: of the fiber in its group; used to offset the tops of stacks, so that they do not all map to the same cache
  // sets. Throws std::bad_alloc if no stack can be allocated.
  explicit Fiber(std::size_t number, std::size_t stack_bytes = fiber_stack_bytes());
  ~Fiber(); // nothing may be running on it
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Runs body(argument) until it suspends or ends.
  void start(Body body, void* argument);
  // Resumes a suspended body, until it suspends again or ends.
  void resume();
  // Called by the body: returns to the code that started or resumed it, on the same thread.
  void suspend();
  // Whether a body is suspended on this stack.
  bool busy() const { return busy_; }

private:
  boost::context::fiber run(boost::context::fiber&& caller);

  StackMemory stack_;
  sanitizer::Stack own_stack_, caller_stack_;
  boost::context::fiber own_, caller_;
  Body body_ = nullptr; // null asks the fiber to end
  void* argument_ = nullptr;
  bool busy_ = false;
};

} // namespace xeforge::runtime
