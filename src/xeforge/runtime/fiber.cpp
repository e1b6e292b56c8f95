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

// Stacks are mapped on page boundaries, a power of two apart from each other but for little: a page spans every set of a
// first-level cache once, 64 of them those of a second-level cache.
static constexpr std::size_t skew_bytes = 5 * 64, skewed_pages = 64;

Fiber::Fiber(std::size_t number, std::size_t stack_bytes) : stack_(stack_bytes) {
  own_stack_.bottom = stack_.top() - stack_.size();
  own_stack_.size = stack_.size();
  sanitizer::create(own_stack_);
  const std::size_t skew = number * skew_bytes % page_bytes + number % skewed_pages * page_bytes;
  context::stack_context whole;
  whole.sp = stack_.top();
  whole.size = stack_.size();
  own_ = context::fiber(std::allocator_arg, context::preallocated(stack_.top() - skew, stack_.size() - skew, whole),
                        KeepStack{}, [this](context::fiber&& caller) { return run(std::move(caller)); });
}

Fiber::~Fiber() {
  body_ = nullptr;
  resume();
  sanitizer::destroy(own_stack_);
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
