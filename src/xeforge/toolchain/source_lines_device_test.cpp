// Lines of the source on real machine code. With the real tools; skipped where they are absent.
#include "xeforge/toolchain/binary/line_table.hpp"
#include "xeforge/toolchain/binary/messages.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"
#include "xeforge/toolchain/device_testing.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

class SourceLinesOnDevice : public WithDeviceTools {
protected:
  static Compiled compiled(const fs::path& source, RegisterFile registers, SourceLines lines,
                           std::shared_ptr<SharedFrontEnd> front_end = {}) {
    return compile(DeviceTools(default_tools_folder()), {.source = source,
                                                         .device = machine::device_model("bmg"),
                                                         .registers = registers,
                                                         .settings = default_settings(headers_folder()),
                                                         .lines = lines,
                                                         .front_end = std::move(front_end)});
  }
};

constexpr const char* squares = R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
namespace esimd = sycl::ext::intel::esimd;
void sum_of_squares(sycl::queue& queue, const float* from, float* to, int count) {
  queue.parallel_for<class Squares>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    esimd::simd<float, 16> sum = 0.0f;
    for (int i = 0; i < count; ++i) {
      esimd::simd<float, 16> piece;
      piece.copy_from(from + i * 16);
      sum += piece * piece;
    }
    sum.copy_to(to + item[0] * 16);
  });
}
)";

// The lines in the file itself that the instructions of an operation come from.
std::set<int> lines_of(const Compiled& compiled, const std::string& file, Operation operation) {
  std::set<int> lines;
  for (const CodeBlock& block : compiled.kernels.at(0).blocks)
    for (const Instruction& instruction : block.instructions)
      if (instruction.operation == operation)
        for (const SourceFrame& frame : compiled.locations.at(instruction.location).frames)
          if (frame.file == file) {
            lines.insert(frame.line);
            break;
          }
  return lines;
}

TEST_F(SourceLinesOnDevice, instructions_know_the_line_they_come_from) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "squares.cpp";
  write_text(source, squares);
  const Compiled result = compiled(source, RegisterFile::normal, SourceLines::kept);
  EXPECT_EQ(lines_of(result, source.string(), Operation::mad), (std::set<int>{10}));
  const std::set<int> messages = lines_of(result, source.string(), Operation::send);
  EXPECT_TRUE(messages.contains(9)) << "the load";
  EXPECT_TRUE(messages.contains(12)) << "the store";
  EXPECT_TRUE(lines_of(result, source.string(), Operation::cmp).contains(7));
}

// What is inlined keeps the frames on the way to the kernel.
TEST_F(SourceLinesOnDevice, a_location_has_every_frame_from_the_headers_to_the_kernel) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "squares.cpp";
  write_text(source, squares);
  const Compiled result = compiled(source, RegisterFile::normal, SourceLines::kept);
  const auto load = std::ranges::find_if(result.locations, [&](const SourceLocation& location) {
    return std::ranges::find(location.frames, SourceFrame{source.string(), 9}) != location.frames.end() &&
           location.frames.front().file.find("xeforge/esimd/") != std::string::npos;
  });
  ASSERT_NE(load, result.locations.end());
  EXPECT_EQ(load->function, "Squares");
  EXPECT_GE(load->frames.size(), 4u) << "a header of the extension, the kernel, and what launches it";
}

TEST_F(SourceLinesOnDevice, without_lines_no_instruction_has_a_location) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "squares.cpp";
  write_text(source, squares);
  const Compiled result = compiled(source, RegisterFile::normal, SourceLines::dropped);
  EXPECT_TRUE(result.locations.empty());
  EXPECT_TRUE(read_line_tables("squares", result.zebin).empty());
}

