#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <string>
#include <utility>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// The number of bits of the type, and of its mantissa after the point.
struct Format {
  const char* name;
  unsigned bits, mantissa;
};
constexpr Format single{"float", 32, 23}, wide{"double", 64, 52};

std::string name_of(const Format& format) { return std::string("xeforge.remainder.") + format.name; }

// Long division of the mantissas, as many bits at a time as the integer has above a mantissa. Numbers are m * 2^(e - 1)
// in units of the smallest denormal; denormals have e = 1.
std::string text_of(const Format& format) {
  std::string text = R"(
define FLOAT @NAME(FLOAT %x, FLOAT %y) {
  %x.bits = bitcast FLOAT %x to INT
  %y.bits = bitcast FLOAT %y to INT
  %sign = and INT %x.bits, SIGN
  %a = xor INT %x.bits, %sign
  %b = and INT %y.bits, MAGNITUDE
  %b.is.zero = icmp eq INT %b, 0
  %b.is.nan = icmp ugt INT %b, INFINITY
  %a.is.endless = icmp uge INT %a, INFINITY
  %no.pair = or i1 %b.is.zero, %b.is.nan
  %no.result = or i1 %no.pair, %a.is.endless
  br i1 %no.result, label %none, label %some
none:
  ret FLOAT NAN
some:
  %is.rest = icmp ult INT %a, %b
  br i1 %is.rest, label %all, label %divide
all:
  ret FLOAT %x
divide:
  %a.field = lshr INT %a, MANTISSA
  %b.field = lshr INT %b, MANTISSA
  %a.low = and INT %a, LOW
  %b.low = and INT %b, LOW
  %a.full = or INT %a.low, IMPLICIT
  %b.full = or INT %b.low, IMPLICIT
  %a.is.small = icmp eq INT %a.field, 0
  %b.is.small = icmp eq INT %b.field, 0
  %a.mantissa = select i1 %a.is.small, INT %a.low, INT %a.full
  %b.mantissa = select i1 %b.is.small, INT %b.low, INT %b.full
  %a.exponent = select i1 %a.is.small, INT 1, INT %a.field
  %b.exponent = select i1 %b.is.small, INT 1, INT %b.field
  %distance = sub INT %a.exponent, %b.exponent
  %first = urem INT %a.mantissa, %b.mantissa
  br label %loop
loop:
  %left = phi INT [ %distance, %divide ], [ %left.after, %step ]
  %rest = phi INT [ %first, %divide ], [ %rest.after, %step ]
  %is.done = icmp eq INT %left, 0
  br i1 %is.done, label %done, label %step
step:
  %is.last = icmp ult INT %left, SPARE
  %count = select i1 %is.last, INT %left, INT SPARE
  %shifted = shl INT %rest, %count
  %rest.after = urem INT %shifted, %b.mantissa
  %left.after = sub INT %left, %count
  br label %loop
done:
  %zeros = call INT @llvm.ctlz.INT(INT %rest, i1 false)
  %to.implicit = sub INT %zeros, SPARE
  %room = sub INT %b.exponent, 1
  %is.denormal = icmp ult INT %room, %to.implicit
  %up = select i1 %is.denormal, INT %room, INT %to.implicit
  %normal = shl INT %rest, %up
  %exponent = sub INT %room, %up
  %field = shl INT %exponent, MANTISSA
  %number = add INT %field, %normal
  %is.zero = icmp eq INT %rest, 0
  %magnitude = select i1 %is.zero, INT 0, INT %number
  %result.bits = or INT %magnitude, %sign
  %result = bitcast INT %result.bits to FLOAT
  ret FLOAT %result
}
declare INT @llvm.ctlz.INT(INT, i1)
)";
  const auto number = [](llvm::APInt value) { return llvm::toString(value, 10, false); };
  const auto [name, bits, mantissa] = format;
  const std::pair<std::string, std::string> words[] = {
      {"FLOAT", name},
      {"NAME", name_of(format)},
      {"SIGN", number(llvm::APInt::getSignMask(bits))},
      {"MAGNITUDE", number(llvm::APInt::getSignedMaxValue(bits))},
      {"INFINITY", number(llvm::APInt::getBitsSet(bits, mantissa, bits - 1))},
      {"INT", "i" + std::to_string(bits)},
      {"NAN", "0x7FF8000000000000"},
      {"MANTISSA", std::to_string(mantissa)},
      {"LOW", number(llvm::APInt::getLowBitsSet(bits, mantissa))},
      {"IMPLICIT", number(llvm::APInt::getOneBitSet(bits, mantissa))},
      {"SPARE", std::to_string(bits - mantissa - 1)},
  };
  for (const auto& [word, value] : words)
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size())
      text.replace(at, word.size(), value);
  return text;
}

llvm::Function* remainder_of(llvm::Module& module, const Format& format) {
  if (module.getFunction(name_of(format)) == nullptr) {
    llvm::SMDiagnostic problem;
    auto source = llvm::parseAssemblyString(text_of(format), problem, module.getContext());
    source->setDataLayout(module.getDataLayout());
    source->setTargetTriple(module.getTargetTriple());
    llvm::Linker::linkModules(module, std::move(source));
  }
  return module.getFunction(name_of(format));
}

// The remainder of scalars. Halves are computed as floats, which can represent their remainders.
Value* remainder(llvm::IRBuilder<>& builder, llvm::Module& module, Value* x, Value* y) {
  llvm::Type *const type = x->getType(), *const computed = type->isDoubleTy() ? type : builder.getFloatTy();
  Value* const result = builder.CreateCall(remainder_of(module, type->isDoubleTy() ? wide : single),
                                           {builder.CreateFPExt(x, computed), builder.CreateFPExt(y, computed)});
  return builder.CreateFPTrunc(result, type);
}

Value* remainders(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
  llvm::Module& module = *instruction.getModule();
  Value *const x = instruction.getOperand(0), *const y = instruction.getOperand(1);
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (vector == nullptr)
    return remainder(builder, module, x, y);
  Value* result = llvm::PoisonValue::get(instruction.getType());
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane)
    result = builder.CreateInsertElement(
        result,
        remainder(builder, module, builder.CreateExtractElement(x, lane), builder.CreateExtractElement(y, lane)), lane);
  return result;
}

bool is_remainder(const llvm::Instruction& instruction) {
  const llvm::Type* const type = instruction.getType()->getScalarType();
  return instruction.getOpcode() == llvm::Instruction::FRem &&
         (type->isFloatTy() || type->isHalfTy() || type->isDoubleTy());
}

} // namespace

bool ExpandRemainders::change(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module)
    changed |= replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
      return is_remainder(instruction) ? remainders(builder, instruction) : nullptr;
    });
  for (const Format& format : {single, wide})
    if (llvm::Function* const function = module.getFunction(name_of(format))) {
      const llvm::SmallVector<llvm::User*> calls(function->users());
      for (llvm::User* call : llvm::reverse(calls)) {
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(*llvm::cast<llvm::CallInst>(call), info);
      }
      function->eraseFromParent();
    }
  return changed;
}

} // namespace xeforge::toolchain::lowering
