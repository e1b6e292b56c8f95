#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace xeforge::toolchain::lowering {
namespace {

constexpr llvm::StringRef printf_symbol = "_Z18__spirv_ocl_printfPKcz";

struct Name {
  std::string scope, base; // "a::b" and "c" of the function or function template a::b::c
};

// Both are empty if the symbol is not that of a function.
Name name_of(const std::string& symbol) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction())
    return {};
  const auto taken = [](char* text) {
    const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
    return std::string(text == nullptr ? "" : text);
  };
  return {taken(demangler.getFunctionDeclContextName(nullptr, nullptr)),
          taken(demangler.getFunctionBaseName(nullptr, nullptr))};
}

} // namespace

std::optional<std::string> intrinsic_name(const llvm::Function& function) {
  auto [scope, name] = name_of(function.getName().str());
  const bool internal = scope == "xeforge::esimd::genx::internal";
  if (!internal && scope != "xeforge::esimd::genx")
    return std::nullopt;
  std::ranges::replace(name, '_', '.');
  return (internal ? "llvm.vc.internal." : "llvm.genx.") + name;
}

Meaning meaning_of(const llvm::Function& function) {
  constexpr std::array<std::pair<std::string_view, Meaning>, 6> needs{{{"slm_bytes", Meaning::slm_size},
                                                                       {"slm_piece", Meaning::slm_piece},
                                                                       {"slm_piece_end", Meaning::slm_piece_end},
                                                                       {"named_barriers", Meaning::named_barriers},
                                                                       {"barrier_row", Meaning::barrier_row},
                                                                       {"registers", Meaning::registers}}};
  const llvm::StringRef symbol = function.getName();
  if (symbol.starts_with("llvm.genx.") || symbol.starts_with("llvm.vc.") || intrinsic_name(function))
    return Meaning::intrinsic;
  if (symbol == printf_symbol)
    return Meaning::print;
  const auto [scope, base] = name_of(symbol.str());
  for (const auto& [name, meaning] : needs)
    if (scope == "xeforge::esimd::kernel_needs" && base == name)
      return meaning;
  return Meaning::unknown;
}

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

llvm::StringRef name_of_call(const llvm::Value* value) {
  const auto* const call = llvm::dyn_cast_or_null<llvm::CallBase>(value);
  return call == nullptr || call->getCalledFunction() == nullptr ? llvm::StringRef()
                                                                 : call->getCalledFunction()->getName();
}

llvm::CallInst* call_intrinsic(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                               llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments)
    types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      builder.GetInsertBlock()->getModule()->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  llvm::CallInst* const call = builder.CreateCall(callee, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

std::string name_of_type(const llvm::Type* type) {
  if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return llvm::formatv("v{}{}", vector->getNumElements(), name_of_type(vector->getElementType())).str();
  return llvm::formatv("{}{}", type->isIntegerTy() ? "i" : "f", type->getScalarSizeInBits()).str();
}

std::optional<long long> constant_of(const llvm::Value* value) {
  const llvm::APInt* number = nullptr;
  if (!llvm::PatternMatch::match(value, llvm::PatternMatch::m_APInt(number)))
    return std::nullopt;
  if (number->getBitWidth() == 1)
    return number->getBoolValue() ? 1 : 0;
  return number->trySExtValue();
}

std::optional<long long> constant_argument(const llvm::CallBase& call, unsigned index) {
  return index < call.arg_size() ? constant_of(call.getArgOperand(index)) : std::nullopt;
}

} // namespace xeforge::toolchain::lowering
