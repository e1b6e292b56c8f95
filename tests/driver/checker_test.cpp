// Programs that are built with -fxeforge-check: each planted defect of programs/checked is reported with its rule, kernel,
// thread and lines, and its corrected twin reports nothing, with all tools at work.
#include "cli/program.hpp"
#include "cli/schema.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

struct Planted {
  std::string name, rule, kernel; // a defect of the host has no kernel
  Words words;                    // that its report has to have
  bool has_other_side = false;
  std::string device = "bmg"; // of the tool hw
};

const std::vector<Planted> memory_defects = {
    {"past_the_end", "mem.outside", "PastTheEnd", {"bytes 384..447 of malloc_shared", "beyond its end", "item 6 "}},
    {"before_the_start",
     "mem.outside",
     "BeforeTheStart",
     {"4 before malloc_shared", "thread (0,0,0)", "group (0,0,0)"}},
    {"after_free", "mem.freed", "AfterFree", {"bytes 2048..2111 of malloc_device", "freed"}},
    {"freed_early", "mem.freed", "FreedEarly", {"bytes 0..63 of malloc_device", "freed"}},
    {"filled_after_free", "mem.freed", "", {"malloc_device", "which is freed, written by a copy or fill"}},
    {"copied_after_free", "mem.freed", "", {"malloc_device", "(256 bytes), which is freed, read by a copy"}},
    {"leak", "mem.leak", "", {"malloc_device", "(4000 bytes)", "never freed"}},
    {"slm_unallocated", "mem.slm-unallocated", "Unallocated", {"SLM bytes 0..63", "thread (0,0,0)"}},
    {"slm_beyond", "mem.slm-outside", "SlmBeyond", {"bytes 192..255", "192 that are allocated", "thread (3,0,0)"}},
    {"alignment", "mem.alignment", "Misaligned", {"8 modulo 16", "item 0 "}},
    {"slm_alignment", "mem.alignment", "MisalignedSlm", {"8 modulo 16", "thread (0,0,0)"}},
    {"surface", "mem.surface", "Narrow", {"pitch of the surface", "got 100"}},
    {"colliding_lanes", "mem.colliding-lanes", "Colliding", {"lanes 3 and 9", "group (1,0,0)"}},
    {"stray_lane", "mem.outside", "StrayLane", {"bytes 256..259", "thread (2,0,0)"}},
    {"stray_pixel", "mem.outside", "StrayPixel", {"bytes 256..259", "item 0 "}},
    {"host_memory", "mem.outside", "HostMemory", {"in no allocation or buffer", "item 0 "}},
    {"buffer_end", "mem.outside", "BufferEnd", {"memory of buffer", "bytes 192..255", "item 3 "}},
    {"beyond_vector",
     "mem.beyond-vector",
     "BeyondVector",
     {"elements 12..19 of a vector of 16", "written by item (1,1) "}},
    {"beyond_index", "mem.beyond-vector", "BeyondIndex", {"element 18 of a vector of 16", "read by thread (1,0,0)"}},
    {"odd_atomic",
     "mem.lane-alignment",
     "OddAtomic",
     {"lane 5 at an address that is 2 modulo 4", "thread (0,0,0)", "or move elements of a smaller type"}},
    // Without the extension: no line.
    {"plain_pointer", "mem.damage", "", {"writes to bytes 400 to 415", "the last kernel was PlainPointer<true>"}}};

