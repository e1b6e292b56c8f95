// Host and device are the same program: whatever flags say, constants have the same values on both sides. A program has
// them in the name of its kernel, which the report of the device code shows, and prints them. Skipped where the device
// tools are absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

// A number for each name; a macro that is not defined counts as -1.
constexpr std::array names{"char_is_signed",   "small_enum",    "wide_char", "packed",    "language", "strict",
                           "no_debug",         "run_time_type", "has_char8", "optimised", "for_size", "no_inline",
                           "fast_math",        "finite_math",   "pic",       "pie",       "gnu",      "threads",
                           "sycl_language",    "sycl_compiler", "macro_a",   "macro_b",   "macro_c",  "macro_d",
                           "macro_e",          "macro_f",       "macro_g",   "quoted",    "angled",   "late",
                           "from_environment", "first_file"};

constexpr std::string_view program_that_says_settings = R"(
#include <sycl/sycl.hpp>
#include <version.hpp>
#include <cassert>
#include <cstdio>
#include "quoted.hpp"
#include <angled.hpp>
#include <late.hpp>
#include <from_environment.hpp>
enum Small { small };
struct Packed { char first; int second; };
)";

constexpr std::string_view program_end = R"(
template <long... values> class Values;
template <long... values> void print(Values<values...>*) {
  (std::printf("%ld ", values), ...);
}
// Two parts, as the name of a kernel becomes that of a file.
using First = Values<(char(-1) < 0), sizeof(Small), sizeof(wchar_t), sizeof(Packed), FIRST_MACROS>;
using Second = Values<SECOND_MACROS, of_quoted, of_angled, of_late, of_environment, FIRST_FILE>;
int main(int count, char**) {
  sycl::queue queue;
  int* data = sycl::malloc_shared<int>(1, queue);
  queue.single_task<First>([=] { assert(count > 0); *data = 1; }).wait();
  queue.single_task<Second>([=] { *data = 2; }).wait();
  print(static_cast<First*>(nullptr));
  print(static_cast<Second*>(nullptr));
}
)";

struct Row {
  const char* name;
  const char* flags;
  std::map<std::string, long> expected;
  const char* environment = "";
};

void PrintTo(const Row& row, std::ostream* stream) { *stream << row.name; }

class settings : public InFolder, public testing::WithParamInterface<Row> {
protected:
  settings() {
    std::string text(program_that_says_settings);
    const std::vector<std::pair<std::string, std::vector<const char*>>> groups{
        {"FIRST_MACROS",
         {"__cplusplus", "__STRICT_ANSI__", "NDEBUG", "__cpp_rtti", "__cpp_char8_t", "__OPTIMIZE__",
          "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__FAST_MATH__", "__FINITE_MATH_ONLY__", "__PIC__", "__PIE__",
          "__GNUC__", "_REENTRANT"}},
        {"SECOND_MACROS",
         {"SYCL_LANGUAGE_VERSION", "__SYCL_COMPILER_VERSION", "MACRO_A", "MACRO_B", "MACRO_C", "MACRO_D", "MACRO_E",
          "MACRO_F", "MACRO_G"}}};
    for (const auto& [group, macros] : groups) {
      std::string list;
      for (const char* macro : macros) {
        const std::string constant = std::string("value_of_") + macro;
        text += "#ifdef " + std::string(macro) + "\nconstexpr long " + constant + " = " + macro +
                " + 0;\n#else\nconstexpr long " + constant + " = -1;\n#endif\n";
        list += (list.empty() ? "" : ", ") + constant;
      }
      text += "#define " + group + " " + list + "\n";
    }
    text += "#ifndef FIRST_FILE\n#define FIRST_FILE -1\n#endif\n";
    write(folder / "values.cpp", text + std::string(program_end));
    for (const auto& [place, value] : std::map<std::string, int>{
             {"i", 1}, {"q", 2}, {"s", 3}, {"d", 4}, {"e", 5}, {"usual", 6}, {"my f\u00f6lder", 7}}) {
      fs::create_directory(folder / place);
      const std::string number = std::to_string(value);
      for (const auto& [header, constant] : std::map<std::string, std::string>{{"quoted", "of_quoted"},
                                                                               {"angled", "of_angled"},
                                                                               {"late", "of_late"},
                                                                               {"from_environment", "of_environment"}})
        if (!(header == "late" && (place == "i" || place == "q")) &&
            !(header == "from_environment" && place != "e" && place != "usual"))
          write(folder / place / (header + ".hpp"), "constexpr long " + constant + " = " + number + ";\n");
    }
    write(folder / "first.hpp", "#ifdef ANOTHER\n#define FIRST_FILE 2\n#else\n#define FIRST_FILE 1\n#endif\n");
    write(folder / "macros.hpp", "#define ANOTHER\nthis is not C++\n");
    write(folder / "outer.rsp", "-DMACRO_A='1' @inner.rsp \"-DMACRO_C=3\"\n");
    write(folder / "inner.rsp", "-DMACRO_B=2\n-I \"my f\u00f6lder\"");
  }
};

