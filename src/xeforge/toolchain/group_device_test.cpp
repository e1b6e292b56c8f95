// What the items of a group share, as SYCL names it, on real machine code for bmg: local accessors, atomic references,
// group algorithms; and printf. With the real tools; skipped where they are absent.
#include "xeforge/toolchain/device_testing.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/tools/files.hpp"

namespace xeforge::toolchain {
namespace {

class GroupOnDevice : public WithDeviceTools {
protected:
  // Of a launch of 16 items over `to`, whose function holds the lines of `launch`.
  static Compiled compiled(const std::string& launch, std::uint32_t local_memory = 0) {
    const ScratchFolder scratch;
    write_text(scratch.path() / "one.cpp", "#include <sycl/sycl.hpp>\n"
                                           "#include <sycl/ext/intel/esimd.hpp>\n"
                                           "using namespace sycl;\n"
                                           "void launch(queue& q, int* to) {\n" +
                                               launch + "}\n");
    return compile(DeviceTools(default_tools_folder()), {.source = scratch.path() / "one.cpp",
                                                         .device = machine::device_model("bmg"),
                                                         .settings = default_settings(headers_folder()),
                                                         .local_memory = local_memory});
  }
  static std::string code_of(const std::string& body) {
    return compiled("q.parallel_for<class One>(nd_range<1>(16, 16), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {\n"
                    "const int me = item.get_local_id(0);\n" +
                    body + "\n});\n")
        .kernels.at(0)
        .assembly;
  }
  // With `local`, a local accessor of 16 numbers.
  static Compiled with_accessor(const std::string& body, std::uint32_t local_memory = 64) {
    return compiled("q.submit([&](handler& h) { local_accessor<int, 1> local(16, h);\n"
                    "h.parallel_for<class One>(nd_range<1>(16, 16), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {\n"
                    "const int me = item.get_local_id(0);\n" +
                        body + "\n}); });\n",
                    local_memory);
  }
};

TEST_F(GroupOnDevice, local_accessors_get_the_memory_that_is_asked_for) {
  const std::string swap = "local[me] = me; item.barrier(); to[me] = local[15 - me];";
  EXPECT_EQ(with_accessor(swap, 1024).kernels.at(0).report.slm_bytes, 1024u);
  try {
    with_accessor(swap, 0);
    FAIL() << "compiled";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("--local-memory BYTES"), std::string::npos) << error.what();
  }
}

TEST_F(GroupOnDevice, T25_memory_functions_take_local_accessors) {
  const std::string code = with_accessor("using namespace sycl::ext::intel::esimd;\n"
                                         "block_store<int, 4>(local, 0u, simd<int, 4>(me));\n"
                                         "scatter<int, 4>(local, simd<unsigned, 4>(16u, 4u), simd<int, 4>(2));\n"
                                         "barrier();\n"
                                         "block_store(to + 4 * me, block_load<int, 4>(local, 16u));")
                               .kernels.at(0)
                               .assembly;
  EXPECT_EQ(occurrences(code, "store\\.slm"), 2) << code;
  EXPECT_EQ(occurrences(code, "load\\.slm"), 1) << code;
}

TEST_F(GroupOnDevice, T25_elements_of_local_accessors_are_in_shared_local_memory) {
  const std::string code =
      with_accessor("local[me] = me; item.barrier(); to[me] = local[15 - me];").kernels.at(0).assembly;
  EXPECT_EQ(occurrences(code, "store\\.slm\\.d32\\.a32"), 1) << code;
  EXPECT_EQ(occurrences(code, "load\\.slm\\.d32\\.a32"), 1) << code;
  EXPECT_EQ(occurrences(code, "store\\.ugm\\.d32\\.a64"), 1) << code;
}

TEST_F(GroupOnDevice, T25_pointers_into_local_memory_are_offsets_in_their_low_32_bits) {
  const std::string code =
      with_accessor("const auto at = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(local.get_pointer()));\n"
                    "sycl::ext::intel::esimd::slm_block_store<int, 4>(at, to[0]);\n"
                    "item.barrier(); to[me] = *(local.get_multi_ptr<access::decorated::no>().get() + me);")
          .kernels.at(0)
          .assembly;
  EXPECT_EQ(occurrences(code, "store\\.slm\\.d64x2t\\.a32"), 1) << code;
  EXPECT_EQ(occurrences(code, "load\\.slm\\.d32\\.a32"), 1) << code;
}

TEST_F(GroupOnDevice, a_pointer_that_may_be_local_or_global_is_asked_at_run_time) {
  const std::string code =
      with_accessor("int* p = me & 1 ? &local[me] : to + me; *p = me; to[16 + me] = local[me];").kernels.at(0).assembly;
  EXPECT_GE(occurrences(code, "store\\.slm\\.d32\\.a32"), 1) << code;
  EXPECT_GE(occurrences(code, "store\\.ugm\\.d32\\.a64"), 2) << code;
}

TEST_F(GroupOnDevice, T20_atomic_references_have_the_fences_that_their_order_asks_for) {
  const auto code_of_atomic = [](const std::string& order, const std::string& space, const std::string& object) {
    return with_accessor("atomic_ref<int, memory_order::" + order + ", memory_scope::device, access::address_space::" +
                         space + "> a(" + object + "); to[me] = a.fetch_add(me);")
        .kernels.at(0)
        .assembly;
  };
  const std::string relaxed = code_of_atomic("relaxed", "global_space", "to[16]");
  EXPECT_EQ(occurrences(relaxed, "atomic_iadd\\.ugm\\.d32\\.a64"), 1) << relaxed;
  EXPECT_EQ(occurrences(relaxed, "fence\\."), 0) << relaxed;
  const std::string ordered = code_of_atomic("acq_rel", "global_space", "to[16]");
  EXPECT_EQ(occurrences(ordered, "fence\\.ugm\\.none\\.gpu"), 2) << ordered;
  const std::string local = code_of_atomic("acq_rel", "local_space", "local[3]");
  EXPECT_EQ(occurrences(local, "atomic_iadd\\.slm\\.d32\\.a32"), 1) << local;
  EXPECT_EQ(occurrences(local, "fence\\.slm\\.none\\.group"), 2) << local;
  EXPECT_EQ(occurrences(local, "fence\\.ugm"), 0) << local;
  // Which memory it is shows while compiling, after the fences for both are there.
  const std::string either = code_of_atomic("acq_rel", "generic_space", "local[3]");
  EXPECT_EQ(occurrences(either, "atomic_iadd\\.slm\\.d32\\.a32"), 1) << either;
  EXPECT_EQ(occurrences(either, "fence\\."), 4) << either;
}

TEST_F(GroupOnDevice, algorithms_pass_values_through_shared_local_memory) {
  const std::string code = code_of("to[me] = exclusive_scan_over_group(item.get_group(), to[me], plus<>());");
  EXPECT_EQ(occurrences(code, "store\\.slm\\.d32\\.a32"), 1) << code;
  EXPECT_GE(occurrences(code, "load\\.slm\\.d32"), 1) << code;
  EXPECT_EQ(occurrences(code, "signal barrier"), 2) << code;
}

TEST_F(GroupOnDevice, printf_writes_into_its_buffer) {
  const std::string code = code_of("static const char format[] = \"%d of %s: %f\\n\";\n"
                                   "ext::oneapi::experimental::printf(format, me, \"all\", 2.5);");
  EXPECT_GE(occurrences(code, "atomic_iadd\\.ugm"), 1) << code; // takes a piece of the buffer
  EXPECT_GE(occurrences(code, "store\\.ugm"), 1) << code;
}
TEST_F(GroupOnDevice, printf_takes_a_format_that_is_an_array_of_the_kernel) {
  const std::string code = code_of("const __attribute__((opencl_constant)) char format[] = \"item %d of many\\n\";\n"
                                   "ext::oneapi::experimental::printf(format, me);");
  EXPECT_GE(occurrences(code, "atomic_iadd\\.ugm"), 1) << code;
}

} // namespace
} // namespace xeforge::toolchain
