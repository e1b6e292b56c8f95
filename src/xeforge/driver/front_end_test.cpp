#include "xeforge/driver/front_end.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;
using toolchain::FirstFile;
using toolchain::IncludeFolder;
using toolchain::MacroSetting;
using toolchain::StandardFolder;
using Words = std::vector<std::string>;

FrontEndJob job_with(Words words) {
  words.insert(words.begin(), {"-triple", "x86_64-pc-linux-gnu", "-resource-dir", "/res", "-fcxx-exceptions",
                               "-fexceptions", "-fdeprecated-macro", "-fgnuc-version=4.2.1"});
  words.insert(words.end(), {"-x", "c++", "a.cpp"});
  return {"a.cpp", "c++", std::move(words)};
}

toolchain::CompileSettings settings_with(Words words) { return settings_of(job_with(std::move(words))); }

std::string refusal(Words words) {
  try {
    settings_with(std::move(words));
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

TEST(FrontEndJobs, are_read_from_what_clang_prints) {
  const auto jobs =
      read_front_end_jobs("clang version 19\nTarget: x\nclang: warning: \"-cc1\" is a word\n (in-process)\n"
                          " \"/bin/clang\" \"-cc1\" \"-D\" \"T=\\\"a \\$b\\\\\nc\\\"\" \"-x\" \"c++\" \"my file.cpp\"\n"
                          " \"/bin/clang\" \"-cc1\" \"-x\" \"c\" \"b.c\"\n \"/usr/bin/ld\" \"-cc1\"\n"
                          " \"/usr/bin/ld\" \"-o\" \"a.out\"\n");
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].source, "my file.cpp");
  EXPECT_EQ(jobs[0].language, "c++");
  EXPECT_EQ(jobs[0].arguments, (Words{"-D", "T=\"a $b\\\nc\"", "-x", "c++", "my file.cpp"}));
  EXPECT_EQ(jobs[1].language, "c");
  EXPECT_TRUE(read_front_end_jobs("").empty());
  EXPECT_TRUE(read_front_end_jobs(" \"").empty());
  EXPECT_TRUE(read_front_end_jobs(" \"a\\").empty());
}

TEST(SettingsOfAJob, keep_macros_and_folders_in_order) {
  const auto settings =
      settings_with({"-D",           "A", "-UB",      "-DA=2", "-U",        "A",     "-iquote",    "q",
                     "-I",           "i", "-isystem", "s",     "-isystemt", "-Ij",   "-idirafter", "l",
                     "-cxx-isystem", "x", "-include", "f.hpp", "-imacros",  "m.hpp", "-std=c++23"});
  ASSERT_EQ(settings.macros.size(), 4u);
  EXPECT_EQ(settings.macros[1].kind, MacroSetting::Kind::undefine);
  EXPECT_EQ(settings.macros[1].text, "B");
  EXPECT_EQ(settings.macros[2].text, "A=2");
  EXPECT_EQ(folder_arguments(settings), (Words{"-iquote", "q", "-I", "i", "-isystem", "s", "-isystem", "t", "-I", "j",
                                               "-idirafter", "l", "-cxx-isystem", "x"}));
  ASSERT_EQ(settings.first_files.size(), 2u);
  EXPECT_EQ(settings.first_files[1].kind, FirstFile::Kind::macros_only);
  EXPECT_EQ(settings.standard, "c++23");
}

TEST(SettingsOfAJob, hand_on_what_changes_the_program_and_leave_out_what_does_not) {
  EXPECT_EQ(settings_with({"-fno-signed-char", "-fpack-struct=4", "-O0", "-target-cpu", "x86-64", "-Wall", "-mllvm",
                           "-x", "-fbracket-depth", "300", "-debug-info-kind=constructor"})
                .language,
            (Words{"-fgnuc-version=4.2.1", "-Xclang", "-fno-signed-char", "-Xclang", "-fpack-struct=4", "-Xclang",
                   "-fbracket-depth", "-Xclang", "300"}));
  EXPECT_EQ(settings_of({"a.cpp", "c++", {"-fdeprecated-macro", "-x", "c++", "a.cpp"}}).language,
            (Words{"-fno-cxx-exceptions", "-fno-exceptions", "-fgnuc-version=0"}));
}

TEST(SettingsOfAJob, put_the_other_compilers_headers_in_the_place_of_the_hosts) {
  const auto settings = settings_with(
      {"-internal-isystem", "/c++", "-internal-isystem", "/res/include", "-internal-externc-isystem", "/usr/include"});
  ASSERT_TRUE(settings.standard_folders);
  ASSERT_EQ(settings.standard_folders->size(), 3u);
  EXPECT_EQ((*settings.standard_folders)[1].kind, StandardFolder::Kind::resources);
  const Words words = device_arguments(settings, "/device");
  const auto resources = std::ranges::find(words, "/device/include");
  ASSERT_NE(resources, words.end());
  EXPECT_EQ(*(resources - 1), "-Xclang");
  EXPECT_EQ(*(resources - 2), "-internal-isystem");
  EXPECT_EQ(*(resources + 2), "-internal-externc-isystem");
  EXPECT_EQ(std::ranges::find(words, "/res/include"), words.end());
}

TEST(SettingsOfAJob, refuse_what_they_do_not_know) {
  EXPECT_EQ(refusal({}), "taken");
  for (const char* flag :
       {"-fmodules", "-fno-such-flag", "-mlong-double-64", "-load", "-I-", "-E", "-iwithprefix", "-fplugin"})
    EXPECT_EQ(refusal({flag, "x"}), std::string(flag) +
                                        ": got a flag that may change what the program means; expected none "
                                        "with device code, as it is not known what it would mean there");
  EXPECT_EQ(refusal({"-triple", "i386-pc-linux-gnu"}).substr(0, 34), "the target: got 'i386-pc-linux-gnu");
  EXPECT_NE(refusal({"-include-pch", "/absent/x.hpp.pch"}).find("got no /absent/x.hpp;"), std::string::npos);
}

} // namespace
} // namespace xeforge::driver