const std::vector<Planted> race_defects = {
    {"neighbour", "race.group", "Neighbour", {"bytes 64..127 of the SLM", "thread (0,0,0)", "thread (1,0,0)"}, true},
    {"same_row", "race.group", "SameRow", {"bytes 64..127 of the SLM", "thread (1,0,0)"}},
    {"through_memory", "race.group", "ThroughMemory", {"malloc_shared", "thread (2,0,0)"}, true},
    {"second_barrier", "race.group", "SecondBarrier", {"thread (0,0,0)", "thread (1,0,0)"}, true},
    {"in_split", "race.group", "InSplit", {"thread (0,0,0)", "thread (1,0,0)"}, true},
    {"wrong_phase", "race.group", "WrongPhase", {"bytes 0..63 of the SLM", "thread (1,0,0)"}, true},
    {"groups_share", "race.groups", "GroupsShare", {"bytes 32..63", "of group (0,0,0)", "of group (1,0,0)"}},
    {"group_reads", "race.groups", "GroupReads", {"bytes 0..63", "of group (1,0,0)"}, true},
    {"histogram", "race.groups", "Histogram", {"item 0 ", "item 1 "}, true},
    {"mixed_atomic", "race.atomic", "MixedAtomic", {"changed by an atomic", "thread (3,0,0)"}, true},
    {"two_launches",
     "race.commands",
     "SecondLaunch",
     {"bytes 0..63 of malloc_shared", "written by thread (0,0,0) of group (0,0,0) of kernel FirstLaunch<true> at ",
      "read by item 0 of kernel SecondLaunch<true> at "},
     true},
    {"copy_meanwhile",
     "race.commands",
     "CopiedFrom",
     {"bytes 128..191 of malloc_shared", "written by item 2 of kernel CopiedFrom<true> at ", "read by a copy at "},
     true}};

const std::vector<Planted> synchronisation_defects = {
    {"left_out", "sync.unequal-barriers", "LeftOut", {"thread (2,0,0) ended after 0 barriers"}},
    {"one_more", "sync.unequal-barriers", "OneMore", {"thread (1,0,0) has reached 3 barriers"}},
    {"two_signals", "sync.split-barrier", "TwoSignals", {"thread (0,0,0)", "second time"}},
    {"no_signal", "sync.split-barrier", "NoSignal", {"thread (1,0,0)", "without a signal"}},
    {"not_allocated", "sync.named-unallocated", "NotAllocated", {"named barrier 2, of 2"}},
    {"other_counts", "sync.named-counts", "OtherCounts", {"thread (3,0,0)", "4 producers and 3 consumers"}},
    {"too_early", "sync.named-early", "TooEarly", {"thread (0,0,0)", "again"}},
    {"too_few", "sync.named-unfinished", "TooFew", {"3 of 3 producers and 0 of 1 consumers", "thread (3,0,0)"}},
    {"waits_only", "sync.named-wait", "WaitsOnly", {"thread (0,0,0)", "without having signalled"}},
    {"hang", "sync.deadlock", "Hang", {"items 0-3 wait for named barrier 0"}},
    {"init_twice", "sync.slm-init-twice", "InitTwice", {"thread (0,0,0)"}},
    {"init_late", "sync.slm-init-late", "InitLate", {"thread (0,0,0)"}}};

const std::vector<Planted> value_defects = {
    {"half_row", "init.stored", "HalfRow", {"an uninitialised simd", "item 0 "}, true},
    {"accumulator", "init.stored", "Accumulator", {"an uninitialised simd", "group (1,0,0)"}, true},
    {"one_of_four", "init.stored", "OneOfFour", {"an uninitialised simd", "item 0 "}, true},
    {"merged", "init.stored", "Merged", {"an uninitialised simd"}, true},
    {"masked", "init.stored", "Masked", {"an uninitialised simd"}, true},
    {"branch", "init.used", "Branch", {"an uninitialised simd", "is used in a branch"}, true},
    {"address", "init.used", "Address", {"an uninitialised simd", "an address"}, true},
    {"row_missing",
     "init.stored",
     "RowMissing",
     {"bytes 128..191 of the SLM", "uninitialised", "thread (1,0,0)"},
     true},
    {"before_the_group", "init.stored", "BeforeTheGroup", {"bytes 0..63 of the SLM", "group (1,0,0)"}, true},
    {"short_fill", "init.stored", "ShortFill", {"bytes 240..255 of malloc_device", "item 3 "}, true},
    {"counter", "init.changed", "Counter", {"of malloc_shared", "changed by an atomic", "item 0 "}},
    {"host_reads", "init.used", "", {"malloc_shared", "of the host"}},
    {"host_reads_early", "init.used", "", {"malloc_shared", "of the host"}},
    {"new_buffer", "init.stored", "NewBuffer", {"bytes 0..63 of memory of buffer", "item 0 "}, true}};