TEST_P(settings, are_the_same_on_host_and_device) {
  if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  const toolchain::Outcome outcome = shell(std::string(GetParam().environment) +
                                           " xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' -w " +
                                           GetParam().flags + " -idirafter usual values.cpp -o prog && ./prog");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  std::istringstream printed(outcome.output);
  std::vector<long> host, device;
  for (long value = 0; printed >> value;)
    host.push_back(value);
  const auto report = nlohmann::json::parse(contents(folder / "prog.bmg/report.json"));
  for (const auto& kernel : report.at("kernels")) {
    const std::string name = kernel.at("source_name");
    const std::regex number("-?[0-9]+");
    for (std::sregex_iterator match(name.begin(), name.end(), number), end; match != end; ++match)
      device.push_back(std::stol(match->str()));
  }
  EXPECT_EQ(device, host);
  ASSERT_EQ(host.size(), names.size());
  for (const auto& [name, value] : GetParam().expected)
    EXPECT_EQ(host.at(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())), value) << name;
}

INSTANTIATE_TEST_SUITE_P(
    flags, settings,
    testing::Values(
        Row{"defaults",
            "",
            {{"language", 202002},
             {"strict", -1},
             {"no_debug", -1},
             {"optimised", 1},
             {"pic", 2},
             {"char_is_signed", 1},
             {"sycl_compiler", 20250101},
             {"macro_a", -1},
             {"angled", 6}}},
        // Flags that do not meddle with each other share a program.
        Row{"code_generation_and_response_files",
            "-O0 -std=c++20 -ffast-math -pthread -fno-pic -no-pie @outer.rsp",
            {{"language", 202002},
             {"strict", 1},
             {"optimised", -1},
             {"no_inline", 1},
             {"fast_math", 1},
             {"finite_math", 1},
             {"threads", 1},
             {"pic", -1},
             {"pie", -1},
             {"macro_a", 1},
             {"macro_b", 2},
             {"macro_c", 3},
             {"quoted", 7}}},
        Row{"size_types_first_files_and_folders",
            "-Os -fPIC --std=c++17 -fgnuc-version=8.1 "
            "-funsigned-char -fshort-enums -fshort-wchar -fpack-struct=1 -fno-char8_t "
            "--include=first.hpp -imacros macros.hpp -isystem s --include-directory=s -Id -isystemi",
            {{"for_size", 1},
             {"language", 202002},
             {"gnu", 8},
             {"pie", -1},
             {"char_is_signed", 0},
             {"small_enum", 1},
             {"wide_char", 2},
             {"packed", 5},
             {"has_char8", -1},
             {"first_file", 2},
             {"quoted", 4},
             {"angled", 4},
             {"late", 4},
             {"from_environment", 5}},
            "CPATH=e"},
        Row{"newer_language_macros_and_folders",
            "-std=gnu++23 -g -Og -fsanitize-recover=all -fvisibility=hidden -flto -ftrivial-auto-var-init=zero "
            "-fuse-ld=bfd -Werror=return-type "
            "-DMACRO_A=1 -UMACRO_A -UMACRO_B -DMACRO_B=1 -DMACRO_B=2 --define-macro=MACRO_C=3 --define-macro MACRO_D=4 "
            "-Wp,-DMACRO_E=5 -Xclang -DMACRO_F=6 -Xpreprocessor -DMACRO_G=7 -U__SYCL_COMPILER_VERSION -DNDEBUG "
            "-idirafter d -isystem s -I i -iquote q",
            {{"language", 202302},
             {"strict", -1},
             {"macro_a", -1},
             {"macro_b", 2},
             {"macro_c", 3},
             {"macro_d", 4},
             {"macro_e", 5},
             {"macro_f", 6},
             {"macro_g", 7},
             {"sycl_compiler", -1},
             {"no_debug", 1},
             {"quoted", 2},
             {"angled", 1},
             {"late", 3},
             {"from_environment", 5}},
            "CPLUS_INCLUDE_PATH=e"}),
    [](const auto& row) { return std::string(row.param.name); });

