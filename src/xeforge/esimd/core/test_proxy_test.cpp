// A program by itself: with this macro every simd has another layout.
#define __ESIMD_ENABLE_TEST_PROXY
#include "xeforge/esimd/core/testing.hpp"

#include <utility>

namespace xeforge::esimd {
namespace {

using namespace testing;

template <class Vector>
class TestProxies : public ::testing::Test {};
using Vectors = ::testing::Types<simd<int, 8>, simd<half, 24>, simd_mask<16>>;
TYPED_TEST_SUITE(TestProxies, Vectors);

template <class Vector>
void expect(const Vector& vector, bool moved) {
  EXPECT_EQ(vector.get_test_proxy().was_move_destination(), moved);
  for (int lane = 0; lane < Vector::length; ++lane)
    EXPECT_EQ(number(vector[lane]), 1);
}

TYPED_TEST(TestProxies, tell_moves_from_copies) {
  TypeParam original(1);
  expect(original, false);

  const TypeParam copied(original);
  expect(copied, false);
  TypeParam moved(std::move(original));
  expect(moved, true);
  const TypeParam copied_from_moved(moved);
  expect(copied_from_moved, false);

  TypeParam assigned;
  assigned = copied;
  expect(assigned, false);
  assigned = std::move(moved);
  expect(assigned, true);
}

TYPED_TEST(TestProxies, leave_value_initialisation_zero) {
  const TypeParam zeros{};
  for (int lane = 0; lane < TypeParam::length; ++lane)
    EXPECT_EQ(number(zeros[lane]), 0);
  EXPECT_FALSE(zeros.get_test_proxy().was_move_destination());
}

} // namespace
} // namespace xeforge::esimd
