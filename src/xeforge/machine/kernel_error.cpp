#include "xeforge/machine/kernel_error.hpp"

#include <algorithm>
#include <unwind.h>

namespace xeforge::machine {
namespace {

// A kernel's own calls, and a few that the message was decoded by.
constexpr std::size_t most_calls = 64;

// As long as there is room.
_Unwind_Reason_Code remember(_Unwind_Context* frame, void* calls) {
  auto& all = *static_cast<std::vector<const void*>*>(calls);
  all.push_back(reinterpret_cast<const void*>(_Unwind_GetIP(frame)));
  return all.size() < all.capacity() ? _URC_NO_REASON : _URC_END_OF_STACK;
}

} // namespace

std::vector<const void*> calls_here(std::size_t most) {
  std::vector<const void*> calls;
  calls.reserve(most);
  _Unwind_Backtrace(&remember, &calls);
  return calls;
}

KernelError::KernelError(std::string_view argument, std::string_view got, std::string_view expected)
    : Error(argument, got, expected), calls_(calls_here(most_calls)) {}

std::vector<const void*> KernelError::calls_of(const void* run) const {
  const auto in_run = std::ranges::find_if(calls_, [&](const void* call) {
    return _Unwind_FindEnclosingFunction(const_cast<char*>(static_cast<const char*>(call)) - 1) == run; // NOLINT
  });
  return in_run == calls_.end() ? std::vector<const void*>() : std::vector(calls_.begin(), in_run + 1);
}

std::string text_of_item(std::size_t number, const std::array<std::size_t, 3>& range) {
  if (range[1] * range[2] == 1)
    return "item " + std::to_string(number);
  const std::size_t row = number / range[2];
  std::string text = "item (" + std::to_string(row / range[1]) + "," + std::to_string(row % range[1]);
  return text + (range[2] == 1 ? "" : "," + std::to_string(number % range[2])) + ")";
}

} // namespace xeforge::machine