class settings_of_lines : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
    write(folder / "k.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\nint main() { sycl::queue "
                            "q; int* p = sycl::malloc_shared<int>(1, q);\n"
                            "q.single_task<class K>([=] { *p = 1; }).wait(); return *p != 1; }\n");
  }
  const std::string build = "xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' ";
};

TEST_F(settings_of_lines, that_are_not_known_are_refused_where_there_is_device_code_and_only_there) {
  write(folder / "k.cpp", "int main() { return 0; }\n"); // no source of a program with device code is taken
  const toolchain::Outcome refused = shell(build + "-mms-bitfields k.cpp -o prog");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(
      refused.errors.find("-fms-layout-compatibility=microsoft: got a flag that may change what the program means"),
      std::string::npos)
      << refused.errors;
  EXPECT_FALSE(fs::exists(folder / "prog"));
  const toolchain::Outcome object = shell(build + "-mms-bitfields -c k.cpp -o k.o");
  EXPECT_EQ(object.code, 1);
  EXPECT_FALSE(fs::exists(folder / "k.o"));
  EXPECT_TRUE(shell("xeforge-cxx -fsycl -mms-bitfields k.cpp -o prog && ./prog").succeeded());
}

TEST_F(settings_of_lines, may_be_long_and_names_may_have_blanks_and_letters_of_any_language) {
  std::string words;
  for (int i = 0; i < 60'000; ++i)
    words += "-DMACRO_NUMBER_" + std::to_string(i) + "_OF_MANY=" + std::to_string(i) + "\n";
  write(folder / "many.rsp", words);
  fs::create_directory(folder / "gr\u00f6\u00dfer als");
  fs::rename(folder / "k.cpp", folder / "gr\u00f6\u00dfer als/mein \u03ba.cpp");
  const toolchain::Outcome outcome =
      shell(build + "@many.rsp 'gr\u00f6\u00dfer als/mein \u03ba.cpp' -o 'pr\u00f6g ram' && './pr\u00f6g ram'");
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_TRUE(fs::exists(folder / "pr\u00f6g ram.bmg/mein \u03ba.zebin"));
}

TEST_F(settings_of_lines, take_precompiled_headers_from_their_source) {
  write(folder / "all.hpp", "#include <sycl/sycl.hpp>\nconstexpr int from_header = 1;\n");
  write(folder / "p.cpp", "int main() { sycl::queue q; int* p = sycl::malloc_shared<int>(1, q);\n"
                          "q.single_task<class P>([=] { *p = from_header; }).wait(); return *p != 1; }\n");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -x c++-header all.hpp -o all.hpp.pch && " + build +
                                           "-include all.hpp p.cpp -o p && ./p");
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_TRUE(fs::exists(folder / "p.bmg/P.asm"));
}

