// Device code lies in the object file of its source: it goes where the object goes, and is never that of another build.
// Skipped where the device tools are absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

// All sources begin with them, and most have the same flags: they are parsed once where parsed headers are kept.
constexpr std::string_view headers_of_embedded = R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
)";

// A function and a kernel, both called NAME. The factor is shown by the name of the kernel as well.
constexpr std::string_view embedded_kernel = R"(
template <int factor> struct NAME;
void CALL(sycl::queue& queue, int* p) {
  queue.single_task<NAME<FACTOR>>([=] { *p = FACTOR; }).wait();
}
)";

// Lists the device code that it carries.
constexpr std::string_view embedded_main = R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
#include <cstdio>
#include <string>
#include <xeforge/machine/device_images.hpp>
extern "C" const std::byte __start_xeforge_device[] __attribute__((visibility("hidden"), weak));
extern "C" const std::byte __stop_xeforge_device[] __attribute__((visibility("hidden"), weak));
void one(sycl::queue&, int*);
void two(sycl::queue&, int*);
int main() {
  sycl::queue queue;
  int* p = sycl::malloc_shared<int>(2, queue);
  one(queue, p);
  two(queue, p + 1);
  std::printf("host %d %d", p[0], p[1]);
  const auto images = xeforge::machine::read_device_images({__start_xeforge_device, __stop_xeforge_device});
  for (const auto& image : images) {
    const std::string report(image.report), start = "\"source_name\":\"";
    const auto name = report.find(start) + start.size();
    std::printf(", %.*s %s", int(image.device.size()), image.device.data(), report.substr(name, report.find('"', name) - name).c_str());
  }
  std::puts("");
}
)";

class embedding : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
    fs::create_directories(folder / "a");
    fs::create_directories(folder / "b");
    write_factors(3, 3);
    write(folder / "main.cpp", embedded_main);
  }
  // The sources a/k.cpp and b/k.cpp.
  void write_factors(int one, int two) const {
    for (const auto& [file, names, factor] :
         {std::tuple("a/k.cpp", "CALL one\n#define NAME One", one), {"b/k.cpp", "CALL two\n#define NAME Two", two}})
      write(folder / file, std::string(headers_of_embedded) + "#define " + names + "\n#define FACTOR " +
                               std::to_string(factor) + std::string(embedded_kernel));
  }
  // The output alone, of lines of which each has to work.
  std::string works(const std::string& line) const {
    const toolchain::Outcome outcome = shell("set -e\n" + line);
    EXPECT_TRUE(outcome.succeeded()) << line << "\n" << outcome.output << outcome.errors;
    return outcome.output;
  }
  bool has(const char* file) const { return fs::exists(folder / file); }

  const std::string plain = "xeforge-cxx -fsycl ", build = plain + "-fsycl-targets=spir64_gen -Xs '-device bmg' ";
};

TEST_F(embedding, keeps_the_code_of_two_sources_with_one_name) {
  EXPECT_EQ(works(plain + "-c main.cpp\n" + build + "main.o a/k.cpp b/k.cpp -o prog && ./prog"),
            "host 3 3, bmg One<3>, bmg Two<3>\n");
  EXPECT_TRUE(has("prog.bmg/a-k/k.zebin"));
  EXPECT_TRUE(has("prog.bmg/b-k/k.zebin"));
}

TEST_F(embedding, follows_the_object_through_archives_partial_links_and_whole_ones) {
  write_factors(3, 4);
  works(build + "-c a/k.cpp -o a/k.o\n" + build + "-g -ffunction-sections -c b/k.cpp -o b/k.o\n" + plain +
        "-c main.cpp");
  const std::string expected = "host 3 4, bmg One<3>, bmg Two<4>\n";
  EXPECT_EQ(
      works("cp a/k.o one.o && ar rcs libboth.a one.o b/k.o\n" + build + "main.o libboth.a -o archived && ./archived"),
      expected);
  EXPECT_TRUE(has("archived.bmg/a-k/k.zebin"));
  EXPECT_TRUE(has("archived.bmg/b-k/Two_4.asm"));
  EXPECT_EQ(works("ld -r a/k.o b/k.o -o both.o\n" + plain +
                  "main.o both.o -Wl,--gc-sections -o partial && strip partial && ./partial"),
            expected);
  EXPECT_FALSE(has("partial.bmg")) << "not asked for";
  EXPECT_EQ(
      works(plain + "-shared -o libk.so a/k.o b/k.o\n" + plain + "main.o -L. -lk -Wl,-rpath,. -o shared && ./shared"),
      "host 3 4\n")
      << "the library carries it";
}

TEST_F(embedding, leaves_no_code_of_another_build) {
  works(build + "-c a/k.cpp -o a/k.o\n" + build + "-c b/k.cpp -o b/k.o\n" + plain + "-c main.cpp\n" + build +
        "main.o a/k.o b/k.o -o prog && ./prog");
  EXPECT_TRUE(has("prog.bmg/a-k/One_3.asm"));
  // One object anew with another factor, one without device code.
  write_factors(5, 6);
  EXPECT_EQ(works(build + "-c a/k.cpp -o a/k.o\n" + plain + "-c b/k.cpp -o b/k.o\n" + build +
                  "main.o a/k.o b/k.o -o prog && ./prog"),
            "host 5 6, bmg One<5>\n");
  EXPECT_TRUE(has("prog.bmg/k/One_5.asm"));
  EXPECT_FALSE(has("prog.bmg/a-k"));
  EXPECT_FALSE(has("prog.bmg/b-k"));
  EXPECT_FALSE(has("a/k.bmg/One_3.asm"));
  EXPECT_TRUE(has("a/k.bmg/One_5.asm"));
}

TEST_F(embedding, lets_one_set_of_flags_build_sources_without_kernels) {
  write(folder / "plain.cpp", "#include <cstdio>\nint main() { std::puts(\"ran\"); }\n");
  const toolchain::Outcome at_once = shell(build + "plain.cpp -o plain && ./plain");
  EXPECT_TRUE(at_once.succeeded()) << at_once.errors;
  EXPECT_EQ(at_once.output, "ran\n");
  EXPECT_EQ(at_once.errors, "xeforge-cxx: note: plain has no kernel for bmg\n");
  const toolchain::Outcome object = shell(build + "-c plain.cpp");
  EXPECT_TRUE(object.succeeded());
  EXPECT_EQ(object.errors, "");
  EXPECT_EQ(works(build + "plain.o -o again && ./again"), "ran\n");
}

TEST_F(embedding, leaves_no_object_where_device_code_cannot_be_made) {
  write(folder / "bad.cpp",
        "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\nvoid f(sycl::queue& q, int* p) {\n"
        "  q.single_task<class Bad>([=] { if (*p == 3) throw 1; });\n}\n");
  const toolchain::Outcome outcome = shell(build + "-c bad.cpp");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("xeforge-cxx: error: bad.cpp:4"), std::string::npos) << outcome.errors;
  EXPECT_FALSE(has("bad.o"));
}

TEST_F(embedding, is_refused_for_objects_that_are_no_machine_code) {
  const toolchain::Outcome outcome = shell(build + "-flto -c a/k.cpp -o k.o");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("k.o: got no object file of x86-64"), std::string::npos) << outcome.errors;
  EXPECT_FALSE(has("k.o"));
}

} // namespace
} // namespace xeforge::cli_tests
