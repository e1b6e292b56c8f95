#include "xeforge/machine/refusals.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace xeforge::machine {
namespace {

alignas(64) constinit std::byte memory[64 * 64]{};

// What is said of a surface of width x 16 rows of bytes, pitch bytes apart, `skipped` bytes behind an aligned address, of
// which the block at column x is loaded.
std::string refusal(std::uint32_t width, std::uint32_t pitch, std::int32_t x, std::size_t skipped = 0,
                    std::uint32_t element_bytes = 1) {
  try {
    check_surface(memory + skipped, width - 1, 15, pitch - 1, x, element_bytes);
    return "taken";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Refusals, T36_surfaces_that_hardware_does_not_take_are_told) {
  EXPECT_EQ(refusal(128, 256, 4), "taken");
  EXPECT_EQ(refusal(64, 64, -8), "taken");
  EXPECT_NE(refusal(32, 64, 0).find("width of the surface in bytes: got 32; expected 64 to"), std::string::npos);
  EXPECT_NE(refusal(66, 128, 0).find("width of the surface in bytes: got 66"), std::string::npos);
  EXPECT_NE(refusal(68, 128, 0, 0, 8).find("got 68; expected 64 to 16777216, a multiple of 8"), std::string::npos);
  EXPECT_NE(refusal(128, 64, 0).find("pitch of the surface in bytes: got 64"), std::string::npos);
  EXPECT_NE(refusal(128, 132, 0).find("pitch of the surface in bytes: got 132"), std::string::npos);
  EXPECT_NE(refusal(128, 256, 3).find("x in bytes: got 3; expected a multiple of 4"), std::string::npos);
  EXPECT_NE(refusal(128, 256, 0, 16).find("address of the surface, modulo 64: got 16; expected 0"), std::string::npos);
}

} // namespace
} // namespace xeforge::machine
