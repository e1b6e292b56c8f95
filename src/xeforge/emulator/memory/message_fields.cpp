#include "xeforge/emulator/memory/message_fields.hpp"

#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/emulator/program/program.hpp"
#include "xeforge/emulator/thread/interpreter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace xeforge::emulator {

using base::hexadecimal;
namespace {

using Kind = toolchain::MessageKind;

// ---- the descriptor: numbers of fields ------------------------------------------------------------------------------
constexpr std::uint32_t field(std::uint32_t bits, int first, int width) {
  return (bits >> first) & ((1u << width) - 1);
}
constexpr std::int32_t signed_field(std::uint32_t bits, int first, int width) {
  return static_cast<std::int32_t>(bits << (32 - first - width)) >> (32 - width);
}

enum LoadStoreOperation : std::uint32_t {
  load = 0,
  load_quad = 2,
  load_block_2d = 3,
  store = 4,
  store_quad = 6,
  store_block_2d = 7,
  first_atomic = 8,
  last_atomic = 26,
  memory_fence = 31
};
enum GatewayOperation : std::uint32_t { gateway_end_of_thread = 0, gateway_barrier = 4 };
enum AddressKind : std::uint32_t { flat = 0, bindless = 1, scratch_surface = 2, binding_table = 3 };
constexpr std::uint32_t arguments_surface = 255;

[[noreturn]] void refuse(const std::string& what) { throw Fault("a message that is not executed: " + what); }

bool has_offsets(const Program& program) {
  return program.platform != Platform::xehpc && program.platform != Platform::xehpg;
}

// ---- parts of a load-store message ----------------------------------------------------------------------------------
void read_element(MessageFields& fields, std::uint32_t descriptor) {
  constexpr std::array<std::uint8_t, 8> memory{1, 2, 4, 8, 1, 2, 2, 0}, registers{1, 2, 4, 8, 4, 4, 4, 0};
  const std::uint32_t size = field(descriptor, 9, 3);
  if (memory[size] == 0)
    refuse("a size of elements with the number " + std::to_string(size));
  fields.memory_bytes = memory[size];
  fields.register_bytes = registers[size];
  fields.in_upper_half = size == 6;
}

void read_address_size(MessageFields& fields, std::uint32_t descriptor) {
  constexpr std::array<std::uint8_t, 4> bytes{0, 0, 4, 8};
  const std::uint32_t size = field(descriptor, 7, 2);
  if (bytes[size] == 0)
    refuse("addresses of " + std::string(size == 1 ? "16 bits" : "an unknown size"));
  fields.address_bytes = bytes[size];
}

// The base of the addresses, and the offset that is added.
void read_space(MessageFields& fields, const Program& program, const DecodedSend& send, std::uint32_t descriptor) {
  const std::uint32_t kind = field(descriptor, 29, 2);
  const bool is_number = send.extended.address_word < 0;
  const std::uint32_t extended = send.extended.value;
  const bool is_2d = fields.operation == MessageOperation::load_2d || fields.operation == MessageOperation::store_2d;
  if (send.function == SharedFunction::slm) {
    if (kind != flat)
      refuse("shared local memory through a surface");
    fields.space = AddressSpace::shared_local;
  }
  switch (kind) {
  case flat:
    if (!is_number)
      refuse("an extended descriptor in a0 for flat addresses");
    if (!has_offsets(program))
      break;
    if (is_2d) {
      fields.offset_x = static_cast<std::int16_t>(signed_field(extended, 12, 10));
      fields.offset_y = static_cast<std::int16_t>(signed_field(extended, 22, 10));
    } else {
      fields.offset = signed_field(extended, 12, 20);
    }
    break;
  case binding_table:
    if (!is_number || field(extended, 24, 8) != arguments_surface)
      refuse("a surface of the binding table; arguments are pointers here");
    fields.space = AddressSpace::arguments;
    if (has_offsets(program))
      fields.offset = signed_field(extended, 12, 12);
    break;
  case scratch_surface:
    fields.space = AddressSpace::scratch;
    fields.scratch_word = send.extended.address_word;
    fields.scratch_surface = extended;
    if (!is_number && has_offsets(program)) // the instruction names the word of a0, and the offset
      fields.offset = program.instructions[static_cast<std::size_t>(send.instruction)].sources.front().offset;
    break;
  default:
    refuse("a bindless surface; arguments are pointers here");
  }
  if (is_2d && kind != flat)
    refuse("a two-dimensional block of a surface state");
}

// The number of whole registers from one element of an address to the next. Messages with fewer lanes are padded by the
// hardware.
int stride_registers(const Program& program, const DecodedSend& send, int element_bytes) {
  const int fewest_lanes = program.register_bytes == 64 ? 16 : 8;
  const int bytes = std::max(send.lanes, fewest_lanes) * element_bytes;
  return (bytes + program.register_bytes - 1) / program.register_bytes;
}

// The five-bit field contains 31 for 32 registers, the maximum.
int registers_in(int count) { return count == 31 ? 32 : count; }

void check_registers(const Program& program, const char* what, const Payload& payload, int needed, int given) {
  if (given < needed)
    refuse("its " + std::string(what) + " has " + std::to_string(given) + " registers, and " + std::to_string(needed) +
           " are needed");
  if (payload.first + needed > program.registers)
    refuse("its " + std::string(what) + " ends beyond the last register");
}

// ---- loads and stores of elements -----------------------------------------------------------------------------------
Kind kind_of(const MessageFields& fields, bool is_load) {
  const bool is_slm = fields.space == AddressSpace::shared_local;
  if (fields.space == AddressSpace::scratch)
    return is_load ? Kind::fill : Kind::spill;
  if (fields.space == AddressSpace::arguments)
    return Kind::argument_load;
  if (is_load && !fields.has_result)
    return Kind::prefetch;
  if (is_load)
    return fields.is_block ? (is_slm ? Kind::slm_load_block : Kind::load_block)
                           : (is_slm ? Kind::slm_gather : Kind::gather);
  return fields.is_block ? (is_slm ? Kind::slm_store_block : Kind::store_block)
                         : (is_slm ? Kind::slm_scatter : Kind::scatter);
}

void read_elements(MessageFields& fields, std::uint32_t descriptor, bool is_quad) {
  constexpr std::array<std::uint8_t, 8> counts{1, 2, 3, 4, 8, 16, 32, 64};
  if (is_quad) {
    fields.components = static_cast<std::uint8_t>(field(descriptor, 12, 4));
    fields.elements = static_cast<std::uint8_t>(std::popcount(fields.components));
    if (fields.elements == 0)
      refuse("none of four components");
    return;
  }
  fields.elements = counts[field(descriptor, 12, 3)];
  fields.is_block = field(descriptor, 15, 1) != 0;
  constexpr int most_for_each_lane = 8;
  if (!fields.is_block && fields.elements > most_for_each_lane)
    refuse("vectors of " + std::to_string(fields.elements) + " elements for each lane");
}

int address_registers(const Program& program, const DecodedSend& send, const MessageFields& fields) {
  const int bytes = (fields.is_block ? 1 : send.lanes) * fields.address_bytes;
  return (bytes + program.register_bytes - 1) / program.register_bytes;
}

void read_1d(MessageFields& fields, const Program& program, const DecodedSend& send, std::uint32_t descriptor,
             bool is_quad) {
  const bool is_load = fields.operation == MessageOperation::load;
  read_element(fields, descriptor);
  read_address_size(fields, descriptor);
  read_elements(fields, descriptor, is_quad);
  if (fields.is_block && send.lanes != 1)
    refuse("a block with " + std::to_string(send.lanes) + " addresses");
  if (fields.space == AddressSpace::arguments && !is_load)
    refuse("a store to the kernel's arguments");
  fields.kind = kind_of(fields, is_load);
  check_registers(program, "address", send.address, address_registers(program, send, fields), send.address.count);

  int needed = (fields.elements * fields.register_bytes + program.register_bytes - 1) / program.register_bytes;
  if (!fields.is_block) {
    fields.element_stride_registers = static_cast<std::int16_t>(stride_registers(program, send, fields.register_bytes));
    needed = fields.elements * fields.element_stride_registers;
  }
  if (!is_load)
    check_registers(program, "data", send.data, needed, registers_in(send.data.count));
  else if (fields.has_result)
    check_registers(program, "result", send.destination, needed, fields.result_registers);
}

void read_atomic(MessageFields& fields, const Program& program, const DecodedSend& send, std::uint32_t descriptor) {
  fields.operation = MessageOperation::atomic;
  fields.atomic = static_cast<AtomicOperation>(field(descriptor, 0, 6) - first_atomic);
  read_element(fields, descriptor);
  read_address_size(fields, descriptor);
  if (field(descriptor, 12, 4) != 0)
    refuse("an atomic operation on vectors");
  if (fields.memory_bytes == 1 || fields.in_upper_half)
    refuse("an atomic operation on elements of 8 bits, or in the upper half of registers");
  fields.kind = fields.space == AddressSpace::shared_local ? Kind::slm_atomic : Kind::atomic;
  if (fields.space != AddressSpace::shared_local && fields.space != AddressSpace::global)
    refuse("an atomic operation on arguments or scratch memory");
  fields.element_stride_registers = static_cast<std::int16_t>(stride_registers(program, send, fields.register_bytes));
  check_registers(program, "address", send.address, address_registers(program, send, fields), send.address.count);
  const int operands = operands_of(fields.atomic);
  if (operands > 0)
    check_registers(program, "data", send.data, operands * fields.element_stride_registers, send.data.count);
  if (fields.has_result)
    check_registers(program, "result", send.destination, fields.element_stride_registers, fields.result_registers);
}

void read_2d(MessageFields& fields, const Program& program, const DecodedSend& send, std::uint32_t descriptor) {
  const bool is_load = fields.operation == MessageOperation::load_2d;
  if (send.function == SharedFunction::slm)
    refuse("a two-dimensional block of shared local memory");
  read_element(fields, descriptor);
  if (fields.memory_bytes != fields.register_bytes)
    refuse("a two-dimensional block whose elements change their size");
  fields.is_transformed = field(descriptor, 7, 1) != 0;
  fields.is_transposed = field(descriptor, 15, 1) != 0;
  if (!is_load && (fields.is_transformed || fields.is_transposed))
    refuse("a two-dimensional store in another order");
  if (fields.is_transformed && (fields.is_transposed || fields.memory_bytes > 2))
    refuse("a transformed block that is transposed too, or has elements of more than 16 bits");
  if (fields.is_transposed && fields.memory_bytes < 4)
    refuse("a transposed block of elements with less than 32 bits");
  fields.kind = !is_load                ? Kind::store_2d
                : !fields.has_result    ? Kind::prefetch_2d
                : fields.is_transformed ? Kind::load_2d_transformed
                : fields.is_transposed  ? Kind::load_2d_transposed
                                        : Kind::load_2d;
  check_registers(program, "address", send.address, 1, send.address.count);
  if (is_load && fields.has_result && send.destination.first + fields.result_registers > program.registers)
    refuse("its result ends beyond the last register");
}

void read_load_store(MessageFields& fields, const Program& program, const DecodedSend& send, std::uint32_t descriptor) {
  const std::uint32_t operation = field(descriptor, 0, 6);
  const auto with = [&](MessageOperation kind) {
    fields.operation = kind;
    read_space(fields, program, send, descriptor);
  };
  switch (operation) {
  case load:
  case load_quad:
    with(MessageOperation::load);
    return read_1d(fields, program, send, descriptor, operation == load_quad);
  case store:
  case store_quad:
    with(MessageOperation::store);
    return read_1d(fields, program, send, descriptor, operation == store_quad);
  case load_block_2d:
    with(MessageOperation::load_2d);
    return read_2d(fields, program, send, descriptor);
  case store_block_2d:
    with(MessageOperation::store_2d);
    return read_2d(fields, program, send, descriptor);
  case memory_fence:
    fields.operation = MessageOperation::fence;
    fields.kind = Kind::fence;
    return;
  default:
    break;
  }
  if (operation < first_atomic || operation > last_atomic)
    refuse("a load-store operation with the number " + hexadecimal(operation));
  with(MessageOperation::atomic);
  read_atomic(fields, program, send, descriptor);
}

void read_gateway(MessageFields& fields, const Program& program, const DecodedSend& send, std::uint32_t descriptor) {
  switch (field(descriptor, 0, 3)) {
  case gateway_end_of_thread:
    fields.operation = MessageOperation::end_of_thread;
    fields.kind = Kind::end_of_thread;
    return;
  case gateway_barrier:
    fields.operation = MessageOperation::barrier_signal;
    fields.kind = Kind::barrier;
    if (field(descriptor, 11, 1) != 0)
      refuse("a barrier of the active threads only");
    check_registers(program, "payload", send.address, 1, send.address.count);
    return;
  default:
    refuse("an operation of the gateway with the number " + std::to_string(field(descriptor, 0, 3)));
  }
}

} // namespace

