// Kernels of the programs that NVIDIA's cards do not take (docs/guide/nvidia.md says what is refused there).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace machine_code {

struct KernelNotOnCards {
  std::string_view kernel, why;
};

inline constexpr std::array not_on_cards{KernelNotOnCards{"S4", "matrix products of elements of 4 bits are refused"},
                                         KernelNotOnCards{"U2", "matrix products of elements of 2 bits are refused"},
                                         KernelNotOnCards{"S8S2", "matrix products of elements of 2 bits are refused"},
                                         KernelNotOnCards{"GlobalAtomics", "atomics of 16 bits are refused"},
                                         KernelNotOnCards{"RawMessages", "raw sends are refused"},
                                         KernelNotOnCards{"SpelledMessages", "raw sends are refused"},
                                         KernelNotOnCards{"Logarithms", "logarithms of the C library are refused"},
                                         KernelNotOnCards{"Fences", "fences that flush caches are refused"}};

constexpr bool is_left_out_on_cards(std::string_view kernel) {
  return std::ranges::any_of(not_on_cards, [&](const KernelNotOnCards& each) { return each.kernel == kernel; });
}

} // namespace machine_code
