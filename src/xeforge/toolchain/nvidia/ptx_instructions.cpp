#include "xeforge/toolchain/nvidia/ptx_instructions.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::nvidia {

using llvm::StringRef;
using llvm::Type;
using llvm::Value;

namespace {

constexpr const char* prefix = "xeforge.ptx.";

std::string mangled(Type* type) {
  if (type->isPointerTy())
    return "p" + std::to_string(type->getPointerAddressSpace());
  if (type->isIntegerTy())
    return "i" + std::to_string(type->getIntegerBitWidth());
  if (type->isVoidTy())
    return "v";
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    std::string name = "s";
    for (Type* member : structure->elements())
      name += mangled(member);
    return name;
  }
  return type->isHalfTy() ? "h" : type->isBFloatTy() ? "b" : type->isDoubleTy() ? "d" : "f";
}

llvm::FunctionCallee declared(llvm::Module& module, const std::string& name, Type* result,
                              llvm::ArrayRef<Value*> operands) {
  llvm::SmallVector<Type*> types;
  std::string full = llvm::formatv("{}{}!{}", prefix, name, mangled(result)).str();
  for (const Value* operand : operands) {
    types.push_back(operand->getType());
    full += "." + mangled(operand->getType());
  }
  return module.getOrInsertFunction(full, llvm::FunctionType::get(result, types, false));
}

// ---- as PTX ---------------------------------------------------------------------------------------------------------
struct Assembly {
  std::string text, constraints;
  bool has_effects = true;
};

// The letter of a register, and the type that values have in it.
char constraint_of(Type* type) {
  if (type->isPointerTy())
    return 'l'; // all addresses are made wide
  switch (type->getScalarSizeInBits()) {
  case 64:
    return type->isDoubleTy() ? 'd' : 'l';
  case 32:
    return type->isFloatTy() ? 'f' : 'r';
  default:
    return 'h';
  }
}

const char* memory_name(Type* pointer) {
  switch (pointer->getPointerAddressSpace()) {
  case 1:
    return ".global";
  case 3:
    return ".shared";
  default:
    return "";
  }
}

std::string bits_of(Type* type) { return std::to_string(type->getScalarSizeInBits()); }

// Registers have 16 bits at least.
std::string moved_bits(Type* type) { return type->getScalarSizeInBits() < 16 ? "16" : bits_of(type); }

// $0 is the first result or operand; on is always the last operand.
std::string under_predicate(unsigned on, const std::string& instruction, const std::string& before = {}) {
  return llvm::formatv("{{ .reg .pred on; {}setp.ne.b32 on, ${}, 0; @on {} }", before, on, instruction).str();
}

Assembly memory_assembly(StringRef operation, Type* result, llvm::ArrayRef<Type*> operands) {
  const std::string where = memory_name(operands[0]);
  if (operation == "load" || operation == "load.volatile") // (address, old, on)
    return {under_predicate(3, llvm::formatv("ld{}{}.b{} $0, [$1];", operation.drop_front(4), where, bits_of(result)),
                            llvm::formatv("mov.b{} $0, $2; ", moved_bits(result))),
            ""};
  if (operation == "store") // (address, value, on)
    return {under_predicate(2, llvm::formatv("st{}.b{} [$0], $1;", where, bits_of(operands[1]))), ""};
  if (operation == "prefetch") // (address, on)
    return {under_predicate(1, llvm::formatv("prefetch{}.L2 [$0];", where)), ""};
  if (!operation.consume_front("atomic."))
    llvm::report_fatal_error("no such instruction");
  // (address, operand, [new value], on)
  const bool exchanges = operands.size() == 4;
  return {under_predicate(exchanges ? 4 : 3,
                          llvm::formatv("atom{}.{} $0, [$1], $2{};", where, operation.str(), exchanges ? ", $3" : ""),
                          llvm::formatv("mov.b{} $0, 0; ", moved_bits(result))),
          ""};
}

// "INSTRUCTION" with {first, count} groups of registers: "mma... {0,4}, {4,4}, {8,2}, {0+12,4};"
std::string words_assembly(StringRef instruction) {
  std::string text;
  while (!instruction.empty()) {
    const auto [before, rest] = instruction.split('{');
    text += before;
    if (rest.empty())
      break;
    const auto [group, after] = rest.split('}');
    const auto [first, count] = group.split(',');
    unsigned from = 0, number = 0;
    first.getAsInteger(10, from);
    count.getAsInteger(10, number);
    text += "{";
    for (unsigned i = 0; i < number; ++i)
      text += (i > 0 ? ", $" : "$") + std::to_string(from + i);
    text += "}";
    instruction = after;
  }
  return text;
}

// ptxas takes -x and |x| of 16 bits for numbers that do not wrap: -32768 becomes 32768 where it is extended. So they are made of 32
// bits, and cut.
std::string of_32_bits(const char* operation) {
  return llvm::formatv("{{ .reg .b32 wide; cvt.s32.s16 wide, $1; {}.s32 wide, wide; cvt.u16.u32 $0, wide; }",
                       operation);
}

Assembly assembly_of(StringRef name, Type* result, llvm::ArrayRef<Type*> operands) {
  if (name == "exp2")
    return {"ex2.approx.ftz.f32 $0, $1;", "", false};
  if (name == "log2")
    return {"lg2.approx.f32 $0, $1;", "", false};
  if (name == "reciprocal")
    return {"rcp.approx.f32 $0, $1;", "", false};
  if (name == "to_tfloat32")
    return {"cvt.rna.tf32.f32 $0, $1;", "", false};
  if (name == "negative_short")
    return {of_32_bits("neg"), "", false};
  if (name == "absolute_short")
    return {of_32_bits("abs"), "", false};
  if (name.consume_front("words:"))
    return {words_assembly(name), "", false};
  return memory_assembly(name, result, operands);
}

