#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/registers.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <initializer_list>

namespace xeforge::toolchain::lowering {
namespace {

llvm::MDNode* numbers(llvm::LLVMContext& context, std::initializer_list<int> values) {
  llvm::SmallVector<llvm::Metadata*> parts;
  for (const int value : values)
    parts.push_back(
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::getSigned(llvm::Type::getInt32Ty(context), value)));
  return llvm::MDNode::get(context, parts);
}

// String attributes are only known to the C++ compiler. The vector compiler needs parameters without attributes.
llvm::AttributeList stripped(llvm::LLVMContext& context, llvm::AttributeList attributes) {
  llvm::AttributeMask of_function, of_values;
  of_function.addAttribute(llvm::Attribute::AlwaysInline);
  for (const llvm::Attribute attribute : attributes.getFnAttrs())
    if (attribute.isStringAttribute())
      of_function.addAttribute(attribute.getKindAsString());
  for (const auto kind : {llvm::Attribute::NoUndef, llvm::Attribute::SExt, llvm::Attribute::ZExt})
    of_values.addAttribute(kind);
  attributes = attributes.removeFnAttributes(context, of_function);
  for (const unsigned index : attributes.indexes())
    if (index != llvm::AttributeList::FunctionIndex)
      attributes = attributes.removeAttributesAtIndex(context, index, of_values);
  return attributes;
}

} // namespace

// Without VCFunction the vector compiler writes an empty file; without the size attributes (AssignResources) the sizes
// are silently lost.
bool MarkForVectorCompiler::change(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  for (llvm::Function& function : module) {
    const bool is_defined = !function.isDeclaration();
    const llvm::Attribute slm = function.getFnAttribute("VCSLMSize"),
                          barriers = function.getFnAttribute("VCNamedBarrierCount");
    const auto registers = static_cast<int>(function.getFnAttributeAsParsedInteger(registers_attribute));
    function.setAttributes(stripped(context, function.getAttributes()));
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->setAttributes(stripped(context, call->getAttributes()));
    if (is_defined)
      function.addFnAttr("VCFunction");
    for (const llvm::Attribute& size : {slm, barriers})
      if (size.isValid())
        function.addFnAttr(size);
    if (is_kernel(function))
      function.setMetadata("intel_reqd_sub_group_size", numbers(context, {1}));
    if (registers > 0) // without it the kernel has as many as the option says, which is for all kernels
      function.setMetadata("RegisterAllocMode", numbers(context, {registers}));
  }
  const auto describe = [&](const char* name, std::initializer_list<int> values) {
    llvm::NamedMDNode* const node = module.getOrInsertNamedMetadata(name);
    node->clearOperands();
    node->addOperand(numbers(context, values));
  };
  describe("spirv.MemoryModel", {2, 2}); // Physical64, OpenCL
  describe("opencl.spir.version", {1, 2});
  describe("opencl.ocl.version", {1, 0});
  describe("spirv.Source", {0, 100000}); // an unknown language
  return true;
}

} // namespace xeforge::toolchain::lowering
