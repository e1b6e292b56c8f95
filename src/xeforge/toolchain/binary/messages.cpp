#include "xeforge/toolchain/binary/messages.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace xeforge::toolchain {
namespace {

using Kind = MessageKind;

// ---- the descriptor ------------------------------------------------------------------------------------------------
class MessageDescriptor {
public:
  explicit MessageDescriptor(std::uint32_t bits) : bits_(bits) {}

  unsigned operation() const { return field(0, 6); }
  bool is_transformed() const { return field(7, 1) != 0; } // of 2D blocks
  bool is_transposed() const { return field(15, 1) != 0; } // of other messages: one address for all elements
  std::uint64_t element_bytes() const { return std::array<std::uint64_t, 8>{1, 2, 4, 8, 1, 2, 2, 4}[field(9, 3)]; }
  std::uint64_t elements() const { return std::array<std::uint64_t, 8>{1, 2, 3, 4, 8, 16, 32, 64}[field(12, 3)]; }
  // Of the quad messages: which of four components.
  std::uint64_t components() const {
    std::uint64_t count = 0;
    for (unsigned bit = 12; bit < 16; ++bit)
      count += field(bit, 1);
    return count;
  }

private:
  unsigned field(unsigned first, unsigned width) const { return (bits_ >> first) & ((1u << width) - 1); }
  std::uint32_t bits_;
};

enum LoadStoreOperation : unsigned {
  load = 0,
  load_strided = 1,
  load_quad = 2,
  load_block_2d = 3,
  store = 4,
  store_strided = 5,
  store_quad = 6,
  store_block_2d = 7,
  first_atomic = 8,
  last_atomic = 26,
  fence = 31
};

// The gateway's own.
enum GatewayOperation : unsigned { end_of_thread = 0x10 };

std::optional<std::uint32_t> descriptor_bits(const Instruction& send) {
  if (send.sources.empty() || send.sources.back().kind != Operand::Kind::immediate)
    return std::nullopt;
  const std::string& text = send.sources.back().value;
  if (!text.starts_with("0x"))
    return std::nullopt;
  std::uint32_t bits = 0;
  const auto [end, problem] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  if (problem != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return bits;
}

// ---- 2D blocks: whole registers are counted

// The field of five bits holds 31 for 32 registers, the most there are.
std::uint64_t payload_bytes(const Operand& payload, int register_bytes) {
  const int registers = payload.file == OperandFile::null ? 0 : payload.length == 31 ? 32 : payload.length;
  return static_cast<std::uint64_t>(registers) * static_cast<std::uint64_t>(register_bytes);
}

Message message_2d(const Instruction& send, MessageDescriptor descriptor, int register_bytes) {
  if (descriptor.operation() == store_block_2d) {
    const std::uint64_t written = send.sources.size() > 1 ? payload_bytes(send.sources[1], register_bytes) : 0;
    return {Kind::store_2d, 0, written};
  }
  if (send.destination.file == OperandFile::null)
    return {Kind::prefetch_2d, 0, 0};
  const Kind kind = descriptor.is_transformed()  ? Kind::load_2d_transformed
                    : descriptor.is_transposed() ? Kind::load_2d_transposed
                                                 : Kind::load_2d;
  return {kind, payload_bytes(send.destination, register_bytes), 0};
}

// ---- all other loads and stores -------------------------------------------------------------------------------------
enum class Direction { from_memory, to_memory };

struct Forms {
  Kind block, lanes;
};

Message message_1d(const Instruction& send, MessageDescriptor descriptor, Direction direction) {
  const bool is_slm = send.shared_function == SharedFunction::slm;
  const bool is_quad = descriptor.operation() == load_quad || descriptor.operation() == store_quad;
  const bool is_block = descriptor.is_transposed() && !is_quad;
  const AddressModel addresses = send.sources.front().addresses;
  const std::uint64_t elements = is_quad ? descriptor.components() : descriptor.elements();
  const auto lanes = static_cast<std::uint64_t>(is_block ? 1 : send.lanes);
  const std::uint64_t bytes = descriptor.element_bytes() * elements * lanes;
  if (direction == Direction::to_memory) {
    if (addresses == AddressModel::scratch)
      return {Kind::spill, 0, bytes};
    const Forms forms =
        is_slm ? Forms{Kind::slm_store_block, Kind::slm_scatter} : Forms{Kind::store_block, Kind::scatter};
    return {is_block ? forms.block : forms.lanes, 0, bytes};
  }
  if (addresses == AddressModel::scratch)
    return {Kind::fill, bytes, 0};
  if (addresses == AddressModel::binding_table)
    return {Kind::argument_load, bytes, 0};
  if (send.destination.file == OperandFile::null)
    return {Kind::prefetch, bytes, 0};
  const Forms forms = is_slm ? Forms{Kind::slm_load_block, Kind::slm_gather} : Forms{Kind::load_block, Kind::gather};
  return {is_block ? forms.block : forms.lanes, bytes, 0};
}

Message message_of_memory(const Instruction& send, MessageDescriptor descriptor, int register_bytes) {
  const unsigned operation = descriptor.operation();
  switch (operation) {
  case load_block_2d:
  case store_block_2d:
    return message_2d(send, descriptor, register_bytes);
  case load:
  case load_strided:
  case load_quad:
    return message_1d(send, descriptor, Direction::from_memory);
  case store:
  case store_strided:
  case store_quad:
    return message_1d(send, descriptor, Direction::to_memory);
  case fence:
    return {Kind::fence, 0, 0};
  default:
    break;
  }
  if (operation < first_atomic || operation > last_atomic)
    return {};
  const std::uint64_t bytes = descriptor.element_bytes() * static_cast<std::uint64_t>(send.lanes);
  return {send.shared_function == SharedFunction::slm ? Kind::slm_atomic : Kind::atomic, bytes, bytes};
}

} // namespace

Message read_message(const Instruction& send, int register_bytes) {
  const std::optional<std::uint32_t> bits = descriptor_bits(send);
  switch (send.shared_function) {
  case SharedFunction::gateway:
    return {bits && (*bits & 0xff) == end_of_thread ? Kind::end_of_thread : Kind::barrier, 0, 0};
  case SharedFunction::ugm:
  case SharedFunction::ugml:
  case SharedFunction::slm:
    return bits ? message_of_memory(send, MessageDescriptor(*bits), register_bytes) : Message{};
  default:
    return {};
  }
}

bool reads_global_memory(MessageKind kind) {
  constexpr std::array kinds{Kind::load_2d, Kind::load_2d_transformed, Kind::load_2d_transposed, Kind::load_block,
                             Kind::gather};
  return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_local(MessageKind kind) {
  constexpr std::array kinds{Kind::slm_load_block, Kind::slm_gather, Kind::slm_store_block, Kind::slm_scatter,
                             Kind::slm_atomic};
  return std::ranges::find(kinds, kind) != kinds.end();
}

} // namespace xeforge::toolchain
