#include "xeforge/toolchain/nvidia/warp_module.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/lowering/analyses.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"
#include "xeforge/toolchain/nvidia/ptx_instructions.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace xeforge::toolchain::nvidia {
namespace {

constexpr const char* triple = "nvptx64-nvidia-cuda";
constexpr const char* ptx_version = "+ptx80";

// ---- before: variables of a hardware thread become variables of the kernel
// --------------------------------------------
bool uses(const llvm::Value& value, const llvm::Function& function) {
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return instruction != nullptr ? instruction->getFunction() == &function : uses(*user, function);
  });
}

void make_locals(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (variable.isConstant() || variable.getAddressSpace() != spir::private_memory)
      continue;
    llvm::convertUsersOfConstantsToInstructions({&variable});
    for (llvm::Function& function : module) {
      if (function.isDeclaration() || !uses(variable, function))
        continue;
      llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
      llvm::AllocaInst* const local = builder.CreateAlloca(variable.getValueType());
      local->setAlignment(variable.getAlign().valueOrOne());
      if (variable.hasInitializer() && !llvm::isa<llvm::UndefValue>(variable.getInitializer()))
        builder.CreateStore(variable.getInitializer(), local);
      variable.replaceUsesWithIf(local, [&](const llvm::Use& use) {
        const auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return user != nullptr && user->getFunction() == &function;
      });
    }
  }
}

// The vector compiler's reads and writes of variables that are bound to registers are plain ones here.
void use_plain_accesses(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool reads = function.getName().starts_with("llvm.genx.vload"),
               writes = function.getName().starts_with("llvm.genx.vstore");
    if (!reads && !writes)
      continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* const call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      if (writes)
        builder.CreateStore(call->getArgOperand(0), call->getArgOperand(1));
      else
        call->replaceAllUsesWith(builder.CreateLoad(call->getType(), call->getArgOperand(0)));
      call->eraseFromParent();
    }
  }
}

// Copies and fills of a known size are loads and stores of what their alignment allows.
std::uint64_t unit_of(std::uint64_t bytes, llvm::MaybeAlign one, llvm::MaybeAlign other) {
  const std::uint64_t aligned = std::min(one.valueOrOne(), other.valueOrOne()).value();
  std::uint64_t unit = 8;
  while (unit > aligned || bytes % unit != 0)
    unit /= 2;
  return unit;
}

llvm::Value* at_byte(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t byte) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, byte);
}

void write_out(llvm::MemCpyInst& copy, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&copy);
  const std::uint64_t unit = unit_of(bytes, copy.getDestAlign(), copy.getSourceAlign());
  for (std::uint64_t at = 0; at < bytes; at += unit)
    builder.CreateAlignedStore(builder.CreateAlignedLoad(builder.getIntNTy(static_cast<unsigned>(8 * unit)),
                                                         at_byte(builder, copy.getSource(), at), llvm::Align(unit)),
                               at_byte(builder, copy.getDest(), at), llvm::Align(unit));
}

void write_out(llvm::MemSetInst& fill, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&fill);
  const std::uint64_t unit = unit_of(bytes, fill.getDestAlign(), fill.getDestAlign());
  const auto bits = static_cast<unsigned>(8 * unit);
  llvm::Value* const repeated = builder.CreateMul(builder.CreateZExt(fill.getValue(), builder.getIntNTy(bits)),
                                                  builder.getInt(llvm::APInt::getSplat(bits, llvm::APInt(8, 1))));
  for (std::uint64_t at = 0; at < bytes; at += unit)
    builder.CreateAlignedStore(repeated, at_byte(builder, fill.getDest(), at), llvm::Align(unit));
}

constexpr std::uint64_t most_written_out = 4096; // bytes; what is longer is refused as other unknown calls are

void write_out_copies(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const access = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
      const auto* const length = access == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(access->getLength());
      if (length == nullptr || access->isVolatile() || length->getValue().ugt(most_written_out))
        continue;
      if (auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(access)) {
        write_out(*copy, length->getZExtValue());
        copy->eraseFromParent();
      } else if (auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(access)) {
        write_out(*fill, length->getZExtValue());
        fill->eraseFromParent();
      }
    }
}

