#include "xeforge/emulator/memory/memory.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <array>

namespace xeforge::emulator {
namespace {

MemoryRange range(std::uint64_t address, std::uint64_t size, std::string name) {
  return {address, size, nullptr, std::move(name), Writable::yes};
}

TEST(memory, an_access_lies_in_one_allocation_or_in_none) {
  const MemoryMap map({range(1000, 100, "b"), range(100, 10, "a"), range(110, 5, "next to a")});
  EXPECT_EQ(map.find(100, 10)->name, "a");
  EXPECT_EQ(map.find(1099, 1)->name, "b");
  EXPECT_EQ(map.find(100, 11), nullptr); // goes on in another allocation
  EXPECT_EQ(map.find(99, 1), nullptr);
  EXPECT_EQ(map.find(1100, 1), nullptr);
  EXPECT_EQ(map.find(1099, ~std::uint64_t{0}), nullptr); // the sum overflows
  EXPECT_EQ(MemoryMap().find(0, 1), nullptr);
}

TEST(memory, a_message_names_the_nearest_allocation) {
  const MemoryMap map({range(100, 10, "a"), range(1000, 100, "b")});
  EXPECT_EQ(map.neighbour_of(112), "the nearest, a (10 bytes), ends 2 bytes before");
  EXPECT_EQ(map.neighbour_of(990), "the nearest, b (100 bytes), begins 10 bytes behind");
  EXPECT_EQ(map.neighbour_of(1098), "the nearest, b (100 bytes), ends 2 bytes behind");
  EXPECT_EQ(MemoryMap().neighbour_of(7), "there is no allocation");
}

TEST(memory, allocations_do_not_overlap) {
  std::array<std::byte, 64> bytes{};
  Memory memory;
  memory.add("first", bytes.data(), 32);
  EXPECT_THROW(memory.add("second", bytes.data() + 16, 32), Error);
  EXPECT_NO_THROW(memory.add("second", bytes.data() + 32, 32));
  EXPECT_THROW(memory.add_at(range(~std::uint64_t{0}, 1, "beyond the end")), Error);
}

TEST(memory, a_launch_sees_what_there_was_when_it_began) {
  std::array<std::byte, 64> bytes{};
  Memory memory;
  memory.add("first", bytes.data(), 32);
  const auto before = memory.map();
  const auto address = reinterpret_cast<std::uint64_t>(bytes.data());
  memory.remove(address);
  EXPECT_NE(before->find(address, 1), nullptr);
  EXPECT_EQ(memory.map()->find(address, 1), nullptr);
  EXPECT_THROW(memory.remove(address), Error);
}

} // namespace
} // namespace xeforge::emulator