TEST_F(settings_of_lines, for_the_host_alone_do_not_reach_the_device) {
  write(folder / "h.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n#ifdef HOST\nconstexpr int "
                          "value = 1;\n#else\nconstexpr int value = 2;\n#endif\n"
                          "int main() { sycl::queue q; int* p = sycl::malloc_shared<int>(1, q);\n"
                          "q.single_task([=] { *p = value; }).wait(); return *p * 10 + value; }\n");
  const toolchain::Outcome outcome =
      shell("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 -Xarch_host -DHOST h.cpp -o h; ./h; echo $?; "
            "ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./h; echo $?");
  EXPECT_EQ(outcome.output, "11\n21\n") << outcome.errors;
}

// By a pragma, and by flags, of which the last one counts on both sides. Every CPU that kernels are compiled for has such operations.
TEST_F(settings_of_lines, say_on_both_sides_what_may_become_one_operation) {
  write(folder / "f.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  float* p = sycl::malloc_shared<float>(32, q); // each sum of numbers of its own, or the optimiser makes one of them
  double* d = sycl::malloc_shared<double>(16, q);
  for (int i = 0; i < 16; i += 4)
    p[i] = p[i + 1] = 1 + 0x1p-12f, p[i + 2] = -(1 + 0x1p-11f);
  d[0] = d[1] = 1 + 0x1p-27, d[2] = -(1 + 0x1p-26);
  q.single_task([=] {
     p[16] = p[0] * p[1] + p[2];
     {
#pragma clang fp contract(off)
       p[17] = p[4] * p[5] + p[6];
       p[18] = p[10] - -(p[8] * p[9]);
       d[4] = d[0] * d[1] + d[2];
     }
     const float product = p[12] * p[13];
     p[19] = product + p[14];
   }).wait();
  std::printf("%d%d%d%d", p[16] != 0, p[17] != 0, p[18] != 0 || d[4] != 0, p[19] != 0);
})");
  const auto fused = [this](const std::string& flags) {
    const toolchain::Outcome outcome =
        shell("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 " + flags +
              " f.cpp -o f && ./f && echo -n ' ' && ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./f");
    return outcome.output + outcome.errors;
  };
  EXPECT_EQ(fused(""), "0000 1001");
  EXPECT_EQ(fused("-ffp-contract=on"), "1000 1000");
  EXPECT_EQ(fused("-ffp-contract=off"), "0000 0000");
  EXPECT_EQ(fused("-ffp-contract=off -ffp-contract=fast-honor-pragmas"), "1001 1001");
}

// In clang's inner words, as CMake has them. Each source has a kernel of the same name.
TEST_F(settings_of_lines, take_precompiled_headers_that_are_made_with_device_code) {
  write(folder / "pre.hxx", "#include <sycl/sycl.hpp>\n");
  const auto source = [](const std::string& value) {
    return "namespace { class Put; }\nvoid put" + value +
           "(sycl::queue& q, int* p) { q.single_task<Put>([=] { *p = " + value + "; }).wait(); }\n";
  };
  write(folder / "put1.cpp", source("1"));
  write(folder / "put2.cpp", source("2") +
                                 "void put1(sycl::queue&, int*);\n"
                                 "int main() { sycl::queue q; int* p = sycl::malloc_shared<int>(1, q);\n"
                                 "put1(q, p); int wrong = *p != 1; put2(q, p); wrong += *p != 2; return wrong; }\n");
  const std::string compiler = "xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 ";
  std::string line =
      compiler + "-Xclang -emit-pch -Xclang -include -Xclang pre.hxx -x c++-header -o pre.hxx.pch -c pre.hxx";
  for (const std::string name : {"put1", "put2"})
    line += " && " + compiler + "-Xclang -include-pch -Xclang pre.hxx.pch -Xclang -include -Xclang pre.hxx -c " + name +
            ".cpp -o " + name + ".o";
  const toolchain::Outcome outcome =
      shell(line + " && " + compiler + "put1.o put2.o -o p && ./p && ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./p");
  EXPECT_TRUE(outcome.succeeded()) << outcome.output << outcome.errors;
}

TEST_F(settings_of_lines, demand_sources_that_can_be_read_twice) {
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -E k.cpp -o k.ii && " + build + "k.ii -o prog");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("k.ii: got a source in 'c++-cpp-output'"), std::string::npos) << outcome.errors;
}

} // namespace
} // namespace xeforge::cli_tests
