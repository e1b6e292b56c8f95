// Every kernel that a test of the project compiles for a device is executed as machine code, and leaves the same behind
// as the host's run of the same source; what the program itself finds right or wrong is looked at too, and whether a
// register is taken or changed before the instruction that works on it is done. Fails closed: a kernel, or a source of
// kernels, that nobody runs is a failure.
#include "emulator_agreement.hpp"
#include "guide_programs.hpp"
#include "test_kernel_programs.hpp"

#include "xeforge/toolchain/device_testing.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

namespace machine_code {
namespace {

namespace fs = std::filesystem;

struct Program {
  Source source;
  int (*run)(); // 0: its own check passes
};

// The functions of the extended math unit are computed in other ways on the host, within a few units in the last place
// of a float (esimd/math/math_accuracy_test.cpp). Rounded to half, that may be a unit of a half.
constexpr double unit = 0x1p-23;
const Closeness a_half{.element = Closeness::Element::half, .relative = 0x1p-10, .absolute = 0x1p-24};
const Closeness few_units{.element = Closeness::Element::single, .relative = 8 * unit, .absolute = 16 * unit};

const std::vector<Program>& programs_table() {
  using namespace programs;
  static const std::vector<Program> table{
      {{"examples/guide/address_space_cast.cpp"}, address_space_cast::main},
      {{"examples/guide/block_copy_2d.cpp"}, block_copy_2d::main},
      {{"examples/guide/boolean_function.cpp"}, boolean_function::main},
      {{"examples/guide/byte_histogram.cpp"}, byte_histogram::main},
      {{"examples/guide/conditional_merge.cpp"}, conditional_merge::main},
      {{"examples/guide/hue_adjustment.cpp"}, hue_adjustment::main},
      {{"examples/guide/index_decode.cpp"}, index_decode::main},
      {{"examples/guide/linear_filter.cpp"}, linear_filter::main},
      {{"examples/guide/prefix_sum.cpp"}, prefix_sum::main},
      {{"examples/guide/register_binding.cpp"}, register_binding::main},
      {{"examples/guide/split_reduction.cpp"}, split_reduction::main},
      {{"examples/guide/strided_pooling.cpp"}, strided_pooling::main},
      {{"examples/guide/sum_reduction.cpp"}, sum_reduction::main},
      {{"examples/guide/vector_add.cpp"}, vector_add::main},
      // 32,768 rows: one device is enough.
      {{.file = "examples/softmax_topk.cpp", .closeness = {{"SoftmaxTopK", a_half}}, .devices = {"bmg"}},
       softmax_topk_example::main},
      {{.file = "src/xeforge/toolchain/test_kernels/blocks_2d.cpp",
        .left_out = {{"OddRows", "emulator_kernels_device_test: with more than one item blocks begin at odd elements, "
                                 "which the hardware does not take"}}},
       blocks_2d::check},
      {{"src/xeforge/toolchain/test_kernels/few_bits.cpp"}, few_bits::check},
      {{"src/xeforge/toolchain/test_kernels/group.cpp"}, group_kernels::check},
      {{"src/xeforge/toolchain/test_kernels/lanes.cpp"}, lanes::check},
      {{"src/xeforge/toolchain/test_kernels/matrices.cpp"}, matrices::check},
      {{"src/xeforge/toolchain/test_kernels/meetings.cpp"}, meetings::check},
      {{"src/xeforge/toolchain/test_kernels/memory.cpp"}, memory_kernels::check},
      {{.file = "src/xeforge/toolchain/test_kernels/numbers.cpp",
        .closeness = {{"Sine", few_units}, {"Extended", few_units}, {"Hyperbolic", few_units}}},
       numbers::check},
      {{"src/xeforge/toolchain/test_kernels/private_arrays.cpp"}, private_arrays::check},
      {{"src/xeforge/toolchain/test_kernels/private_variables.cpp"}, private_variables::check},
      {{.file = "src/xeforge/toolchain/test_kernels/prologue.cpp", .registers = toolchain::RegisterFile::large},
       prologue::check},
      {{"src/xeforge/toolchain/test_kernels/ranges.cpp"}, ranges::check},
      {{.file = "src/xeforge/toolchain/test_kernels/scalars.cpp", .closeness = {{"Logarithms", few_units}}},
       scalars::check},
      {{.file = "src/xeforge/toolchain/test_kernels/softmax_topk.cpp", .closeness = {{"SoftmaxTopK", a_half}}},
       softmax_topk::check},
      {{"src/xeforge/toolchain/test_kernels/template_arguments.cpp"}, template_arguments::check},
      {{"src/xeforge/toolchain/test_kernels/vendor_messages.cpp"}, vendor_messages::check}};
  return table;
}

const std::vector<std::string> devices{"bmg", "lnl-m", "ptl-h", "pvc"};

class Agreements : public toolchain::WithDeviceTools, public testing::WithParamInterface<Program> {};

TEST_P(Agreements, the_host_and_the_machine_code_of_every_device_leave_the_same_behind) {
  const Program& program = GetParam();
  for (const std::string& device : devices) {
    if (!program.source.devices.empty() && !program.source.devices.contains(device))
      continue;
    EmulatorAgreement agreement(program.source, device);
    EXPECT_EQ(program.run(), 0) << device << ": the program's own check";
    for (const emulator::Kernel& kernel : module_of(program.source, device).kernels())
      EXPECT_TRUE(program.source.left_out.contains(kernel.info.name) ||
                  kernels_seen().executed.contains(device + " " + fs::path(program.source.file).filename().string() +
                                                   " " + kernel.info.name))
          << device << ": " << kernel.info.name << " has not been executed";
  }
}

// Sources that tests compile for devices: the folders of kernels, and the examples.
TEST(Sources, of_kernels_are_all_executed) {
  std::set<std::string> known;
  for (const Program& program : programs_table())
    known.insert(program.source.file);
  const fs::path repository = toolchain::headers_folder().parent_path();
  for (const char* folder : {"examples/guide", "src/xeforge/toolchain/test_kernels"})
    for (const fs::directory_entry& file : fs::directory_iterator(repository / folder))
      if (file.path().extension() == ".cpp" && !file.path().stem().string().ends_with("_test"))
        EXPECT_TRUE(known.contains((fs::path(folder) / file.path().filename()).string()))
            << file.path() << " is in no row of the table";
}

std::string name_of(const testing::TestParamInfo<Program>& info) {
  const fs::path file = info.param.source.file;
  return (file.string().starts_with("src") ? "kernels_" : "") + file.stem().string();
}
INSTANTIATE_TEST_SUITE_P(programs, Agreements, testing::ValuesIn(programs_table()), name_of);

// At the end: how many. Not with a filter, which leaves some out.
class Summary : public testing::Environment {
public:
  void TearDown() override {
    const KernelsSeen& seen = kernels_seen();
    std::cout << "kernels executed as machine code and on the host: " << seen.executed.size() << " of "
              << seen.compiled.size() << "\n";
    for (const Program& program : programs_table())
      for (const auto& [kernel, reason] : program.source.left_out)
        std::cout << "  not here: " << kernel << ": " << reason << "\n";
    for (const std::string& kernel : seen.compiled)
      if (!seen.executed.contains(kernel))
        std::cout << "  not executed: " << kernel << "\n";
  }
};
const auto* const summary = testing::AddGlobalTestEnvironment(new Summary);

} // namespace
} // namespace machine_code
