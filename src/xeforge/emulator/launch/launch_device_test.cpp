// Launches of hand-written machine code: threads that hang, that never end, that wait for another group, that fail.
#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/emulator/thread/assembled_kernel_for_test.hpp"

#include "xeforge/toolchain/device_testing.hpp"

namespace xeforge::emulator {
namespace {

constexpr const char* end_of_thread = "(W) send.gtwy (1|M0) null r127 null:0 0x0 0x02000010 {EOT}\n";
// The kernel's only argument, an address, to r2.0:q.
constexpr const char* argument_to_r2 = "(W) mov (16|M0) r126.0<1>:ud 0x0:ud\n"
                                       "(W) and (1|M0) r126.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud\n"
                                       "(W) send.ugm (1|M0) r2 r126 null:0 0xFF000000 0x6219D500 {$0}\n";

class Launches : public toolchain::WithDeviceTools {
protected:
  static Kernel assembled(const std::string& text) { return assembled_kernel("Test", text + end_of_thread); }

  Launch launch_of(std::uint32_t groups, std::uint32_t size) const {
    return {.shape = {.groups = {groups, 1, 1}, .group_size = {size, 1, 1}},
            .parameters = {std::as_bytes(std::span(&address, 1))}};
  }
  std::string fault(const Kernel& kernel, const Launch& launch) const {
    try {
      emulator::run(kernel, launch, memory);
      return {};
    } catch (const LaunchFault& found) {
      return found.what();
    }
  }

  Memory memory;
  std::uint64_t address = 0;
};

TEST_F(Launches, a_group_of_which_nobody_can_go_on_is_reported) {
  // Five threads are waited for, and there are four.
  const Kernel kernel = assembled("(W) mov (16|M0) r3.0<1>:ud 0x05050000:ud\n"
                                  "(W) send.gtwy (1|M0) null r3 null:0 0x0 0x02000004 {$1}\n"
                                  "(W) sync.bar 0x0\n");
  const std::string found = fault(kernel, launch_of(2, 4));
  for (const char* part :
       {"kernel Test, group (0, 0, 0), thread 0, at 0x20: ", "sync.bar", "the group hangs: 4 of its 4 threads wait",
        "barrier 0, where 4 of 5 producers and 4 of 5 consumers have signalled"})
    EXPECT_NE(found.find(part), std::string::npos) << found;
}

TEST_F(Launches, a_thread_that_never_ends_is_stopped) {
  Launch launch = launch_of(1, 1);
  launch.thread_budget = 1000;
  const std::string found = fault(assembled("L0:\n(W) jmpi L0\n"), launch);
  EXPECT_NE(found.find("kernel Test, group (0, 0, 0), thread 0, at 0x0: "), std::string::npos) << found;
}

TEST_F(Launches, a_group_may_wait_for_a_later_one_on_one_host_thread_too) {
  const Kernel kernel = assembled(std::string(argument_to_r2) +
                                  "(W) cmp (1|M0) (eq)f0.0 null<1>:ud r0.1<0;1,0>:ud 0x0:ud\n"
                                  "(W&~f0.0) jmpi L_WRITE\n"
                                  "L_READ:\n"
                                  "(W) send.ugm (1|M0) r4 r2 null:0 0x0 0x02108580 {$1}\n"
                                  "(W) cmp (1|M0) (eq)f0.0 null<1>:ud r4.0<0;1,0>:ud 0x0:ud {$1.dst}\n"
                                  "(W&f0.0) jmpi L_READ\n" +
                                  end_of_thread +
                                  "L_WRITE:\n"
                                  "(W) mov (16|M0) r5.0<1>:ud 0x1:ud\n"
                                  "(W) send.ugm (1|M0) null r2 r5:1 0x0 0x02008584 {$2}\n");
  for (const int host_threads : {1, 3}) {
    std::vector<std::uint32_t> flag(16);
    Memory with_flag;
    with_flag.add("flag", reinterpret_cast<std::byte*>(flag.data()), 64);
    address = reinterpret_cast<std::uint64_t>(flag.data());
    Launch launch = launch_of(3, 1);
    launch.host_threads = host_threads;
    const LaunchCounts counts = emulator::run(kernel, launch, with_flag);
    EXPECT_EQ(counts.groups, 3u);
    EXPECT_EQ(flag[0], 1u);
  }
}

TEST_F(Launches, of_several_faults_that_of_the_first_group_is_reported_whatever_the_number_of_host_threads) {
  // Every group reads where nothing is.
  const Kernel kernel =
      assembled(std::string(argument_to_r2) + "(W) send.ugm (1|M0) r4 r2 null:0 0x0 0x02108580 {$1}\n");
  address = 0x1000;
  for (const int host_threads : {1, 2, 5}) {
    Launch launch = launch_of(40, 2);
    launch.host_threads = host_threads;
    const std::string found = fault(kernel, launch);
    EXPECT_NE(found.find("group (0, 0, 0), thread 0, at 0x30: "), std::string::npos) << found;
    EXPECT_NE(found.find("4 bytes at 0x1000 are in no allocation: there is no allocation"), std::string::npos) << found;
  }
}

} // namespace
} // namespace xeforge::emulator