MessageFields read_fields(const Program& program, const DecodedSend& send, std::uint32_t descriptor) {
  MessageFields fields;
  fields.result_registers = static_cast<std::int16_t>(registers_in(static_cast<int>(field(descriptor, 20, 5))));
  fields.has_result = send.destination.count > 0 && fields.result_registers > 0;
  switch (send.function) {
  case SharedFunction::ugm:
  case SharedFunction::ugml:
  case SharedFunction::slm:
    read_load_store(fields, program, send, descriptor);
    break;
  case SharedFunction::gateway:
    read_gateway(fields, program, send, descriptor);
    break;
  default:
    refuse(
        "one to another unit than memory and the gateway (to the data cache where a kernel spills: twice the "
        "registers have a kernel with the property grf_size<256>, and all kernels with 'xeforge-cxx -Xs -doubleGRF')");
  }
  if (send.ends_thread != (fields.operation == MessageOperation::end_of_thread))
    refuse(send.ends_thread ? "the last of a thread, which does not say so to the gateway"
                            : "an end of thread that is not marked as the last message");
  return fields;
}

int operands_of(AtomicOperation operation) {
  switch (operation) {
  case AtomicOperation::increment:
  case AtomicOperation::decrement:
  case AtomicOperation::load:
    return 0;
  case AtomicOperation::compare_exchange:
  case AtomicOperation::float_compare_exchange:
    return 2;
  default:
    return 1;
  }
}

} // namespace xeforge::emulator