void take_apart_variables(llvm::Module& module) {
  lowering::Analyses analyses;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::ModifyCFG)));
  passes.run(module, analyses.modules);
}

std::unique_ptr<llvm::TargetMachine> target_machine(const std::string& processor) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string problem;
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(llvm::Triple(triple), problem);
  if (target == nullptr)
    throw Error("LLVM of the device tools", "'" + problem + "'", "one that writes PTX");
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(llvm::Triple(triple), processor, ptx_version,
                                                                          options, std::nullopt, std::nullopt,
                                                                          llvm::CodeGenOptLevel::Aggressive));
}

// Instructions that only this processor has are of another name of it.
std::string processor_of(const llvm::Module& module, const std::string& processor) {
  return module.getNamedMetadata(processor_only) == nullptr ? processor : processor + "a";
}

// A block has sixteen barriers; number 0 is the group's own, a named one is the next of its number.
constexpr std::uint32_t most_named_barriers = 15;

void refuse_too_many_barriers(const llvm::Function& kernel, const LoweredModule& lowered) {
  const auto known =
      llvm::find_if(lowered.kernels, [&](const LoweredKernel& each) { return each.name == kernel.getName(); });
  if (known != lowered.kernels.end() && known->named_barriers > most_named_barriers)
    lowering::refuse(kernel, std::to_string(known->named_barriers) + " named barriers",
                     llvm::formatv("at most {} in a kernel for NVIDIA's GPUs", most_named_barriers));
}

void verify(const llvm::Module& module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream))
    throw Error("distributed IR", "'" + problems.substr(0, problems.find('\n')) + "'",
                "IR that LLVM's verifier accepts");
}

} // namespace

void distribute(llvm::Module& module, LoweredModule& lowered, UnfitKernels unfit) {
  lowering::Refusals refusals(module.getContext());
  use_plain_accesses(module);
  make_locals(module);
  write_out_copies(module);
  take_apart_variables(module);
  TargetTypes types;
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module)
    if (lowering::is_kernel(function))
      kernels.push_back(&function);
  std::optional<Error> first;
  for (llvm::Function* kernel : kernels) {
    const std::string name = kernel->getName().str();
    refuse_too_many_barriers(*kernel, lowered);
    llvm::Function* const made = Distribution(*kernel, types).run();
    kernel->eraseFromParent();
    if (refusals.entries().empty())
      continue;
    const Error& error = refusals.entries()[0].error;
    if (unfit == UnfitKernels::refused)
      throw Error(error);
    if (!first)
      first = error;
    lowered.left_out.emplace_back(error.what());
    std::erase_if(lowered.kernels, [&](const LoweredKernel& each) { return each.name == name; });
    made->eraseFromParent();
    refusals.clear();
  }
  if (lowered.kernels.empty() && first)
    throw Error(*first);
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel && !function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
}

void optimise(llvm::Module& module, const std::string& processor) {
  const std::unique_ptr<llvm::TargetMachine> machine = target_machine(processor_of(module, processor));
  module.setTargetTriple(llvm::Triple(triple));
  module.setDataLayout(machine->createDataLayout());
  if (llvm::NamedMDNode* flags = module.getNamedMetadata("llvm.module.flags"))
    flags->eraseFromParent();
  verify(module);
  lowering::Analyses analyses(machine.get());
  analyses.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(module, analyses.modules);
}

std::string write_ptx(llvm::Module& module, const std::string& processor) {
  write_ptx_instructions(module);
  verify(module);
  const std::unique_ptr<llvm::TargetMachine> machine = target_machine(processor_of(module, processor));
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  const lowering::Refusals refusals(module.getContext());
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    throw Error("LLVM of the device tools", "no writer of PTX", "one");
  passes.run(module);
  if (!refusals.entries().empty())
    throw Error(refusals.entries()[0].error);
  return text.str().str();
}

} // namespace xeforge::toolchain::nvidia