const std::vector<Planted> hardware_defects = {
    {"group_size", "hw.group-size", "GroupSize", {"one of 128 of its group", "at most 64", "thread (0,0,0)", "on bmg"}},
    {"slm_size", "hw.slm-size", "SlmSize", {"allocates 98304 bytes", "at most 65536", "thread (0,0,0)"}, false, "dg2"},
    {"no_block_2d", "hw.block-2d", "NoBlock2d", {"item 0 uses a two-dimensional block", "on dg2"}, false, "dg2"},
    {"no_named_barrier", "hw.named-barrier", "NoNamedBarrier", {"thread (0,0,0)", "there are none"}, false, "dg2"},
    {"columns", "hw.matrix-shape", "Columns", {"item 0 ", "8 columns, where the hardware's have 16"}},
    {"load_hints", "hw.cache-hints", "LoadHints", {"item 0 loads with", "cached/write_back", "take none/none, unc"}},
    {"store_hints", "hw.cache-hints", "StoreHints", {"item 0 stores with", "cached/cached"}},
    {"prefetch_hints", "hw.cache-hints", "PrefetchHints", {"item 0 prefetches with", "read_invalidate/cached"}},
    {"gather_hints", "hw.cache-hints", "GatherHints", {"item 0 loads with", "write_through/cached"}},
    {"surface_hints", "hw.cache-hints", "SurfaceHints", {"item 0 stores with", "write_back/cached"}},
    {"block_size", "hw.block-size", "BlockSize", {"item 0 loads a block of 80 bytes, aligned to 4"}},
    {"bank_column",
     "hw.bank-conflicts",
     "BankColumn",
     {"thread (0,0,0), 128 bytes apart", "4096 cycles for messages of 256"}},
    {"bank_scatter", "hw.bank-conflicts", "BankScatter", {"thread (0,0,0), 256 bytes apart", "2048 cycles"}},
    {"far_lanes",
     "hw.scattered",
     "FarLanes",
     {"item 0 lie 1024 bytes apart", "65536 cache lines", "data of only 4096"}},
    {"far_stores",
     "hw.scattered",
     "FarStores",
     {"thread (0,0,0) lie 1024 bytes", "group (0,0,0)", "65536 cache lines"}}};

// Of the device's own code, which takes the device tools.
const std::vector<Planted> register_defects = {
    {"crowded",
     "hw.spills",
     "Crowded",
     {"thread (0,0,0) runs code that keeps ", " bytes of values in memory", "on bmg"}},
    {"indexed", "hw.private-memory", "Indexed", {"bytes of variables in memory on bmg"}}};

std::filesystem::path source_of(const std::string& tool) {
  return repository() / "tests/driver/programs/checked" / (tool + ".cpp");
}

// "race.cpp:17", by the comment on that line.
std::string place_of(const std::string& tool, const std::string& mark) {
  std::istringstream source(contents(source_of(tool)));
  int number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (line.ends_with("// " + mark))
      return tool + ".cpp:" + std::to_string(number);
  }
  return "no line with " + mark;
}

class checker : public InFolder {
protected:
  void build(const std::string& tool, const std::string& flags = "") {
    const toolchain::Outcome built =
        shell("xeforge-cxx -fsycl -O2 -fxeforge-check " + flags + " '" + source_of(tool).string() + "' -o defects");
    ASSERT_TRUE(built.succeeded()) << built.errors;
  }

  // The races with their first one alone, which is sooner compiled.
  void build_first_race() const {
    const std::filesystem::path checked = folder / "tests/programs/checked";
    std::filesystem::create_directories(checked);
    const std::string all = contents(source_of("race"));
    write(checked / "defects.hpp", contents(source_of("race").replace_filename("defects.hpp")));
    write(checked / "race.cpp",
          all.substr(0, all.find("template <bool>\nclass SameRow;")) +
              "int main(int count, char** arguments) {\n"
              "  return run_one(count, arguments, {{\"neighbour\", neighbour<true>, neighbour<false>}});\n"
              "}\n");
    const toolchain::Outcome built =
        shell("xeforge-cxx -fsycl -O2 -fxeforge-check '" + (checked / "race.cpp").string() + "' -o defects");
    ASSERT_TRUE(built.succeeded()) << built.errors;
  }

  toolchain::Outcome run(const Planted& planted, const std::string& which) const {
    return shell("XEFORGE_CHECK_OPTIONS=device=" + planted.device + " ./defects " + planted.name + " " + which);
  }

