// The device of agreement.hpp is an NVIDIA card: each launch of the programs on the host and on the card, on the same memory.
// No test of the build: tests/on_card/on_card.py compiles it with xeforge-cxx, and runs it where a card is, with
// ONEAPI_DEVICE_SELECTOR='xeforge:cpu;cuda:*'.
#include "agreement.hpp"
#include "guide_programs.hpp"
#include "not_on_cards.hpp"
#include "test_kernel_programs.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace machine_code {
namespace {

std::set<std::string> executed;

class CardAgreement : public Agreement {
public:
  CardAgreement(ClosenessOfKernels closeness, std::string program, sycl::queue card)
      : Agreement(sycl::queue(sycl::cpu_selector_v, sycl::property::queue::enable_profiling{}), std::move(closeness),
                  {.take = [card](std::size_t bytes) { return sycl::malloc_shared<std::byte>(bytes, card); },
                   .give_back = [card](std::byte* memory) { sycl::free(memory, card); }}),
        program_(std::move(program)), card_(std::move(card)) {}

private:
  // The programs know a kernel that is named after a type of the language by its name in compiled files.
  std::string name_on_device(const std::string& kernel) const override {
    return kernel == "unsigned_int" ? "kernel_unsigned_int" : kernel;
  }
  std::string label(const std::string& kernel) const override { return program_ + " " + kernel; }
  bool run_on_device(const LaunchOfBoth& launch) override {
    if (is_left_out_on_cards(launch.kernel))
      return false;
    try {
      launch.on_queue(card_).wait_and_throw();
    } catch (const sycl::exception& problem) {
      ADD_FAILURE() << label(launch.kernel) << ": " << problem.what();
      return false;
    }
    executed.insert(label(launch.kernel));
    return true;
  }

  std::string program_;
  sycl::queue card_;
};

struct Program {
  const char* name;
  int (*run)();
  ClosenessOfKernels closeness{};
};
void PrintTo(const Program& program, std::ostream* to) { *to << program.name; }

// exp, sin, cos, logarithms, powers and what is made of them are this card's approximations: a few units in the last place of a
// float. Rounded to half, that may be a unit of a half.
constexpr double unit = 0x1p-23;
const Closeness a_half{.element = Closeness::Element::half, .relative = 0x1p-10, .absolute = 0x1p-24};
const Closeness few_units{.element = Closeness::Element::single, .relative = 8 * unit, .absolute = 16 * unit};

// The root's relative error is at most 2^-23 there; that of a negative number is a NaN of other bits.
const Closeness square_root{.element = Closeness::Element::single, .relative = 2 * unit};

const std::vector<Program>& programs_table() {
  using namespace programs;
  static const std::vector<Program> table{
      {"address_space_cast", address_space_cast::main},
      {"block_copy_2d", block_copy_2d::main},
      {"boolean_function", boolean_function::main},
      {"byte_histogram", byte_histogram::main},
      {"conditional_merge", conditional_merge::main},
      {"hue_adjustment", hue_adjustment::main},
      {"index_decode", index_decode::main},
      {"linear_filter", linear_filter::main},
      {"prefix_sum", prefix_sum::main},
      {"register_binding", register_binding::main},
      {"split_reduction", split_reduction::main},
      {"strided_pooling", strided_pooling::main},
      {"sum_reduction", sum_reduction::main},
      {"vector_add", vector_add::main},
      {"softmax_topk_example", softmax_topk_example::main, {{"SoftmaxTopK", a_half}}},
      {"blocks_2d", blocks_2d::check},
      {"few_bits", few_bits::check},
      {"group", group_kernels::check},
      {"lanes", lanes::check, {{"StoreByRemainder", square_root}}},
      {"matrices", matrices::check_whole_numbers},
      {"meetings", meetings::check},
      {"memory", memory_kernels::check},
      {"numbers", numbers::check, {{"Sine", few_units}, {"Extended", few_units}, {"Hyperbolic", few_units}}},
      {"private_arrays", private_arrays::check},
      {"private_variables", private_variables::check},
      {"prologue", prologue::check},
      {"ranges", ranges::check},
      {"scalars", scalars::check},
      {"softmax_topk", softmax_topk::check, {{"SoftmaxTopK", a_half}}},
      {"template_arguments", template_arguments::check},
      {"vendor_messages", vendor_messages::check}};
  return table;
}

class Agreements : public testing::TestWithParam<Program> {};

TEST_P(Agreements, the_host_and_the_card_leave_the_same_behind) {
  const Program& program = GetParam();
  CardAgreement agreement(program.closeness, program.name, sycl::queue(sycl::gpu_selector_v));
  EXPECT_EQ(program.run(), 0) << program.name << ": the program's own check";
}

INSTANTIATE_TEST_SUITE_P(programs, Agreements, testing::ValuesIn(programs_table()),
                         [](const auto& info) { return std::string(info.param.name); });

class Summary : public testing::Environment {
public:
  void TearDown() override {
    std::cout << "kernels executed on the card and on the host: " << executed.size() << "\n";
    for (const KernelNotOnCards& each : not_on_cards)
      std::cout << "  not here: " << each.kernel << ": " << each.why << "\n";
  }
};
const auto* const summary = testing::AddGlobalTestEnvironment(new Summary);

} // namespace
} // namespace machine_code
