#include "xeforge/emulator/memory/private_memory.hpp"

#include "xeforge/emulator/memory/messages_for_test.hpp"
#include "xeforge/emulator/thread/fault.hpp"

#include <gtest/gtest.h>

namespace xeforge::emulator {
namespace {

// Threads 5 and 9 of the device, 24 bytes each.
PrivateMemory two_threads() {
  PrivateMemory memory(24, {5, 9});
  memory.begin_group();
  return memory;
}
constexpr std::uint64_t fifth = private_base + 5 * 24, ninth = private_base + 9 * 24;

std::string fault(std::size_t thread, std::uint64_t address, std::uint64_t bytes) {
  PrivateMemory memory = two_threads();
  try {
    memory.at(thread, address, bytes);
    return {};
  } catch (const Fault& fault) {
    return fault.what();
  }
}

TEST(private_memory, each_thread_has_its_own) {
  PrivateMemory memory = two_threads();
  *memory.at(0, fifth + 16, 8) = std::byte{1};
  *memory.at(1, ninth + 16, 8) = std::byte{2};
  EXPECT_EQ(*memory.at(0, fifth + 16, 1), std::byte{1});
  EXPECT_EQ(*memory.at(1, ninth + 16, 1), std::byte{2});
}

TEST(private_memory, only_the_threads_own_is_reached) {
  EXPECT_EQ(fault(0, fifth, 24), "");
  EXPECT_EQ(fault(1, ninth, 24), "");
  EXPECT_NE(fault(0, fifth + 20, 8), "");
  EXPECT_NE(fault(0, fifth - 1, 1), "");
  EXPECT_NE(fault(0, ninth, 4), "");
  EXPECT_NE(fault(1, fifth, 4), "");
  EXPECT_EQ(fault(1, private_base, 4),
            "4 bytes at 0x1200000000000 are outside of the thread's private memory, 24 bytes "
            "from 0x12000000000d8 on");
}

TEST(private_memory, a_group_finds_nothing_of_an_earlier_one) {
  PrivateMemory memory = two_threads();
  EXPECT_EQ(*memory.at(1, ninth + 3, 1), never_written);
  *memory.at(1, ninth + 3, 1) = std::byte{7};
  memory.begin_group();
  EXPECT_EQ(*memory.at(1, ninth + 3, 1), never_written);
}

TEST(private_memory, messages_with_its_addresses_read_and_write_it) {
  SendingThread thread({.descriptor = 0x02109580, .results = 1}); // load.ugm.d32x2t.a64
  thread.give_private_memory(two_threads());
  thread.set(address_register, 0, fifth + 8);
  EXPECT_EQ(thread.send(), Step::go_on);
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 0), 0xcdcdcdcdu);
  thread.set(address_register, 0, fifth + 24);
  EXPECT_EQ(thread.fault(), "8 bytes at 0x1200000000090 are outside of the thread's private memory, 24 bytes from "
                            "0x1200000000078 on");
}

TEST(private_memory, a_kernel_without_any_does_not_reach_it) {
  SendingThread thread({.descriptor = 0x02109580, .results = 1});
  thread.set(address_register, 0, private_base);
  EXPECT_EQ(thread.fault(), "8 bytes at 0x1200000000000 are private memory, and the kernel has none");
}

} // namespace
} // namespace xeforge::emulator
