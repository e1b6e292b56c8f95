// Assembly text, assembled, decoded and run on one hardware thread: for tests of single instructions.
#pragma once

#include "xeforge/emulator/program/decode_program.hpp"
#include "xeforge/emulator/thread/interpreter.hpp"
#include "xeforge/toolchain/binary/machine_code.hpp"
#include "xeforge/toolchain/device_testing.hpp"

#include <array>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace xeforge::emulator {

// Ends threads; takes no other message.
class OnlyTheEnd : public MessageUnit {
public:
  Step send(ThreadState&, const DecodedSend& message, LaneMask) override {
    if (!message.ends_thread)
      throw Fault("a message");
    return Step::ended;
  }
  Step wait_for_barrier(ThreadState&, const BarrierWait&) override { return Step::again; }
};

// The end of a thread, as kernels end.
inline constexpr const char* end_of_thread = "(W) send.gtwy (1|M0) null r3 null:0 0x0 0x02000010 {EOT}\n";

class WithAssembly : public toolchain::WithDeviceTools {
protected:
  static Program assembled(const std::string& text, const char* platform = "xe2") {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    const auto code = toolchain::assemble_machine_code(tools, platform, text);
    const std::array named{toolchain::NamedCode{"of the test", code}};
    const auto listing = toolchain::list_machine_code(tools, platform, named, toolchain::Listing::complete).front();
    return decode_program(platform, 256, {listing.json, listing.text});
  }

  // Runs the text and what ends a thread; cr0 keeps denormals, as kernels set it first.
  void run_text(const std::string& text) {
    program = assembled(text + end_of_thread);
    thread->control[0] |= 0x4c0;
    thread->next = 0;
    counts.assign(program.code.size(), 0);
    Budget budget{100'000};
    EXPECT_EQ(run(*thread, program, messages, budget, counts), Step::ended);
  }

  template <class T>
  void put(int number, const std::vector<T>& values, int byte = 0) {
    std::memcpy(thread->at(number) + byte, values.data(), values.size() * sizeof(T));
  }
  template <class T>
  std::vector<T> get(int number, int count, int byte = 0) const {
    std::vector<T> values(count);
    std::memcpy(values.data(), thread->at(number) + byte, count * sizeof(T));
    return values;
  }

  std::unique_ptr<ThreadState> thread = std::make_unique<ThreadState>();
  Program program;
  OnlyTheEnd messages;
  std::vector<std::uint64_t> counts;
};

// Bits of a float, so that -0 and NaN compare.
inline std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
  std::vector<std::uint32_t> bits(values.size());
  std::memcpy(bits.data(), values.data(), values.size() * sizeof(float));
  return bits;
}

} // namespace xeforge::emulator
