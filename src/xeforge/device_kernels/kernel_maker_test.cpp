#include "xeforge/device_kernels/kernel_maker.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_images.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

namespace xeforge::device_kernels {
namespace {

namespace fs = std::filesystem;

void run_span(const void*, const std::size_t*, std::size_t, std::size_t) {}
void run_item(const void*, const machine::HardwareThread&) {}

constexpr devices::KernelRecord over_a_range{nullptr, run_span, nullptr, "", 24, 1, 0};
constexpr devices::KernelRecord over_groups{run_item, nullptr, nullptr, "", 24, 3, 0};
const std::vector<KernelHeader> headers{{"test::Double<", "double_kernel.hpp"}};
constexpr const char* name = "test::Double<float, 16>";

std::string refusal(KernelMaker& maker, const devices::KernelRecord& record, const std::string& kernel) {
  devices::Description device;
  device.name = "bmg";
  try {
    maker.make(device, record, kernel);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(kernel_source, launches_the_kernel_by_its_name_as_the_host_does) {
  const std::string ranged = kernel_source(headers[0], over_a_range, name);
  EXPECT_TRUE(contains(ranged, "#include \"double_kernel.hpp\"")) << ranged;
  EXPECT_TRUE(contains(ranged, "using Kernel = test::Double<float, 16>;")) << ranged;
  EXPECT_TRUE(contains(ranged, "sizeof(Kernel) == 24")) << ranged;
  EXPECT_TRUE(contains(ranged, "const sycl::range<1>& range")) << ranged;
  EXPECT_TRUE(contains(kernel_source(headers[0], over_groups, name), "const sycl::nd_range<3>& range"));
}

TEST(kernel_source, is_known_by_the_start_of_the_name) {
  EXPECT_EQ(header_of(headers, name), headers.data());
  EXPECT_EQ(header_of(headers, "test::Other<float>"), nullptr);
}

// Where no tools are, and no headers.
class MakerWithoutTools : public testing::Test {
protected:
  MakerSettings settings() const {
    return {.headers = headers, .tools = scratch.path(), .sources = scratch.path(), .folder = scratch.path() / "code"};
  }
  const toolchain::ScratchFolder scratch;
};

TEST_F(MakerWithoutTools, refuses_a_kernel_by_its_name_and_says_what_is_missing) {
  KernelMaker maker(settings());
  const std::string text = refusal(maker, over_a_range, name);
  EXPECT_TRUE(contains(text, "kernel: got test::Double<float, 16>, of which ")) << text;
  EXPECT_TRUE(contains(text, "has no code for bmg; expected code that was compiled before; the device tools")) << text;
  EXPECT_EQ(refusal(maker, over_a_range, name), text); // each time
  EXPECT_EQ(maker.failures().size(), 1u);
  EXPECT_TRUE(contains(refusal(maker, over_a_range, "test::Other<1>"), "expected a kernel whose source is known"));
  EXPECT_EQ(maker.failures().size(), 2u) << "a kernel that nobody told of is a failure too";
}

TEST_F(MakerWithoutTools, takes_what_is_kept_as_it_is) {
  const std::vector<std::byte> record(64, std::byte{5});
  KeptCode(scratch.path() / "code")
      .keep({"bmg", name, kernel_source(headers[0], over_a_range, name)}, {{"headers", "of another machine"}}, record);
  KernelMaker maker(settings());
  devices::Description device;
  device.name = "bmg";
  EXPECT_EQ(maker.make(device, over_a_range, name), record);
  EXPECT_EQ(maker.counts().taken, 1);
  EXPECT_EQ(maker.counts().compiled, 0);
}

// With the real tools; skipped where they are absent.
class MakerWithTools : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
    toolchain::write_text(scratch.path() / "double_kernel.hpp", R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
namespace test {
template <class T, int N>
struct Double {
  T* first;
  std::int64_t stride, offset;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    T* const at = first + item[0] * stride + offset;
    const sycl::ext::intel::esimd::simd<T, N> twice = sycl::ext::intel::esimd::block_load<T, N>(at) * T(2);
    sycl::ext::intel::esimd::block_store<T, N>(at, twice);
  }
};
}
)");
  }
  MakerSettings settings() const {
    return {.headers = headers,
            .tools = toolchain::default_tools_folder(),
            .sources = toolchain::headers_folder(),
            .folder = scratch.path() / "code",
            .before_sources = {scratch.path()}};
  }
  std::vector<std::byte> made(KernelMaker& maker) const {
    devices::Description device;
    device.name = "bmg";
    return maker.make(device, over_a_range, name);
  }
  const toolchain::ScratchFolder scratch;
};

TEST_F(MakerWithTools, compiles_once_and_then_takes_what_is_kept) {
  int told = 0;
  MakerSettings talking = settings();
  talking.compiling = [&told](const std::string& kernel, const std::string& device) {
    EXPECT_EQ(kernel, name);
    EXPECT_EQ(device, "bmg");
    ++told;
  };
  KernelMaker first(talking);
  const std::vector<std::byte> record = made(first);
  EXPECT_EQ(told, 1);
  const auto images = machine::read_device_images(record);
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ(images[0].device, "bmg");
  EXPECT_TRUE(contains(std::string(images[0].report), name));

  KernelMaker second(talking);
  EXPECT_EQ(made(second), record);
  EXPECT_EQ(told, 1);
  EXPECT_EQ(second.counts().taken, 1);
}

TEST_F(MakerWithTools, passes_on_what_the_compiler_says) {
  toolchain::write_text(scratch.path() / "double_kernel.hpp",
                        "namespace test { template <class, int> struct Single; }\n");
  KernelMaker maker(settings());
  EXPECT_TRUE(contains(refusal(maker, over_a_range, name), "kernel.cpp:7")) << refusal(maker, over_a_range, name);
}

} // namespace
} // namespace xeforge::device_kernels
