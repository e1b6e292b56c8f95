// xeforge explain: what it prints, what it writes, what it refuses. With the device tools; those tests are skipped
// where they are absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kernel = R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
namespace esimd = sycl::ext::intel::esimd;
void sum_of_squares(sycl::queue& queue, const float* from, float* to, int count) {
  queue.parallel_for<class Squares>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    esimd::simd<float, 16> sum = 0.0f;
    for (int i = 0; i < count; ++i) {
      esimd::simd<float, 16> piece;
      piece.copy_from(from + i * 16);
      sum += piece * piece;
    }
    sum.copy_to(to + item[0] * 16);
  });
  queue.parallel_for<class Copies>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    esimd::simd<float, 16> piece;
    piece.copy_from(from + item[0] * 16);
    piece.copy_to(to + item[0] * 16);
  });
}
)";

class explain : public InFolder {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(repository() / ".device-tools"))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
    write(folder / "kernel.cpp", kernel);
  }
  OrderedJson json_of(Words words) const {
    words.insert(words.end(), {"--json", "-"});
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_TRUE(is_success(outcome));
    return OrderedJson::parse(outcome.output);
  }
};
class explain_refuses : public InFolder {};

std::set<std::string> names_of(const OrderedJson& object) {
  std::set<std::string> names;
  for (const auto& entry : object.items())
    names.insert(entry.key());
  return names;
}

std::set<std::string> with(std::set<std::string> names, const std::set<std::string>& more) {
  names.insert(more.begin(), more.end());
  return names;
}

TEST_F(explain, a_report_has_the_loop_its_lines_and_its_blocks) {
  const toolchain::Outcome outcome = xeforge({"explain", "kernel.cpp", "--device", "bmg"});
  ASSERT_TRUE(is_success(outcome));
  for (const char* part : {"kernel.cpp for bmg (xe2), compiler ", "Compiled and inspected, not run", "\nSquares\n",
                           "\nCopies\n", "each iteration adds 1 (line 7)", "sum += piece * piece;",
                           "Blocks and their registers", "1 load block (64 B)", "The kernel, which has no loop"})
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
  std::istringstream lines(outcome.output);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 100u) << line;
}

TEST_F(explain, one_kernel_alone_can_be_asked_for) {
  const OrderedJson report = json_of({"explain", "kernel.cpp", "--device", "bmg", "--kernel", "Copies"});
  ASSERT_EQ(report.at("kernels").size(), 1u);
  EXPECT_EQ(report.at("kernels").at(0).at("name"), "Copies");
}

TEST_F(explain, each_kernel_is_listed_with_its_own_registers) {
  write(folder / "mixed.cpp", R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
namespace esimd = sycl::ext::intel::esimd;
void launch(sycl::queue& queue, float* p) {
  queue.single_task<class Plain>([=]() SYCL_ESIMD_KERNEL { esimd::simd<float, 16>(p).copy_to(p + 16); });
  const sycl::ext::oneapi::experimental::properties large{sycl::ext::intel::experimental::grf_size<256>};
  queue.single_task<class Large>(large, [=]() SYCL_ESIMD_KERNEL { esimd::simd<float, 16>(p).copy_to(p + 16); });
}
)");
  const auto registers = [](const OrderedJson& report) {
    std::map<std::string, int> of_kernels;
    for (const OrderedJson& kernel : report.at("kernels"))
      of_kernels[kernel.at("name")] = kernel.at("grf");
    return of_kernels;
  };
  const std::map<std::string, int> expected{{"Large", 256}, {"Plain", 128}};
  EXPECT_EQ(registers(json_of({"explain", "mixed.cpp", "--device", "bmg"})), expected);
  ASSERT_TRUE(is_success(xeforge({"compile", "mixed.cpp", "--device", "bmg", "-o", "out"})));
  EXPECT_EQ(registers(OrderedJson::parse(contents(folder / "out/report.json"))), expected);
  for (const char* target : {"out", "out/mixed.zebin"}) {
    EXPECT_EQ(registers(json_of({"explain", target})), expected) << target;
    const toolchain::Outcome listed = xeforge({"isa", target});
    ASSERT_TRUE(is_success(listed));
    EXPECT_NE(listed.output.find("/128"), std::string::npos) << listed.output;
    EXPECT_NE(listed.output.find("/256"), std::string::npos) << listed.output;
  }
}

