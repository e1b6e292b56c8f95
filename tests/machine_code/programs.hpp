// The programs whose launches go to the host and to a device, one table for every device: the examples, and the test
// kernels of the toolchain as their sources launch them on designed memory. Each function returns what its program leaves
// with, or how many results are not those of its reference: 0 where the own check passes.
#pragma once

#include "agreement.hpp"

#include <ostream>
#include <vector>

namespace programs {

namespace address_space_cast {
int main();
}
namespace block_copy_2d {
int main();
}
namespace boolean_function {
int main();
}
namespace byte_histogram {
int main();
}
namespace conditional_merge {
int main();
}
namespace hue_adjustment {
int main();
}
namespace index_decode {
int main();
}
namespace linear_filter {
int main();
}
namespace prefix_sum {
int main();
}
namespace register_binding {
int main();
}
namespace split_reduction {
int main();
}
namespace strided_pooling {
int main();
}
namespace sum_reduction {
int main();
}
namespace vector_add {
int main();
}
namespace softmax_topk_example {
int main();
}
namespace blocks_2d {
int check();
}
namespace comparisons {
int check();
}
namespace few_bits {
int check();
}
namespace group_kernels {
int check();
}
namespace handed_on {
int check();
}
namespace lanes {
int check();
}
namespace matrices {
int check();
int check_whole_numbers(); // the same with sums that are exact in any order
} // namespace matrices
namespace meetings {
int check();
}
namespace memory_kernels {
int check();
}
namespace numbers {
int check();
}
namespace private_arrays {
int check();
}
namespace private_variables {
int check();
}
namespace prologue {
int check();
}
namespace ranges {
int check();
}
namespace masks {
int check();
}
namespace regions {
int check();
}
namespace scalars {
int check();
}
namespace signs {
int check();
}
namespace predicates {
int check();
}
namespace softmax_topk {
int check();
}
namespace template_arguments {
int check();
}
namespace vecs {
int check();
}
namespace vendor_messages {
int check();
}

} // namespace programs

namespace machine_code {

struct Program {
  const char* file; // relative to the repository
  int (*run)();
  ClosenessOfKernels closeness{};
  ClosenessOfKernels closeness_on_cards{}; // there in addition
  int (*run_on_cards)() = run;
};
inline void PrintTo(const Program& program, std::ostream* to) { *to << program.file; }

// exp, sin, cos, logarithms, powers and what is made of them are each device's own approximations, within a few units in
// the last place of a float (esimd/math/math_accuracy_test.cpp). Rounded to half, that may be a unit of a half.
inline std::vector<Program> all_programs() {
  using namespace programs;
  constexpr double unit = 0x1p-23;
  const Closeness a_half{.element = Closeness::Element::half, .relative = 0x1p-10, .absolute = 0x1p-24};
  const Closeness few_units{.element = Closeness::Element::single, .relative = 8 * unit, .absolute = 16 * unit};
  // A card's root has a relative error of at most 2^-23; that of a negative number is a NaN of other bits.
  const Closeness square_root{.element = Closeness::Element::single, .relative = 2 * unit};
  // A card's conversion of a half that is NaN makes NaN of its own bits.
  const Closeness nan_of_other_bits{.element = Closeness::Element::single};
  return {
      {"examples/guide/address_space_cast.cpp", address_space_cast::main},
      {"examples/guide/block_copy_2d.cpp", block_copy_2d::main},
      {"examples/guide/boolean_function.cpp", boolean_function::main},
      {"examples/guide/byte_histogram.cpp", byte_histogram::main},
      {"examples/guide/conditional_merge.cpp", conditional_merge::main},
      {"examples/guide/hue_adjustment.cpp", hue_adjustment::main},
      {"examples/guide/index_decode.cpp", index_decode::main},
      {"examples/guide/linear_filter.cpp", linear_filter::main},
      {"examples/guide/prefix_sum.cpp", prefix_sum::main},
      {"examples/guide/register_binding.cpp", register_binding::main},
      {"examples/guide/split_reduction.cpp", split_reduction::main},
      {"examples/guide/strided_pooling.cpp", strided_pooling::main},
      {"examples/guide/sum_reduction.cpp", sum_reduction::main},
      {"examples/guide/vector_add.cpp", vector_add::main},
      {.file = "examples/softmax_topk.cpp", .run = softmax_topk_example::main, .closeness = {{"SoftmaxTopK", a_half}}},
      {"src/xeforge/toolchain/test_kernels/blocks_2d.cpp", blocks_2d::check},
      {.file = "src/xeforge/toolchain/test_kernels/comparisons.cpp",
       .run = comparisons::check,
       .closeness_on_cards = {{"FloatsByHalves", nan_of_other_bits}}},
      {"src/xeforge/toolchain/test_kernels/few_bits.cpp", few_bits::check},
      {"src/xeforge/toolchain/test_kernels/group.cpp", group_kernels::check},
      {"src/xeforge/toolchain/test_kernels/handed_on.cpp", handed_on::check},
      {.file = "src/xeforge/toolchain/test_kernels/lanes.cpp",
       .run = lanes::check,
       .closeness_on_cards = {{"StoreByRemainder", square_root}}},
      {"src/xeforge/toolchain/test_kernels/masks.cpp", masks::check},
      {.file = "src/xeforge/toolchain/test_kernels/matrices.cpp",
       .run = matrices::check,
       .run_on_cards = matrices::check_whole_numbers},
      {"src/xeforge/toolchain/test_kernels/meetings.cpp", meetings::check},
      {"src/xeforge/toolchain/test_kernels/memory.cpp", memory_kernels::check},
      {.file = "src/xeforge/toolchain/test_kernels/numbers.cpp",
       .run = numbers::check,
       .closeness = {{"Sine", few_units}, {"Extended", few_units}, {"Hyperbolic", few_units}}},
      {"src/xeforge/toolchain/test_kernels/private_arrays.cpp", private_arrays::check},
      {"src/xeforge/toolchain/test_kernels/private_variables.cpp", private_variables::check},
      {"src/xeforge/toolchain/test_kernels/prologue.cpp", prologue::check},
      {"src/xeforge/toolchain/test_kernels/ranges.cpp", ranges::check},
      {"src/xeforge/toolchain/test_kernels/regions.cpp", regions::check},
      {.file = "src/xeforge/toolchain/test_kernels/scalars.cpp",
       .run = scalars::check,
       .closeness = {{"Logarithms", few_units}}},
      {"src/xeforge/toolchain/test_kernels/signs.cpp", signs::check},
      {.file = "src/xeforge/toolchain/test_kernels/softmax_topk.cpp",
       .run = softmax_topk::check,
       .closeness = {{"SoftmaxTopK", a_half}}},
      {"src/xeforge/toolchain/test_kernels/template_arguments.cpp", template_arguments::check},
      {"src/xeforge/toolchain/test_kernels/predicates.cpp", predicates::check},
      {"src/xeforge/toolchain/test_kernels/vecs.cpp", vecs::check},
      {"src/xeforge/toolchain/test_kernels/vendor_messages.cpp", vendor_messages::check}};
}

} // namespace machine_code
