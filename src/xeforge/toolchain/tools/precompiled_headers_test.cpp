#include "xeforge/toolchain/tools/precompiled_headers.hpp"

#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

TEST(LeadingHeaders, are_those_before_anything_else) {
  EXPECT_EQ(leading_headers("#include <sycl/sycl.hpp>\nint x;\n#include <sycl/half.hpp>\n"),
            "#include <sycl/sycl.hpp>\n");
  EXPECT_EQ(leading_headers("// What it does.\n/* and\nmore */ # include\t<sycl/ext/intel/esimd.hpp> // why\r\n\n"
                            "#include <CL/sycl.hpp>\n#include <vector>\n"),
            "#include <CL/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n");
  EXPECT_EQ(leading_headers("#include <sycl/sycl.hpp>"), "#include <sycl/sycl.hpp>\n");
  const std::string both = leading_headers("#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n");
  EXPECT_EQ(
      leading_headers("#include <sycl/ext/intel/esimd.hpp>\n#include <sycl/sycl.hpp>\n#include <sycl/sycl.hpp>\n"),
      both);
}

TEST(LeadingHeaders, there_are_none_behind_anything_that_could_change_them) {
  for (const char* const source :
       {"", "// only a comment", "/* no end", "#include <vector>\n#include <sycl/sycl.hpp>\n",
        "#define X 1\n#include <sycl/sycl.hpp>\n", "#pragma once\n#include <sycl/sycl.hpp>\n",
        "#include \"sycl/sycl.hpp\"\n", "#include <sycl/sycl.hpp> int x;\n", "#include <sycl/sycl.hpp> /* a\nb */\n",
        "#include <sycl/sycl.hpp\n>", "#include <syclist.hpp>\n", "#if 0\n#include <sycl/sycl.hpp>\n#endif\n",
        "// goes on \\\n#include <sycl/sycl.hpp>\n"})
    EXPECT_EQ(leading_headers(source), "") << source;
}

// A compiler that counts what it is asked for.
class KeptHeaders : public testing::Test {
protected:
  fs::path find(const Words& words = {"-O2"}, const std::string& text = headers) {
    return PrecompiledHeaders(folder() / "kept")
        .find(text, compiler(), words, [this](const PrecompiledHeaders::Files& files) {
          ++compilations_;
          EXPECT_EQ(read_text(files.header), headers);
          write_text(files.output, "made " + std::to_string(compilations_));
          write_text(files.dependencies,
                     "headers: " + files.header.string() + " \\\n  " + folder().string() + "/with\\ blank.hpp\n");
          return Outcome{Ending::exited, code_, "", messages_};
        });
  }
  KeptHeaders() {
    write_text(header(), "one");
    write_text(compiler(), "clang");
  }
  fs::path folder() const { return scratch_.path(); }
  fs::path header() const { return folder() / "with blank.hpp"; }
  fs::path compiler() const { return folder() / "clang"; }

  static constexpr const char* headers = "#include <sycl/sycl.hpp>\n";
  int compilations_ = 0, code_ = 0;
  std::string messages_;

private:
  ScratchFolder scratch_;
};

TEST_F(KeptHeaders, are_compiled_when_they_are_asked_for_a_second_time) {
  EXPECT_EQ(find(), "");
  const fs::path made = find();
  EXPECT_EQ(read_text(made), "made 1");
  EXPECT_EQ(find(), made);
  EXPECT_EQ(compilations_, 1);
}

TEST_F(KeptHeaders, are_those_of_the_words_and_the_headers) {
  find();
  EXPECT_EQ(find({"-O3"}), "");
  EXPECT_EQ(find({"-O2"}, "#include <CL/sycl.hpp>\n"), "");
  EXPECT_EQ(find({"-O2"}, ""), "");
  EXPECT_EQ(compilations_, 0);
}

TEST_F(KeptHeaders, are_compiled_again_when_a_file_has_changed) {
  find();
  find();
  write_text(header(), "two, longer");
  EXPECT_EQ(read_text(find()), "made 2");
  fs::last_write_time(header(), fs::last_write_time(header()) + std::chrono::seconds(5)); // of the same size
  EXPECT_EQ(read_text(find()), "made 3");
  write_text(compiler(), "another clang");
  EXPECT_EQ(read_text(find()), "made 4");
  EXPECT_EQ(read_text(find()), "made 4");
  fs::remove(header());
  EXPECT_EQ(read_text(find()), "made 5");
}

TEST_F(KeptHeaders, are_not_used_where_they_warn_or_fail) {
  find();
  messages_ = "a warning";
  EXPECT_EQ(find(), "");
  messages_.clear();
  code_ = 1;
  EXPECT_EQ(find(), "");
  code_ = 0;
  EXPECT_EQ(read_text(find()), "made 3");
}

TEST_F(KeptHeaders, may_be_damaged_or_removed) {
  find();
  const fs::path made = find();
  write_text(fs::path(made).replace_extension("json"), "{\"words\": [\"-O2\"");
  EXPECT_EQ(read_text(find()), "made 2");
  fs::remove(made);
  EXPECT_EQ(read_text(find()), "made 3");
  fs::remove_all(folder() / "kept");
  EXPECT_EQ(find(), "");
}

TEST_F(KeptHeaders, of_other_words_with_the_same_number_are_not_taken) {
  find();
  const fs::path made = find();
  const fs::path record = fs::path(made).replace_extension("json");
  std::string text = read_text(record);
  text.replace(text.find("-O2"), 3, "-O3");
  write_text(record, text);
  EXPECT_EQ(find(), "");
  EXPECT_EQ(compilations_, 1);
}

TEST(PrecompiledHeadersOfTheEnvironment, say_what_is_wrong_with_their_folder) {
  unsetenv(precompiled_headers_variable);
  EXPECT_FALSE(PrecompiledHeaders::of_environment());
  setenv(precompiled_headers_variable, "/dev/null/kept", 1);
  try {
    PrecompiledHeaders::of_environment();
    ADD_FAILURE();
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(),
                 "XEFORGE_PCH_DIR: got '/dev/null/kept': Not a directory; expected a folder that can be created");
  }
  unsetenv(precompiled_headers_variable);
}

} // namespace
} // namespace xeforge::toolchain
