#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::toolchain::lowering {
namespace {

constexpr llvm::StringRef printf_symbol = "_Z18__spirv_ocl_printfPKcz";

// The components of a mangled name, namespaces first: "_ZN1a1bIiEE" gives a, b.
std::vector<std::string_view> name_components(std::string_view symbol) {
  std::vector<std::string_view> components;
  if (!symbol.starts_with("_Z"))
    return components;
  symbol.remove_prefix(symbol.starts_with("_ZN") ? 3 : 2);
  while (!symbol.empty() && symbol[0] >= '0' && symbol[0] <= '9') {
    std::size_t length = 0;
    const auto [end, problem] = std::from_chars(symbol.data(), symbol.data() + symbol.size(), length);
    symbol.remove_prefix(static_cast<std::size_t>(end - symbol.data()));
    if (problem != std::errc() || length > symbol.size())
      return {};
    components.push_back(symbol.substr(0, length));
    symbol.remove_prefix(length);
  }
  return components;
}

} // namespace

std::optional<std::string> intrinsic_name(const llvm::Function& function) {
  const std::vector<std::string_view> parts = name_components(std::string_view(function.getName()));
  if (parts.size() < 4 || parts[0] != "xeforge" || parts[1] != "esimd" || parts[2] != "genx")
    return std::nullopt;
  const bool internal = parts.size() == 5 && parts[3] == "internal";
  if (!internal && parts.size() != 4)
    return std::nullopt;
  std::string name(parts.back());
  std::ranges::replace(name, '_', '.');
  return (internal ? "llvm.vc.internal." : "llvm.genx.") + name;
}

Meaning meaning_of(const llvm::Function& function) {
  constexpr std::array<std::pair<std::string_view, Meaning>, 5> needs{{{"slm_bytes", Meaning::slm_size},
                                                                       {"slm_piece", Meaning::slm_piece},
                                                                       {"slm_piece_end", Meaning::slm_piece_end},
                                                                       {"named_barriers", Meaning::named_barriers},
                                                                       {"barrier_row", Meaning::barrier_row}}};
  const llvm::StringRef symbol = function.getName();
  if (symbol.starts_with("llvm.genx.") || symbol.starts_with("llvm.vc.") || intrinsic_name(function))
    return Meaning::intrinsic;
  if (symbol == printf_symbol)
    return Meaning::print;
  const std::vector<std::string_view> parts = name_components(std::string_view(symbol));
  if (parts.size() == 4 && parts[0] == "xeforge" && parts[1] == "esimd" && parts[2] == "kernel_needs")
    for (const auto& [name, meaning] : needs)
      if (parts[3] == name)
        return meaning;
  return Meaning::unknown;
}

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

std::optional<long long> constant_argument(const llvm::CallBase& call, unsigned index) {
  const llvm::APInt* number = nullptr;
  if (index >= call.arg_size() ||
      !llvm::PatternMatch::match(call.getArgOperand(index), llvm::PatternMatch::m_APInt(number)))
    return std::nullopt;
  if (number->getBitWidth() == 1)
    return number->getBoolValue() ? 1 : 0;
  return number->trySExtValue();
}

} // namespace xeforge::toolchain::lowering
