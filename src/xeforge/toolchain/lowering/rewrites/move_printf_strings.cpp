#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {
namespace {

constexpr unsigned constant_memory = 2;
// The translator recognises printf by its name in OpenCL.
constexpr const char* lowered_symbol = "_Z18__spirv_ocl_printfPU3AS2Kcz";

// The constant character array at whose address the value points; null: another value.
const llvm::GlobalVariable* literal(const llvm::Value& value) {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  if (variable == nullptr || !variable->isConstant() || !variable->hasInitializer())
    return nullptr;
  const auto* const array = llvm::dyn_cast<llvm::ArrayType>(variable->getValueType());
  return array != nullptr && array->getElementType()->isIntegerTy(8) ? variable : nullptr;
}

llvm::Value* in_constant_memory(llvm::Value* argument) {
  const llvm::GlobalVariable* const text = argument->getType()->isPointerTy() ? literal(*argument) : nullptr;
  if (text == nullptr)
    return argument;
  llvm::Module& module = *const_cast<llvm::Module*>(text->getParent());
  auto* const copy = new llvm::GlobalVariable(module, text->getValueType(), true, llvm::GlobalValue::InternalLinkage,
                                              const_cast<llvm::Constant*>(text->getInitializer()), "xeforge.string",
                                              nullptr, llvm::GlobalValue::NotThreadLocal, constant_memory);
  copy->setAlignment(text->getAlign());
  return copy;
}

// The letters of the format's conversions, in the order of their arguments; '*' for a number that is a width or a
// precision.
std::string arguments_of(llvm::StringRef format) {
  std::string letters;
  for (std::size_t i = 0; i < format.size() && format[i] != 0; ++i) {
    if (format[i] != '%')
      continue;
    for (++i; i < format.size() && llvm::StringRef("-+ #0123456789.*hlLjzt").contains(format[i]); ++i)
      if (format[i] == '*')
        letters += '*';
    if (i < format.size() && format[i] != '%')
      letters += format[i];
  }
  return letters;
}

llvm::StringRef text_of(const llvm::GlobalVariable& literal) {
  const auto* const data = llvm::dyn_cast<llvm::ConstantDataSequential>(literal.getInitializer());
  return data == nullptr ? llvm::StringRef() : data->getRawDataValues(); // null: only zeros
}

// Intel's compiler crashes on what is refused here. Returns whether the call may stay.
bool expect_constants(llvm::CallInst& call) {
  const llvm::GlobalVariable* const format = literal(*call.getArgOperand(0));
  if (format == nullptr)
    return refuse(call, "a printf whose format is known only at run time", "a string literal"), false;
  unsigned argument = 0;
  for (const char letter : arguments_of(text_of(*format))) {
    ++argument;
    if (letter == '*')
      return refuse(call, "a printf whose width or precision is an argument ('*')", "a number in the format"), false;
    if (letter == 's' && argument < call.arg_size() && literal(*call.getArgOperand(argument)) == nullptr)
      return refuse(call, "a printf of a string that is known only at run time", "a string literal"), false;
  }
  return true;
}

// Null if some part of it is not constant.
llvm::Value* print_of_constants(llvm::CallInst& call, llvm::IRBuilder<>& builder) {
  if (!expect_constants(call))
    return nullptr;
  llvm::SmallVector<llvm::Value*> arguments;
  for (llvm::Value* argument : call.args())
    arguments.push_back(in_constant_memory(argument));
  auto* const type = llvm::FunctionType::get(call.getType(), {builder.getPtrTy(constant_memory)}, true);
  llvm::FunctionCallee printing = call.getModule()->getOrInsertFunction(lowered_symbol, type);
  llvm::cast<llvm::Function>(printing.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* const lowered = builder.CreateCall(printing, arguments);
  lowered->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return lowered;
}

} // namespace

bool MovePrintfStrings::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && call->getCalledFunction() != nullptr &&
                   meaning_of(*call->getCalledFunction()) == Meaning::print
               ? print_of_constants(*call, builder)
               : nullptr;
  });
}

} // namespace xeforge::toolchain::lowering
