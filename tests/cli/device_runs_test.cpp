// Operators on devices that are not the CPU: `check --device`, `run --device`. With the device tools; skipped where they
// are absent.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include "xeforge/base/half.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

class device_runs : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
    write(folder / "x.npy", npy_bytes("<f4", "(2, 2)", bytes_of<float>({3, 4, 2, -2})));
    write(folder / "w.npy", npy_bytes("<f4", "(2,)", bytes_of<float>({1, 10})));
  }
  const Words normalise{"run", "rms-norm", "--x", "x.npy", "--weight", "w.npy", "--out", "o.npy"};
  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(device_runs, files_are_computed_as_machine_code_and_the_device_is_named_without_a_time) {
  const toolchain::Outcome outcome = xeforge(with(normalise, {"--device", "bmg"}));
  ASSERT_TRUE(is_success(outcome)) << outcome.errors;
  EXPECT_EQ(outcome.output, "rms-norm: 2 rows x 2 float32, variant rows on Battlemage (emulated)\n");
  const auto got = read_npy(folder / "o.npy").values<float>();
  const float root = std::sqrt(12.5f);
  const float expected[]{3 / root, 40 / root, 1, -10};
  ASSERT_EQ(got.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(got[i], expected[i], 1e-5f) << i;
}

// Of options that the host looks into before it launches anything.
TEST_F(device_runs, numbers_of_options_are_read_by_the_host_and_by_kernels) {
  const auto same = [&](const Words& run, const Words& out) {
    std::vector<std::vector<float>> results;
    for (const Words& device : {Words{}, Words{"--device", "bmg", "--device-code", "code"}}) {
      const toolchain::Outcome outcome = xeforge(with(with(run, out), device));
      ASSERT_TRUE(is_success(outcome)) << outcome.errors;
      results.push_back(read_npy(folder / out.back()).values<float>());
      fs::remove(folder / out.back());
    }
    ASSERT_EQ(results[0].size(), results[1].size());
    for (std::size_t i = 0; i < results[0].size(); ++i)
      EXPECT_NEAR(results[0][i], results[1][i], 2e-3f) << i;
  };
  write(folder / "bias.npy", npy_bytes("<f4", "(2,)", bytes_of<float>({0, 3})));
  same({"run", "softmax-topk", "--scores", "x.npy", "--k", "1", "--indices", "i.npy", "--correction-bias", "bias.npy"},
       {"--weights", "o.npy"});
  std::vector<float> rows(2 * 4 * 8);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = static_cast<float>(i % 13) - 6;
  write(folder / "q.npy", npy_bytes("<f4", "(1, 2, 4, 8)", bytes_of(rows)));
  const Words attention{"run", "attention", "--q", "q.npy", "--k", "q.npy", "--v", "q.npy"};
  for (const std::string option : {"--sinks", "--alibi-slopes"})
    same(with(attention, {option, "w.npy"}), {"--out", "o.npy"});
}

// One row has no stride; a block of it has a pitch.
TEST_F(device_runs, one_query_has_a_bias) {
  std::vector<std::uint16_t> rows(64 * 64);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = static_cast<std::uint16_t>(0x2c00 + 64 * (i % 17)); // halves around 0.06 to 0.25
  std::vector<float> bias(64);
  for (std::size_t i = 0; i < bias.size(); ++i)
    bias[i] = static_cast<float>(i % 7);
  write(folder / "q.npy", npy_bytes("<f2", "(1, 1, 1, 64)", bytes_of(std::vector(rows.begin(), rows.begin() + 64))));
  write(folder / "k.npy", npy_bytes("<f2", "(1, 1, 64, 64)", bytes_of(rows)));
  write(folder / "b.npy", npy_bytes("<f4", "(1, 1, 1, 64)", bytes_of(bias)));
  const Words attention{"run", "attention", "--q", "q.npy", "--k", "k.npy", "--v", "k.npy", "--attn-bias", "b.npy"};
  ASSERT_TRUE(is_success(xeforge(with(attention, {"--out", "cpu.npy"}))));
  const toolchain::Outcome outcome = xeforge(with(attention, {"--out", "bmg.npy", "--device", "bmg"}));
  ASSERT_TRUE(is_success(outcome)) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "variant xe on ")) << outcome.output;
  const auto expected = read_npy(folder / "cpu.npy").values<base::half>();
  const auto got = read_npy(folder / "bmg.npy").values<base::half>();
  ASSERT_EQ(got.size(), 64u);
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(static_cast<float>(got[i]), static_cast<float>(expected[i]), 2e-3f) << i;
}

TEST_F(device_runs, a_case_is_checked_on_several_devices_and_its_code_is_kept) {
  const Words check{"check", "rms-norm", "--case", "few-tokens", "--device", "bmg,lnl-m", "--device-code", "code"};
  const toolchain::Outcome first = xeforge(check);
  ASSERT_TRUE(is_success(first)) << first.output << first.errors;
  EXPECT_TRUE(contains(first.output, "2 kernels compiled\n")) << first.output;
  EXPECT_TRUE(contains(first.output, "Battlemage (emulated)")) << first.output;
  EXPECT_TRUE(contains(first.output, "check: all 2 runs passed")) << first.output;

  const toolchain::Outcome second = xeforge(with(check, {"--json", "-"}));
  ASSERT_TRUE(is_success(second)) << second.errors;
  const Json results = Json::parse(second.output).at("results");
  ASSERT_EQ(results.size(), 4u); // two variants on each, of which one is for NVIDIA's GPUs
  EXPECT_EQ(results[2].at("passed"), 0);
  EXPECT_EQ(results[3].at("target"), "lnl-m");
  EXPECT_EQ(results[3].at("device"), "Lunar Lake (emulated)");
  EXPECT_EQ(results[3].at("emulated"), true);
  EXPECT_EQ(results[3].at("passed"), 1);
}

