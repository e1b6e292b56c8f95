#include "sycl/detail/kernel_failure.hpp"

#include "sycl/detail/command_slot.hpp"
#include "sycl/exception.hpp"
#include "xeforge/machine/check_tools.hpp"
#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/machine/kernel_names.hpp"
#include "xeforge/machine/source_location.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

// "gemm.cpp:118", or empty without debug information. It is read by the checker's library beside the runtime, which a
// program loads only when a kernel fails.
static std::string location_of(const std::vector<const void*>& calls) {
  static const char mark = 0;
  Dl_info here{};
  if (calls.empty() || dladdr(&mark, &here) == 0 || here.dli_fname == nullptr)
    return "";
  const std::filesystem::path name = std::string("lib") + xeforge::machine::check_library + ".so." + XEFORGE_VERSION;
  void* const library =
      dlopen((std::filesystem::path(here.dli_fname).parent_path() / name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return "";
  const auto find = reinterpret_cast<xeforge::machine::SourceLocationText>(
      dlsym(library, xeforge::machine::source_location_function));
  char text[256] = "";
  if (find != nullptr)
    find(calls.data(), calls.size(), text, sizeof text);
  return text;
}

static const void* function_of(const CommandSlot& slot) {
  if (const auto* const launch = std::get_if<xeforge::runtime::RangeLaunch>(&slot.action))
    return reinterpret_cast<const void*>(launch->run_span);
  if (const auto* const launch = std::get_if<xeforge::runtime::GroupLaunch>(&slot.action))
    return reinterpret_cast<const void*>(launch->run_item);
  return nullptr;
}

std::exception_ptr failure_of_kernel(const CommandSlot& slot, const std::exception_ptr& failure) {
  const void* const function = function_of(slot);
  if (function == nullptr || slot.device_action)
    return failure;
  try {
    std::rethrow_exception(failure);
  } catch (const xeforge::Error& error) {
    const std::string name = xeforge::machine::name_of_kernel(function).name;
    std::string who = "kernel" + (name.empty() ? "" : " " + name), where;
    if (const auto* const refused = dynamic_cast<const xeforge::machine::KernelError*>(&error)) {
      who += refused->item().empty() ? "" : ", " + refused->item();
      where = location_of(refused->calls_of(function));
    }
    return std::make_exception_ptr(
        exception(make_error_code(errc::kernel), who + (where.empty() ? "" : ", " + where) + ": " + error.what()));
  } catch (...) {
    return failure;
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
