// The only code that uses oneTBB: runs one function on several threads at once. It is built without ThreadSanitizer,
// like oneTBB itself; Team tells the sanitizer what is ordered before what.
//
// Internal to the runtime.
#pragma once

#include <memory>

namespace xeforge::runtime {

class Arena {
public:
  explicit Arena(int threads); // 2 or more, the caller of run() among them
  ~Arena();

  // Calls work(argument) `times` times on up to that many threads, the caller among them, and waits for all calls.
  void run(int times, void (*work)(void* argument) noexcept, void* argument);

private:
  struct State;
  std::unique_ptr<State> state_;
};

// The threads this process may run on at once.
int hardware_threads();

} // namespace xeforge::runtime
