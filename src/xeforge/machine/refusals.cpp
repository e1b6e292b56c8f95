#include "xeforge/machine/refusals.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/thread.hpp"

#include <string>

namespace xeforge::machine {

void refuse_without_group(const char* what) {
  throw Error(what, "a kernel without work-groups", "a kernel launched over an nd_range");
}
void refuse_slm_access(std::uint64_t offset, std::uint64_t size, std::uint32_t claimed) {
  throw Error("slm", "an access to bytes " + std::to_string(offset) + " to " + std::to_string(offset + size),
              "offsets within the " + std::to_string(claimed) + " bytes of slm_init");
}
void refuse_slm_size(std::uint32_t bytes, std::uint32_t capacity) {
  throw Error("slm_init", std::to_string(bytes) + " bytes", "at most " + std::to_string(capacity));
}
void refuse_barrier_count(std::uint32_t count) {
  throw Error("named_barrier_init", std::to_string(count) + " named barriers",
              "at most " + std::to_string(named_barriers));
}

} // namespace xeforge::machine
