#include "xeforge/runtime/fiber.hpp"

#include <memory>
#include <utility>

namespace xeforge::runtime {

namespace context = boost::context;

// A stack that comes from outside and is given back there: the Boost fiber on it must not unmap it while it still runs.
namespace {
struct KeepStack {
  context::stack_context allocate() { return {}; }
  void deallocate(context::stack_context&) noexcept {}
};
} // namespace

// Stacks are mapped on page boundaries, and a page spans every set of a first-level cache once.
static constexpr std::size_t page_bytes = 4096, skew_bytes = 5 * 64;

Fiber::Fiber(std::size_t number) : stack_(allocator_.allocate()) {
  own_stack_.bottom = static_cast<const char*>(stack_.sp) - stack_.size;
  own_stack_.size = stack_.size;
  sanitizer::create(own_stack_);
  const std::size_t skew = number * skew_bytes % page_bytes;
  void* const top = static_cast<char*>(stack_.sp) - skew;
  own_ = context::fiber(std::allocator_arg, context::preallocated(top, stack_.size - skew, stack_), KeepStack{},
                        [this](context::fiber&& caller) { return run(std::move(caller)); });
}

Fiber::~Fiber() {
  body_ = nullptr;
  resume();
  sanitizer::destroy(own_stack_);
  allocator_.deallocate(stack_);
}

void Fiber::start(Body body, void* argument) {
  body_ = body;
  argument_ = argument;
  busy_ = true;
  resume();
}

void Fiber::resume() {
  sanitizer::before_switch(&caller_stack_, own_stack_);
  own_ = std::move(own_).resume();
  sanitizer::Stack left;
  sanitizer::after_switch(caller_stack_, left);
}

void Fiber::suspend() {
  sanitizer::before_switch(&own_stack_, caller_stack_);
  caller_ = std::move(caller_).resume();
  sanitizer::after_switch(own_stack_, caller_stack_);
}

context::fiber Fiber::run(context::fiber&& caller) {
  caller_ = std::move(caller);
  sanitizer::after_switch(own_stack_, caller_stack_);
  while (body_ != nullptr) {
    body_(argument_);
    busy_ = false;
    suspend();
  }
  sanitizer::before_switch(nullptr, caller_stack_);
  return std::move(caller_);
}

} // namespace xeforge::runtime
