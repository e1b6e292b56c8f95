// What signals leave behind: nothing. Runs are hit at many moments, from their first instruction on.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

class signals : public InFolder {
protected:
  // Names in the folder, with those of temporaries.
  std::set<std::string> names() const {
    std::set<std::string> all;
    std::error_code gone; // while a command works, names come and go
    for (fs::recursive_directory_iterator entry(folder, gone), end; !gone && entry != end; entry.increment(gone))
      all.insert(entry->path().lexically_relative(folder).string());
    return all;
  }

  pid_t start(const Words& words, const fs::path& program = cli_tests::program()) const {
    const pid_t child = ::fork();
    if (child != 0)
      return child;
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    std::vector<std::string> texts{program.string()};
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& text : texts)
      arguments.push_back(text.data());
    arguments.push_back(nullptr);
    if (::chdir(folder.c_str()) == 0)
      ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }

  // The status of the command, which is sent the signal after a while.
  int status_of(const Words& words, int signal, std::chrono::microseconds after) const {
    const pid_t child = start(words);
    std::this_thread::sleep_for(after);
    ::kill(child, signal);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
  }

  // Waits until a temporary is there, as a sign that the command works.
  void wait_for_temporary() const {
    for (int i = 0; i < 2000; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(1)))
      if (std::ranges::any_of(names(), [](const std::string& name) { return name.ends_with(".tmp"); }))
        return;
    ADD_FAILURE() << "no temporary was made";
  }
};

class signals_to_run : public signals {
protected:
  signals_to_run() {
    write(folder / "x.npy", npy_bytes("<f4", "(40000, 64)", std::string(std::size_t{40000} * 64 * 4, '\0')));
    write(folder / "w.npy", "old");
    write(folder / "i.npy", "old");
  }
  const Words run{"run", "softmax-topk", "--scores", "x.npy", "--k", "32", "--weights", "w.npy", "--indices", "i.npy"};
  const std::set<std::string> only{"i.npy", "w.npy", "x.npy"};

  // Both outputs of the run that was hit, or neither.
  void expect_whole() {
    const bool is_old = contents(folder / "w.npy") == "old";
    EXPECT_EQ(contents(folder / "i.npy") == "old", is_old);
    write(folder / "w.npy", "old");
    write(folder / "i.npy", "old");
  }
};

TEST_F(signals_to_run, leave_no_temporary_and_either_all_outputs_or_none) {
  int ended = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    for (int i = 0; i < 40; ++i) {
      const int status = status_of(run, signal, std::chrono::microseconds(1500 * i));
      const bool was_ended = WIFSIGNALED(status) && WTERMSIG(status) == signal;
      EXPECT_TRUE(was_ended || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) << status;
      ended += was_ended;
      EXPECT_EQ(names(), only) << "signal " << signal << " after " << 1.5 * i << " ms";
      expect_whole();
    }
  EXPECT_GE(ended, 20);
}

TEST_F(signals_to_run, that_kill_leave_what_the_next_run_removes) {
  for (int i = 0; i < 10; ++i) {
    const pid_t child = start(run);
    wait_for_temporary();
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    expect_whole();
  }
  ASSERT_TRUE(is_success(xeforge(run)));
  EXPECT_EQ(names(), only);
}

