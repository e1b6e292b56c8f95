#include "xeforge/emulator/launch/trace.hpp"

#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/emulator/thread/elements.hpp"

#include <bit>
#include <cstdio>
#include <cstring>
#include <string>

namespace xeforge::emulator {

using base::hexadecimal;
namespace {

// ---- numbers --------------------------------------------------------------------------------------------------------
template <class Number>
std::string printed(const char* format, Number number) {
  char text[40];
  std::snprintf(text, sizeof(text), format, number);
  return text;
}

std::string element_text(const std::byte* address, Type type) {
  switch (type) {
  case Type::ub:
    return std::to_string(read<std::uint8_t>(address));
  case Type::b:
    return std::to_string(read<std::int8_t>(address));
  case Type::uw:
    return std::to_string(read<std::uint16_t>(address));
  case Type::w:
    return std::to_string(read<std::int16_t>(address));
  case Type::ud:
    return std::to_string(read<std::uint32_t>(address));
  case Type::d:
    return std::to_string(read<std::int32_t>(address));
  case Type::uq:
    return hexadecimal(read<std::uint64_t>(address));
  case Type::q:
    return std::to_string(read<std::int64_t>(address));
  case Type::hf:
    return printed("%.5g", static_cast<double>(read<_Float16>(address)));
  case Type::bf:
    return printed("%.4g", widened<double>(read<Bfloat>(address)));
  case Type::tf32:
  case Type::f:
    return printed("%.9g", static_cast<double>(read<float>(address)));
  case Type::df:
    return printed("%.17g", read<double>(address));
  default:
    return hexadecimal(read<std::uint32_t>(address));
  }
}

// "1 2 2 2 2 -" with repetitions shortened: "1 2 (4 times) -". Disabled channels are "-".
class Row {
public:
  void add(std::string text) {
    if (text == last_) {
      ++times_;
      return;
    }
    flush();
    last_ = std::move(text);
    times_ = 1;
  }
  std::string text() {
    flush();
    return std::move(text_);
  }

private:
  void flush() {
    if (times_ == 0)
      return;
    const bool is_run = times_ > 2;
    for (int i = 0; i < (is_run ? 1 : times_); ++i)
      text_ += (text_.empty() ? "" : " ") + last_;
    if (is_run)
      text_ += " (" + std::to_string(times_) + " times)";
    times_ = 0;
  }
  std::string text_, last_;
  int times_ = 0;
};

std::string words_text(const std::byte* first, int bytes) {
  Row row;
  for (int at = 0; at + 4 <= bytes; at += 4)
    row.add(hexadecimal(read<std::uint32_t>(first + at)));
  return row.text();
}

} // namespace

class Trace::Thread final : public Observer {
public:
  Thread(const Trace& trace, const Extent& group, std::size_t number)
      : trace_(trace), has_begun_(!trace.request_.from),
        title_("(" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " + std::to_string(group[2]) +
               ") thread " + std::to_string(number) + "  ") {}

  void before(const ThreadState& thread, std::int32_t index, LaneMask lanes) override {
    has_begun_ |= trace_.kernel_.program.address(index) == trace_.request_.from;
    if (!has_begun_)
      return;
    const auto i = static_cast<std::size_t>(index);
    const Program& program = trace_.kernel_.program;
    const std::string source = i < trace_.kernel_.sources.size() ? trace_.kernel_.sources[i] : std::string();
    text_ = title_ + printed("0x%04x", program.address(index)) + "  " + program.texts[i] +
            (source.empty() ? "" : "  " + source) + "\n";
    const DecodedInstruction& instruction = program.code[i];
    if (instruction.is_predicated || lanes != first_lanes(instruction.lanes))
      text_ += "  channels " + hexadecimal(lanes) + "\n";
    if (instruction.flow == Flow::send)
      show_message(thread, program.sends[static_cast<std::size_t>(instruction.detail)]);
    else
      show_sources(thread, program.instructions[i], instruction, lanes);
  }

  void after(const ThreadState& thread, std::int32_t index, LaneMask lanes) override {
    if (!has_begun_)
      return;
    const auto i = static_cast<std::size_t>(index);
    const Program& program = trace_.kernel_.program;
    const DecodedInstruction& instruction = program.code[i];
    if (instruction.flow == Flow::send)
      show_registers(thread, "-> ", program.sends[static_cast<std::size_t>(instruction.detail)].destination);
    else if (instruction.flow == Flow::compute)
      show_result(thread, program.instructions[i], instruction, lanes);
    else if (thread.next != index + 1 && thread.next < static_cast<std::int32_t>(program.code.size()))
      text_ += "  -> " + printed("0x%04x", program.address(thread.next)) + "\n";
    trace_.request_.write(text_);
    text_.clear();
  }

private:
  // "r12.3:f"; for an immediate, the number.
  static std::string name_of_operand(const toolchain::Operand& operand) {
    const std::string type = operand.type == Type::none ? "" : ":" + std::string(name_of(operand.type));
    if (operand.kind == toolchain::Operand::Kind::immediate)
      return operand.value + type;
    const bool is_indirect = operand.kind == toolchain::Operand::Kind::indirect;
    return (is_indirect ? "r[a0." + std::to_string(operand.sub) + "]"
                        : std::string(name_of(operand.file)) + std::to_string(operand.number) + "." +
                              std::to_string(operand.sub)) +
           type;
  }

