#include "xeforge/emulator/memory/group_messages.hpp"

#include "xeforge/base/half.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/emulator/memory/block_2d.hpp"
#include "xeforge/emulator/program/program.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace xeforge::emulator {

using base::hexadecimal;

struct GroupMessages::Call {
  ThreadState& thread;
  const DecodedSend& send;
  const MessageFields& fields;
  LaneMask lanes;

  std::uint64_t address(int lane) const {
    const std::byte* const payload = thread.at(send.address.first) + lane * fields.address_bytes;
    if (fields.address_bytes == 4) {
      std::uint32_t narrow;
      std::memcpy(&narrow, payload, sizeof(narrow));
      return static_cast<std::uint32_t>(narrow + static_cast<std::uint32_t>(fields.offset));
    }
    std::uint64_t wide;
    std::memcpy(&wide, payload, sizeof(wide));
    return wide + static_cast<std::uint64_t>(std::int64_t{fields.offset});
  }
  // The element of a lane in a payload in which the elements of one address are whole registers apart.
  std::byte* element(const Payload& payload, int lane, int index) const {
    return thread.at(payload.first + index * fields.element_stride_registers) + lane * fields.register_bytes;
  }
};

namespace {

// Calls use(Memory{}, Register{}) with the types of an element.
template <class Use>
void with_element_types(const MessageFields& fields, Use use) {
  switch (fields.memory_bytes * 16 + fields.register_bytes) {
  case 0x11:
    return use(std::uint8_t{}, std::uint8_t{});
  case 0x22:
    return use(std::uint16_t{}, std::uint16_t{});
  case 0x44:
    return use(std::uint32_t{}, std::uint32_t{});
  case 0x88:
    return use(std::uint64_t{}, std::uint64_t{});
  case 0x14:
    return use(std::uint8_t{}, std::uint32_t{});
  default:
    return use(std::uint16_t{}, std::uint32_t{});
  }
}

// Other threads see only whole elements.
template <class T>
T load_element(const std::byte* from) {
  return __atomic_load_n(reinterpret_cast<const T*>(from), __ATOMIC_RELAXED);
}
template <class T>
void store_element(std::byte* to, T value) {
  __atomic_store_n(reinterpret_cast<T*>(to), value, __ATOMIC_RELAXED);
}

template <class Use>
void for_lanes(LaneMask lanes, Use use) {
  for (; lanes != 0; lanes &= lanes - 1)
    use(std::countr_zero(lanes));
}

// ---- atomic operations ----------------------------------------------------------------------------------------------
// The type in which floating-point operations compute: the sum of two halves in float is exact enough that rounding it
// gives the correctly rounded half.
template <class Bits>
using Number = std::conditional_t<sizeof(Bits) == 8, double, float>;

template <class Bits>
Number<Bits> number_of(Bits bits) {
  if constexpr (sizeof(Bits) == 2)
    return static_cast<float>(base::half::from_bits(bits));
  else
    return std::bit_cast<Number<Bits>>(bits);
}
template <class Bits>
Bits bits_of(Number<Bits> number) {
  if constexpr (sizeof(Bits) == 2)
    return base::half(number).bits();
  else
    return std::bit_cast<Bits>(number);
}

// The value that replaces `old`. Assumed, since no public source says it: minimum and maximum prefer a number to NaN.
template <class Bits>
Bits replacement(AtomicOperation operation, Bits old, Bits first, Bits second) {
  using Signed = std::make_signed_t<Bits>;
  const auto less = [](Bits a, Bits b) { return static_cast<Signed>(a) < static_cast<Signed>(b); };
  const Number<Bits> old_number = number_of(old), operand = number_of(first);
  switch (operation) {
  case AtomicOperation::increment:
    return static_cast<Bits>(old + 1u);
  case AtomicOperation::decrement:
    return static_cast<Bits>(old - 1u);
  case AtomicOperation::load:
    return old;
  case AtomicOperation::store:
    return first;
  case AtomicOperation::add:
    return static_cast<Bits>(old + first);
  case AtomicOperation::subtract:
    return static_cast<Bits>(old - first);
  case AtomicOperation::signed_minimum:
    return less(first, old) ? first : old;
  case AtomicOperation::signed_maximum:
    return less(old, first) ? first : old;
  case AtomicOperation::minimum:
    return std::min(old, first);
  case AtomicOperation::maximum:
    return std::max(old, first);
  case AtomicOperation::compare_exchange: // the expected value is the first operand
    return old == first ? second : old;
  case AtomicOperation::float_compare_exchange:
    return old_number == operand ? second : old;
  case AtomicOperation::float_add:
    return bits_of<Bits>(old_number + operand);
  case AtomicOperation::float_subtract:
    return bits_of<Bits>(old_number - operand);
  case AtomicOperation::float_minimum:
    return old_number != old_number || operand < old_number ? first : old;
  case AtomicOperation::float_maximum:
    return old_number != old_number || operand > old_number ? first : old;
  case AtomicOperation::bit_and:
    return old & first;
  case AtomicOperation::bit_or:
    return old | first;
  case AtomicOperation::bit_xor:
    return old ^ first;
  }
  return old;
}

template <class Bits>
Bits replace_atomically(std::byte* at, AtomicOperation operation, Bits first, Bits second) {
  auto* const target = reinterpret_cast<Bits*>(at);
  Bits old = __atomic_load_n(target, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(target, &old, replacement(operation, old, first, second), true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST)) {
  }
  return old;
}

template <class Element>
Element value_at(const std::byte* from) {
  Element value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

// Generic pointers say in the upper three bits where they point to; 2 is shared local memory.
constexpr bool is_local(std::uint64_t address) { return address >> 61 == 2; }

} // namespace

GroupMessages::GroupMessages(const MessageContext& context, std::span<MessageCount> counts, PrivateMemory own)
    : context_(context), counts_(counts), slm_(context.slm_bytes),
      scratch_(std::size_t{context.scratch_bytes} * context.threads), private_(std::move(own)),
      last_barrier_(context.threads) {}

void GroupMessages::begin_group() {
  std::ranges::fill(slm_, std::byte{0});
  std::ranges::fill(scratch_, std::byte{0});
  private_.begin_group();
  barriers_.begin_group(context_.threads, context_.barriers);
}

// ---- addresses ------------------------------------------------------------------------------------------------------
std::byte* GroupMessages::global(std::uint64_t address, std::uint64_t bytes, Access access) {
  const MemoryRange* range = last_range_;
  if (range == nullptr || !range->contains(address, bytes)) {
    if (is_private(address))
      return private_.at(thread_, address, bytes);
    range = context_.memory.find(address, bytes);
    if (range == nullptr && is_local(address))
      throw Fault(std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                  ": got a pointer into shared local memory; expected an address of global memory (slm functions take "
                  "the pointer's lower 32 bits, others the local accessor)");
    if (range == nullptr)
      throw Fault(std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                  " are in no allocation: " + context_.memory.neighbour_of(address));
    last_range_ = range;
  }
  if (access == Access::write && range->writable == Writable::no)
    throw Fault("a write to " + range->name + ", which may only be read");
  return range->host + (address - range->address);
}

void GroupMessages::check_scratch(const Call& call) const {
  const std::uint32_t surface =
      call.fields.scratch_word < 0 ? call.fields.scratch_surface : call.thread.address_word(call.fields.scratch_word);
  // The compiler shifts the value of r0; the hardware counts surfaces in units of 64 bytes.
  if (surface != scratch_handle >> 4)
    throw Fault("scratch memory through the surface " + hexadecimal(surface) + ", which is not the thread's");
}

std::byte* GroupMessages::at(const Call& call, std::uint64_t address, std::uint64_t bytes, Access access) {
  if (address % call.fields.memory_bytes != 0)
    throw Fault("the address " + hexadecimal(address) + " is no multiple of the element's " +
                std::to_string(call.fields.memory_bytes) +
                " bytes: align it, promise less with properties{alignment<N>}, or move elements of a smaller type");
  const auto within = [&](std::byte* first, std::uint64_t size, const char* what) {
    if (address > size || bytes > size - address)
      throw Fault(std::to_string(bytes) + " bytes at " + hexadecimal(address) + " are outside of " + what + ", " +
                  std::to_string(size) + " bytes");
    return first + address;
  };
  switch (call.fields.space) {
  case AddressSpace::global:
    return global(address, bytes, access);
  case AddressSpace::shared_local:
    return within(slm_.data(), slm_.size(), "the group's shared local memory");
  case AddressSpace::scratch:
    check_scratch(call);
    return within(scratch_.data() + thread_ * context_.scratch_bytes, context_.scratch_bytes,
                  "the thread's scratch memory");
  case AddressSpace::arguments:
    break;
  }
  address -= arguments_address;
  return within(const_cast<std::byte*>(context_.arguments.data()), context_.arguments.size(),
                "the kernel's arguments"); // only loads use this address space
}

// ---- loads and stores -----------------------------------------------------------------------------------------------
void GroupMessages::move_block(const Call& call) {
  const MessageFields& fields = call.fields;
  const bool is_load = fields.operation == MessageOperation::load;
  const std::uint64_t bytes = std::uint64_t{fields.memory_bytes} * fields.elements;
  count(call, is_load ? bytes : 0, is_load ? 0 : bytes);
  if (fields.kind == toolchain::MessageKind::prefetch)
    return;
  std::byte* const memory = at(call, call.address(0), bytes, is_load ? Access::read : Access::write);
  std::byte* const registers = call.thread.at(is_load ? call.send.destination.first : call.send.data.first);
  if (fields.memory_bytes == fields.register_bytes) {
    std::memcpy(is_load ? registers : memory, is_load ? memory : registers, bytes);
    return;
  }
  with_element_types(fields, [&]<class Memory, class Register>(Memory, Register) {
    const int shift = fields.in_upper_half ? 16 : 0;
    for (int i = 0; i < fields.elements; ++i) {
      std::byte* const in_register = registers + i * static_cast<int>(sizeof(Register));
      std::byte* const in_memory = memory + i * static_cast<int>(sizeof(Memory));
      if (is_load) {
        const auto value = static_cast<Register>(Register{value_at<Memory>(in_memory)} << shift);
        std::memcpy(in_register, &value, sizeof(value));
      } else {
        const auto value = static_cast<Memory>(value_at<Register>(in_register) >> shift);
        std::memcpy(in_memory, &value, sizeof(value));
      }
    }
  });
}

void GroupMessages::move_lanes(const Call& call) {
  const MessageFields& fields = call.fields;
  const bool is_load = fields.operation == MessageOperation::load;
  const std::uint64_t all =
      std::uint64_t{fields.memory_bytes} * fields.elements * static_cast<std::uint64_t>(std::popcount(call.lanes));
  count(call, is_load ? all : 0, is_load ? 0 : all);
  if (fields.kind == toolchain::MessageKind::prefetch)
    return;
  const unsigned components = fields.components != 0 ? fields.components : (1ull << fields.elements) - 1;
  const Payload& payload = is_load ? call.send.destination : call.send.data;
  with_element_types(fields, [&]<class Memory, class Register>(Memory, Register) {
    const int shift = fields.in_upper_half ? 16 : 0;
    for_lanes(call.lanes, [&](int lane) {
      const std::uint64_t address = call.address(lane);
      int index = 0; // among the selected components
      for (int component = 0; component < 32 && components >> component != 0; ++component) {
        if ((components >> component & 1) == 0)
          continue;
        std::byte* const memory = at(call, address + static_cast<unsigned>(component) * sizeof(Memory), sizeof(Memory),
                                     is_load ? Access::read : Access::write);
        std::byte* const element = call.element(payload, lane, index++);
        if (is_load) {
          const auto value = static_cast<Register>(Register{load_element<Memory>(memory)} << shift);
          std::memcpy(element, &value, sizeof(value));
        } else {
          store_element(memory, static_cast<Memory>(value_at<Register>(element) >> shift));
        }
      }
    });
  });
}

void GroupMessages::move_2d(const Call& call) {
  const MessageFields& fields = call.fields;
  const Block2d block =
      read_block_2d(call.thread.at(call.send.address.first), fields, context_.program.register_bytes,
                    fields.operation == MessageOperation::store_2d ? call.send.data.count : fields.result_registers);
  const bool is_load = fields.operation == MessageOperation::load_2d;
  if (fields.kind == toolchain::MessageKind::prefetch_2d) {
    count(call, bytes_on_surface(block), 0);
    return;
  }
  const Payload& payload = is_load ? call.send.destination : call.send.data;
  std::byte* const registers = call.thread.at(payload.first);
  if (payload.first * context_.program.register_bytes + block.payload_bytes >
      context_.program.registers * context_.program.register_bytes)
    throw Fault("a two-dimensional block that ends beyond the last register");
  count(call, is_load ? bytes_on_surface(block) : 0, is_load ? 0 : bytes_on_surface(block));
  const auto memory = [&](std::uint64_t address, std::uint64_t bytes) {
    return global(address, bytes, is_load ? Access::read : Access::write);
  };
  if (is_load)
    load_block_2d(block, registers, memory);
  else
    store_block_2d(block, registers, memory);
}

void GroupMessages::apply_atomic(const Call& call) {
  const MessageFields& fields = call.fields;
  const std::uint64_t all = std::uint64_t{fields.memory_bytes} * static_cast<std::uint64_t>(std::popcount(call.lanes));
  count(call, all, fields.atomic == AtomicOperation::load ? 0 : all);
  const int operands = operands_of(fields.atomic);
  with_element_types(fields, [&]<class Memory, class Register>(Memory, Register) {
    if constexpr (sizeof(Memory) > 1) {
      for_lanes(call.lanes, [&](int lane) {
        const auto operand = [&](int index) {
          return index < operands ? static_cast<Memory>(value_at<Register>(call.element(call.send.data, lane, index)))
                                  : Memory{0};
        };
        const Access access = fields.atomic == AtomicOperation::load ? Access::read : Access::write;
        std::byte* const memory = at(call, call.address(lane), sizeof(Memory), access);
        const Memory old = fields.atomic == AtomicOperation::load
                               ? __atomic_load_n(reinterpret_cast<Memory*>(memory), __ATOMIC_SEQ_CST)
                               : replace_atomically<Memory>(memory, fields.atomic, operand(0), operand(1));
        const Register value = old;
        if (fields.has_result)
          std::memcpy(call.element(call.send.destination, lane, 0), &value, sizeof(value));
      });
    }
  });
}

// ---- the gateway ----------------------------------------------------------------------------------------------------
void GroupMessages::signal(const Call& call) {
  count(call, 0, 0);
  const auto word = call.thread.read<std::uint32_t>(call.send.address.first, 2 * sizeof(std::uint32_t));
  const std::uint32_t role = word >> 14 & 3;
  if (role > 2)
    throw Fault("a signal to a barrier from neither producer nor consumer: " + hexadecimal(word));
  barriers_.signal(thread_, {.barrier = word & 0xff,
                             .role = static_cast<BarrierSignal::Role>(role),
                             .producers = word >> 16 & 0xff,
                             .consumers = word >> 24});
}

Step GroupMessages::wait_for_barrier(ThreadState& thread, const BarrierWait& wait) {
  std::uint32_t barrier = 0;
  if (wait.is_named)
    barrier = wait.name_in(thread);
  if (barriers_.is_met(thread_, barrier))
    return Step::go_on;
  last_barrier_[thread_] = barrier;
  return Step::again;
}

void GroupMessages::count(const Call& call, std::uint64_t read, std::uint64_t written) {
  if (counts_.empty())
    return;
  MessageCount& counted = counts_[static_cast<std::size_t>(&call.send - context_.program.sends.data())];
  ++counted.executions;
  counted.bytes_read += read;
  counted.bytes_written += written;
}

Step GroupMessages::send(ThreadState& thread, const DecodedSend& message, LaneMask lanes) {
  const auto index = static_cast<std::size_t>(&message - context_.program.sends.data());
  MessageFields computed;
  if (!context_.fields[index])
    computed = read_fields(context_.program, message, message.descriptor.read(thread));
  const MessageFields& fields = context_.fields[index] ? *context_.fields[index] : computed;
  const Call call{thread, message, fields, lanes};
  switch (fields.operation) {
  case MessageOperation::load:
  case MessageOperation::store:
    if (lanes == 0)
      return Step::go_on;
    fields.is_block ? move_block(call) : move_lanes(call);
    break;
  case MessageOperation::load_2d:
  case MessageOperation::store_2d:
    if (lanes == 0)
      return Step::go_on;
    move_2d(call);
    break;
  case MessageOperation::atomic:
    if (lanes == 0)
      return Step::go_on;
    apply_atomic(call);
    break;
  case MessageOperation::fence:
    count(call, 0, 0);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return Step::wait;
  case MessageOperation::barrier_signal:
    if (lanes != 0)
      signal(call);
    return Step::go_on;
  case MessageOperation::end_of_thread:
    count(call, 0, 0);
    return Step::ended;
  }
  if (--sends_until_turn_ > 0)
    return Step::go_on;
  sends_until_turn_ = sends_in_a_turn;
  return Step::wait;
}

} // namespace xeforge::emulator