// Counting must not change what is counted: byte for byte, on the largest kernels that there are here.
TEST_F(SourceLinesOnDevice, the_machine_code_is_the_same_with_lines_and_without) {
  const fs::path source = headers_folder() / "xeforge/ops/attention/kernels/xe_device.cpp";
  const auto front_end = std::make_shared<SharedFrontEnd>(); // which always makes lines
  const Compiled with = compiled(source, RegisterFile::large, SourceLines::kept, front_end);
  const Compiled without = compiled(source, RegisterFile::large, SourceLines::dropped, front_end);
  const Zebin with_code = read_zebin("with", with.zebin), without_code = read_zebin("without", without.zebin);
  ASSERT_EQ(with_code.kernels.size(), without_code.kernels.size());
  for (std::size_t kernel = 0; kernel < with_code.kernels.size(); ++kernel) {
    EXPECT_TRUE(std::ranges::equal(with_code.kernels[kernel].instructions, without_code.kernels[kernel].instructions))
        << with_code.kernels[kernel].info.name;
    EXPECT_EQ(with.kernels[kernel].report.cycles, without.kernels[kernel].report.cycles);
  }
}

// The descriptors, read by us, against the words that the disassembler finds for them.
TEST_F(SourceLinesOnDevice, messages_are_read_as_the_disassembler_reads_them) {
  struct Words {
    MessageKind kind;
    std::vector<std::string> words; // all stand in the disassembler's text
  };
  const std::vector<Words> expected{{MessageKind::load_2d, {"load_block2d.", ".d"}},
                                    {MessageKind::load_2d_transformed, {"load_block2d.", "v."}},
                                    {MessageKind::load_2d_transposed, {"load_block2d.", "t."}},
                                    {MessageKind::prefetch_2d, {"load_block2d.", "rd:0"}},
                                    {MessageKind::store_2d, {"store_block2d."}},
                                    {MessageKind::prefetch, {" load.ugm.", "rd:0"}},
                                    {MessageKind::load_block, {" load.ugm.", "t.a64"}},
                                    {MessageKind::gather, {" load.ugm.", ".a64"}},
                                    {MessageKind::store_block, {" store.ugm.", "t.a64"}},
                                    {MessageKind::scatter, {" store.ugm.", ".a64"}},
                                    {MessageKind::slm_load_block, {" load.slm.", "t.a32"}},
                                    {MessageKind::slm_gather, {" load.slm.", ".a32"}},
                                    {MessageKind::slm_store_block, {" store.slm.", "t.a32"}},
                                    {MessageKind::slm_scatter, {" store.slm.", ".a32"}},
                                    {MessageKind::atomic, {" atomic_", ".ugm."}},
                                    {MessageKind::slm_atomic, {" atomic_", ".slm."}},
                                    {MessageKind::argument_load, {" load.ugm.", ".bti["}},
                                    {MessageKind::fence, {" fence."}},
                                    {MessageKind::barrier, {"signal barrier"}},
                                    {MessageKind::end_of_thread, {"end of thread"}}};
  std::set<MessageKind> seen;
  for (const char* name : {"blocks_2d", "memory", "group"}) {
    const Compiled result = compiled(headers_folder() / "xeforge/toolchain/test_kernels" / (std::string(name) + ".cpp"),
                                     RegisterFile::normal, SourceLines::dropped);
    for (const CompiledKernel& kernel : result.kernels) {
      std::vector<std::string> texts; // of the sends, in order
      const std::string& assembly = kernel.assembly;
      for (std::size_t at = 0; at < assembly.size(); at = assembly.find('\n', at) + 1) {
        const std::string line = assembly.substr(at, assembly.find('\n', at) - at);
        if (line.find(" send.") != line.npos)
          texts.push_back(line.substr(line.find("// ")));
      }
      std::size_t send = 0;
      for (const CodeBlock& block : kernel.blocks)
        for (const Instruction& instruction : block.instructions)
          if (instruction.is_send()) {
            ASSERT_LT(send, texts.size());
            const MessageKind kind = read_message(instruction, 64).kind;
            const auto words = std::ranges::find(expected, kind, &Words::kind);
            ASSERT_NE(words, expected.end()) << name_of(kind) << ": " << texts[send];
            for (const std::string& word : words->words)
              EXPECT_NE(texts[send].find(word), std::string::npos) << name_of(kind) << ": " << texts[send];
            seen.insert(kind);
            ++send;
          }
      EXPECT_EQ(send, texts.size());
    }
  }
  EXPECT_GE(seen.size(), 14u) << "the test kernels have lost messages";
}

} // namespace
} // namespace xeforge::toolchain
