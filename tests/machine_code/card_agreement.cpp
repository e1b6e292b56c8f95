// The device of agreement.hpp is an NVIDIA card: each launch of the programs on the host and on the card, on the same memory.
// No test of the build: tests/on_card/on_card.py compiles it with xeforge-cxx, and runs it where a card is, with
// ONEAPI_DEVICE_SELECTOR='xeforge:cpu;cuda:*'.
#include "agreement.hpp"
#include "not_on_cards.hpp"
#include "programs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <utility>

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

std::string name_of(const Program& program) {
  const std::filesystem::path file = program.file;
  return (file.string().starts_with("src") ? "kernels_" : "") + file.stem().string();
}

class Agreements : public testing::TestWithParam<Program> {};

TEST_P(Agreements, the_host_and_the_card_leave_the_same_behind) {
  const Program& program = GetParam();
  ClosenessOfKernels closeness = program.closeness;
  closeness.insert(program.closeness_on_cards.begin(), program.closeness_on_cards.end());
  CardAgreement agreement(closeness, name_of(program), sycl::queue(sycl::gpu_selector_v));
  EXPECT_EQ(program.run_on_cards(), 0) << program.file << ": the program's own check";
}

INSTANTIATE_TEST_SUITE_P(programs, Agreements, testing::ValuesIn(all_programs()),
                         [](const auto& info) { return name_of(info.param); });

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
