// xeforge compare as a user meets it: files of every kind, and two revisions of a small repository.
#include "cli/program.hpp"

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

// A report of bench with one case, whose runs take about so long.
Json bench_report(double nanoseconds) {
  Json samples = Json::array();
  for (int run = 0; run < 40; ++run)
    samples.push_back(nanoseconds * (1 + 0.001 * (run * 7 % 40)));
  return {{"format", "xeforge-bench-1"},
          {"machine", "some CPU"},
          {"compiler", "clang"},
          {"commit", "abc"},
          {"date", "2026-11-20"},
          {"results",
           {{{"op", "softmax-topk"},
             {"case", "seed"},
             {"variant", "fold"},
             {"target", "v4"},
             {"dtype", "float16"},
             {"shape", {{"rows", 8}, {"n", 8}, {"k", 2}}},
             {"threads", 1},
             {"median_ns", nanoseconds * 1.02},
             {"samples_ns", samples},
             {"check", "passed"}}}}};
}

class compare : public InFolder {
protected:
  compare() {
    write(folder / "slow.json", bench_report(2000).dump());
    write(folder / "fast.json", bench_report(1000).dump());
  }
};

TEST_F(compare, what_is_slower_ends_with_1_and_what_is_not_with_0) {
  const toolchain::Outcome faster = xeforge({"compare", "slow.json", "fast.json"});
  ASSERT_TRUE(is_success(faster));
  EXPECT_NE(faster.output.find("-50.0%"), std::string::npos) << faster.output;
  EXPECT_NE(faster.output.find("1 faster, 0 slower"), std::string::npos) << faster.output;
  const toolchain::Outcome slower = xeforge({"compare", "fast.json", "slow.json"});
  EXPECT_EQ(slower.code, 1);
  EXPECT_NE(slower.output.find("0 faster, 1 slower"), std::string::npos) << slower.output;
  EXPECT_TRUE(is_success(xeforge({"compare", "slow.json", "slow.json"})));
}

TEST_F(compare, a_smaller_change_than_asked_for_is_none) {
  EXPECT_TRUE(is_success(xeforge({"compare", "fast.json", "slow.json", "--least", "150%"})));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "a", "b", "--least", "much"}), {"--least: got 'much'", "percent"}));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "a", "b", "--level", "0"}), {"--level: got '0'"}));
}

TEST_F(compare, options_of_what_is_not_compared_are_refused) {
  const auto refused = [&](const char* report, const Words& option, const std::string& situation) {
    EXPECT_TRUE(is_refusal(xeforge({"compare", report, report, option[0], option[1]}),
                           {option[0] + ": got '" + option[1] + "' " + situation}))
        << report;
  };
  toolchain::CompileReport compiled;
  compiled.device = "bmg";
  compiled.platform = "xe2";
  compiled.kernels.emplace_back().name = "fold";
  write(folder / "compile.json", toolchain::to_json(compiled).dump());
  inspection::Explanation explained;
  explained.source = "fold.cpp";
  explained.kernels.emplace_back().name = "fold";
  write(folder / "explain.json", inspection::to_json(explained).dump());
  for (const char* report : {"fast.json", "compile.json", "explain.json"})
    for (const Words& option :
         {Words{"--operator", "attention"}, Words{"--case", "seed"}, Words{"--rounds", "10"}, Words{"--threads", "1"}})
      refused(report, option, "beside reports; expected it beside two revisions");
  for (const char* report : {"compile.json", "explain.json"}) {
    EXPECT_TRUE(is_success(xeforge({"compare", report, report})));
    for (const Words& option : {Words{"--level", "1"}, Words{"--least", "50"}})
      refused(report, option, "beside reports of another kind; expected it beside two of 'xeforge bench'");
  }
  EXPECT_TRUE(is_refusal(xeforge({"compare", "HEAD~1", "HEAD", "--html", "p.html"}),
                         {"--html: got 'p.html' beside revisions; expected it beside two reports"}));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "HEAD", "--kernel", "a=b"}),
                         {"--kernel: got 'a=b' beside revisions; expected it beside two reports"}));
}