  void expect_report(const std::string& tool, const Planted& planted) const {
    const toolchain::Outcome outcome = run(planted, "wrong");
    EXPECT_EQ(outcome.code, 1) << planted.name << "\n" << outcome.errors;
    Words words = planted.words;
    words.push_back(planted.rule + ": ");
    if (planted.rule != "mem.damage")
      words.push_back(place_of(tool, planted.name));
    if (!planted.kernel.empty())
      words.push_back("kernel " + planted.kernel + "<true>)");
    if (planted.has_other_side)
      words.push_back(place_of(tool, planted.name + " other"));
    for (const std::string& word : words)
      EXPECT_NE(outcome.errors.find(word), std::string::npos) << planted.name << " lacks: " << word << "\n"
                                                              << outcome.errors;
    // Nothing else is found there, but what follows from it: a load that comes too early finds no value.
    std::istringstream lines(outcome.errors);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(" "))
        EXPECT_TRUE(line.find(planted.rule + ": ") != line.npos ||
                    (tool == "race" && line.find("init.stored: ") != line.npos))
            << planted.name << ": " << line;
  }

  void expect_silence(const Planted& planted) const {
    const toolchain::Outcome outcome = run(planted, "right");
    EXPECT_TRUE(outcome.succeeded()) << planted.name << "\n" << outcome.output << outcome.errors;
    EXPECT_NE(outcome.errors.find("nothing found"), std::string::npos) << planted.name << "\n" << outcome.errors;
  }

  void expect_all(const std::string& tool, const std::vector<Planted>& defects, const std::string& flags = "") {
    build(tool, flags);
    for (const Planted& planted : defects) {
      expect_report(tool, planted);
      expect_silence(planted);
    }
  }
};

TEST_F(checker, reports_every_planted_defect_of_memory_and_nothing_of_its_twin) { expect_all("mem", memory_defects); }
TEST_F(checker, reports_every_planted_race_and_nothing_of_its_twin) { expect_all("race", race_defects); }
TEST_F(checker, reports_every_planted_defect_of_barriers_and_nothing_of_its_twin) {
  expect_all("sync", synchronisation_defects);
}

TEST_F(checker, reports_every_planted_value_that_nobody_wrote_and_nothing_of_its_twin) {
  expect_all("init", value_defects);
}

TEST_F(checker, reports_what_a_device_does_not_do_as_written_and_nothing_of_its_twin) {
  expect_all("hw", hardware_defects);
}

TEST_F(checker, reports_what_the_devices_compiler_found_no_register_for) {
  if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  expect_all("registers", register_defects, "-fsycl-targets=intel_gpu_bmg");
}

TEST_F(checker, has_sixty_defects_and_eight_for_each_tool) {
  std::size_t all = 0;
  for (const auto* const defects :
       {&memory_defects, &race_defects, &synchronisation_defects, &value_defects, &hardware_defects}) {
    EXPECT_GE(defects->size(), 8u) << defects->front().rule;
    all += defects->size();
  }
  EXPECT_GE(all, 60u);
}

TEST_F(checker, does_what_the_guide_begins_with) {
  const std::string guide = contents(repository() / "docs/guide/find-a-bug.md");
  const auto programs = blocks(guide, "cpp"), commands = blocks(guide, "sh");
  ASSERT_EQ(programs.size(), 1u);
  ASSERT_EQ(commands.size(), 2u);
  write(folder / "tile.cpp", programs[0]);
  const toolchain::Outcome whole = shell(commands[0]);
  EXPECT_EQ(whole.code, 1);
  EXPECT_EQ(whole.output, "1\n");
  EXPECT_EQ(whole.errors, blocks(guide, "text").at(0));
  const toolchain::Outcome some = shell(commands[1]);
  EXPECT_EQ(some.code, 1);
  EXPECT_NE(some.errors.find("==xeforge== mem, race: 2 found in 1 launch"), std::string::npos) << some.errors;
  EXPECT_EQ(nlohmann::json::parse(contents(folder / "found.json")).at("tools"), nlohmann::json({"mem", "race"}));
}

