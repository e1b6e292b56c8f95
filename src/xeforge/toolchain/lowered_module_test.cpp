#include "xeforge/toolchain/lowered_module.hpp"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

template <class Value>
Value travelled(const Value& value) {
  return nlohmann::json::parse(nlohmann::json(value).dump()).get<Value>();
}

TEST(lowered_module, requests_travel_whole) {
  const LoweringRequest request = travelled(LoweringRequest{.device = "bmg",
                                                            .source = "kernel.cpp",
                                                            .task = LoweringTask::check_host_variables,
                                                            .options = {SourceLines::kept, 128, UnfitKernels::left_out},
                                                            .keeps_text = true});
  EXPECT_EQ(request.device, "bmg");
  EXPECT_EQ(request.source, "kernel.cpp");
  EXPECT_EQ(request.task, LoweringTask::check_host_variables);
  EXPECT_EQ(request.options.lines, SourceLines::kept);
  EXPECT_EQ(request.options.local_memory, 128u);
  EXPECT_EQ(request.options.unfit_kernels, UnfitKernels::left_out);
  EXPECT_TRUE(request.keeps_text);
}

TEST(lowered_module, what_was_lowered_travels_whole) {
  const LoweringOutcome outcome =
      travelled(LoweringOutcome{.module = {.kernels = {{"Axpy", "main::Axpy", 64, 2, 40}},
                                           .locations = {{}, {"Axpy", {{"header.hpp", 5}, {"kernel.cpp", 7}}}},
                                           .left_out = {"kernel B: got an integer of 128 bits"},
                                           .may_use_host_variables = true,
                                           .changes_copies = true,
                                           .is_fused = true},
                                .refusal = {}});
  ASSERT_EQ(outcome.module.kernels.size(), 1u);
  EXPECT_EQ(outcome.module.kernels[0].name, "Axpy");
  EXPECT_EQ(outcome.module.kernels[0].source_name, "main::Axpy");
  EXPECT_EQ(outcome.module.kernels[0].slm_bytes, 64u);
  EXPECT_EQ(outcome.module.kernels[0].named_barriers, 2u);
  EXPECT_EQ(outcome.module.kernels[0].captured_bytes, 40u);
  ASSERT_EQ(outcome.module.locations.size(), 2u);
  EXPECT_EQ(outcome.module.locations[1].function, "Axpy");
  EXPECT_EQ(outcome.module.locations[1].frames, (std::vector<SourceFrame>{{"header.hpp", 5}, {"kernel.cpp", 7}}));
  EXPECT_EQ(outcome.module.left_out, (std::vector<std::string>{"kernel B: got an integer of 128 bits"}));
  EXPECT_TRUE(outcome.module.may_use_host_variables);
  EXPECT_TRUE(outcome.module.is_fused);
  EXPECT_TRUE(outcome.module.changes_copies);
  EXPECT_FALSE(outcome.refusal);
}

TEST(lowered_module, refusals_travel_in_their_three_parts) {
  const LoweringOutcome outcome = travelled(LoweringOutcome{.module = {}, .refusal = Error("a.cpp:3", "got: x", "y")});
  ASSERT_TRUE(outcome.refusal);
  EXPECT_EQ(outcome.refusal->argument(), "a.cpp:3");
  EXPECT_EQ(outcome.refusal->got(), "got: x");
  EXPECT_EQ(outcome.refusal->expected(), "y");
}

} // namespace
} // namespace xeforge::toolchain