void write(llvm::CallInst& call, StringRef name) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<Value*> operands;
  llvm::SmallVector<Type*> types, passed;
  // Halves as their bits, predicates as words, addresses as they are.
  for (Value* operand : call.args()) {
    if (operand->getType()->isVectorTy())
      llvm::report_fatal_error("an operand in several registers");
    types.push_back(operand->getType());
    if (operand->getType()->isIntegerTy(1))
      operand = builder.CreateZExt(operand, builder.getInt32Ty());
    else if (operand->getType()->isIntegerTy(8))
      operand = builder.CreateZExt(operand, builder.getInt16Ty());
    else if (operand->getType()->isHalfTy() || operand->getType()->isBFloatTy())
      operand = builder.CreateBitCast(operand, builder.getInt16Ty());
    else if (operand->getType()->isPointerTy() && operand->getType()->getPointerAddressSpace() == 3)
      operand = builder.CreatePtrToInt(operand, builder.getInt32Ty());
    operands.push_back(operand);
    passed.push_back(operand->getType());
  }
  Type* const result = call.getType();
  const Assembly assembly = assembly_of(name, result, types);
  std::string constraints;
  const auto add = [&](const std::string& constraint) { constraints += (constraints.empty() ? "" : ",") + constraint; };
  Type* made = result;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(result))
    for (Type* member : structure->elements())
      add(std::string("=") + constraint_of(member));
  else if (!result->isVoidTy()) {
    const bool is_narrow = result->getScalarSizeInBits() < 32;
    made = is_narrow ? builder.getInt16Ty() : result;
    add(std::string("=&") + constraint_of(made));
  }
  for (Type* type : passed)
    add(std::string(1, constraint_of(type)));
  if (assembly.has_effects)
    add("~{memory}");
  auto* const type = llvm::FunctionType::get(made, passed, false);
  const bool converges = name.starts_with("words:");
  llvm::CallInst* const written =
      builder.CreateCall(type, llvm::InlineAsm::get(type, assembly.text, constraints, assembly.has_effects), operands);
  written->addFnAttr(llvm::Attribute::NoUnwind);
  if (converges)
    written->addFnAttr(llvm::Attribute::Convergent);
  if (!assembly.has_effects)
    written->setDoesNotAccessMemory();
  Value* value = written;
  if (made != result)
    value = result->isIntegerTy() ? builder.CreateTrunc(value, result) : builder.CreateBitCast(value, result);
  call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

const char* name_of(PtxFunction function) {
  switch (function) {
  case PtxFunction::exp2:
    return "exp2";
  case PtxFunction::log2:
    return "log2";
  case PtxFunction::reciprocal:
    return "reciprocal";
  case PtxFunction::to_tfloat32:
    return "to_tfloat32";
  case PtxFunction::negative_short:
    return "negative_short";
  case PtxFunction::absolute_short:
    return "absolute_short";
  }
  return "";
}

} // namespace

Value* call_ptx(llvm::IRBuilder<>& builder, PtxFunction function, llvm::ArrayRef<Value*> operands) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  Type* const result = function == PtxFunction::to_tfloat32 ? builder.getInt32Ty() : operands[0]->getType();
  llvm::CallInst* const call = builder.CreateCall(declared(module, name_of(function), result, operands), operands);
  call->setDoesNotAccessMemory();
  return call;
}

Value* call_ptx_memory(llvm::IRBuilder<>& builder, const std::string& operation, Type* result,
                       llvm::ArrayRef<Value*> operands) {
  return builder.CreateCall(declared(*builder.GetInsertBlock()->getModule(), operation, result, operands), operands);
}

Value* call_ptx_words(llvm::IRBuilder<>& builder, const std::string& instruction, Type* result,
                      llvm::ArrayRef<Value*> operands) {
  return builder.CreateCall(declared(*builder.GetInsertBlock()->getModule(), "words:" + instruction, result, operands),
                            operands);
}

namespace {
// What LLVM writes as an instruction that does not do the same.
void call_ptx_for_signs(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    Value* number = nullptr;
    const bool is_negative = match(&instruction, llvm::PatternMatch::m_Neg(llvm::PatternMatch::m_Value(number)));
    if (!instruction.getType()->isIntegerTy(16) ||
        (!is_negative && !match(&instruction, llvm::PatternMatch::m_Intrinsic<llvm::Intrinsic::abs>(
                                                  llvm::PatternMatch::m_Value(number)))))
      continue;
    llvm::IRBuilder<> builder(&instruction);
    instruction.replaceAllUsesWith(
        call_ptx(builder, is_negative ? PtxFunction::negative_short : PtxFunction::absolute_short, number));
    instruction.eraseFromParent();
  }
}
} // namespace

void write_ptx_instructions(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    call_ptx_for_signs(function);
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!name.consume_front(prefix))
      continue;
    name = name.rsplit('!').first;
    for (llvm::User* user : llvm::make_early_inc_range(function.users()))
      write(*llvm::cast<llvm::CallInst>(user), name);
    function.eraseFromParent();
  }
}

} // namespace xeforge::toolchain::nvidia
