#include "programs.hpp"

#include <algorithm>

namespace fidelity {
namespace {

// What uses may stand on. In a kernel: pointers to the same memory as elements of several types, registers read from
// it, and keep, which writes a result so that the compiler cannot drop it.
constexpr const char* program_start = R"(#include <CL/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>

#include <sstream>
#include <vector>

using namespace sycl::ext::intel::esimd;
using namespace sycl::ext::intel::experimental::esimd;
namespace esimd = sycl::ext::intel::esimd;
using sycl::half;
using sycl::ext::oneapi::bfloat16;

)";
constexpr const char* kernel_start = R"(
  float* const f = static_cast<float*>(memory);
  int* const i = static_cast<int*>(memory);
  uint32_t* const u = static_cast<uint32_t*>(memory);
  half* const h = static_cast<half*>(memory);
  const auto f16 = [=] { return block_load<float, 16>(f); };
  const auto h16 = [=] { return block_load<half, 16>(h + 64); };
  const auto bf16 = [=] { return block_load<bfloat16, 16>(reinterpret_cast<bfloat16*>(h + 96)); };
  const auto i16 = [=] { return block_load<int, 16>(i + 64); };
  const auto u16 = [=] { return block_load<uint32_t, 16>(u + 96); };
  const auto keep = [=](auto kept) {
    if constexpr (std::is_same_v<decltype(kept), simd_mask<decltype(kept)::length>>)
      block_store(i + 1024, simd<int, decltype(kept)::length>(kept));
    else
      block_store(reinterpret_cast<typename decltype(kept)::element_type*>(i + 1024), kept);
  };
)";

bool is_taken(const Entry& entry, Side side) {
  return side == Side::host || (entry.device == "lowered" && (side == Side::xe || entry.nvidia.empty()));
}
bool is_in_group_kernel(const Entry& entry, Side side) { return entry.where == Where::kernel && is_taken(entry, side); }

std::string declarations(const Table& table, Side side) {
  std::string text;
  for (const Group& group : table.groups)
    for (const Entry& entry : group.entries)
      if (!entry.declare.empty() && is_taken(entry, side))
        text += entry.declare + "\n";
  return text;
}

std::string kernel(const std::string& name, const std::string& uses) {
  return "void launch_" + name +
         "(sycl::queue& queue, void* memory) {\n"
         "  queue.parallel_for<class " +
         name + ">(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {\n  (void)item;" +
         kernel_start + uses + "  }).wait();\n}\n\n";
}
std::string block(const std::string& use) { return "  { " + use + " }\n"; }

// The functions that hold the uses; adds their names to `functions`.
std::string functions_of(const Table& table, Side side, std::vector<std::string>& functions) {
  std::string text;
  for (std::size_t g = 0; g < table.groups.size(); ++g) {
    const std::string number = "Group" + std::to_string(g);
    std::string uses;
    for (std::size_t e = 0; e < table.groups[g].entries.size(); ++e) {
      const Entry& entry = table.groups[g].entries[e];
      const std::string name = number + "Entry" + std::to_string(e);
      if (is_in_group_kernel(entry, side)) {
        uses += block(entry.use);
      } else if (entry.where == Where::own_kernel && is_taken(entry, side)) {
        text += kernel(name, block(entry.use));
        functions.push_back(name);
      } else if ((entry.where == Where::launch && is_taken(entry, side)) ||
                 (entry.where == Where::program && side == Side::host)) {
        text += "void launch_" + name + "(sycl::queue& queue, void* memory) {\n  (void)memory;\n" + block(entry.use) +
                "  queue.wait();\n}\n\n";
        functions.push_back(name);
      }
    }
    if (!uses.empty()) {
      text += kernel(number, uses);
      functions.push_back(number);
    }
  }
  return text;
}

} // namespace

std::string host_program(const Table& table) {
  std::vector<std::string> functions;
  std::string text = program_start + declarations(table, Side::host) + functions_of(table, Side::host, functions);
  text += "int main() {\n  sycl::queue queue;\n  std::vector<char> memory(1 << 20);\n";
  for (const std::string& function : functions)
    text += "  launch_" + function + "(queue, memory.data());\n";
  return text + "}\n";
}

std::string device_program(const Table& table, Side side) {
  std::vector<std::string> functions;
  return program_start + declarations(table, side) + functions_of(table, side, functions);
}

std::string refused_program(const Table& table, const Entry& refused, Side side) {
  Table one = table;
  for (Group& group : one.groups)
    for (Entry& entry : group.entries) {
      if (entry.use == refused.use) {
        entry.nvidia.clear();
        if (entry.where == Where::refused_call)
          entry.where = Where::kernel;
        entry.device = "lowered";
      } else {
        entry.where = Where::program; // of the others only what they declare
      }
    }
  return device_program(one, side);
}

AbsentNames absent_names(const Table& table, Where where) {
  AbsentNames absent;
  absent.program = program_start;
  absent.program += "void uses(void* memory, sycl::nd_item<1> item, sycl::handler& commands) {";
  absent.program += kernel_start;
  absent.first_line = 1 + static_cast<int>(std::ranges::count(absent.program, '\n'));
  for (const Group& group : table.groups)
    for (const Entry& entry : group.entries)
      if (entry.where == where) {
        absent.program += block(entry.use);
        absent.entries.push_back(entry);
      }
  absent.program += "}\n";
  return absent;
}

} // namespace fidelity
