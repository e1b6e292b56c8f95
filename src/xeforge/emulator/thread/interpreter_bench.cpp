// Measures how many instructions with 16 channels a core executes per second: xeforge_emulator_bench. It is not a test.
#include "xeforge/emulator/program/decode_program.hpp"
#include "xeforge/emulator/thread/interpreter.hpp"
#include "xeforge/toolchain/binary/machine_code.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <memory>
#include <string>

namespace {

using namespace xeforge;

class OnlyTheEnd : public emulator::MessageUnit {
public:
  emulator::Step send(emulator::ThreadState&, const emulator::DecodedSend&, emulator::LaneMask) override {
    return emulator::Step::ended;
  }
  emulator::Step wait_for_barrier(emulator::ThreadState&, const emulator::BarrierWait&) override {
    return emulator::Step::ended;
  }
};

struct Case {
  const char *name, *line; // executed 64 times in a loop
};
constexpr Case cases[] = {
    {"mad, floats", "mad (16|M0) r30.0<1>:f r10.0<1;0>:f r11.0<1;0>:f r12.0<1>:f\n"},
    {"add, integers", "add (16|M0) r30.0<1>:d r10.0<1;1,0>:d r11.0<1;1,0>:d\n"},
    {"mov, 32 bits", "mov (16|M0) r30.0<1>:ud r10.0<1;1,0>:ud\n"},
    {"add, an immediate", "add (16|M0) r30.0<1>:f r10.0<1;1,0>:f 1.5:f\n"},
    {"mul, words", "mul (16|M0) r30.0<1>:d r10.0<1;1,0>:d 32:w\n"},
    {"mov, half to float", "mov (16|M0) r30.0<1>:f r10.0<1;1,0>:hf\n"},
    {"cmp, floats", "cmp (16|M0) (lt)f0.0 null<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n"},
    {"sel, a maximum", "sel (16|M0) (ge)f0.0 r30.0<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n"},
    {"add, one channel", "add (1|M0) r30.0<1>:d r10.0<0;1,0>:d r11.0<0;1,0>:d\n"},
    {"math.exp", "math.exp (16|M0) r30.0<1>:f r10.0<1;1,0>:f\n"},
    {"dpas 8x8, half", "dpas.8x8 (16|M0) r40:f r40:f r20:hf r30.0:hf\n"},
    {"dpas 8x8, bytes", "dpas.8x8 (16|M0) r40:d r40:d r20:b r30.0:b\n"},
};

// The processor time of this thread only.
double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void measure(const toolchain::DeviceTools& tools, const Case& each) {
  constexpr int copies = 64;
  std::string text = "mov (1|M0) r1.0<1>:d 5000:d\nL0:\n";
  for (int copy = 0; copy < copies; ++copy)
    text += each.line;
  text += "add (1|M0) r1.0<1>:d r1.0<0;1,0>:d -1:w\n"
          "cmp (1|M0) (gt)f0.1 null<1>:d r1.0<0;1,0>:d 0:w\n"
          "(W&f0.1) jmpi (1|M0) L0\n"
          "(W) send.gtwy (1|M0) null r3 null:0 0x0 0x02000010 {EOT}\n";
  const std::vector<std::byte> code = toolchain::assemble_machine_code(tools, "xe2", text);
  const std::array named{toolchain::NamedCode{each.line, code}};
  const auto listing = toolchain::list_machine_code(tools, "xe2", named, toolchain::Listing::complete).front();
  const emulator::Program program = emulator::decode_program("xe2", 256, {listing.json, listing.text});
  OnlyTheEnd messages;
  double best = 1e9;
  std::uint64_t executed = 0;
  for (int run = 0; run < 5; ++run) {
    auto thread = std::make_unique<emulator::ThreadState>();
    thread->control[0] = 0x4c0;
    emulator::Budget budget{1'000'000'000};
    const double start = seconds();
    emulator::run(*thread, program, messages, budget);
    best = std::min(best, seconds() - start);
    executed = thread->executed;
  }
  std::printf("%-20s %8.1f million a second\n", each.name, static_cast<double>(executed) / best / 1e6);
}

} // namespace

int main() {
  try {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    for (const Case& each : cases)
      measure(tools, each);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
