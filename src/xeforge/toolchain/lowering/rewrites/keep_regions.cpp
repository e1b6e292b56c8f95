#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <optional>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// Which elements of its source a read takes; nothing where that is known only when the kernel runs.
std::optional<llvm::SmallVector<int>> elements_of(const llvm::Instruction& instruction) {
  if (!name_of_call(&instruction).starts_with("llvm.genx.rdregion"))
    return std::nullopt;
  const auto& read = llvm::cast<llvm::CallInst>(instruction);
  const auto rows = rows_of(read, rdregion::vertical);
  const auto first = constant_argument(read, rdregion::offset);
  const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(read.getType());
  const unsigned bytes = read.getType()->getScalarSizeInBits() / 8;
  if (!rows || !first || bytes == 0 || *first % bytes != 0)
    return std::nullopt;
  llvm::SmallVector<int> elements;
  for (int i = 0; i < static_cast<int>(type == nullptr ? 1 : type->getNumElements()); ++i)
    elements.push_back(static_cast<int>(*first / bytes + rows->place_of(i)));
  return elements;
}

bool lie_evenly(llvm::ArrayRef<int> elements) {
  for (std::size_t i = 2; i < elements.size(); ++i)
    if (elements[i] - elements[i - 1] != elements[1] - elements[0])
      return false;
  return true;
}

// A vector put together of elements of another one.
struct Chosen {
  Value* source;
  llvm::SmallVector<int> elements;
};

// Also as smaller elements: the same bits under another type.
std::optional<Chosen> chosen(Value* value, llvm::IRBuilder<>& builder) {
  auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  auto* const read = llvm::dyn_cast<llvm::Instruction>(cast == nullptr ? value : cast->getOperand(0));
  auto elements = read == nullptr ? std::nullopt : elements_of(*read);
  if (!elements || !read->getType()->isVectorTy())
    return std::nullopt;
  Value* source = read->getOperand(rdregion::source);
  auto* const type = llvm::cast<llvm::FixedVectorType>(source->getType());
  if (llvm::any_of(*elements,
                   [&](int element) { return element < 0 || element >= static_cast<int>(type->getNumElements()); }))
    return std::nullopt;
  if (cast == nullptr)
    return Chosen{source, *elements};
  const unsigned bits = type->getScalarSizeInBits(), smaller = value->getType()->getScalarSizeInBits();
  if (!value->getType()->isVectorTy() || smaller >= bits)
    return std::nullopt;
  const unsigned parts = bits / smaller;
  Chosen result{builder.CreateBitCast(source, llvm::FixedVectorType::get(value->getType()->getScalarType(),
                                                                         type->getNumElements() * parts)),
                {}};
  for (const int element : *elements)
    for (int part = 0; part < static_cast<int>(parts); ++part)
      result.elements.push_back(element * static_cast<int>(parts) + part);
  return result;
}

// What a read of rows that another read has put together takes of the first vector.
Value* read_at_once(llvm::Instruction& read, llvm::IRBuilder<>& builder) {
  const auto elements = elements_of(read);
  const auto rows = elements ? chosen(read.getOperand(rdregion::source), builder) : std::nullopt;
  if (!rows || lie_evenly(rows->elements))
    return nullptr;
  llvm::SmallVector<int> taken;
  for (const int element : *elements) {
    if (element < 0 || element >= static_cast<int>(rows->elements.size()))
      return nullptr;
    taken.push_back(rows->elements[static_cast<std::size_t>(element)]);
  }
  return read.getType()->isVectorTy() ? builder.CreateShuffleVector(rows->source, taken)
                                      : builder.CreateExtractElement(rows->source, taken.front());
}

// A write of elements of 64 bits that lie four apart.
bool writes_far_apart(const llvm::Instruction& instruction) {
  if (!name_of_call(&instruction).starts_with("llvm.genx.wrregion"))
    return false;
  const auto& write = llvm::cast<llvm::CallInst>(instruction);
  const auto* const values = llvm::dyn_cast<llvm::FixedVectorType>(write.getArgOperand(wrregion::written)->getType());
  const auto rows = rows_of(write, wrregion::vertical);
  constexpr std::int64_t distance = 4;
  return values != nullptr && values->getNumElements() > 1 && values->getScalarSizeInBits() == 64 && rows &&
         (rows->columns == 1 ? rows->rows_apart : rows->columns_apart) == distance;
}

// The same write, element by element.
Value* written_one_by_one(const llvm::CallInst& write, llvm::IRBuilder<>& builder) {
  const Value* const values = write.getArgOperand(wrregion::written);
  const auto count = llvm::cast<llvm::FixedVectorType>(values->getType())->getNumElements();
  const Rows rows = *rows_of(write, wrregion::vertical);
  Value* result = write.getArgOperand(wrregion::old_vector);
  for (int i = 0; i < static_cast<int>(count); ++i)
    result = written_part(write, builder, result, {i}, rows.place_of(i),
                          {.rows_apart = 1, .columns = 1, .columns_apart = 1});
  return result;
}

} // namespace

bool KeepRegions::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    return writes_far_apart(instruction) ? written_one_by_one(llvm::cast<llvm::CallInst>(instruction), builder)
                                         : read_at_once(instruction, builder);
  });
}

} // namespace xeforge::toolchain::lowering
