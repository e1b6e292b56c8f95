// The interface through which the runtime reports launches: how long each took and, in a program that counts
// (-fxeforge-count), what it did. Implemented by a library (src/xeforge/recorder) that such a program is linked with,
// or that is preloaded to time a program. In all other programs it is null, and testing that costs one comparison.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xeforge::machine {

struct RecordedLaunch {
  const void* run = nullptr; // the function that is instantiated for the kernel, which names it; null: no kernel
  std::array<std::size_t, 3> items{1, 1, 1}, local{0, 0, 0}; // SYCL's order; local all 0: without groups
};

inline constexpr std::string_view cpu_device = "cpu"; // where alone a program counts what kernels do

struct RecordedDevice {
  std::string_view device; // cpu_device, "bmg-g21"
  bool emulated = false;   // then times are the emulator's, nobody's
  int threads = 0;         // of the CPU
};

class Recorder {
public:
  virtual ~Recorder() = default;

  // Around each launch, on the thread that runs it; begin() may wait until another one has ended.
  virtual void begin() = 0;
  // Times as events have them, in nanoseconds. failed: an exception left the kernel.
  virtual void end(const RecordedLaunch& launch, const RecordedDevice& on, std::uint64_t nanoseconds,
                   bool failed) noexcept = 0;
};

// Null in a program that is not recorded.
Recorder* recorder() noexcept;

} // namespace xeforge::machine

// Defined by the recorder's library, if it is loaded.
extern "C" __attribute__((weak, visibility("default"))) xeforge::machine::Recorder*
xeforge_recorder() noexcept; // NOLINT
