// --help of every command shows how it is used.
#include "cli/program.hpp"

#include <gtest/gtest.h>

namespace xeforge::cli_tests {
namespace {

class help : public InFolder {};

TEST_F(help, every_command_shows_an_example_of_itself) {
  for (const Words& command : {Words{},
                               Words{"run"},
                               Words{"run", "softmax-topk"},
                               Words{"run", "attention"},
                               Words{"run", "rms-norm"},
                               Words{"list"},
                               Words{"check"},
                               Words{"check-run"},
                               Words{"check", "softmax-topk"},
                               Words{"check", "attention"},
                               Words{"check", "rms-norm"},
                               Words{"bench"},
                               Words{"bench", "softmax-topk"},
                               Words{"bench", "attention"},
                               Words{"bench", "rms-norm"},
                               Words{"roof"},
                               Words{"compare"},
                               Words{"journal"},
                               Words{"journal", "add"},
                               Words{"journal", "list"},
                               Words{"journal", "show"},
                               Words{"compile"},
                               Words{"isa"},
                               Words{"explain"},
                               Words{"explore"},
                               Words{"roofline"},
                               Words{"report"},
                               Words{"emulate"}}) {
    Words words = command;
    words.push_back("--help");
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_TRUE(is_success(outcome));
    std::string example = "  xeforge";
    for (const std::string& word : command)
      example += " " + word;
    const std::size_t title = outcome.output.find("Examples:");
    ASSERT_NE(title, std::string::npos) << outcome.output;
    EXPECT_NE(outcome.output.find(example, title), std::string::npos) << outcome.output;
  }
}

TEST_F(help, the_program_lists_its_commands_and_its_version) {
  const toolchain::Outcome outcome = xeforge({"--help"});
  for (const char* command : {"run", "list", "check", "check-run", "bench", "compare", "journal", "roof", "compile",
                              "isa", "explain", "explore", "emulate"})
    EXPECT_NE(outcome.output.find(std::string("\n  ") + command + " "), std::string::npos) << command;
  const toolchain::Outcome version = xeforge({"--version"});
  EXPECT_TRUE(is_success(version));
  EXPECT_EQ(xeforge({"-V"}).output, version.output);
  EXPECT_TRUE(version.output.starts_with("xeforge ")) << version.output;
  for (const char* line :
       {"\ncommit            ", "\nbuilt by          clang ", "\ninstruction sets  v3", "\ndevice tools      "})
    EXPECT_NE(version.output.find(line), std::string::npos) << line;
}

TEST_F(help, run_names_every_option_of_the_operators) {
  const std::string text = xeforge({"run", "softmax-topk", "--help"}).output;
  for (const char* option :
       {"--scores", "--k", "--weights", "--indices", "--scoring", "--no-renormalize", "--correction-bias",
        "--num-expert-group", "--topk-group", "--routed-scaling-factor", "--index-dtype", "--variant", "--threads"})
    EXPECT_NE(text.find(option), std::string::npos) << option;
  const std::string attention = xeforge({"run", "attention", "--help"}).output;
  for (const char* option : {"--q",
                             "--k",
                             "--v",
                             "--out",
                             "--lse",
                             "--layout",
                             "--out-layout",
                             "--attn-bias",
                             "--attn-mask",
                             "--scale",
                             "--causal",
                             "--window",
                             "--softcap",
                             "--alibi-slopes",
                             "--sinks",
                             "--cu-seqlens-q",
                             "--cu-seqlens-k",
                             "--variant",
                             "--target",
                             "--threads"})
    EXPECT_NE(attention.find(std::string(option) + " "), std::string::npos) << option;
}

} // namespace
} // namespace xeforge::cli_tests
