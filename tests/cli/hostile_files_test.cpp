// Files of somebody else's making: nested without end, named to deceive, changing while they are read.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

class hostile_files : public InFolder {};

TEST_F(hostile_files, json_that_is_nested_a_million_times_is_refused_by_every_reader) {
  const std::size_t levels = 1'000'000;
  const std::string deep = std::string(levels, '[') + std::string(levels, ']');
  fs::create_directory(folder / "out");
  for (const std::string& text :
       {deep, R"({"format": "xeforge-compile-4", "tools": )" + deep + "}", R"({"results": )" + deep + "}",
        R"({"format": "xeforge-explain-4", "kernels": )" + deep + "}"}) {
    write(folder / "deep.json", text);
    write(folder / "out/report.json", text);
    write(folder / "J", text + "\n");
    write(folder / "deep.safetensors", std::string("\x80\x84\x1e\0\0\0\0\0", 8) + deep);
    for (const Words& words :
         {Words{"isa", "deep.json"}, Words{"isa", "out"}, Words{"explain", "deep.json"}, Words{"explain", "out"},
          Words{"compare", "deep.json", "deep.json"}, Words{"compare", "out", "out"},
          Words{"report", "-o", "page.html", "--bench", "deep.json"},
          Words{"report", "-o", "page.html", "--roof", "deep.json"},
          Words{"report", "-o", "page.html", "--isa", "deep.json"}, Words{"report", "-o", "page.html", "--isa", "out"},
          Words{"journal", "list", "--file", "J"},
          Words{"run", "softmax-topk", "--scores", "deep.safetensors#x", "--k", "1", "--weights", "w.npy"}})
      EXPECT_TRUE(is_refusal(xeforge(words), {": got "})) << testing::PrintToString(words);
  }
}

TEST_F(hostile_files, a_page_of_roofs_takes_no_result_that_does_not_say_what_it_is_of) {
  write(folder / "roof.json", R"({"results": [{"case": "seed"}],
                                  "ceilings": [{"threads": 1, "read_gbps": 17, "f32_fma_gflops": 90}]})");
  EXPECT_TRUE(is_refusal(xeforge({"report", "-o", "page.html", "--roof", "roof.json"}), {"--roof", "lacks 'op'"}));
}

// Of a page made of such a journal, the line is told as damaged.
TEST_F(hostile_files, a_page_says_which_line_of_a_journal_is_nested_too_deeply) {
  write(folder / "bench.json", R"({"results": [{"op": "softmax-topk", "case": "seed", "median_ns": 1e6, "runs": 20,
                                   "check": "passed"}]})");
  write(folder / "J", std::string(1'000'000, '[') + "\n{\"title\": \"an entry\"}\n");
  const toolchain::Outcome outcome = xeforge({"report", "-o", "page.html", "--bench", "bench.json", "--journal", "J"});
  EXPECT_TRUE(is_success(outcome));
  EXPECT_NE(contents(folder / "page.html").find("it is no JSON"), std::string::npos);
}

TEST_F(hostile_files, no_message_carries_an_escape_sequence_or_a_raw_byte) {
  const std::string name = "a\x1b[2J\x1b]0;title\x07\xff\r\nxeforge: ok";
  for (const Words& words :
       {Words{"isa", name}, Words{"explain", name}, Words{"compare", name, "b"}, Words{name}, Words{"list", name},
        Words{"list", "--json", name + "/x"}, Words{"profile", name}, Words{"journal", "list", "--file", name},
        Words{"bench", "softmax-topk", "--case", name}, Words{"check", "softmax-topk", "--set", name},
        Words{"compile", name, "--device", name, "-o", "out"}, Words{"--" + name},
        Words{"run", "softmax-topk", "--scores", name, "--k", name, "--weights", "w.npy"},
        Words{"run", "attention", "--q", name + ".npy", "--k", "k.npy", "--v", "v.npy", "--out", "o.npy"},
        Words{"report", "-o", "page.html", "--bench", name}, Words{"roofline", name}}) {
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_TRUE(is_refusal(outcome, {"\\x1b[2J"})) << testing::PrintToString(words);
    EXPECT_TRUE(std::ranges::all_of(outcome.errors, [](char character) {
      return character == '\n' || (character >= 0x20 && character < 0x7f);
    })) << testing::PrintToString(words);
  }
}

