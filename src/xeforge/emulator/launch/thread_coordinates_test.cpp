// What the compiler's code computes from the registers, written down from its listings for each platform.
#include "xeforge/emulator/launch/thread_coordinates.hpp"

#include <gtest/gtest.h>

#include <set>

namespace xeforge::emulator {
namespace {

std::uint64_t number_of_code(Platform platform, const ThreadState& thread) {
  const std::uint32_t state = thread.state[0], message = thread.message_control[0];
  if (platform == Platform::xehpc)
    return ((((state >> 2 & ~63u) | (state & 63)) >> 1 & ~7u) | (state & 7)) & 0xfff;
  if (platform == Platform::xe3)
    return ((message & 255) << 3 | (state & 112) >> 4) * 10 + (state & 15);
  return (message & 255) << 6 | (state & 112) >> 1 | (state & 7);
}

// What get_hw_thread_id is: from sr0 alone.
std::uint64_t id_of_code(Platform platform, const ThreadState& thread) {
  const auto without_bits = [](std::uint32_t value, int first, int count) {
    const std::uint32_t below = (1u << first) - 1;
    return (value >> count & ~below) | (value & below);
  };
  const std::uint32_t state = thread.state[0];
  if (platform == Platform::xehpc)
    return without_bits(without_bits(state, 6, 2), 3, 1) & 0xfff;
  if (platform == Platform::xe3)
    return without_bits(without_bits(state, 12, 2), 7, 1) & 0x7fff;
  return without_bits(without_bits(without_bits(state, 10, 1), 7, 1), 3, 1) & 0x1fff;
}

TEST(thread_coordinates, the_code_of_each_platform_finds_the_number_of_the_hardware_thread) {
  for (const Platform platform : {Platform::xe2, Platform::xe3, Platform::xehpc})
    for (const int registers : {96, 128, 256}) {
      if (registers == 96 && platform != Platform::xe3)
        continue;
      Program program;
      program.platform = platform;
      ASSERT_TRUE(has_coordinates(program));
      std::set<std::uint64_t> seen, ids;
      for (std::uint32_t core = 0; core < most_cores; ++core)
        for (std::uint64_t number = 0; number < threads_of_core(registers); ++number) {
          const ThreadCoordinates coordinates = coordinates_of(core, number, registers);
          ThreadState thread;
          set_coordinates(thread, program, coordinates);
          EXPECT_EQ(number_of_code(platform, thread), hardware_thread(program, coordinates));
          seen.insert(hardware_thread(program, coordinates));
          ids.insert(id_of_code(platform, thread));
        }
      EXPECT_EQ(seen.size(), most_cores * threads_of_core(registers)) << name_of(platform) << " " << registers;
      EXPECT_EQ(ids.size(), seen.size()) << name_of(platform) << " " << registers;
    }
}

TEST(thread_coordinates, of_other_platforms_is_not_known) {
  Program program;
  program.platform = Platform::xehpg;
  EXPECT_FALSE(has_coordinates(program));
}

TEST(thread_coordinates, is_asked_for_by_code_that_reads_its_registers) {
  Program program;
  program.instructions.resize(2);
  program.instructions[1].sources.resize(2);
  EXPECT_FALSE(reads_coordinates(program));
  program.instructions[1].sources[1].kind = toolchain::Operand::Kind::direct;
  for (const auto file : {toolchain::OperandFile::state, toolchain::OperandFile::message_control}) {
    program.instructions[1].sources[1].file = file;
    EXPECT_TRUE(reads_coordinates(program));
  }
}

} // namespace
} // namespace xeforge::emulator
