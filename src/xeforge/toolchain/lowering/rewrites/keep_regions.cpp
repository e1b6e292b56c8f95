#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/moves.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <optional>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

bool lie_evenly(llvm::ArrayRef<int> elements) {
  for (std::size_t i = 2; i < elements.size(); ++i)
    if (elements[i] - elements[i - 1] != elements[1] - elements[0])
      return false;
  return true;
}

// A vector made of elements of another one.
struct Chosen {
  Value* source;
  llvm::SmallVector<int> elements;
};

constexpr int undefined = -1; // an element of a shuffle

// The same bits as narrower elements.
Chosen as_smaller(const Chosen& whole, llvm::Type* element, llvm::IRBuilder<>& builder) {
  const int parts = static_cast<int>(whole.source->getType()->getScalarSizeInBits() / element->getScalarSizeInBits());
  Chosen result{builder.CreateBitCast(whole.source, as_elements(whole.source->getType(), element)), {}};
  for (const int first : whole.elements)
    for (int part = 0; part < parts; ++part)
      result.elements.push_back(first == undefined ? undefined : first * parts + part);
  return result;
}

// The elements that a region read or a shuffle of one vector chooses.
std::optional<Chosen> chosen_elements(const llvm::Instruction& instruction) {
  if (auto elements = is_read(instruction) ? elements_of(instruction) : std::nullopt)
    return Chosen{instruction.getOperand(rdregion::source), std::move(*elements)};
  const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
  return shuffle != nullptr && llvm::isa<llvm::UndefValue>(shuffle->getOperand(1))
             ? std::optional(Chosen{shuffle->getOperand(0), llvm::SmallVector<int>(shuffle->getShuffleMask())})
             : std::nullopt;
}

// The elements of everything that the vector compiler treats as a region read: a region read, a shuffle, or a
// truncation of integers.
std::optional<Chosen> chosen_by(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  if (!instruction.getType()->isVectorTy())
    return std::nullopt;
  if (auto chosen = chosen_elements(instruction))
    return chosen;
  auto* const cut = llvm::dyn_cast<llvm::TruncInst>(&instruction);
  if (cut == nullptr || cut->getType()->getScalarSizeInBits() < 8)
    return std::nullopt;
  const int parts = static_cast<int>(cut->getSrcTy()->getScalarSizeInBits() / cut->getType()->getScalarSizeInBits());
  Chosen result{
      builder.CreateBitCast(cut->getOperand(0), as_elements(cut->getSrcTy(), cut->getType()->getScalarType())), {}};
  for (int i = 0; i < static_cast<int>(llvm::cast<llvm::FixedVectorType>(cut->getType())->getNumElements()); ++i)
    result.elements.push_back(i * parts);
  return result;
}

// The same, also through a bitcast to narrower elements.
std::optional<Chosen> chosen(Value* value, llvm::IRBuilder<>& builder) {
  auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  auto* const read = llvm::dyn_cast<llvm::Instruction>(cast == nullptr ? value : cast->getOperand(0));
  if (read == nullptr || !value->getType()->isVectorTy() ||
      (cast != nullptr && value->getType()->getScalarSizeInBits() >= read->getType()->getScalarSizeInBits()))
    return std::nullopt;
  auto result = chosen_by(*read, builder);
  if (!result)
    return std::nullopt;
  const auto count = llvm::cast<llvm::FixedVectorType>(result->source->getType())->getNumElements();
  if (llvm::any_of(result->elements,
                   [&](int element) { return element < undefined || element >= static_cast<int>(count); }))
    return std::nullopt;
  return cast == nullptr ? std::move(result) : as_smaller(*result, value->getType()->getScalarType(), builder);
}

// The given elements of a vector, each moved separately.
Value* taken_one_by_one(Value* source, llvm::ArrayRef<int> elements, llvm::IRBuilder<>& builder) {
  Value* result = llvm::PoisonValue::get(
      llvm::FixedVectorType::get(source->getType()->getScalarType(), static_cast<unsigned>(elements.size())));
  for (unsigned i = 0; i < elements.size(); ++i)
    if (elements[i] >= 0)
      result = write_elements(builder, result, builder.CreateShuffleVector(source, elements[i]), i);
  return result;
}

// 64-bit elements with a stride of four: the finaliser crashes on moves of these.
bool lie_far_apart(const Value& source, llvm::ArrayRef<int> elements) {
  for (std::size_t i = 1; i < elements.size(); ++i)
    if (source.getType()->getScalarSizeInBits() == 64 && elements[i] - elements[i - 1] == 4)
      return true;
  return false;
}