// docs/guide/find-a-bug.md shows the reports of these as they are.
TEST_F(checker, walks_through_five_mistakes_as_the_guide_does) {
  build("mistakes");
  const std::string guide = contents(repository() / "docs/guide/find-a-bug.md");
  for (const char* const name : {"garbage", "no_barrier", "odd_offset", "half_a_barrier", "lane_for_each_row"}) {
    const toolchain::Outcome outcome = run({name, "", "", {}}, "wrong");
    EXPECT_EQ(outcome.code, 1) << name;
    const std::size_t summary = outcome.errors.find("==xeforge== mem, race");
    EXPECT_NE(guide.find("```text\n" + outcome.errors.substr(0, summary) + "```\n"), std::string::npos)
        << name << ": the guide has not\n"
        << outcome.errors;
    expect_silence({name, "", "", {}});
  }
}

// xeforge check-run: the same program, with its options as words.
TEST_F(checker, runs_a_program_with_options) {
  build_first_race();
  const toolchain::Outcome found =
      shell("xeforge check-run --tool mem,race --json report.json --max-reports 1 ./defects neighbour wrong");
  EXPECT_EQ(found.code, 1) << found.errors;
  EXPECT_NE(found.errors.find("==xeforge== mem, race: 2 found in 1 launch"), std::string::npos) << found.errors;
  EXPECT_NE(found.errors.find("more findings are only counted"), std::string::npos) << found.errors;
  EXPECT_EQ(nlohmann::json::parse(contents(folder / "report.json")).at("tools"), nlohmann::json({"mem", "race"}));
  EXPECT_TRUE(shell("xeforge check-run --tool sync ./defects neighbour wrong").succeeded());
  write(folder / "known", "rule:race.group\n");
  EXPECT_TRUE(shell("xeforge check-run --tool race --suppressions known ./defects neighbour wrong").succeeded());
  // The program's own arguments, exit code and streams.
  EXPECT_EQ(shell("xeforge check-run ./defects --json").code, 4);
  // Words win over the variable.
  EXPECT_TRUE(
      shell("XEFORGE_CHECK_OPTIONS=tools=race xeforge check-run --tool mem ./defects neighbour wrong").succeeded());
}

TEST_F(checker, says_what_it_cannot_run) {
  write(folder / "plain.cpp", "int main() {}\n");
  ASSERT_TRUE(shell("xeforge-cxx plain.cpp -o plain").succeeded());
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"./plain",
       "got './plain', which is not built with -fxeforge-check; expected a program built with it: xeforge-cxx"},
      {"./absent", "got './absent', which is no file"},
      {"plain", "got 'plain', which is not on the path; expected a program; one in this folder is ./plain"},
      {"./plain.cpp", "got './plain.cpp', which cannot be run"},
      {"", "PROGRAM: got nothing"},
      {"--tool mem,all ./plain", "--tool: got 'all'; expected mem, race, sync"},
      {"--tols mem ./plain", "--tols: got an option that 'xeforge check-run' does not have"},
      {"--json a:b ./plain", "PROGRAM: got './plain', which is not built"},
      {"--json - ./defects", "--json: got '-'; expected a file"},
      {"--max-reports -1 ./plain", "--max-reports"}};
  for (const auto& [words, text] : refused) {
    const toolchain::Outcome outcome = shell("xeforge check-run " + words);
    EXPECT_EQ(outcome.code, 2) << words;
    EXPECT_NE(outcome.errors.find(text), std::string::npos) << words << ": " << outcome.errors;
    EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
  }
}

TEST_F(checker, says_nothing_of_the_programs_of_the_guide) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(repository() / "examples/guide")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".cpp") || name.ends_with("_test.cpp"))
      continue;
    const toolchain::Outcome outcome =
        shell("xeforge-cxx -fsycl -O2 -fxeforge-check '" + entry.path().string() + "' -o program && ./program");
    EXPECT_TRUE(outcome.succeeded()) << name << "\n" << outcome.errors;
    EXPECT_NE(outcome.errors.find("nothing found in "), std::string::npos) << name << "\n" << outcome.errors;
    ++count;
  }
  EXPECT_GE(count, 14);
}

