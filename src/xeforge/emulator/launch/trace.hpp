// The execution of a launch as text: each instruction with its source line, then what it read and wrote, channel by
// channel.
//
//   (0, 0, 0) thread 3  0x01d0  mul (16|M0) r21.0<1>:f r19.0<1;1,0>:f 0.5:f  scale.cpp:10
//     r19.0:f  0 1 2 3 ... 15
//     0.5:f    0.5 (16 times)
//     -> r21.0 0 0.5 1 1.5 ... 7.5
#pragma once

#include "xeforge/emulator/launch/launch.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace xeforge::emulator {

struct TraceRequest {
  std::set<std::uint64_t> threads;   // counted through the whole launch, group after group; empty: all
  std::optional<std::uint32_t> from; // the address where a thread's trace begins, when it first comes there
  std::function<void(std::string_view text)> write;
};

class Trace {
public:
  Trace(const Kernel& kernel, const LaunchShape& shape, TraceRequest request);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // For Launch::observer: null for threads that are not traced.
  Observer* observe(const Extent& group, std::size_t thread);

private:
  class Thread;

  const Kernel& kernel_;
  LaunchShape shape_;
  TraceRequest request_;
  std::vector<std::unique_ptr<Thread>> threads_;
};

} // namespace xeforge::emulator
