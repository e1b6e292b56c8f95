#include "xeforge/machine/messages.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <array>

namespace xeforge::toolchain::lowering {
namespace {

using machine::DeviceModel;
using machine::Message;
using machine::Support;

// A constant argument; -1 if the argument at that position is not constant.
long long constant(const llvm::CallBase& call, unsigned index) { return constant_argument(call, index).value_or(-1); }

int lanes(const llvm::Type* type) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : static_cast<int>(vector->getNumElements());
}
int element_bits(const llvm::Type* type) { return static_cast<int>(type->getScalarSizeInBits()); }
int total_bits(const llvm::Type* type) { return lanes(type) * element_bits(type); }

// ---- cache hints --------------------------------------------------------------------------------------------------
void check_hints(const llvm::CallBase& call, unsigned first, Message message) {
  const machine::HintPair pair{static_cast<int>(constant(call, first)), static_cast<int>(constant(call, first + 1))};
  if (!machine::takes_hints(message, pair))
    refuse(call, "cache hints " + machine::text_of(pair), "one of " + machine::legal_hints_text(message));
}

// ---- one-dimensional messages: (predicate, operation, L1, L3, scale, offset, data size, vector size, order, ...) ----
constexpr std::array<int, 8> size_codes{0, 8, 16, 32, 64, 8, 16, 16}; // bits in memory
constexpr std::array<int, 9> length_codes{0, 1, 2, 3, 4, 8, 16, 32, 64};

template <std::size_t Size>
int decoded(const std::array<int, Size>& table, long long code) {
  return code > 0 && code < static_cast<long long>(Size) ? table[static_cast<std::size_t>(code)] : 0;
}

// Null: the message has no data.
void check_block(const llvm::CallBase& call, const llvm::Type* data) {
  constexpr long long transposed = 2; // one address, many elements
  if (constant(call, 8) != transposed)
    return;
  const int bits = decoded(size_codes, constant(call, 6)) * decoded(length_codes, constant(call, 7));
  if (bits == 0 || bits > static_cast<int>(machine::most_block_bytes) * 8)
    refuse(call, llvm::formatv("a block message of {} bytes", bits / 8), "1 to 512 bytes");
  else if (data != nullptr && total_bits(data) != bits)
    refuse(call, llvm::formatv("a block message of {} bytes for data of {} bytes", bits / 8, total_bits(data) / 8),
           "the same size");
}

const llvm::Type* stored_data(const llvm::CallBase& call) {
  constexpr unsigned position = 11;
  return call.arg_size() > position ? call.getArgOperand(position)->getType() : nullptr;
}

// ---- two-dimensional messages ---------------------------------------------------------------------------------------
struct Block2d {
  long long bits, blocks, width, height; // bits of one element
};

void check_block_2d(const llvm::CallBase& call, const Block2d& block, Message access, const DeviceModel& device) {
  if (device.block_2d == Support::no)
    return refuse(call, "a two-dimensional block message for " + std::string(device.name),
                  "one-dimensional ones: this device has no other");
  const long long row_bytes = block.width * block.blocks * block.bits / 8,
                  most_rows = access == Message::store ? 8 : 32;
  if (row_bytes < 1 || row_bytes > 64)
    refuse(call, llvm::formatv("a two-dimensional block of {} bytes a row", row_bytes), "1 to 64 bytes");
  if (block.height < 1 || block.height > most_rows)
    refuse(call, llvm::formatv("a two-dimensional block of {} rows", block.height),
           llvm::formatv("1 to {} rows", most_rows));
}

// (predicate, L1, L3, data size, order, blocks, width, height, transform, ...)
void check_surface_message(const llvm::CallBase& call, Message access, const DeviceModel& device) {
  check_block_2d(call,
                 {decoded(size_codes, constant(call, 3)), constant(call, 5), constant(call, 6), constant(call, 7)},
                 access, device);
  check_hints(call, 1, access);
}

// (predicate, hints, blocks, width, height, descriptor, x, y, old values or data)
void check_descriptor_message(const llvm::CallBase& call, Message access, const DeviceModel& device) {
  if (call.arg_size() < 9)
    return refuse(call, llvm::formatv("a two-dimensional block message with {} operands", call.arg_size()),
                  "9 of them");
  check_block_2d(
      call, {element_bits(call.getArgOperand(8)->getType()), constant(call, 2), constant(call, 3), constant(call, 4)},
      access, device);
}

// ---- dpas: (accumulator, B, A, precision of B, precision of A, depth, repeat, ...) ----------------------------------
constexpr std::array<int, 13> precision_codes{0, 0, 0, 2, 2, 4, 4, 8, 8, 16, 16, 0, 32}; // bits of an element

// Precisions that only the host supports.
bool is_narrow_float(long long precision) {
  constexpr long long bf8 = 11, hf8 = 14, e2m1 = 15;
  return precision == bf8 || precision == hf8 || precision == e2m1;
}

void check_dpas(const llvm::CallBase& call, const DeviceModel& device) {
  if (call.arg_size() < 7)
    return refuse(call, llvm::formatv("a dpas with {} operands", call.arg_size()), "at least 7");
  if (is_narrow_float(constant(call, 3)) || is_narrow_float(constant(call, 4)))
    return refuse(call, "a dpas of bf8, hf8 or e2m1, which " + std::string(device.name) + " does not have",
                  "a dpas of half, to which such numbers convert exactly");
  const long long depth = constant(call, 5), repeat = constant(call, 6);
  const int b_bits = decoded(precision_codes, constant(call, 3)), a_bits = decoded(precision_codes, constant(call, 4));
  if (b_bits == 0 || a_bits == 0)
    return refuse(call, "a dpas of an unknown precision", "u2 s2 u4 s4 u8 s8 bf16 f16 tf32");
  if (depth != 8 || repeat < 1 || repeat > 8)
    return refuse(call, llvm::formatv("a dpas of depth {} and repeat count {}", depth, repeat),
                  "depth 8 and repeat count 1 to 8");
  const int rows = 8 * std::min(32 / std::max(a_bits, b_bits), 8); // the extent over which is summed
  const int columns = device.dpas_columns;
  const auto check = [&](const char* operand, int got, int wanted, const char* unit) {
    if (got != wanted)
      refuse(call, llvm::formatv("a dpas with {} {} of {}", got, unit, operand),
             llvm::formatv("{} on {}", wanted, device.name));
  };
  check("the accumulator", lanes(call.getType()), static_cast<int>(repeat) * columns, "elements");
  check("B", total_bits(call.getArgOperand(1)->getType()), rows * columns * b_bits, "bits");
  check("A", total_bits(call.getArgOperand(2)->getType()), static_cast<int>(repeat) * rows * a_bits, "bits");
}

// `intrinsic` is the name without "llvm.genx.", e.g. "lsc.load.stateless".
void check_message(llvm::StringRef intrinsic, const llvm::CallBase& call, const DeviceModel& device) {
  const auto starts = [&](llvm::StringRef prefix) { return intrinsic.starts_with(prefix); };
  if (starts("lsc.load2d.stateless"))
    check_surface_message(call, Message::load, device);
  else if (starts("lsc.store2d.stateless"))
    check_surface_message(call, Message::store, device);
  else if (starts("lsc.prefetch2d.stateless"))
    check_surface_message(call, Message::prefetch, device);
  else if (starts("lsc.load.2d.ugm.desc"))
    check_descriptor_message(call, Message::load, device);
  else if (starts("lsc.store.2d.ugm.desc"))
    check_descriptor_message(call, Message::store, device);
  else if (starts("lsc.prefetch.2d.ugm.desc"))
    check_descriptor_message(call, Message::prefetch, device);
  else if (starts("lsc.load.stateless") || starts("lsc.load.merge.stateless")) {
    check_hints(call, 2, Message::load);
    check_block(call, call.getType());
  } else if (starts("lsc.store.stateless")) {
    check_hints(call, 2, Message::store);
    check_block(call, stored_data(call));
  } else if (starts("lsc.prefetch.stateless")) {
    check_hints(call, 2, Message::prefetch);
    check_block(call, nullptr);
  } else if (starts("lsc.load.slm") || starts("lsc.load.merge.slm"))
    check_block(call, call.getType());
  else if (starts("lsc.store.slm"))
    check_block(call, stored_data(call));
  else if (starts("dpas2"))
    check_dpas(call, device);
  else if (starts("bdpas"))
    refuse(call, "a dpas with scales (bdpas), which " + std::string(device.name) + " does not have",
           "a dpas of elements that are scaled before, or whose sums are scaled");
  else if (starts("nbarrier") && device.named_barriers == Support::no)
    refuse(call, "a named barrier for " + std::string(device.name), "plain barriers: this device has no other");
}

} // namespace

bool CheckMessages::change(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::StringRef name = name_of_call(&instruction);
    if (name.consume_front("llvm.genx."))
      check_message(name, llvm::cast<llvm::CallBase>(instruction), *device);
  }
  return false;
}

} // namespace xeforge::toolchain::lowering