// Replaces a read of the result of another read by one read of the first vector.
Value* read_at_once(llvm::Instruction& read, llvm::IRBuilder<>& builder) {
  const auto elements = is_read(read) ? elements_of(read) : std::nullopt;
  const auto rows = elements ? chosen(read.getOperand(rdregion::source), builder) : std::nullopt;
  if (!rows || lie_evenly(rows->elements))
    return nullptr;
  llvm::SmallVector<int> taken;
  for (const int element : *elements) {
    if (element < 0 || element >= static_cast<int>(rows->elements.size()))
      return nullptr;
    taken.push_back(rows->elements[static_cast<std::size_t>(element)]);
  }
  if (!read.getType()->isVectorTy())
    return builder.CreateExtractElement(rows->source, taken.front());
  return lie_far_apart(*rows->source, taken) ? taken_one_by_one(rows->source, taken, builder)
                                             : builder.CreateShuffleVector(rows->source, taken);
}

// The stride of the written elements; 0: it is not constant, or not known.
std::int64_t distance_of(const llvm::CallInst& write) {
  const auto rows = rows_of(write, wrregion::vertical);
  return !rows ? 0 : rows->columns == 1 ? rows->rows_apart : rows->columns_apart;
}

// A write of 64-bit elements with a stride of four, in its own vector or in a vector into which that is then written.
bool writes_far_apart(const llvm::Instruction& instruction, std::int64_t distance = 1) {
  if (!is_write(instruction))
    return false;
  const auto& write = llvm::cast<llvm::CallInst>(instruction);
  const auto* const values = llvm::dyn_cast<llvm::FixedVectorType>(write.getArgOperand(wrregion::written)->getType());
  if (values == nullptr || values->getNumElements() == 1 || values->getScalarSizeInBits() != 64)
    return false;
  const std::int64_t apart = distance * distance_of(write);
  return apart == 4 || (apart != 0 && apart < 4 &&
                        llvm::any_of(
                            write.uses(),
                            [&](const llvm::Use& use) {
                              return use.getOperandNo() == wrregion::written &&
                                     writes_far_apart(*llvm::cast<llvm::Instruction>(use.getUser()), apart);
                            }));
}

// The same write, element by element.
Value* written_one_by_one(const llvm::CallInst& write, llvm::IRBuilder<>& builder) {
  const Value* const values = write.getArgOperand(wrregion::written);
  const auto count = llvm::cast<llvm::FixedVectorType>(values->getType())->getNumElements();
  const Rows rows = *rows_of(write, wrregion::vertical);
  Value* result = write.getArgOperand(wrregion::old_vector);
  for (int i = 0; i < static_cast<int>(count); ++i)
    result = written_part(write, builder, result, {i}, rows.index_of(i),
                          {.rows_apart = 1, .columns = 1, .columns_apart = 1});
  return result;
}

// A load of 8- or 16-bit elements with an alignment of less than four bytes, also through a fence: the vector compiler
// loads each element into 32 bits.
bool is_loaded_apart(const Value* value) {
  if (is_fence(*value))
    value = llvm::cast<llvm::CallInst>(value)->getArgOperand(0);
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load != nullptr && load->getType()->isVectorTy() && load->getType()->getScalarSizeInBits() <= 16 &&
         load->getAlign() < 4;
}

// Elements that may have gaps between them in registers: such loads, truncations, parts of a vector.
bool may_lie_apart(const Value* value) {
  return is_loaded_apart(value) || is_read(*value) ||
         (llvm::isa<llvm::TruncInst, llvm::ShuffleVectorInst>(value) && value->getType()->isVectorTy());
}

// The lower and upper bytes, computed separately and interleaved.
Value* computed_bytes(const llvm::BitCastInst& bytes, llvm::IRBuilder<>& builder) {
  auto* const type = llvm::cast<llvm::FixedVectorType>(bytes.getType());
  const int count = static_cast<int>(type->getNumElements() / 2);
  auto* const half = llvm::FixedVectorType::get(builder.getInt8Ty(), static_cast<unsigned>(count));
  Value* const numbers = builder.CreateBitCast(bytes.getOperand(0), half->getWithNewBitWidth(16));
  llvm::SmallVector<int> places;
  for (int i = 0; i < 2 * count; ++i)
    places.push_back(i / 2 + i % 2 * count);
  return builder.CreateShuffleVector(builder.CreateTrunc(numbers, half),
                                     builder.CreateTrunc(builder.CreateLShr(numbers, 8), half), places);
}

// Such elements, bitcast to wider ones. Before that, they are ORed with a 0 that the vector compiler does not know,
// which moves them together.
Value* moved_together(const llvm::BitCastInst& wider, llvm::IRBuilder<>& builder) {
  auto* const type = llvm::cast<llvm::VectorType>(wider.getOperand(0)->getType());
  auto* const integers = llvm::VectorType::getInteger(type);
  Value* const zero = opaque(builder, llvm::Constant::getNullValue(integers));
  return builder.CreateBitCast(builder.CreateOr(builder.CreateBitCast(wider.getOperand(0), integers), zero),
                               wider.getType());
}

