#include "xeforge/inspection/throughput_models.hpp"

#include "xeforge/inspection/code_for_test.hpp"
#include "xeforge/machine/device_models.hpp"

#include <gtest/gtest.h>

namespace xeforge::inspection {
namespace {

double pipe_cycles(const Instruction& instruction, const char* platform = "xe2") {
  return cost_of(instruction, throughput_model(platform)).pipe_cycles;
}

// The vendor's peak of matrix units: 2,048 operations on halves in a cycle of a core with 8 of them.
TEST(throughput_models, dpas_of_halves_come_to_the_published_peak) {
  const double operations = 2.0 * 8 * 16 * 16; // of one 8x8 on halves: rows, columns, depth of 16
  EXPECT_DOUBLE_EQ(8 * operations / pipe_cycles(dpas(1, 2, 3)), 2048);
  EXPECT_DOUBLE_EQ(pipe_cycles(dpas(1, 2, 3, 1)), pipe_cycles(dpas(1, 2, 3)) / 8);
}

// 16 floats a cycle of each of 8 vector engines, two operations each: what 20 cores at 2.67 GHz come to in the vendor's
// 13.7 TFLOPS of a B580.
TEST(throughput_models, multiply_adds_of_floats_come_to_the_published_peak) {
  const Instruction multiply_add = operation(Operation::mad, 16, to(1), {reg(1), reg(2), reg(3)});
  EXPECT_NEAR(20 * 8 * 2 * 16 / pipe_cycles(multiply_add) * 2.67e9, 13.7e12, 0.05e12);
}

TEST(throughput_models, math_takes_four_times_as_long_as_a_multiplication) {
  EXPECT_DOUBLE_EQ(pipe_cycles(operation(Operation::math, 16, to(1), {reg(1)})),
                   4 * pipe_cycles(operation(Operation::mul, 16, to(1), {reg(1), reg(2)})));
}

TEST(throughput_models, wide_operands_take_longer_to_issue) {
  const auto issue = [](const Instruction& instruction) {
    return cost_of(instruction, throughput_model("xe2")).issue_cycles;
  };
  EXPECT_DOUBLE_EQ(issue(operation(Operation::add, 16, to(1), {reg(1), reg(2)})), 1);
  EXPECT_DOUBLE_EQ(issue(operation(Operation::add, 32, to(1), {reg(1), reg(2)})), 2);
  EXPECT_DOUBLE_EQ(
      issue(operation(Operation::add, 32, to(1, ElementType::hf), {reg(1, ElementType::hf), reg(2, ElementType::hf)})),
      1);
  EXPECT_DOUBLE_EQ(issue(operation(Operation::add, 1, to(1, ElementType::d), {scalar(1), scalar(2)})), 1);
  EXPECT_DOUBLE_EQ(issue(dpas(1, 2, 3)), 1) << "it is busy for longer, the thread is not";
}

TEST(throughput_models, pipes_are_chosen_by_the_result) {
  const auto pipe = [](const Instruction& instruction) { return cost_of(instruction, throughput_model("xe2")).pipe; };
  EXPECT_EQ(pipe(operation(Operation::add, 16, to(1), {reg(1), reg(2)})), Pipe::floats);
  EXPECT_EQ(
      pipe(operation(Operation::add, 16, to(1, ElementType::d), {reg(1, ElementType::d), reg(2, ElementType::d)})),
      Pipe::integers);
  EXPECT_EQ(
      pipe(operation(Operation::add, 1, to(1, ElementType::q), {scalar(1, ElementType::q), scalar(2, ElementType::q)})),
      Pipe::longs);
  EXPECT_EQ(pipe(move(8, to(1, ElementType::q), reg(2, ElementType::q))), Pipe::integers);
  EXPECT_EQ(pipe(block_load(1, 2)), Pipe::send);
  EXPECT_EQ(pipe(operation(Operation::sync, 1, {}, {})), Pipe::control);
}

// PTX is not explained: `xeforge compile` refuses to trace it to lines.
TEST(throughput_models, every_device_with_machine_code_of_intel_has_one) {
  for (const machine::DeviceModel& device : machine::device_models())
    if (device.platform != machine::ptx_platform)
      EXPECT_EQ(throughput_model(device.platform).platform, device.platform) << device.name;
  EXPECT_EQ(throughput_model("unheard of").platform, "xe2");
}

} // namespace
} // namespace xeforge::inspection