TEST_F(hostile_files, nor_does_what_is_printed_of_a_report) {
  write(folder / "report.json", R"({
    "format": "xeforge-compile-4", "source": "a\u001b[2Jb.cpp", "device": "b\u001b[2Jmg", "platform": "xe2", "grf": 128,
    "zebin": "axpy.zebin", "tools": {"libigc2": "1\u001b[2J"},
    "kernels": [{"name": "Ax\u001b[2Jpy", "source_name": "Axpy", "assembly": "", "instructions": 40,
                 "dpas": 0, "sends": 3, "mov": 5, "math": 0, "sync": 2, "operations": {}, "loops": [], "grf": 128,
                 "grf_used": 20, "spilled_bytes": 64, "slm_bytes": 0, "barriers": 0, "estimated_cycles": 300}]})");
  for (const Words& words : {Words{"isa", "report.json"}, Words{"compare", "report.json", "report.json"}}) {
    const toolchain::Outcome outcome = xeforge(words);
    ASSERT_TRUE(is_success(outcome));
    EXPECT_EQ(outcome.output.find('\x1b'), std::string::npos) << outcome.output;
  }
}

// The outputs are opened when the scores have been mapped: that is when they shrink, or a little later.
TEST_F(hostile_files, scores_that_shrink_while_they_are_read_are_an_error) {
  const std::size_t rows = 400'000;
  const std::string bytes = npy_bytes("<f4", "(400000, 64)", std::string(rows * 64 * 4, '\0'));
  write(folder / "w.npy", "old");
  int refused = 0;
  for (int i = 0; i < 12; ++i) {
    write(folder / "x.npy", bytes);
    const std::string before = contents(folder / "w.npy");
    std::thread shrinking([&] {
      for (int tries = 0; tries < 3000; ++tries, std::this_thread::sleep_for(std::chrono::microseconds(300)))
        for (const auto& entry : fs::directory_iterator(folder))
          if (entry.path().extension() == ".tmp") {
            std::this_thread::sleep_for(std::chrono::microseconds(500 * i));
            fs::resize_file(folder / "x.npy", bytes.size() / 2);
            return;
          }
    });
    const toolchain::Outcome outcome =
        xeforge({"run", "softmax-topk", "--scores", "x.npy", "--k", "8", "--weights", "w.npy"});
    shrinking.join();
    EXPECT_EQ(outcome.ending, toolchain::Ending::exited) << outcome.code;
    if (outcome.code == 0)
      continue;
    ++refused;
    EXPECT_TRUE(is_refusal(outcome, {"--scores: got ", "x.npy", "changed while it was read"}));
    EXPECT_TRUE(contents(folder / "w.npy") == before);
  }
  EXPECT_GE(refused, 1);
}

TEST_F(hostile_files, a_journal_keeps_its_mode) {
  const Words add{"journal",  "add",      "--file",   "J", "--title",   "t",    "--hypothesis", "h", "--change", "c",
                  "--number", "a=1:2 ns", "--result", "r", "--verdict", "kept", "--prediction", "p", "--source", "s"};
  ASSERT_TRUE(is_success(xeforge(add)));
  fs::permissions(folder / "J", fs::perms(0600));
  ASSERT_TRUE(is_success(xeforge(add)));
  EXPECT_EQ(fs::status(folder / "J").permissions(), fs::perms(0600));
  EXPECT_EQ(snapshot().size(), 1u);
}

// The name under which a temporary was made could be foretold, and a link put there was followed.
TEST_F(hostile_files, a_link_in_the_way_of_a_temporary_is_not_followed) {
  write(folder / "victim", "precious");
  const toolchain::Outcome outcome =
      shell("ln -s victim .J.$$.tmp; ln -s victim .out.json.$$.tmp; exec xeforge journal add --file J --title t "
            "--hypothesis h --change c --number 'a=1:2 ns' --result r --verdict kept --prediction p --source s");
  EXPECT_TRUE(is_success(outcome));
  EXPECT_EQ(contents(folder / "victim"), "precious");
}

} // namespace
} // namespace xeforge::cli_tests