  void show_sources(const ThreadState& thread, const toolchain::Instruction& text,
                    const DecodedInstruction& instruction, LaneMask lanes) {
    for (std::size_t i = 0; i < instruction.source_count && i < text.sources.size(); ++i) {
      const Source& source = instruction.sources[i];
      if (source.kind == Source::Kind::none)
        continue;
      Row row;
      for (int lane = 0; lane < instruction.lanes; ++lane) {
        const std::byte* const address = text.is_dpas() ? nullptr : address_of(thread, source, lane);
        row.add((lanes >> lane & 1) == 0 || address == nullptr ? "-" : element_text(address, source.type));
      }
      text_ +=
          "  " + name_of_operand(text.sources[i]) + "  " +
          (text.is_dpas() ? words_text(at(thread, source.byte_offset), static_cast<int>(source.extent)) : row.text()) +
          "\n";
    }
  }

  void show_result(const ThreadState& thread, const toolchain::Instruction& text, const DecodedInstruction& instruction,
                   LaneMask lanes) {
    const Destination& to = instruction.destination;
    if (instruction.condition != Condition::none && !instruction.predicate_selects)
      text_ += "  -> f" + std::to_string(instruction.flag_register) + "  " +
               hexadecimal(thread.flags[instruction.flag_register]) + "\n";
    if (to.kind == Destination::Kind::none)
      return;
    if (text.is_dpas()) {
      text_ += "  -> " + name_of_operand(text.destination) + "  " +
               words_text(at(thread, to.byte_offset), static_cast<int>(to.extent)) + "\n";
      return;
    }
    Row row;
    for (int lane = 0; lane < instruction.lanes; ++lane) {
      const std::byte* const first = to.kind == Destination::Kind::direct
                                         ? at(thread, to.byte_offset)
                                         : in_file(thread, thread.addresses[to.address_element] + to.address_offset,
                                                   bytes_of(to.type) + lane * to.step);
      const bool is_shown = (lanes >> lane & 1) != 0 && first != nullptr;
      row.add(is_shown ? element_text(first + lane * to.step, to.type) : "-");
    }
    text_ += "  -> " + name_of_operand(text.destination) + "  " + row.text() + "\n";
  }

  void show_message(const ThreadState& thread, const DecodedSend& send) {
    show_registers(thread, "address ", send.address);
    show_registers(thread, "data ", send.data);
  }
  void show_registers(const ThreadState& thread, const char* what, const Payload& payload) {
    if (payload.count > 0)
      text_ += std::string("  ") + what + "r" + std::to_string(payload.first) + "  " +
               words_text(thread.at(payload.first), payload.count * thread.register_bytes) + "\n";
  }

  static const std::byte* at(const ThreadState& thread, std::uint32_t byte_offset) {
    return reinterpret_cast<const std::byte*>(&thread) + byte_offset;
  }
  // Null if the bytes are not in the register file: then the instruction faults.
  static const std::byte* in_file(const ThreadState& thread, std::int64_t first, std::int64_t bytes) {
    return first < 0 || first + bytes > register_file_bytes ? nullptr : thread.registers.data() + first;
  }
  static const std::byte* address_of(const ThreadState& thread, const Source& source, int lane) {
    const int bytes = bytes_of(source.type), row = lane / source.width, column = lane % source.width;
    switch (source.kind) {
    case Source::Kind::constant:
      return source.constants + lane * bytes;
    case Source::Kind::direct:
      return at(thread, source.byte_offset) + row * source.vertical + column * source.horizontal;
    default:
      break;
    }
    const std::size_t element = source.address_element + (source.has_element_addresses ? std::size_t(row) : 0);
    if (element >= thread.addresses.size())
      return nullptr;
    const std::int64_t first = thread.addresses[element] + source.address_offset + column * source.horizontal +
                               (source.has_element_addresses ? 0 : row * source.vertical);
    return in_file(thread, first, bytes);
  }

  const Trace& trace_;
  bool has_begun_;
  std::string title_, text_;
};

Trace::Trace(const Kernel& kernel, const LaunchShape& shape, TraceRequest request)
    : kernel_(kernel), shape_(shape), request_(std::move(request)) {}
Trace::~Trace() = default;

Observer* Trace::observe(const Extent& group, std::size_t thread) {
  const std::uint64_t of_group =
      group[0] + std::uint64_t{shape_.groups[0]} * (group[1] + std::uint64_t{shape_.groups[1]} * group[2]);
  const std::uint64_t number = of_group * threads_of_group(kernel_.info, shape_) + thread;
  if (!request_.threads.empty() && !request_.threads.contains(number))
    return nullptr;
  threads_.push_back(std::make_unique<Thread>(*this, group, thread));
  return threads_.back().get();
}

} // namespace xeforge::emulator
