#include "xeforge/cuda/launch.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace xeforge::cuda {
namespace {

// Each thread, a warp, writes its own number in each of its lanes.
constexpr const char* numbers = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry Numbers(.param .align 8 .b8 object[8])
{
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  ld.param.b64 %d1, [object];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  shr.u32 %r5, %r4, 5;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d3, %d1, %d2;
  st.global.b32 [%d3], %r5;
  ret;
}
)";

TEST(WithoutADriver, TheReasonIsOneLine) {
  if (missing_driver().empty())
    GTEST_SKIP() << "there is a driver";
  EXPECT_EQ(missing_driver().find('\n'), std::string::npos);
  try {
    const Card card(0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(missing_driver()), std::string::npos);
  }
}

class OnACard : public testing::Test {
protected:
  void SetUp() override {
    if (!missing_driver().empty())
      GTEST_SKIP() << missing_driver();
  }
};

std::span<const std::byte> bytes_of(const auto& value) { return std::as_bytes(std::span(&value, 1)); }

TEST_F(OnACard, EachWarpKnowsItsNumber) {
  constexpr std::uint32_t groups = 100, items = 4;
  const Card card(0);
  Module module(card, "numbers.ptx", numbers);
  std::vector<std::uint32_t> result(std::size_t{groups} * items * 32, 7);
  Buffer buffer(card, result.size() * 4);
  const DeviceAddress address = buffer.address();
  launch(card, module.kernel("Numbers", items), {.groups = {groups, 1, 1}, .group_size = {items, 1, 1}},
         bytes_of(address));
  card.wait();
  buffer.read(std::as_writable_bytes(std::span(result)));
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(result[i], i / 32);
}

TEST_F(OnACard, RefusesInTheDriversWords) {
  const Card card(0);
  EXPECT_THROW(Card(99), Error);
  EXPECT_THROW(Module(card, "bad.ptx", "no PTX"), Error);
  Module module(card, "numbers.ptx", numbers);
  EXPECT_THROW(module.kernel("Letters", 1), Error);
  const DeviceAddress nothing = 0;
  EXPECT_THROW(launch(card, module.kernel("Numbers", 1), {.group_size = {33, 1, 1}}, bytes_of(nothing)), Error);
}

} // namespace
} // namespace xeforge::cuda
