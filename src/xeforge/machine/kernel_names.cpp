#include "xeforge/machine/kernel_names.hpp"

#include <mutex>
#include <string_view>
#include <unordered_map>

namespace xeforge::machine {
namespace {

struct Names {
  std::mutex mutex;
  std::unordered_map<const void*, KernelName> by_function;
};
// Never destroyed: kernels may run until the very end.
Names& names() {
  static auto* const all = new Names; // NOLINT(cppcoreguidelines-owning-memory)
  return *all;
}

} // namespace

void name_kernel(const void* run, const char* signature, std::size_t object_bytes) {
  constexpr std::string_view before = "Name = ";
  std::string_view text = signature;
  if (const std::size_t start = text.find(before); start != text.npos)
    text = text.substr(start + before.size(), text.rfind(']') - start - before.size());
  Names& all = names();
  const std::lock_guard lock(all.mutex);
  // Another one's where a library was closed and the next one lies in its place.
  KernelName& known = all.by_function[run];
  if (known.name != text)
    known = {std::string(text), object_bytes};
}

KernelName name_of_kernel(const void* run) {
  Names& all = names();
  const std::lock_guard lock(all.mutex);
  const auto known = all.by_function.find(run);
  return known != all.by_function.end() ? known->second : KernelName();
}

} // namespace xeforge::machine