TEST_F(compare, another_machine_is_said_and_nothing_is_claimed) {
  Json elsewhere = bench_report(5000);
  elsewhere["machine"] = "another CPU";
  write(folder / "elsewhere.json", elsewhere.dump());
  const toolchain::Outcome outcome = xeforge({"compare", "fast.json", "elsewhere.json"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_NE(outcome.output.find("not comparable: another machine"), std::string::npos) << outcome.output;
}

TEST_F(compare, files_that_are_no_reports_are_refused_in_one_line) {
  write(folder / "empty.json", "");
  write(folder / "list.json", "[1, 2]");
  write(folder / "other.json", R"({"format": "xeforge-journal-1"})");
  write(folder / "nothing.json", R"({"results": []})");
  write(folder / "bytes.json", "\xff\xfe\x00\x01");
  write(folder / "truncated.json", bench_report(1000).dump().substr(0, 300));
  write(folder / "compile.json", R"({"format": "xeforge-compile-4", "source": 3})");
  write(folder / "old-compile.json", R"({"format": "xeforge-compile-1"})");
  write(folder / "explain.json", R"({"format": "xeforge-explain-4"})");
  for (const char* file : {"empty.json", "list.json", "other.json", "nothing.json", "bytes.json", "truncated.json",
                           "compile.json", "old-compile.json", "explain.json"}) {
    EXPECT_TRUE(is_refusal(xeforge({"compare", file, "fast.json"}), {file, ": got ", "expected "})) << file;
    EXPECT_TRUE(is_refusal(xeforge({"compare", "fast.json", file}), {file, ": got ", "expected "})) << file;
  }
  EXPECT_TRUE(is_refusal(xeforge({"compare", "fast.json", "absent.json"}), {"NEW: got 'absent.json'"}));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "absent.json", "fast.json"}), {"OLD: got 'absent.json'"}));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "fast.json"}), {"NEW: got nothing"}));
}

// A repository whose program writes a report of its own choice: the second revision is half as slow.
class compare_revisions : public InFolder {
protected:
  compare_revisions() {
    write(folder / "CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(tiny LANGUAGES NONE)\n"
                                     "add_custom_target(xeforge COMMAND ${CMAKE_COMMAND} -E copy\n"
                                     "  ${PROJECT_SOURCE_DIR}/program ${PROJECT_BINARY_DIR}/bin/xeforge)\n");
    commit(2000, "first");
    commit(1000, "second");
  }
  void commit(int nanoseconds, const std::string& message) {
    // The time differs a little from run to run. Argument 6 is the file: bench OPERATOR --threads N --json FILE.
    Json report = bench_report(1);
    report["results"][0]["median_ns"] = 123456789;
    std::string text = report.dump();
    text.replace(text.find("123456789"), 9, "'$((" + std::to_string(nanoseconds) + " + $$ % 50))'");
    write(folder / "program", "#!/bin/sh\n[ \"$2\" = softmax-topk ] && echo '" + text + "' > \"$6\"\n");
    ASSERT_TRUE(
        shell("chmod +x program; [ -d .git ] || git init -q; git add CMakeLists.txt program; git -c user.name=a "
              "-c user.email=a@b commit -q -m " +
              message)
            .succeeded());
  }
};

TEST_F(compare_revisions, are_built_measured_by_turns_and_compared) {
  const Words words{"compare", "HEAD~1", "HEAD", "--threads", "1", "--rounds", "6", "--json", "out.json"};
  const toolchain::Outcome outcome = xeforge(words);
  ASSERT_TRUE(is_success(outcome));
  const Json comparison = Json::parse(contents(folder / "out.json"));
  const Json& result = comparison.at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "faster");
  EXPECT_NEAR(result.at("ratio").get<double>(), 0.5, 0.03);
  EXPECT_EQ(result.at("old_samples"), 6);
  EXPECT_NE(comparison.at("old").at("commit"), comparison.at("new").at("commit"));
  EXPECT_TRUE(is_success(xeforge(words))); // what has been built is found again
  EXPECT_EQ(xeforge({"compare", "HEAD", "HEAD~1", "--threads", "1", "--rounds", "6"}).code, 1);
}

TEST_F(compare_revisions, that_do_not_exist_or_do_not_build_are_refused) {
  EXPECT_TRUE(is_refusal(xeforge({"compare", "HEAD", "nobody"}), {"NEW: got 'nobody'", "revision"}));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "HEAD", "--upload-pack=x"}), {"--upload-pack"}));
  write(folder / "CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(tiny LANGUAGES NONE)\nbroken()\n");
  commit(1, "broken");
  EXPECT_TRUE(is_refusal(xeforge({"compare", "HEAD~1", "HEAD"}), {"on configuring it"}));
}

} // namespace
} // namespace xeforge::cli_tests
