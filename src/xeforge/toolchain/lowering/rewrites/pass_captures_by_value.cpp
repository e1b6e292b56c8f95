#include "xeforge/toolchain/lowering/locations.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <map>

namespace xeforge::toolchain::lowering {
namespace {

constexpr unsigned generic_address_space = 4;

// The scalars of an object, according to debug information: numbers and pointers with offsets in bytes.
class Parts {
public:
  explicit Parts(llvm::LLVMContext& context) : context_(context) {}

  void add(const llvm::DIType* type, std::uint64_t at) {
    if (const auto* const composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type))
      add_composite(*composite, at);
    else if (const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type))
      add_derived(*derived, at);
    else if (const auto* const basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type))
      add_number(*basic, at);
  }

  // The whole object as a structure, with bytes as padding.
  llvm::StructType* as_structure(std::uint64_t bytes) const {
    llvm::SmallVector<llvm::Type*> members;
    std::uint64_t end = 0;
    const auto fill_to = [&](std::uint64_t at) {
      if (at > end)
        members.push_back(llvm::ArrayType::get(llvm::Type::getInt8Ty(context_), at - end));
      end = std::max(end, at);
    };
    for (const auto& [at, part] : parts_) {
      if (at < end || at + part.bytes > bytes) // a union, or the description does not match the object
        continue;
      fill_to(at);
      members.push_back(part.type);
      end = at + part.bytes;
    }
    fill_to(bytes);
    return llvm::StructType::get(context_, members, true);
  }

private:
  struct Part {
    llvm::Type* type;
    std::uint64_t bytes;
  };

  void add_number(const llvm::DIBasicType& type, std::uint64_t at) {
    const auto bits = static_cast<unsigned>(type.getSizeInBits());
    const bool is_floating = type.getEncoding() == llvm::dwarf::DW_ATE_float;
    llvm::Type* const number = is_floating && bits == 32   ? llvm::Type::getFloatTy(context_)
                               : is_floating && bits == 64 ? llvm::Type::getDoubleTy(context_)
                                                           : llvm::Type::getIntNTy(context_, bits);
    if (bits == 8 || bits == 16 || bits == 32 || bits == 64)
      parts_.try_emplace(at, Part{number, bits / 8});
  }
  void add_derived(const llvm::DIDerivedType& type, std::uint64_t at) {
    switch (type.getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type:
    case llvm::dwarf::DW_TAG_reference_type:
      parts_.try_emplace(at, Part{llvm::PointerType::get(context_, generic_address_space), type.getSizeInBits() / 8});
      break;
    case llvm::dwarf::DW_TAG_member:
    case llvm::dwarf::DW_TAG_inheritance:
      if (!type.isStaticMember() && !type.isBitField())
        add(type.getBaseType(), at + type.getOffsetInBits() / 8);
      break;
    default:
      add(type.getBaseType(), at);
    }
  }
  void add_composite(const llvm::DICompositeType& type, std::uint64_t at) {
    if (type.getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
      add(type.getBaseType(), at);
    } else if (type.getTag() == llvm::dwarf::DW_TAG_array_type) {
      const std::uint64_t each = type.getBaseType() == nullptr ? 0 : type.getBaseType()->getSizeInBits() / 8;
      for (std::uint64_t i = 0; each != 0 && i < type.getSizeInBits() / 8 / each; ++i)
        add(type.getBaseType(), at + i * each);
    } else if (type.getTag() != llvm::dwarf::DW_TAG_union_type) {
      for (const llvm::DINode* element : type.getElements())
        if (const auto* const member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
            member != nullptr &&
            (member->getTag() == llvm::dwarf::DW_TAG_member || member->getTag() == llvm::dwarf::DW_TAG_inheritance))
          add(member, at);
    }
  }

  llvm::LLVMContext& context_;
  std::map<std::uint64_t, Part> parts_;
};

} // namespace

bool PassCapturesByValue::change(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !is_kernel(function) || function.arg_empty())
      continue;
    llvm::Argument& captures = *function.getArg(0);
    if (!captures.getType()->isPointerTy() || captures.hasByValAttr())
      continue;
    const llvm::DICompositeType* kernel = nullptr;
    for (const llvm::DISubprogram* inlined : inlined_functions(function))
      if (kernel == nullptr)
        kernel = kernel_called_by(*inlined);
    if (kernel == nullptr)
      continue;
    Parts parts(module.getContext());
    parts.add(kernel, 0);
    llvm::StructType* const structure = parts.as_structure(kernel->getSizeInBits() / 8);
    captures.removeAttr(llvm::Attribute::DeadOnReturn);
    captures.addAttr(llvm::Attribute::getWithByValType(module.getContext(), structure));
    captures.addAttr(llvm::Attribute::getWithAlignment(module.getContext(), llvm::Align(8)));
    changed = true;
  }
  return changed;
}

} // namespace xeforge::toolchain::lowering