// Their one group that hangs is a test of what is said then.
TEST_F(checker, says_nothing_of_the_programs_of_the_tests) {
  const std::filesystem::path programs = repository() / "tests/programs";
  const std::string compile = "xeforge-cxx -fsycl -O2 -fxeforge-check ";
  // All of them start with this header.
  const toolchain::Outcome support =
      shell(compile + "-x c++-header '" + (programs / "program_support.hpp").string() + "' -o program_support.pch");
  ASSERT_TRUE(support.succeeded()) << support.errors;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(programs)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with("_test.cpp"))
      continue;
    const toolchain::Outcome outcome = shell(compile + "-include-pch program_support.pch '" + entry.path().string() +
                                             "' -lgtest_main -lgtest -o program && ./program --gtest_filter=-*hangs*");
    EXPECT_TRUE(outcome.succeeded()) << name << "\n" << outcome.errors;
    EXPECT_NE(outcome.errors.find("nothing found in "), std::string::npos) << name << "\n" << outcome.errors;
    ++count;
  }
  EXPECT_GE(count, 9);
}

TEST_F(checker, says_so_where_no_kernel_ran) {
  write(folder / "idle.cpp",
        "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\nint main() { sycl::queue().wait(); }\n");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -fxeforge-check idle.cpp -o idle && ./idle");
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("nothing found; no kernel ran on the CPU"), std::string::npos) << outcome.errors;
}

TEST_F(checker, says_so_where_it_comes_too_late) {
  write(folder / "lib.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
extern "C" void run() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(16, q);
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     sycl::ext::intel::esimd::block_store<int, 16>(p + 4, sycl::ext::intel::esimd::simd<int, 16>(1));
   }).wait();
})");
  write(folder / "main.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n#include <dlfcn.h>\n"
                             "int main() { sycl::queue().wait(); "
                             "((void (*)())dlsym(dlopen(\"./lib.so\", RTLD_NOW), \"run\"))(); }\n");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -fxeforge-check -fPIC -shared lib.cpp -o lib.so && "
                                           "xeforge-cxx -fsycl main.cpp -o late && ./late");
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("nothing was checked: a library"), std::string::npos) << outcome.errors;
}

TEST_F(checker, tells_launches_apart_that_it_could_not_check) {
  write(folder / "plain.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
void run() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(16, q);
  q.single_task<class Plain>([=]() SYCL_ESIMD_KERNEL {
     sycl::ext::intel::esimd::block_store<int, 16>(p, sycl::ext::intel::esimd::simd<int, 16>(1));
   }).wait();
  sycl::free(p, q);
})");
  write(folder / "main.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\nvoid run();\n"
                             "int main() { sycl::queue q; q.single_task<class Own>([] {}).wait(); run(); run(); }\n");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -O0 -fPIC -shared plain.cpp -o libplain.so && "
                                           "xeforge-cxx -fsycl -fxeforge-check main.cpp ./libplain.so -o mixed && "
                                           "XEFORGE_CHECK_OPTIONS=json=mixed.json ./mixed");
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("nothing found in 1 launch; 2 launches were not checked: their kernels were built "
                                "without -fxeforge-check"),
            std::string::npos)
      << outcome.errors;
  const auto report = nlohmann::json::parse(contents(folder / "mixed.json"));
  EXPECT_TRUE(conforms(report, "check-run"));
  EXPECT_EQ(report.at("launches"), 3);
  EXPECT_EQ(report.at("unchecked_launches"), 2);
}

// A report that is there stays as it was where a new one cannot be written.
TEST_F(checker, writes_json_whole_or_says_why_not) {
  namespace fs = std::filesystem;
  write(folder / "idle.cpp",
        "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\nint main() { sycl::queue().wait(); }\n");
  ASSERT_TRUE(shell("xeforge-cxx -fsycl -fxeforge-check idle.cpp -o idle && mkfifo pipe && mkdir folder").succeeded());
  const auto run_with = [&](const std::string& json) {
    return shell("XEFORGE_CHECK_OPTIONS=json=" + json + " timeout 60 ./idle");
  };
  for (const auto& [json, reason] :
       {std::pair("pipe", "pipe: got 'a pipe that nobody reads'"), std::pair("folder", "folder: got 'a folder'"),
        std::pair("no/file", "no/file: got 'a folder that cannot be used"),
        std::pair("/dev/full", "/dev/full: got 'No space left on device'")}) {
    const toolchain::Outcome outcome = run_with(json);
    EXPECT_TRUE(outcome.succeeded()) << outcome.errors;
    EXPECT_NE(outcome.errors.find(std::string("==xeforge== ") + reason), std::string::npos) << outcome.errors;
  }
  write(folder / "report.json", "old");
  const toolchain::Outcome full =
      shell("bash -c 'trap \"\" XFSZ; ulimit -f 0; XEFORGE_CHECK_OPTIONS=json=report.json ./idle'");
  EXPECT_NE(full.errors.find("report.json: got 'File too large'"), std::string::npos) << full.errors;
  EXPECT_EQ(contents(folder / "report.json"), "old");
  fs::permissions(folder / "report.json", fs::perms(0600));
  EXPECT_TRUE(run_with("report.json").succeeded());
  EXPECT_EQ(nlohmann::json::parse(contents(folder / "report.json")).at("format"), "xeforge-check");
  EXPECT_EQ(fs::status(folder / "report.json").permissions(), fs::perms(0600));
  EXPECT_NE(run_with("/dev/stdout").output.find("\"xeforge-check\""), std::string::npos);
  // Somebody reads the pipe.
  EXPECT_NE(
      shell("exec 3<>pipe; XEFORGE_CHECK_OPTIONS=json=pipe ./idle; timeout 1 cat <&3").output.find("xeforge-check"),
      std::string::npos);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    EXPECT_FALSE(entry.path().filename().string().ends_with(".tmp")) << entry.path();
}