bool is_extension(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::FPExtInst>(instruction);
}

// The vector compiler reads bytes of such elements as if these were adjacent. The same holds for parts of wider
// elements that they are bitcast to and that are then extended.
Value* of_apart(const llvm::BitCastInst& cast, llvm::IRBuilder<>& builder) {
  const Value* const numbers = cast.getOperand(0);
  const unsigned from = numbers->getType()->getScalarSizeInBits(), to = cast.getType()->getScalarSizeInBits();
  if (to > from && from >= 8 && may_lie_apart(numbers) && reaches(cast, is_extension))
    return moved_together(cast, builder);
  return to == 8 && from == 16 && is_loaded_apart(numbers) ? computed_bytes(cast, builder) : nullptr;
}

// The vector to which a shuffle only appends undefined lanes; null: another instruction.
Value* widened_by(const Value* value) {
  const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value);
  return shuffle != nullptr && shuffle->isIdentityWithPadding() ? shuffle->getOperand(0) : nullptr;
}

// A vector was padded with undefined lanes and bitcast, and the shuffle reads only defined lanes: these are read from
// the vector itself. (C++ stores three lanes as four.)
Value* taken_directly(const llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
  const auto* const cast = shuffle == nullptr ? nullptr : llvm::dyn_cast<llvm::BitCastInst>(shuffle->getOperand(0));
  Value* const vector = cast == nullptr ? nullptr : widened_by(cast->getOperand(0));
  if (vector == nullptr || cast->getType()->getScalarSizeInBits() != vector->getType()->getScalarSizeInBits())
    return nullptr;
  const auto count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements());
  if (llvm::any_of(shuffle->getShuffleMask(), [&](int element) { return element >= count; }))
    return nullptr;
  Value* const bits = builder.CreateBitCast(vector, as_elements(vector->getType(), cast->getType()->getScalarType()));
  const bool takes_all = bits->getType() == shuffle->getType() &&
                         llvm::ShuffleVectorInst::isIdentityMask(shuffle->getShuffleMask(), count);
  return takes_all ? bits : builder.CreateShuffleVector(bits, shuffle->getShuffleMask());
}

constexpr unsigned first_factor = 2;                           // which operand of a product
constexpr unsigned factor_alignment = 32, register_bytes = 64; // bytes

// Whether the bits are the first factor of a matrix product.
bool is_first_factor(const llvm::Instruction& value) {
  return llvm::any_of(value.uses(), [](const llvm::Use& use) {
    const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
    return llvm::isa<llvm::BitCastInst>(user)
               ? is_first_factor(user)
               : name_of_call(&user).starts_with("llvm.genx.dpas2.") && use.getOperandNo() == first_factor;
  });
}

// A first factor at an offset where it must not begin, copied together from two halves: the vector compiler would use
// it in place.
Value* put_together(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  if (!instruction.getType()->isVectorTy() || !is_first_factor(instruction))
    return nullptr;
  const std::optional<Chosen> chosen = chosen_elements(instruction);
  if (!chosen || chosen->elements.size() < 2 || !lie_evenly(chosen->elements) || chosen->elements[0] == undefined ||
      chosen->elements[1] != chosen->elements[0] + 1)
    return nullptr;
  Value* const source = chosen->source;
  const unsigned bytes = source->getType()->getScalarSizeInBits() / 8,
                 first = static_cast<unsigned>(chosen->elements[0]);
  if (first * bytes % factor_alignment == 0 && source->getType()->getPrimitiveSizeInBits() / 8 % register_bytes == 0)
    return nullptr;
  const auto count = static_cast<unsigned>(chosen->elements.size()), half = count / 2;
  Value* const begun = write_elements(builder, llvm::PoisonValue::get(instruction.getType()),
                                      read_elements(builder, source, first, half), 0);
  return write_elements(builder, begun, read_elements(builder, source, first + half, count - half), half);
}

Value* kept(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  if (Value* const factor = put_together(instruction, builder))
    return factor;
  if (writes_far_apart(instruction))
    return written_one_by_one(llvm::cast<llvm::CallInst>(instruction), builder);
  if (Value* const direct = taken_directly(instruction, builder))
    return direct;
  if (const auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction))
    return of_apart(*cast, builder);
  return read_at_once(instruction, builder);
}

} // namespace

bool KeepRegions::change(llvm::Function& function) { return replace_instructions(function, kept); }

} // namespace xeforge::toolchain::lowering
