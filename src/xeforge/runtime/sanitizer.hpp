// Notifications for AddressSanitizer and ThreadSanitizer: a switch to another stack, and the order that an
// uninstrumented library (oneTBB) establishes between threads. Without a sanitizer, switches do nothing, and the order
// functions only test whether the program has ThreadSanitizer.
//
// For the runtime and the compiled part of the SYCL layer.
#pragma once

#include <cstddef>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif
// XEFORGE_THREAD_SANITIZER: set for files that are not instrumented in a build that is (CMakeLists.txt).
#if __has_feature(thread_sanitizer) && !defined(XEFORGE_THREAD_SANITIZER)
#define XEFORGE_THREAD_SANITIZER
#endif
#ifdef XEFORGE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif
// There in programs that are built with ThreadSanitizer, whether the runtime is or not.
extern "C" {
__attribute__((weak)) void __tsan_acquire(void* address); // NOLINT
__attribute__((weak)) void __tsan_release(void* address); // NOLINT
}

namespace xeforge::runtime::sanitizer {

#if __has_feature(address_sanitizer) || defined(XEFORGE_THREAD_SANITIZER)
inline constexpr bool watches_stacks = true;
#else
inline constexpr bool watches_stacks = false;
#endif

// A stack that can be switched to, as the sanitizers know it.
struct Stack {
  const void* bottom = nullptr;
  std::size_t size = 0;
  void* fake_stack = nullptr; // AddressSanitizer's, while nobody runs here
  void* tsan_fiber = nullptr;
};

inline void create(Stack& stack) {
#ifdef XEFORGE_THREAD_SANITIZER
  stack.tsan_fiber = __tsan_create_fiber(0);
#else
  (void)stack;
#endif
}

inline void destroy(Stack& stack) {
#ifdef XEFORGE_THREAD_SANITIZER
  __tsan_destroy_fiber(stack.tsan_fiber);
#else
  (void)stack;
#endif
}

// Before leaving `from` for `to`; a null `from` says that the stack being left never runs again.
[[gnu::always_inline]] inline void before_switch(Stack* from, Stack& to) {
#if __has_feature(address_sanitizer)
  __sanitizer_start_switch_fiber(from ? &from->fake_stack : nullptr, to.bottom, to.size);
#endif
#ifdef XEFORGE_THREAD_SANITIZER
  if (from)
    from->tsan_fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
  (void)from;
  (void)to;
}

// The first thing done on the stack arrived at; fills in the bounds of the one that was left.
[[gnu::always_inline]] inline void after_switch(Stack& here, Stack& left) {
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(here.fake_stack, &left.bottom, &left.size);
#endif
  (void)here;
  (void)left;
}

// What happened before publish(x) on one thread happens before what follows observe(x) on another.
inline void publish(void* address) {
  if (&__tsan_release != nullptr)
    __tsan_release(address);
}
inline void observe(void* address) {
  if (&__tsan_acquire != nullptr)
    __tsan_acquire(address);
}

} // namespace xeforge::runtime::sanitizer