TEST_F(checker, writes_json_and_takes_options) {
  build_first_race();
  const toolchain::Outcome outcome =
      shell("XEFORGE_CHECK_OPTIONS=tools=race:json=report.json:max-reports=1 ./defects neighbour wrong");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("more findings are only counted"), std::string::npos) << outcome.errors;
  const auto report = nlohmann::json::parse(contents(folder / "report.json"));
  EXPECT_EQ(report.at("format"), "xeforge-check");
  EXPECT_TRUE(conforms(report, "check-run"));
  for (const nlohmann::json& spoilt : spoilt_copies(report, "check-run"))
    EXPECT_FALSE(conforms(spoilt, "check-run")) << spoilt;
  ASSERT_EQ(report.at("findings").size(), 2u) << report;
  const auto& first = report.at("findings").at(0);
  EXPECT_EQ(first.at("rule"), "race.group");
  EXPECT_EQ(first.at("kernel"), "Neighbour<true>");
  EXPECT_EQ(first.at("count"), 6);
  EXPECT_EQ(first.at("places").size(), 2u);
  // Of other tools nothing is said, nor of what is suppressed.
  EXPECT_TRUE(shell("XEFORGE_CHECK_OPTIONS=tools=mem ./defects neighbour wrong").succeeded());
  // An unset variable of the shell.
  const toolchain::Outcome none = shell("XEFORGE_CHECK_OPTIONS=tools=$UNSET ./defects neighbour wrong");
  EXPECT_NE(none.code, 0);
  EXPECT_NE(none.errors.find("got tools=;"), std::string::npos) << none.errors;
  write(folder / "known", "# both sides\nkernel:Neighbour*\n");
  const toolchain::Outcome quiet =
      shell("XEFORGE_CHECK_OPTIONS=tools=race:suppressions=known ./defects neighbour wrong");
  EXPECT_TRUE(quiet.succeeded()) << quiet.errors;
  EXPECT_NE(quiet.errors.find("2 suppressed"), std::string::npos) << quiet.errors;
  for (const char* const file : {"race.cpp", "*/programs/checked/race.cpp"}) {
    write(folder / "known", "file:" + std::string(file) + "\n");
    EXPECT_TRUE(shell("XEFORGE_CHECK_OPTIONS=tools=race:suppressions=known ./defects neighbour wrong").succeeded())
        << file;
  }
  const auto with = [&](const std::string& line) {
    write(folder / "known", line + "\n");
    return shell("XEFORGE_CHECK_OPTIONS=tools=race:suppressions=known ./defects neighbour wrong").code;
  };
  EXPECT_EQ(with("rule:race.group and kernel:Neighbour* and file:race.cpp"), 0);
  EXPECT_EQ(with("rule:race.group and kernel:Other*"), 1);
  EXPECT_EQ(with("rule:race.group and Neighbour"), 2);
  EXPECT_EQ(shell("XEFORGE_CHECK_OPTIONS=tols=mem ./defects neighbour right").code, 2);
  // The shadow of values is larger than the memory of most machines, and has addresses alone.
  const toolchain::Outcome limited = shell("ulimit -v 12000000; ./defects neighbour right");
  EXPECT_EQ(limited.code, 2);
  EXPECT_NE(limited.errors.find("expected no limit of them (ulimit -v)"), std::string::npos) << limited.errors;
}