// Every field of docs/formats.md, and no other.
TEST_F(explain, json_has_the_documented_fields) {
  const OrderedJson report = json_of({"explain", "kernel.cpp", "--device", "bmg"});
  EXPECT_EQ(names_of(report), (std::set<std::string>{"format", "source", "device", "platform", "grf",
                                                     "throughput_model", "tools", "date", "commit", "kernels"}));
  EXPECT_EQ(report.at("format"), "xeforge-explain-4");
  const std::set<std::string> mix{"instructions",
                                  "dpas",
                                  "sends",
                                  "mov",
                                  "math",
                                  "arithmetic",
                                  "control",
                                  "sync",
                                  "other",
                                  "mov_by_reason",
                                  "sends_by_kind",
                                  "waits_for_results",
                                  "waits_for_operands",
                                  "issue_cycles",
                                  "pipe_cycles"};
  const std::set<std::string> location{"file", "line", "text"};
  const OrderedJson& squares = report.at("kernels").at(0);
  EXPECT_EQ(names_of(squares), with(mix, {"name", "source_name", "grf", "grf_used", "compiler_cycles", "bank_conflicts",
                                          "spills", "main_loop", "findings", "loops", "blocks", "lines",
                                          "private_memory", "total_cycles", "cycles_outside_loops", "listing"}));
  EXPECT_EQ(names_of(squares.at("spills")), (std::set<std::string>{"bytes", "stores", "loads", "stores_in_loops",
                                                                   "loads_in_loops", "lines", "values"}));
  EXPECT_EQ(names_of(squares.at("findings").at(0)), with(location, {"kind", "cycles", "says"}));
  EXPECT_EQ(names_of(squares.at("lines").at(0)), with(mix, location));
  EXPECT_EQ(names_of(squares.at("blocks").at(0)),
            with(mix, {"label", "offset", "loop_depth", "longest_dpas_run", "longest_atomic_chain",
                       "most_registers_live", "registers_read", "registers_written"}));
  const OrderedJson& loop = squares.at("loops").at(0);
  EXPECT_EQ(names_of(loop),
            with(mix, {"label", "depth", "every_iteration", "bound_cycles", "dpas_cycles", "longest_dpas_run",
                       "longest_atomic_chain", "lines", "load_use_distances", "trip"}));
  EXPECT_EQ(names_of(loop.at("every_iteration")), mix);
  EXPECT_EQ(names_of(loop.at("load_use_distances").at(0)), with(location, {"cycles"}));
  EXPECT_EQ(names_of(loop.at("trip")), with(location, {"counter", "step", "condition", "bound", "iterations"}));
  EXPECT_EQ(names_of(loop.at("sends_by_kind").at("load block")),
            (std::set<std::string>{"messages", "bytes_read", "bytes_written"}));
}

TEST_F(explain, sums_over_lines_and_over_blocks_are_the_kernel) {
  const OrderedJson report = json_of({"explain", "kernel.cpp", "--device", "bmg"});
  for (const OrderedJson& explained : report.at("kernels"))
    for (const char* parts : {"lines", "blocks"}) {
      int instructions = 0;
      for (const OrderedJson& part : explained.at(parts))
        instructions += part.at("instructions").get<int>();
      EXPECT_EQ(instructions, explained.at("instructions")) << parts;
    }
}

TEST_F(explain, a_written_report_is_read_and_printed_again) {
  ASSERT_TRUE(is_success(xeforge({"explain", "kernel.cpp", "--device", "bmg", "--json", "explain.json"})));
  EXPECT_EQ(json_of({"explain", "explain.json"}), OrderedJson::parse(contents(folder / "explain.json")));
  EXPECT_NE(xeforge({"explain", "explain.json"}).output.find("sum += piece * piece;"), std::string::npos);
}

TEST_F(explain, pages_have_the_tables_of_the_report) {
  ASSERT_TRUE(is_success(xeforge({"explain", "kernel.cpp", "--device", "bmg", "--html", "explain.html"})));
  const std::string explained = contents(folder / "explain.html");
  EXPECT_NE(explained.find("Where the instructions of Squares come from"), std::string::npos) << explained;
  EXPECT_NE(explained.find("sum += piece * piece;"), std::string::npos) << explained;
  const toolchain::Outcome compiled = xeforge({"compile", "kernel.cpp", "--device", "bmg", "-o", "out", "--html", "-"});
  ASSERT_TRUE(is_success(compiled));
  EXPECT_TRUE(compiled.output.starts_with("<!DOCTYPE html>")) << compiled.output;
  EXPECT_NE(compiled.output.find("Machine code of kernel.cpp for bmg"), std::string::npos) << compiled.output;
}

