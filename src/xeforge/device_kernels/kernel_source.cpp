#include "xeforge/device_kernels/kernel_source.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>

namespace xeforge::device_kernels {

const KernelHeader* header_of(std::span<const KernelHeader> headers, std::string_view name) {
  const auto found =
      std::ranges::find_if(headers, [&](const KernelHeader& header) { return name.starts_with(header.start); });
  return found == headers.end() ? nullptr : &*found;
}

std::string kernel_source(const KernelHeader& header, const devices::KernelRecord& record, const std::string& name) {
  if (record.takes_constants != 0)
    throw Error("kernel", name + ", which takes specialization constants", "a kernel without");
  const bool has_groups = record.run_item != nullptr;
  const std::string range =
      std::string(has_groups ? "sycl::nd_range<" : "sycl::range<") + std::to_string(record.dimensions) + ">";
  // First what parsed headers may be kept of (XEFORGE_PCH_DIR).
  return "// One kernel of xeforge's operators, as device code is made of it.\n"
         "#include <sycl/ext/intel/esimd.hpp>\n"
         "#include <sycl/sycl.hpp>\n\n"
         "#include \"" +
         std::string(header.header) +
         "\"\n\n"
         "using Kernel = " +
         name +
         ";\n"
         "static_assert(sizeof(Kernel) == " +
         std::to_string(record.object_bytes) +
         ");\n\n"
         "void launch(sycl::queue& queue, const " +
         range +
         "& range, const Kernel& kernel) {\n"
         "  queue.parallel_for(range, kernel);\n"
         "}\n";
}

} // namespace xeforge::device_kernels
