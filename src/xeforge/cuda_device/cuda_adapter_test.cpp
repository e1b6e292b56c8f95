// What of the adapter can be seen without a card; programs on a card are in docs/guide/nvidia.md.
#include "xeforge/cuda_device/cuda_adapter.hpp"

#include <gtest/gtest.h>

namespace xeforge::cuda_device {
namespace {

TEST(Adapter, SaysWhyThereIsNoDevice) {
  const CudaAdapter adapter;
  if (cuda::missing_driver().empty()) {
    EXPECT_EQ(adapter.missing(), "");
    EXPECT_FALSE(adapter.descriptions().empty());
    return;
  }
  EXPECT_EQ(adapter.missing(), cuda::missing_driver());
  EXPECT_NE(adapter.missing().find("libcuda.so.1"), std::string::npos) << adapter.missing();
  EXPECT_TRUE(adapter.descriptions().empty());
}

TEST(Adapter, RunsCodeOfItsOwnAndOfEarlierCards) {
  EXPECT_TRUE(runs_code_for("sm_90", "sm_90"));
  EXPECT_TRUE(runs_code_for("sm_100", "sm_90"));
  EXPECT_FALSE(runs_code_for("sm_89", "sm_90"));
  EXPECT_FALSE(runs_code_for("sm_90", "bmg"));
  EXPECT_FALSE(runs_code_for("sm_90", "sm_"));
  EXPECT_FALSE(runs_code_for("sm_90", "sm_90a"));
}

} // namespace
} // namespace xeforge::cuda_device