TEST_F(checker, has_a_section_of_the_guide_for_every_rule) {
  const std::string guide = contents(repository() / "docs/guide/find-a-bug.md");
  std::istringstream rules(contents(repository() / "src/xeforge/checker/rules.hpp"));
  int count = 0;
  const std::string start = "inline constexpr Rule ";
  for (std::string line; std::getline(rules, line);) {
    if (!line.starts_with(start))
      continue;
    // name{tool, "name", ...
    const std::size_t brace = line.find('{'), comma = line.find(", \""), end = line.find('"', comma + 3);
    const std::string rule = line.substr(brace + 1, comma - brace - 1) + "." + line.substr(comma + 3, end - comma - 3);
    const std::size_t section = guide.find("### `" + rule + "`\n");
    ASSERT_NE(section, std::string::npos) << rule;
    const std::string text = guide.substr(section, guide.find("\n#", section + 1) - section);
    for (const char* const word : {"\n\n", "Wrong", "Right"}) // why hardware is silent, and both ways to write it
      EXPECT_NE(text.find(word), std::string::npos) << rule << " lacks " << word;
    ++count;
  }
  EXPECT_EQ(count, 39);
}

TEST_F(checker, refuses_tools_that_there_are_not) {
  for (const char* const tool : {"all", "everything", ""}) {
    const toolchain::Outcome outcome = shell("xeforge-cxx -fxeforge-check=" + std::string(tool) + " -c x.cpp");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.errors.find("expected mem, race, sync, init, hw"), std::string::npos) << outcome.errors;
  }
}

// Of USM by the host, and of a buffer by a kernel that dereferences pointers: no line, but which memory and which bytes.
TEST_F(checker, reports_writes_past_the_end_that_do_not_go_through_the_extension) {
  write(folder / "plain.cpp", R"(
#include <sycl/sycl.hpp>
#include <vector>
int main() {
  sycl::queue queue;
  char* const p = sycl::malloc_host<char>(4096, queue);
  p[4096] = 1;
  sycl::free(p, queue);
  std::vector<int> numbers(30, 1);
  sycl::buffer<int> whole(numbers);
  queue.submit([&](sycl::handler& commands) {
    sycl::accessor all(whole, commands);
    commands.single_task([=] {
      for (int i = 0; i < 32; ++i)
        all[i] = i;
    });
  });
}
)");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -O2 -fxeforge-check=mem plain.cpp -o plain && ./plain");
  EXPECT_EQ(outcome.code, 1) << outcome.errors;
  for (const char* const words :
       {"malloc_host 1 (4096 bytes at 0x", "got writes to bytes 4096 to 4096; expected none past its end",
        "memory of buffer", "got writes to bytes 120 to 127;", "==xeforge== mem: 2 found in 1 launch"})
    EXPECT_NE(outcome.errors.find(words), std::string::npos) << words << "\n" << outcome.errors;
}

// An error of a program's own that nobody catches does not hide what was found before.
TEST_F(checker, reports_before_a_program_ends_with_an_exception) {
  write(folder / "throws.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <stdexcept>
int main() {
  sycl::queue queue;
  sycl::malloc_shared<int>(10, queue);
  throw std::runtime_error("as if");
}
)");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fxeforge-check throws.cpp -o throws && ./throws");
  EXPECT_FALSE(outcome.succeeded());
  EXPECT_NE(outcome.errors.find("malloc_shared 1 (40 bytes) of throws.cpp:7 is never freed"), std::string::npos)
      << outcome.errors;
}

// Without the flag nothing of it is in the program: the same machine code as from the host's port alone.
TEST_F(checker, leaves_nothing_in_programs_that_are_not_checked) {
  const toolchain::Outcome outcome =
      shell("xeforge-cxx -fsycl -O2 -c '" + source_of("race").string() + "' -o plain.o && nm -C plain.o");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  for (const char* const word : {"checks::", "watch", "xeforge_check"})
    EXPECT_EQ(outcome.output.find(word), std::string::npos) << word;
}

} // namespace
} // namespace xeforge::cli_tests
