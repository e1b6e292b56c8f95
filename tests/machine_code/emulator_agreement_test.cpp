// Every kernel that a test of the project compiles for a device is executed as machine code, and leaves the same behind
// as the host's run of the same source; what the program itself finds right or wrong is looked at too, and whether a
// register is taken or changed before the instruction that works on it is done. Fails closed: a kernel, or a source of
// kernels, that nobody runs is a failure.
#include "emulator_agreement.hpp"
#include "programs.hpp"

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

struct Executed {
  Source source;
  int (*run)();
};

// How the emulator executes each program.
Source source_of(const Program& program) {
  Source source{.file = program.file, .closeness = program.closeness};
  const std::string file = program.file;
  if (file == "examples/softmax_topk.cpp") // 32,768 rows: one device is enough
    source.devices = {"bmg"};
  else if (file.ends_with("test_kernels/blocks_2d.cpp"))
    source.left_out = {{"OddRows",
                        "emulator_kernels_device_test: with more than one item blocks begin at odd elements, "
                        "which the hardware does not take"}};
  else if (file.ends_with("test_kernels/prologue.cpp"))
    source.registers = toolchain::RegisterFile::large;
  return source;
}

const std::vector<Executed>& programs_table() {
  static const std::vector<Executed> table = [] {
    std::vector<Executed> executed;
    for (const Program& program : all_programs())
      executed.push_back({source_of(program), program.run});
    return executed;
  }();
  return table;
}

const std::vector<std::string> devices{"bmg", "lnl-m", "ptl-h", "pvc"};

class Agreements : public toolchain::WithDeviceTools, public testing::WithParamInterface<Executed> {};

TEST_P(Agreements, the_host_and_the_machine_code_of_every_device_leave_the_same_behind) {
  const Executed& program = GetParam();
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
  for (const Executed& program : programs_table())
    known.insert(program.source.file);
  const fs::path repository = toolchain::headers_folder().parent_path();
  for (const char* folder : {"examples/guide", "src/xeforge/toolchain/test_kernels"})
    for (const fs::directory_entry& file : fs::directory_iterator(repository / folder))
      if (file.path().extension() == ".cpp" && !file.path().stem().string().ends_with("_test"))
        EXPECT_TRUE(known.contains((fs::path(folder) / file.path().filename()).string()))
            << file.path() << " is in no row of the table";
}

std::string name_of(const testing::TestParamInfo<Executed>& info) {
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
    for (const Executed& program : programs_table())
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
