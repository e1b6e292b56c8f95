// T36: what a program that is compiled with XEFORGE_CHECKED is told, and runs unchecked without it. The CMake file
// defines it for this file alone.
#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/esimd/memory/config_2d.hpp"

#include "xeforge/base/error.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

struct Surface {
  alignas(64) std::array<float, 64 * 16> elements{};
};

// What is said of a load from a surface of width x 16 rows, pitch bytes apart, `skipped` bytes behind an aligned
// address.
std::string refusal(unsigned width, unsigned pitch, int x, std::size_t skipped = 0) {
  static Surface surface;
  const auto* const base = reinterpret_cast<const std::uint8_t*>(surface.elements.data()) + skipped;
  try {
    static_cast<void>(load_2d<std::uint8_t, 16, 8>(base, width - 1, 15, pitch - 1, x, 0));
    prefetch_2d<std::uint8_t, 16, 8>(base, width - 1, 15, pitch - 1, x, 0,
                                     properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>});
    return "taken";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Checked, T36_surfaces_that_hardware_does_not_take_are_refused) {
  EXPECT_EQ(refusal(128, 256, 4), "taken");
  EXPECT_EQ(refusal(64, 64, -8), "taken");
  EXPECT_NE(refusal(32, 64, 0).find("width of the surface in bytes: got 32; expected 64 to"), std::string::npos);
  EXPECT_NE(refusal(66, 128, 0).find("width of the surface in bytes: got 66"), std::string::npos);
  EXPECT_NE(refusal(128, 64, 0).find("pitch of the surface in bytes: got 64"), std::string::npos);
  EXPECT_NE(refusal(128, 132, 0).find("pitch of the surface in bytes: got 132"), std::string::npos);
  EXPECT_NE(refusal(128, 256, 3).find("x in bytes: got 3; expected a multiple of 4"), std::string::npos);
  EXPECT_NE(refusal(128, 256, 0, 16).find("address of the surface, modulo 64: got 16; expected 0"), std::string::npos);
}

TEST(Checked, T25_shared_local_memory_ends_where_its_claim_does) {
  std::vector<std::byte> memory(4096);
  std::uint32_t claimed = 0;
  machine::HardwareThread thread;
  thread.slm = memory.data();
  thread.slm_capacity = 4096;
  thread.slm_size = &claimed;
  machine::set_this_thread(&thread);
  slm_init(256);
  slm_scalar_store<int>(252, 1);
  EXPECT_THROW(slm_scalar_store<int>(256, 1), Error);
  EXPECT_THROW((slm_block_load<int, 4>(244)), Error);
  EXPECT_THROW((slm_gather<int, 2>(simd<std::uint32_t, 2>({0, 256}))), Error);
  machine::set_this_thread(nullptr);
}

TEST(Checked, T36_stores_and_payloads_are_checked_as_well) {
  static Surface surface;
  float* const base = surface.elements.data();
  EXPECT_THROW((store_2d<float, 8, 4>(base + 1, 255, 15, 255, 0, 0, simd<float, 32>(1))), Error);
  EXPECT_EQ(surface.elements[1], 0.0f);
  config_2d_mem_access<float, 8, 4, 1> access(base, 31, 15, 255, 0, 0);
  EXPECT_THROW(static_cast<void>(lsc_load_2d(access)), Error);
  access.set_surface_width(255);
  EXPECT_NO_THROW(static_cast<void>(lsc_load_2d(access)));
}

} // namespace
} // namespace xeforge::esimd