// The temporaries of a run that goes on are its own.
TEST_F(signals, that_kill_one_run_take_nothing_from_another) {
  const pid_t living = start({"bench", "softmax-topk", "--case", "seed", "--seconds", "3", "--json", "living.json"});
  wait_for_temporary();
  const auto with_living = names();
  const pid_t killed = start({"bench", "softmax-topk", "--case", "seed", "--seconds", "3", "--json", "killed.json"});
  for (int i = 0; i < 2000 && names().size() == with_living.size(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(killed, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(killed, &status, 0), killed);
  ASSERT_TRUE(is_success(xeforge({"list", "--json", "list.json"}))); // the next one
  std::set<std::string> expected = with_living;
  expected.insert("list.json");
  EXPECT_EQ(names(), expected);
  ::kill(living, SIGTERM);
  ASSERT_EQ(::waitpid(living, &status, 0), living);
  EXPECT_EQ(names(), (std::set<std::string>{"list.json"}));
}

TEST_F(signals, that_are_ignored_stay_ignored) {
  const toolchain::Outcome outcome =
      shell("trap '' INT; xeforge bench softmax-topk --case seed --seconds 0.05 >/dev/null & sleep 0.05; "
            "kill -INT $!; wait $!");
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
}

// Empty for one that has ended, also between opening and reading: reading into a stream throws nothing.
std::string command_line(const fs::path& process) {
  std::ostringstream line;
  line << std::ifstream(process / "cmdline", std::ios::binary).rdbuf();
  return line.str();
}

// The processes whose command line names the folder.
std::vector<std::string> processes_about(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code gone;
  for (fs::directory_iterator entry("/proc", gone), end; !gone && entry != end; entry.increment(gone)) {
    const std::string line = command_line(entry->path());
    if (line.find(folder.string()) != std::string::npos && entry->path().filename() != "self")
      found.push_back(line);
  }
  return found;
}

class signals_to_compile : public signals {
protected:
  signals_to_compile() {
    fs::create_directory(folder / "scratch");
    write(folder / "kernel.cpp", "#include <sycl/ext/intel/esimd.hpp>\n#include <sycl/sycl.hpp>\n"
                                 "void f(sycl::queue& queue, float* data) {\n"
                                 "  queue.single_task<class K>([=]() SYCL_ESIMD_KERNEL { data[0] = 1; });\n}\n");
    ::setenv("TMPDIR", (folder / "scratch").c_str(), 1);
  }
  ~signals_to_compile() override { ::unsetenv("TMPDIR"); }

  void expect_nothing_left(int signal, bool is_folder_clean) const {
    std::vector<std::string> left;
    for (int i = 0; i < 200 && !(left = processes_about(folder)).empty();
         ++i) // of a killed parent they end on their own
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(left.empty()) << "signal " << signal << ": " << testing::PrintToString(left);
    if (is_folder_clean)
      EXPECT_TRUE(fs::is_empty(folder / "scratch")) << "signal " << signal << ": " << testing::PrintToString(names());
  }
};

TEST_F(signals_to_compile, leave_neither_a_folder_nor_a_process) {
  if (!fs::exists(repository() / ".device-tools" / "COMPLETE"))
    GTEST_SKIP() << "no device tools";
  const Words compile{"compile", "kernel.cpp", "--device", "bmg", "-o", "out"};
  for (const int signal : {SIGINT, SIGTERM, SIGKILL})
    for (int i = 0; i < 8; ++i) {
      const pid_t child = start(compile);
      wait_for_temporary();
      std::this_thread::sleep_for(std::chrono::milliseconds(60 * i));
      ::kill(child, signal);
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      expect_nothing_left(signal, signal != SIGKILL);
    }
  ASSERT_TRUE(is_success(xeforge(compile)));
  expect_nothing_left(0, true); // also nothing of those that were killed
}

// Neither what clang writes aside, nor what it writes between its steps.
TEST_F(signals_to_compile, leave_nothing_of_the_compiler_for_programs) {
  write(folder / "main.cpp", "#include <sycl/sycl.hpp>\nint main() { return sycl::queue().is_in_order(); }\n");
  const auto before = names();
  for (const Words& words : {Words{"-O2", "-c", "main.cpp", "-o", "main.o"}, Words{"-O2", "main.cpp", "-o", "main"}})
    for (const int signal : {SIGINT, SIGTERM})
      for (int i = 0; i < 4; ++i) {
        const pid_t child = start(words, program().parent_path() / "xeforge-cxx");
        wait_for_temporary();
        std::this_thread::sleep_for(std::chrono::milliseconds(300 * i));
        ::kill(child, signal);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status) || status == 0) << status;
        expect_nothing_left(signal, true);
        if (WIFSIGNALED(status)) {
          EXPECT_EQ(names(), before) << "signal " << signal << " after " << 300 * i << " ms";
        } else {
          fs::remove(folder / words.back());
        }
      }
}

// A linker that does not remove what it has begun, and one that has not begun.
TEST_F(signals_to_compile, leave_no_half_of_a_program_and_no_other_than_before) {
  write(folder / "main.cpp", "int main() {}\n");
  const auto end_linker_once_there_is = [&](const char* file, const std::string& script) {
    write(folder / "ld", "#!/bin/sh\n" + script + "\nsleep 60\n");
    fs::permissions(folder / "ld", fs::perms::owner_all);
    const pid_t child = start({"main.cpp", "-o", "main", "--ld-path=" + (folder / "ld").string()},
                              program().parent_path() / "xeforge-cxx");
    for (int i = 0; i < 2000 && !fs::exists(folder / file); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(fs::exists(folder / file)) << file;
    ::kill(child, SIGINT);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << status;
    expect_nothing_left(SIGINT, true);
  };
  end_linker_once_there_is("main", "echo half > main");
  EXPECT_FALSE(fs::exists(folder / "main"));
  write(folder / "main", "old");
  end_linker_once_there_is("begun", "echo > begun");
  EXPECT_EQ(contents(folder / "main"), "old");
}

} // namespace
} // namespace xeforge::cli_tests
