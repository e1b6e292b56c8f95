// The operators' cases as machine code of an emulated device: they pass as they do on the CPU, and with one thing changed
// in a kernel's source they do not. Skipped where the device tools are absent.
#include "xeforge/device_kernels/kernel_maker.hpp"
#include "xeforge/ops/operator.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

namespace xeforge::ops {
namespace {

namespace fs = std::filesystem;

// A text of a header and what stands in its place.
struct Change {
  const char* name;
  const char* header;
  const char* text;
  const char* instead;
};

class OnDevice : public testing::Test {
protected:
  void SetUp() override {
    std::string missing;
    adapter_ = devices::open_adapter("xeforge", missing);
    if (adapter_ == nullptr)
      GTEST_SKIP() << missing;
  }

  // Of one variant on a Battlemage of its own, with the sources as they are or changed.
  CheckOutcome outcome(const char* op_name, const char* case_name, const char* variant, const Change* change) {
    const Operator& op = *find_operator(op_name);
    std::vector<fs::path> before_sources;
    if (change != nullptr) {
      fs::remove_all(changed_);
      write_changed(changed_, *change);
      before_sources.push_back(changed_);
    }
    device_kernels::KernelMaker maker({.headers = op.device_kernels,
                                       .tools = toolchain::default_tools_folder(),
                                       .sources = toolchain::headers_folder(),
                                       .folder = std::nullopt,
                                       .before_sources = before_sources});
    const auto& descriptions = adapter_->descriptions();
    const auto place = std::ranges::find(descriptions, "bmg", &devices::Description::name);
    devices::ChosenDevice chosen(*adapter_, static_cast<std::size_t>(place - descriptions.begin()));
    chosen.ask_for_missing_code(&maker);
    sycl::queue queue(sycl::device::of(&chosen));
    const CheckOutcome result = op.find_case(case_name)->prepare()->check(queue, {variant, {}, "bmg"});
    queue.wait();
    EXPECT_GT(maker.counts().compiled, 0) << "nothing was launched";
    return result;
  }

private:
  static void write_changed(const fs::path& folder, const Change& change) {
    std::string text = toolchain::read_text(toolchain::headers_folder() / change.header);
    const std::size_t at = text.find(change.text);
    ASSERT_NE(at, text.npos) << change.text;
    text.replace(at, std::string_view(change.text).size(), change.instead);
    fs::create_directories((folder / change.header).parent_path());
    toolchain::write_text(folder / change.header, text);
  }

  devices::Adapter* adapter_ = nullptr;
  // One folder for all changes, and the same one every time, so that the headers of SYCL, which no change is in, may be parsed once.
  const fs::path changed_ = fs::absolute("changed_kernels");
};

TEST_F(OnDevice, cases_of_every_operator_pass) {
  const std::tuple<const char*, const char*, const char*> runs[] = {
      {"softmax-topk", "qwen3-moe-float16-mixed", "seed"},
      {"rms-norm", "apart-100-float16", "rows"},
      {"softmax-topk", "qwen3-moe-float16-mixed", "stream"},
      {"attention", "plain-float16", "xe"},
      {"attention", "plain-float16", "strided"},
  };
  for (const auto& [op, name, variant] : runs) {
    const CheckOutcome result = outcome(op, name, variant, nullptr);
    EXPECT_TRUE(result.passed) << op << " " << name << ": " << result.failure;
  }
}

TEST_F(OnDevice, each_change_of_a_kernel_fails_its_case) {
  constexpr const char *seed = "xeforge/ops/softmax_topk/kernels/seed_kernel.hpp",
                       *row = "xeforge/ops/rms_norm/kernels/row_kernel.hpp",
                       *xe = "xeforge/ops/attention/kernels/xe_kernel.hpp",
                       *strided = "xeforge/ops/attention/kernels/strided_kernel.hpp";
  const Change seed_changes[] = {
      {"weights without the factor", seed, "scale_of<1>(sum, factor)[0]", "scale_of<1>(sum, 1.0009765625f)[0]"},
      {"columns one too far", seed, "columns = Keys::template column_of<k>(best);",
       "columns = Keys::template column_of<k>(best) + 1;"},
      {"the row before", seed, "static_cast<std::int64_t>(item[0]);", "static_cast<std::int64_t>(item[0]) - 1;"},
  };
  const Change row_changes[] = {
      {"a mean that is off", row, "mean + eps", "mean * 1.01f + eps"},
      {"the last column left out", row, "if ((n & N) != 0)", "if ((n & N) > 1)"},
      {"one result too far", row, "store<Element, N>(at.out + column", "store<Element, N>(at.out + 1 + column"},
      {"the sum of all", row, "sum / static_cast<float>(n)", "sum / static_cast<float>(n + 1)"},
  };
  const Change xe_changes[] = {
      {"even keys where odd ones belong", xe, "Blocks odd(odd_keys ? keys + problem.k_s : keys",
       "Blocks odd(odd_keys ? keys : keys"},
      {"the same keys for all of a team", xe, "coordinates.key = key + coordinates.thread * Traits::thread_keys;",
       "coordinates.key = key;"},
      {"a team that does not wait", xe, "bool waits = true", "bool waits = false"},
  };
  const Change strided_changes[] = {
      {"values of the key before", strided, "address + i * v.s + at * v.d, v.d",
       "address + (i - (i > 0)) * v.s + at * v.d, v.d"},
  };
  for (const Change& change : seed_changes)
    EXPECT_FALSE(outcome("softmax-topk", "qwen3-moe-float16-mixed", "seed", &change).passed) << change.name;
  for (const Change& change : row_changes)
    EXPECT_FALSE(outcome("rms-norm", "n-33-float16", "rows", &change).passed) << change.name;
  for (const Change& change : xe_changes)
    EXPECT_FALSE(outcome("attention", "prefill-float16", "xe", &change).passed) << change.name;
  for (const Change& change : strided_changes)
    EXPECT_FALSE(outcome("attention", "plain-float16", "strided", &change).passed) << change.name;
}

} // namespace
} // namespace xeforge::ops