TEST_F(explain, a_folder_of_compile_is_explained_without_lines) {
  ASSERT_TRUE(is_success(xeforge({"compile", "kernel.cpp", "--device", "bmg", "-o", "out"})));
  const toolchain::Outcome outcome = xeforge({"explain", "out"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_NE(outcome.output.find("Source lines are not known"), std::string::npos) << outcome.output;
  const OrderedJson source = json_of({"explain", "kernel.cpp", "--device", "bmg"}),
                    compiled = json_of({"explain", "out"});
  for (const char* field : {"instructions", "sends_by_kind", "issue_cycles", "compiler_cycles"})
    EXPECT_EQ(compiled.at("kernels").at(0).at(field), source.at("kernels").at(0).at(field)) << field;
  EXPECT_TRUE(is_success(xeforge({"explain", "out/kernel.zebin"})));
}

TEST_F(explain, an_unknown_kernel_is_refused_with_the_known_ones) {
  EXPECT_TRUE(is_refusal(xeforge({"explain", "kernel.cpp", "--device", "bmg", "--kernel", "Cubes"}),
                         {"--kernel", "'Cubes'", "Squares, Copies"}));
}

TEST_F(explain, a_report_of_another_compiled_file_is_refused) {
  ASSERT_TRUE(is_success(xeforge({"compile", "kernel.cpp", "--device", "bmg", "-o", "out"})));
  OrderedJson report = OrderedJson::parse(contents(folder / "out/report.json"));
  report.at("kernels").at(0).at("instructions") = 7;
  write(folder / "out/report.json", report.dump());
  EXPECT_TRUE(is_refusal(xeforge({"explain", "out"}), {"out/report.json", "another kernel Squares"}));
  report.at("zebin") = "../kernel.zebin";
  write(folder / "out/report.json", report.dump());
  EXPECT_TRUE(is_refusal(xeforge({"explain", "out"}), {"out/report.json", "a file in the same folder"}));
}

TEST_F(explain_refuses, a_source_without_a_device) {
  write(folder / "kernel.cpp", kernel);
  EXPECT_TRUE(is_refusal(xeforge({"explain", "kernel.cpp"}), {"--device", "nothing", "kernel.cpp"}));
  EXPECT_TRUE(is_refusal(xeforge({"explain", "kernel.cpp", "--device", "b580x"}), {"--device", "'b580x'", "bmg"}));
}

TEST_F(explain_refuses, what_is_no_report_no_folder_and_no_kernel) {
  write(folder / "other.json", "{\"format\": \"xeforge-compile-4\"}");
  write(folder / "cut.json", "{\"format\": ");
  std::filesystem::create_directory(folder / "empty");
  EXPECT_TRUE(is_refusal(xeforge({"explain", "other.json"}), {"other.json", "xeforge-explain-4"}));
  write(folder / "old.json", "{\"format\": \"xeforge-explain-2\"}");
  EXPECT_TRUE(is_refusal(xeforge({"explain", "old.json"}), {"xeforge-explain-2", "xeforge-explain-4"}));
  EXPECT_TRUE(is_refusal(xeforge({"explain", "cut.json"}), {"cut.json", "'xeforge explain' wrote"}));
  EXPECT_TRUE(is_refusal(xeforge({"explain", "empty"}), {"empty", "report.json"}));
  EXPECT_TRUE(is_refusal(xeforge({"explain", "nowhere.cpp", "--device", "bmg"}), {"nowhere.cpp", "no such file"}));
}

// Before anything is read: a folder and files need not hold what they are called.
TEST_F(explain_refuses, options_of_sources_beside_what_was_compiled) {
  std::filesystem::create_directory(folder / "out");
  for (const char* file : {"kernel.zebin", "explain.json", "report.json"})
    write(folder / file, "{}");
  const std::vector<Words> of_sources{{"--device", "pvc"}, {"--grf", "128"},       {"-D", "X=1"},
                                      {"-I", "."},         {"--save-temps", "at"}, {"--local-memory", "64"}};
  for (const Words& option : of_sources) {
    for (const char* target : {"out", "kernel.zebin", "explain.json"})
      EXPECT_TRUE(is_refusal(xeforge({"explain", target, option[0], option[1]}),
                             {option[0] + ": got '" + option[1] +
                              "' beside what was compiled already; expected it beside "
                              "a source"}))
          << target;
    EXPECT_TRUE(is_refusal(xeforge({"emulate", "kernel.zebin", "--range", "16", option[0], option[1]}),
                           {option[0] + ": got '" + option[1] + "' beside a .zebin; expected it beside a source"}));
  }
  EXPECT_TRUE(is_refusal(xeforge({"explain", "explain.json", "--tools", "at"}),
                         {"--tools: got 'at' beside JSON of explain", "compiled code"}));
  for (const char* target : {"out", "report.json"})
    EXPECT_TRUE(is_refusal(xeforge({"isa", target, "--tools", "at"}), {"--tools: got 'at' beside a report", ".zebin"}));
}

TEST_F(explain_refuses, compiled_files_that_are_none) {
  if (toolchain::missing_device_tools(repository() / ".device-tools"))
    GTEST_SKIP() << "no device tools; './forge device-tools' fetches them";
  write(folder / "text.zebin", "no ELF file at all, but long enough to hold the header of one, which it does not have");
  write(folder / "short.zebin", "\x7f"
                                "ELF");
  EXPECT_TRUE(is_refusal(xeforge({"explain", "text.zebin"}), {"text.zebin", "another kind of file"}));
  EXPECT_TRUE(is_refusal(xeforge({"explain", "short.zebin"}), {"short.zebin", "4 bytes"}));
}

} // namespace
} // namespace xeforge::cli_tests