TEST_F(device_runs, code_is_compiled_for_a_device_that_is_not_here) {
  const Words compile{"check", "rms-norm",       "--case",        "few-tokens", "--device",
                      "cuda",  "--compile-only", "--device-code", "code"};
  const toolchain::Outcome outcome = xeforge(compile);
  ASSERT_TRUE(is_success(outcome)) << outcome.output << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "2 kernels compiled")) << outcome.output;
  std::string image;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "code"))
    if (entry.path().extension() == ".image")
      image += contents(entry.path());
  EXPECT_TRUE(contains(image, ".target sm_90"));
  EXPECT_TRUE(contains(xeforge(compile).output, "2 taken from code"));
}

// One of each template of kernels that a device of NVIDIA's is offered and that takes seconds, not minutes.
TEST_F(device_runs, attention_of_hopper_is_compiled) {
  const toolchain::Outcome outcome = xeforge({"check", "attention", "--variant", "hopper", "--case", "plain-float16",
                                              "--device", "cuda", "--compile-only", "--device-code", "code"});
  ASSERT_TRUE(is_success(outcome)) << outcome.output << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "1 kernel compiled")) << outcome.output;
}

TEST_F(device_runs, refusals_name_the_option) {
  const std::pair<Words, const char*> refusals[] = {
      {{"check", "rms-norm", "--device", "b999"}, "--device: got 'b999'; expected one of bmg"},
      {{"check", "rms-norm", "--device", "bmg,bmg"}, "--device: got 'bmg,bmg'; expected device names, each once"},
      {{"check", "rms-norm", "--device", "bmg", "--variant", "streamed"},
       "--variant: got \"streamed\" on bmg; expected one that devices run: groups, rows"},
      {{"check", "rms-norm", "--device", "bmg", "--target", "v3"},
       "--target: got \"v3\" on bmg; expected none: targets are"},
      {{"check", "rms-norm", "--device", "bmg", "--compile-only"}, "--compile-only: got no --device-code"},
      {{"check", "rms-norm", "--compile-only", "--device-code", "code"}, "--device: got nothing"},
      {{"check", "rms-norm", "--device-code", "code"}, "--device-code: got 'code' without --device"},
      {with(normalise, {"--device", "bmg,lnl-m"}), "--device: got 'bmg,lnl-m'; expected the name of one device"},
      {with(normalise, {"--device-code", "code"}), "--device-code: got 'code' without --device"},
      {with(normalise, {"--device", "bmg", "--variant", "streamed"}), "expected one that devices run: groups, rows"},
  };
  const auto before = snapshot();
  for (const auto& [words, text] : refusals)
    EXPECT_TRUE(is_refusal(xeforge(words), {text}));
  EXPECT_EQ(snapshot(), before);
}

TEST_F(device_runs, times_of_an_emulated_device_are_refused) {
  for (const Words& command : {Words{"bench", "rms-norm", "--device", "bmg"}, Words{"roof", "--device", "bmg"}}) {
    const toolchain::Outcome outcome = xeforge(command);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(
        contains(outcome.errors, "--device: got 'bmg', whose times are those of the emulation; expected a card: cuda"))
        << outcome.errors;
  }
}

TEST_F(device_runs, code_for_the_times_of_a_card_is_compiled_without_one) {
  const toolchain::Outcome roof = xeforge({"roof", "--device", "cuda", "--compile-only", "--device-code", "code"});
  ASSERT_TRUE(is_success(roof)) << roof.output << roof.errors;
  EXPECT_EQ(roof.output, "4 kernels compiled\n");
  const toolchain::Outcome bench = xeforge(
      {"bench", "rms-norm", "--case", "few-tokens", "--device", "cuda", "--compile-only", "--device-code", "code"});
  ASSERT_TRUE(is_success(bench)) << bench.output << bench.errors;
  EXPECT_TRUE(contains(bench.output, "1 kernel compiled, 4 taken from code")) << bench.output;
  EXPECT_TRUE(contains(xeforge({"roof", "--device", "cuda", "--compile-only"}).errors,
                       "--compile-only: got no --device-code; expected the folder"));
}

TEST_F(device_runs, a_variant_of_devices_alone_is_none_of_the_cpus) {
  EXPECT_TRUE(contains(xeforge({"check", "softmax-topk", "--variant", "lanes", "--set", "smoke"}).errors,
                       "--variant: got 'lanes' on the CPU; expected --device as well"));
  EXPECT_TRUE(contains(
      xeforge({"check", "softmax-topk", "--device", "bmg", "--variant", "lanes", "--case", "seed"}).output, "lanes"));
}

} // namespace
} // namespace xeforge::cli_tests
