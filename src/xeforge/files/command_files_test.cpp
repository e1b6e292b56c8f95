#include "xeforge/files/command_files.hpp"

#include "xeforge/files/folder_for_test.hpp"

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

class command_files : public FolderForTest {
protected:
  command_files() { write(folder / "input", "x"); }
};

TEST_F(command_files, an_input_is_no_output_by_whichever_path) {
  fs::create_symlink("input", folder / "link");
  fs::create_hard_link(folder / "input", folder / "twin");
  fs::create_symlink(".", folder / "here");
  const CommandFiles files;
  note_input(folder / "input");
  for (const fs::path& path : {folder / "input", folder / "." / "input", folder / "link", folder / "twin",
                               folder / "here" / "input", folder / "here" / "twin"})
    EXPECT_EQ(problem_of_output(path, "--json"), "a file that this command reads") << path;
  EXPECT_EQ(problem_of_output(folder / "other", "--json"), std::nullopt);
}

TEST_F(command_files, what_is_to_be_written_again_may_be_read) {
  fs::create_hard_link(folder / "input", folder / "twin");
  const CommandFiles files;
  note_rewritten(folder / "input");
  note_input(folder / "twin");
  EXPECT_EQ(problem_of_output(folder / "input", "--arg"), std::nullopt);
  EXPECT_EQ(problem_of_output(folder / "input", "--json"), "the file that --arg writes");
}

TEST_F(command_files, an_output_belongs_to_one_option) {
  fs::create_symlink(".", folder / "here");
  const CommandFiles files;
  EXPECT_EQ(problem_of_output(folder / "new", "--svg"), std::nullopt);
  EXPECT_EQ(problem_of_output(folder / "new", "--svg"), std::nullopt); // asked again before it is written
  EXPECT_EQ(problem_of_output(folder / "here" / "new", "--json"), "the file that --svg writes");
}

TEST_F(command_files, nothing_is_remembered_outside_of_a_command) {
  note_input(folder / "input");
  const CommandFiles files;
  EXPECT_EQ(problem_of_output(folder / "input", "--json"), std::nullopt);
  EXPECT_FALSE(is_any_output_written());
  note_written_output();
  EXPECT_TRUE(is_any_output_written());
}

TEST_F(command_files, standard_output_is_that_of_the_first_option_that_asks) {
  const CommandFiles files;
  EXPECT_EQ(problem_of_standard_output("--svg"), std::nullopt);
  EXPECT_EQ(problem_of_standard_output("--svg"), std::nullopt);
  EXPECT_EQ(problem_of_standard_output("--json"), "where --svg is written");
}

} // namespace
} // namespace xeforge::files
