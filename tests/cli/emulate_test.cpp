// xeforge emulate, and docs/guide/run-machine-code.md, whose commands are run as they stand. With the device tools;
// skipped where they are absent.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"
#include "cli/schema.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numeric>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

// Says where it ran.
constexpr const char* program = R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <iostream>

int main() {
  sycl::queue queue;
  float* const values = sycl::malloc_shared<float>(64, queue);
  queue.parallel_for<class Sevens>(sycl::range<1>(4), [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
    sycl::ext::intel::esimd::simd<float, 16>(7.0f).copy_to(values + 16 * row[0]);
  }).wait();
  std::cout << values[63] << " on " << queue.get_device().get_info<sycl::info::device::name>() << "\n";
  sycl::free(values, queue);
}
)";

class emulate : public InFolder {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
    write(folder / "scale_rows.cpp", blocks(page(), "cpp").at(0));
    std::iota(x.begin(), x.end(), 0.0f);
    write(folder / "x.npy", npy_bytes("<f4", "(16, 64)", bytes_of(x)));
    write(folder / "y.npy", npy_bytes("<f4", "(16, 64)", std::string(x.size() * sizeof(float), '\0')));
    write(folder / "prog.cpp", program);
  }
  static std::string page() { return contents(repository() / "docs/guide/run-machine-code.md"); }
  std::vector<float> y() const { return read_npy(folder / "y.npy").values<float>(); }
  void compile() const {
    ASSERT_TRUE(is_success(xeforge({"compile", "scale_rows.cpp", "--device", "bmg", "-o", "out"})));
  }
  Words with(Words more) const {
    Words words{"emulate", "out/scale_rows.zebin", "--range", "16", "--group", "4"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::vector<float> x = std::vector<float>(16 * 64);
};

TEST_F(emulate, the_guides_commands_do_what_it_says) {
  const std::pair<std::string, std::string> printed_by[] = {
      {"--counts", "load block"},
      {"--counts counts.json", "ScaleRows: executed by 16 threads"},
      {"--trace - --threads 1", "scale_rows.cpp:10\n"}, // the row is loaded there
      {"--hazards", "no hazards"},
      {"each emulated device", "[xeforge:bmg]"},
      {"the kernels' C++", "7 on "},
      {"as Battlemage machine code", "7 on Battlemage (emulated)"},
      {"--device-code code", "check: all 15 runs passed"},
      {"# exit code 1", "(scale_rows.cpp:9): 256 bytes at"}};
  std::string text;
  for (const std::string& block : blocks(page(), "sh"))
    text += block;
  std::istringstream lines(text);
  int commands = 0;
  for (std::string line; std::getline(lines, line); ++commands) {
    const toolchain::Outcome outcome = shell(line);
    if (line.ends_with("# exit code 1")) {
      EXPECT_EQ(outcome.code, 1) << line;
      for (const char* word : {"fault: kernel ScaleRows, group (4, 0, 0), thread 0, at 0x", "load.ugm",
                               "are in no allocation: the nearest, x.npy (4096 bytes), ends 0 bytes before"})
        EXPECT_NE(outcome.output.find(word), std::string::npos) << word << "\n" << outcome.output;
    } else {
      // sycl-ls says on standard error what keeps devices of other kinds from being there.
      EXPECT_TRUE(line.starts_with("sycl-ls") ? outcome.succeeded() : is_success(outcome)) << line << "\n"
                                                                                           << outcome.errors;
    }
    for (const auto& [end, word] : printed_by)
      if (line.ends_with(end))
        EXPECT_NE(outcome.output.find(word), std::string::npos) << line << "\n" << outcome.output;
  }
  EXPECT_EQ(commands, 14);
  std::vector<float> halves = x;
  for (float& value : halves)
    value *= 0.5f;
  EXPECT_EQ(y(), halves);
}

TEST_F(emulate, counts_of_another_format_or_of_a_failed_launch_are_refused) {
  compile();
  const auto explained_with = [&](const std::string& report) {
    write(folder / "counts.json", report);
    return xeforge({"explain", "out/scale_rows.zebin", "--counts", "counts.json"});
  };
  EXPECT_TRUE(is_refusal(explained_with(R"({"format": "xeforge-emulate-1", "counts": null})"),
                         {"counts.json", "xeforge-emulate-1", "xeforge-emulate-2"}));
  EXPECT_TRUE(is_refusal(explained_with(R"({"format": "xeforge-emulate-2", "counts": null})"),
                         {"counts.json", "a launch that failed"}));
}

TEST_F(emulate, counts_of_other_code_are_refused) {
  compile();
  const Words launch{"--range", "16",          "--group", "4",  "--arg",  "x.npy",
                     "--arg",   "inout:y.npy", "--arg",   "1f", "--json", "c.json"};
  Words words{"emulate", "out/scale_rows.zebin"};
  words.insert(words.end(), launch.begin(), launch.end());
  ASSERT_TRUE(is_success(xeforge(words)));
  const auto explained = [&](const std::string& source, const std::string& device) {
    EXPECT_TRUE(is_success(xeforge({"compile", source, "--device", device, "-o", "other"})));
    return xeforge({"explain", "other", "--counts", "c.json"});
  };
  EXPECT_TRUE(is_success(explained("scale_rows.cpp", "bmg")));
  EXPECT_TRUE(is_refusal(explained("scale_rows.cpp", "pvc"), {"c.json", "counts for other code"}));
  // As many blocks at the same places.
  std::string changed = contents(folder / "scale_rows.cpp");
  const std::size_t product = changed.find("values * factor");
  ASSERT_NE(product, changed.npos);
  write(folder / "scale_rows.cpp", changed.replace(product, 15, "values + factor"));
  EXPECT_TRUE(is_refusal(explained("scale_rows.cpp", "bmg"), {"c.json", "counts for other code"}));
}

TEST_F(emulate, json_has_what_was_executed_and_conforms_to_its_schema) {
  compile();
  ASSERT_TRUE(is_success(xeforge(with({"--arg", "x.npy", "--arg", "inout:y.npy", "--arg", "2f", "--json", "c.json"}))));
  const Json document = Json::parse(contents(folder / "c.json"));
  EXPECT_TRUE(conforms(document, "emulate"));
  for (const Json& copy : spoilt_copies(document, "emulate"))
    EXPECT_FALSE(conforms(copy, "emulate")) << Json::diff(document, copy);
  EXPECT_EQ(document.at("groups"), Json({1, 1, 4}));
  EXPECT_EQ(document.at("counts").at("threads"), 16);
  EXPECT_EQ(document.at("counts").at("operations").at("send"), 16 * 5); // ids, arguments, a row there and back, the end
  for (const Json& message : document.at("counts").at("messages"))
    if (message.at("kind") == "store block")
      EXPECT_EQ(message.at("bytes_written"), 4096);
}

TEST_F(emulate, a_fault_leaves_the_arrays_alone_and_is_in_the_json) {
  compile();
  const auto before = contents(folder / "y.npy");
  const toolchain::Outcome outcome =
      xeforge({"emulate", "out/scale_rows.zebin", "--range", "20", "--group", "4", "--arg", "x.npy", "--arg",
               "inout:y.npy", "--arg", "1f", "--json", "fault.json"});
  EXPECT_EQ(outcome.code, 1);
  const Json document = Json::parse(contents(folder / "fault.json"));
  EXPECT_TRUE(conforms(document, "emulate"));
  EXPECT_EQ(document.at("fault").at("group"), Json({0, 0, 4}));
  EXPECT_EQ(contents(folder / "y.npy"), before);
}

TEST_F(emulate, what_does_not_fit_is_refused_with_what_does) {
  compile();
  const auto refused = [&](Words words, Words expected) {
    EXPECT_TRUE(is_refusal(xeforge(words), expected)) << words.back();
  };
  refused(with({"--arg", "x.npy"}), {"--arg", "1 arguments", "ScaleRows", "8 bytes (an address)"});
  refused(with({"--arg", "x.npy", "--arg", "1f", "--arg", "inout:y.npy"}), {"--arg", "'1f', 4 bytes, as argument 2"});
  // The compiler takes the factor with the four bytes behind it.
  refused(with({"--arg", "x.npy", "--arg", "inout:y.npy", "--arg", "1f", "--arg", "3", "--arg", "4"}),
          {"'4' as argument 5"});
  refused(with({"--arg", "1.5x"}), {"--arg", "1.5x", "FILE.npy"});
  refused(with({"--arg", "300c"}), {"300c", "8 bits"});
  refused(with({"--arg", "1e99f"}), {"1e99f", "32 bits"});
  refused(with({"--arg", "1e-50f"}), {"1e-50f", "32 bits"});
  refused(with({"--arg", "7e4h"}), {"7e4h", "16 bits"});
  refused(with({"--arg", "inout:3"}), {"inout:3", "inout: and FILE.npy"});
  refused(with({"--kernel", "Other"}), {"--kernel", "Other", "ScaleRows"});
  refused({"emulate", "out/scale_rows.zebin", "--range", "16", "--group", "5"}, {"--group", "5", "--range 16"});
  refused({"emulate", "out/scale_rows.zebin", "--range", "16xx2"}, {"--range", "16xx2"});
  refused({"emulate", "scale_rows.cpp", "--range", "16"}, {"--device", "nothing"});
  refused({"emulate", "out/scale_rows.zebin", "--range", "128", "--group", "128", "--arg", "x.npy", "--arg",
           "inout:y.npy", "--arg", "1f"},
          {"ScaleRows", "128 work-items", "at most 64"});
}

} // namespace
} // namespace xeforge::cli_tests
