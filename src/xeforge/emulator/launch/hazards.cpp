#include "xeforge/emulator/launch/hazards.hpp"

#include "xeforge/emulator/launch/pipes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace xeforge::emulator {
namespace {

constexpr int tokens = 32;

// An instruction in an in-order pipe is certainly done when this many later instructions of the pipe have begun, even
// without a wait: the compiler's own limits (SWSB_G4IR.cpp in the sources of the graphics compiler).
constexpr std::array<std::uint32_t, in_order_pipes> done_after{11, 11, 15, 18};

// An instruction that may still be using a byte of a register.
struct Worker {
  std::uint32_t number = 0; // in its pipe, or among all messages and dpas; 0: none
  std::int32_t instruction : 24 = 0;
  InstructionPipe pipe = InstructionPipe::none;

  bool is_somebody() const { return number != 0; }
  friend bool operator==(const Worker&, const Worker&) = default;
};

// The instruction that uses each byte of the register file. Most bytes are unused; one bit per byte says so.
class Workers {
public:
  Workers() : of_bytes_(register_file_bytes) {}

  void clear() { is_somebodys_.fill(0); }
  bool is_nobodys(std::uint32_t byte, std::uint32_t bytes) const {
    std::uint64_t found = 0;
    for_each_word(byte, bytes, [&](std::size_t word, std::uint64_t bits) { found |= is_somebodys_[word] & bits; });
    return found == 0;
  }
  Worker of(std::uint32_t byte) const {
    return (is_somebodys_[byte / word_bits] >> byte % word_bits & 1) != 0 ? of_bytes_[byte] : Worker();
  }
  void set(std::uint32_t byte, std::uint32_t bytes, const Worker& worker) {
    if (!worker.is_somebody())
      return release(byte, bytes);
    std::fill_n(of_bytes_.begin() + byte, bytes, worker);
    for_each_word(byte, bytes, [&](std::size_t word, std::uint64_t bits) { is_somebodys_[word] |= bits; });
  }
  void release(std::uint32_t byte, std::uint32_t bytes) {
    for_each_word(byte, bytes, [&](std::size_t word, std::uint64_t bits) { is_somebodys_[word] &= ~bits; });
  }

private:
  static constexpr std::uint32_t word_bits = 64;

  // Calls at(word, bits) for the words of is_somebodys_ that have bits of these bytes.
  template <class Function>
  static void for_each_word(std::uint32_t byte, std::uint32_t bytes, const Function& at) {
    for (const std::uint32_t end = byte + bytes; byte < end;) {
      const std::uint32_t first = byte % word_bits, count = std::min(end - byte, word_bits - first);
      at(byte / word_bits, ~std::uint64_t{0} >> (word_bits - count) << first);
      byte += count;
    }
  }

  std::vector<Worker> of_bytes_; // valid if the byte is in use
  std::array<std::uint64_t, register_file_bytes / word_bits> is_somebodys_{};
};

using TokenRole = toolchain::ScoreboardToken::Role;

// The pipes to which an instruction's distance refers: "A@1" all, "F@1" one, "@1" its own and those of its operands.
std::array<bool, in_order_pipes> pipes_waited_for(toolchain::DistancePipe pipe, const DecodedInstruction& instruction,
                                                  InstructionPipe own) {
  using toolchain::DistancePipe;
  std::array<bool, in_order_pipes> found{};
  const auto add = [&found](InstructionPipe each) {
    if (static_cast<std::size_t>(each) < found.size())
      found[static_cast<std::size_t>(each)] = true;
  };
  switch (pipe) {
  case DistancePipe::all:
    found.fill(true);
    break;
  case DistancePipe::floats:
    add(InstructionPipe::floats);
    break;
  case DistancePipe::integers:
    add(InstructionPipe::integers);
    break;
  case DistancePipe::longs:
    add(InstructionPipe::longs);
    break;
  case DistancePipe::math:
    add(InstructionPipe::math);
    break;
  case DistancePipe::scalars: // not of these devices
    break;
  case DistancePipe::own:
    if (own == InstructionPipe::none || own == InstructionPipe::out_of_order) {
      found.fill(true);
      break;
    }
    add(own);
    for (int i = 0; i < instruction.source_count; ++i)
      if (const Type type = instruction.sources[static_cast<std::size_t>(i)].type; type != Type::none)
        add(type == Type::df ? InstructionPipe::longs
            : is_float(type) ? InstructionPipe::floats
                             : InstructionPipe::integers);
    break;
  }
  return found;
}

// The tokens that sync.allrd and sync.allwr name, one bit each; without an operand, all of them.
std::uint32_t tokens_named(const toolchain::Instruction& text) {
  if (text.sources.empty() || text.sources[0].kind != toolchain::Operand::Kind::immediate)
    return ~std::uint32_t{0};
  const std::string& value = text.sources[0].value;
  const bool is_hexadecimal = value.starts_with("0x");
  std::uint32_t mask = ~std::uint32_t{0};
  std::from_chars(value.data() + (is_hexadecimal ? 2 : 0), value.data() + value.size(), mask, is_hexadecimal ? 16 : 10);
  return mask;
}

} // namespace

struct HazardSearch::Operands {
  InstructionPipe pipe = InstructionPipe::none;
  std::uint32_t distance = 0;                   // 0: none
  std::array<bool, in_order_pipes> waits_for{}; // the pipes of its distance
  std::optional<toolchain::ScoreboardToken> token;
  bool is_dpas = false, continues_chain = false;             // {Atomic}: the next dpas belongs to it
  std::uint32_t releases_results = 0, releases_operands = 0; // of sync.allwr, sync.allrd
};

// The scoreboard of one hardware thread.
class HazardSearch::Thread final : public Observer {
public:
  explicit Thread(HazardSearch& search) : search_(search) {}

  void begin(const Extent& group, std::size_t number) {
    group_ = group, number_ = number;
    owners_.clear();
    readers_.clear();
    for (Pipe& pipe : pipes_)
      pipe = {};
    under_way_.clear();
    chain_.clear();
    messages_ = 0;
    last_ = -1;
  }

  void before(const ThreadState& thread, std::int32_t index, LaneMask lanes) override {
    const DecodedInstruction& instruction = program().code[static_cast<std::size_t>(index)];
    const Operands& operands = search_.operands_[static_cast<std::size_t>(index)];
    if (index != last_ + 1)
      for (Pipe& each : pipes_)
        each.done = each.issued;
    last_ = index;
    wait(operands);
    // A dpas in a chain reads the sums of the previous one without a wait.
    if (!operands.is_dpas)
      chain_.clear();
    const Worker event = issue(index, operands);
    if (instruction.flow == Flow::send)
      follow_message(index, program().sends[static_cast<std::size_t>(instruction.detail)], event, lanes);
    else if (operands.is_dpas)
      follow_matrix(index, instruction, event);
    else if (instruction.flow == Flow::compute)
      follow_operation(thread, index, instruction, event, lanes);
    if (operands.is_dpas && operands.continues_chain)
      chain_.push_back(event.number);
    else
      chain_.clear();
  }

  void after(const ThreadState&, std::int32_t index, LaneMask) override {
    const DecodedInstruction& instruction = program().code[static_cast<std::size_t>(index)];
    if (instruction.flow == Flow::send && program().sends[static_cast<std::size_t>(instruction.detail)].ends_thread)
      search_.free_.push_back(this);
  }

private:
  struct Pipe {
    std::uint32_t issued = 0, done = 0; // instructions, counted from 1; those up to `done` are known to have ended
  };
  // A message or dpas for which no instruction has waited yet.
  struct UnderWay {
    std::uint32_t number = 0;
    int token = -1;        // negative: the token of the last one in its chain
    bool has_read = false; // its operands
  };

  const Program& program() const { return search_.kernel_.program; }
  Pipe& pipe(InstructionPipe which) { return pipes_[static_cast<std::size_t>(which)]; }

  // ---- waits --------------------------------------------------------------------------------------------------------
  void wait_for_distance(InstructionPipe which, std::uint32_t distance) {
    Pipe& waited = pipe(which);
    if (waited.issued >= distance)
      waited.done = std::max(waited.done, waited.issued - distance + 1);
  }

  void wait_for_token(int token, TokenRole role) {
    if (role != TokenRole::waits_for_operands)
      std::erase_if(under_way_, [=](const UnderWay& each) { return each.token == token; });
    for (UnderWay& each : under_way_)
      each.has_read |= each.token == token;
  }

  void wait(const Operands& operands) {
    if (operands.distance > 0)
      for (int i = 0; i < in_order_pipes; ++i)
        if (operands.waits_for[static_cast<std::size_t>(i)])
          wait_for_distance(static_cast<InstructionPipe>(i), operands.distance);
    // An instruction that uses a token waits for the previous one with this token.
    if (operands.token && operands.token->number < tokens)
      wait_for_token(operands.token->number, operands.token->role);
    if ((operands.releases_results | operands.releases_operands) == 0)
      return;
    for (int token = 0; token < tokens; ++token) {
      if (operands.releases_results >> token & 1)
        wait_for_token(token, TokenRole::waits_for_result);
      if (operands.releases_operands >> token & 1)
        wait_for_token(token, TokenRole::waits_for_operands);
    }
  }

  // ---- which instruction uses what ----------------------------------------------------------------------------------
  Worker issue(std::int32_t index, const Operands& operands) {
    if (operands.pipe == InstructionPipe::none)
      return {};
    if (operands.pipe != InstructionPipe::out_of_order)
      return {.number = ++pipe(operands.pipe).issued, .instruction = index, .pipe = operands.pipe};
    const std::uint32_t number = ++messages_;
    const bool has_token = operands.token && operands.token->role == TokenRole::sets;
    const int token = has_token ? operands.token->number : -1;
    if (has_token || operands.continues_chain)
      under_way_.push_back({.number = number, .token = token});
    if (has_token) // the last one of a chain has the token for all
      for (UnderWay& each : under_way_)
        if (is_of_chain(each.number))
          each.token = token;
    return {.number = number, .instruction = index, .pipe = operands.pipe};
  }

  const UnderWay* find(const Worker& worker) const {
    const auto found = std::ranges::find(under_way_, worker.number, &UnderWay::number);
    return found == under_way_.end() ? nullptr : &*found;
  }

  bool is_done(const Worker& worker) const {
    if (worker.pipe == InstructionPipe::out_of_order)
      return find(worker) == nullptr;
    const auto which = static_cast<std::size_t>(worker.pipe);
    return worker.number <= pipes_[which].done || pipes_[which].issued - worker.number >= done_after[which];
  }
  bool has_read(const Worker& worker) const {
    const UnderWay* const there = find(worker);
    return there == nullptr || there->has_read;
  }

  void report(Hazard::Kind kind, std::int32_t index, const Worker& owner, std::uint32_t byte) {
    Hazard& hazard = search_.found_
                         .try_emplace(Key(index, std::int32_t{owner.instruction}, kind),
                                      Hazard{.kind = kind,
                                             .instruction = index,
                                             .owner = owner.instruction,
                                             .register_number = static_cast<int>(byte) / program().register_bytes,
                                             .group = group_,
                                             .thread = number_})
                         .first->second;
    ++hazard.times;
  }

  // Messages to one shared function read their operands in the order in which they are sent.
  bool go_the_same_way(const Worker& one, const Worker& other) const {
    const auto message = [&](const Worker& worker) -> const DecodedSend* {
      const DecodedInstruction& instruction = program().code[static_cast<std::size_t>(worker.instruction)];
      return instruction.flow == Flow::send ? &program().sends[static_cast<std::size_t>(instruction.detail)] : nullptr;
    };
    const DecodedSend *first = message(one), *second = message(other);
    return first != nullptr && second != nullptr && first->function == second->function;
  }

  bool is_of_chain(std::uint32_t number) const { return std::ranges::find(chain_, number) != chain_.end(); }
  bool is_of_chain(const Worker& worker) const {
    return worker.pipe == InstructionPipe::out_of_order && is_of_chain(worker.number);
  }

  // The first of these bytes whose owner is not done. Owners that are done are forgotten up to there.
  std::optional<std::uint32_t> first_unfinished(std::uint32_t byte, std::uint32_t bytes) {
    if (owners_.is_nobodys(byte, bytes))
      return std::nullopt;
    for (std::uint32_t at = byte, next = at; at < byte + bytes; at = next) {
      const Worker owner = owners_.of(at);
      while (next < byte + bytes && owners_.of(next) == owner)
        ++next;
      if (!owner.is_somebody())
        continue;
      if (is_done(owner))
        owners_.release(at, next - at);
      else if (!is_of_chain(owner))
        return at;
    }
    return std::nullopt;
  }

  void read(std::int32_t index, std::uint32_t byte, std::uint32_t bytes) {
    if (const std::optional<std::uint32_t> at = first_unfinished(byte, bytes))
      report(Hazard::Kind::reads_too_early, index, owners_.of(*at), *at);
  }

  bool is_written_too_early(const Worker& owner, const Worker& own) const {
    const bool is_in_order = own.pipe != InstructionPipe::out_of_order && owner.pipe == own.pipe;
    return owner.is_somebody() && owner != own && !is_in_order && !is_done(owner) && !is_of_chain(owner);
  }
  bool is_overwritten(const Worker& reader, const Worker& own) const {
    return reader.is_somebody() && reader != own && !has_read(reader) && !is_of_chain(reader) &&
           !go_the_same_way(reader, own);
  }

  void write(std::int32_t index, const Worker& own, std::uint32_t byte, std::uint32_t bytes) {
    if (!owners_.is_nobodys(byte, bytes) || !readers_.is_nobodys(byte, bytes)) {
      Worker owner, reader; // of the byte before
      bool is_early = false, takes_operand = false;
      for (std::uint32_t at = byte; at < byte + bytes; ++at) {
        if (const Worker before = std::exchange(owner, owners_.of(at)); owner != before)
          is_early = is_written_too_early(owner, own);
        if (const Worker before = std::exchange(reader, readers_.of(at)); reader != before)
          takes_operand = is_overwritten(reader, own);
        if (is_early)
          report(Hazard::Kind::writes_too_early, index, owner, at);
        if (takes_operand)
          report(Hazard::Kind::overwrites_an_operand, index, reader, at);
      }
      readers_.release(byte, bytes);
    }
    owners_.set(byte, bytes, own);
  }

  void keep_reading(const Worker& own, std::uint32_t byte, std::uint32_t bytes) { readers_.set(byte, bytes, own); }

  // ---- operands -----------------------------------------------------------------------------------------------------
  std::uint32_t first_byte(const Payload& payload) const {
    return static_cast<std::uint32_t>(payload.first * program().register_bytes);
  }
  std::uint32_t bytes_of_payload(const Payload& payload) const {
    return static_cast<std::uint32_t>(payload.count * program().register_bytes);
  }

  void follow_message(std::int32_t index, const DecodedSend& send, const Worker& event, LaneMask lanes) {
    if (lanes == 0)
      return;
    for (const Payload& payload : {send.address, send.data})
      if (payload.count > 0) {
        read(index, first_byte(payload), bytes_of_payload(payload));
        keep_reading(event, first_byte(payload), bytes_of_payload(payload));
      }
    if (send.destination.count > 0)
      write(index, event, first_byte(send.destination), bytes_of_payload(send.destination));
  }

  void follow_matrix(std::int32_t index, const DecodedInstruction& instruction, const Worker& event) {
    for (const Source& source : instruction.sources)
      if (source.kind == Source::Kind::direct) {
        read(index, source.byte_offset, source.extent);
        keep_reading(event, source.byte_offset, source.extent);
      }
    write(index, event, instruction.destination.byte_offset, instruction.destination.extent);
  }

  static constexpr bool is_in_file(std::uint32_t byte_offset) {
    return byte_offset >= offsetof(ThreadState, registers) &&
           byte_offset < offsetof(ThreadState, registers) + register_file_bytes;
  }

  void read_lanes(const ThreadState& thread, std::int32_t index, const Source& source, LaneMask lanes) {
    if (source.kind == Source::Kind::constant || source.kind == Source::Kind::none)
      return;
    const auto bytes = static_cast<std::uint32_t>(bytes_of(source.type));
    const std::int64_t first = source.byte_offset;
    if (source.kind == Source::Kind::direct && (!is_in_file(source.byte_offset) || is_nobodys(source, lanes, bytes)))
      return;
    // Adjacent lanes are one piece, unless there is something to report of one.
    if (const std::uint32_t piece = bytes_of_adjacent(source, lanes, bytes);
        piece > 0 && !first_unfinished(source.byte_offset, piece))
      return;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest), row = lane / source.width, column = lane % source.width;
      std::int64_t at = first + row * source.vertical + column * source.horizontal;
      if (source.kind == Source::Kind::indirect) {
        const int element = source.address_element + (source.has_element_addresses ? row : 0);
        if (element >= address_elements)
          return;
        at = thread.addresses[static_cast<std::size_t>(element)] + source.address_offset + column * source.horizontal +
             (source.has_element_addresses ? 0 : row * source.vertical);
      }
      if (at >= 0 && at + bytes <= static_cast<std::int64_t>(register_file_bytes))
        read(index, static_cast<std::uint32_t>(at), bytes);
    }
  }

  // Of all lanes together, if they lie one behind the other from the first one on; otherwise 0.
  static std::uint32_t bytes_of_adjacent(const Source& source, LaneMask lanes, std::uint32_t bytes) {
    const int count = std::bit_width(lanes), size = static_cast<int>(bytes);
    const bool are_adjacent = source.kind == Source::Kind::direct && lanes == first_lanes(count) &&
                              (source.width == 1 || source.horizontal == size) &&
                              (count <= source.width || source.vertical == source.width * size);
    const std::uint32_t all = static_cast<std::uint32_t>(count) * bytes;
    return are_adjacent && source.byte_offset + all <= register_file_bytes ? all : 0;
  }

  // Whether no instruction uses any byte from the first to the last one of these lanes, including bytes between them.
  bool is_nobodys(const Source& source, LaneMask lanes, std::uint32_t bytes) const {
    if (lanes == 0 || source.vertical < 0 || source.horizontal < 0)
      return false;
    const int last = std::bit_width(lanes) - 1, columns = std::min(last, source.width - 1);
    const std::uint32_t end =
        source.byte_offset + bytes +
        static_cast<std::uint32_t>(last / source.width * source.vertical + columns * source.horizontal);
    return end <= register_file_bytes && owners_.is_nobodys(source.byte_offset, end - source.byte_offset);
  }

  void follow_operation(const ThreadState& thread, std::int32_t index, const DecodedInstruction& instruction,
                        const Worker& event, LaneMask lanes) {
    const Destination& to = instruction.destination;
    // What it reads has no effect: "mov null r4", which the compiler inserts as a delay.
    if (to.kind == Destination::Kind::none && instruction.condition == Condition::none)
      return;
    for (int i = 0; i < instruction.source_count; ++i)
      read_lanes(thread, index, instruction.sources[static_cast<std::size_t>(i)], lanes);
    if (to.kind == Destination::Kind::none || (to.kind == Destination::Kind::direct && !is_in_file(to.byte_offset)))
      return;
    const std::int64_t first = to.kind == Destination::Kind::direct
                                   ? std::int64_t{to.byte_offset}
                                   : std::int64_t{thread.addresses[to.address_element]} + to.address_offset;
    const auto bytes = static_cast<std::uint32_t>(bytes_of(to.type));
    // Adjacent lanes are one piece.
    if (const int count = std::bit_width(lanes); to.step == static_cast<std::int64_t>(bytes) &&
                                                 lanes == first_lanes(count) && first >= 0 &&
                                                 first + count * std::int64_t{bytes} <= register_file_bytes)
      return write(index, event, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count) * bytes);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const std::int64_t at = first + std::countr_zero(rest) * to.step;
      if (at >= 0 && at + bytes <= static_cast<std::int64_t>(register_file_bytes))
        write(index, event, static_cast<std::uint32_t>(at), bytes);
    }
  }

  HazardSearch& search_;
  Extent group_{};
  std::size_t number_ = 0;
  Workers owners_, readers_;
  std::array<Pipe, in_order_pipes> pipes_{};
  std::vector<UnderWay> under_way_;
  std::uint32_t messages_ = 0;       // and dpas
  std::int32_t last_ = -1;           // instruction
  std::vector<std::uint32_t> chain_; // dpas right before this one, which have no token of their own
};

HazardSearch::HazardSearch(const Kernel& kernel) : kernel_(kernel) {
  static_assert(offsetof(ThreadState, registers) == 0, "offsets of operands are bytes of the register file");
  const Program& program = kernel.program;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const DecodedInstruction& instruction = program.code[i];
    const toolchain::Instruction& text = program.instructions[i];
    Operands operands;
    operands.pipe = pipe_of(program, static_cast<std::int32_t>(i));
    operands.is_dpas = text.is_dpas();
    operands.continues_chain = text.is_atomic;
    if (text.distance) {
      operands.distance = static_cast<std::uint32_t>(text.distance->instructions);
      operands.waits_for = pipes_waited_for(text.distance->pipe, instruction, operands.pipe);
    }
    operands.token = text.token;
    if (text.sync_function == SyncFunction::allwr)
      operands.releases_results = tokens_named(text);
    if (text.sync_function == SyncFunction::allrd)
      operands.releases_operands = tokens_named(text);
    operands_.push_back(operands);
  }
}
HazardSearch::~HazardSearch() = default;

Observer* HazardSearch::observe(const Extent& group, std::size_t thread) {
  if (free_.empty()) {
    threads_.push_back(std::make_unique<Thread>(*this));
    free_.push_back(threads_.back().get());
  }
  Thread* const observer = free_.back();
  free_.pop_back();
  observer->begin(group, thread);
  return observer;
}

std::vector<Hazard> HazardSearch::hazards() const {
  std::vector<Hazard> hazards;
  for (const auto& [key, hazard] : found_)
    hazards.push_back(hazard);
  return hazards;
}

std::string described(const Kernel& kernel, const Hazard& hazard) {
  const char* const what = hazard.kind == Hazard::Kind::reads_too_early    ? " is read "
                           : hazard.kind == Hazard::Kind::writes_too_early ? " is written "
                                                                           : " is overwritten ";
  const char* const before = hazard.kind == Hazard::Kind::overwrites_an_operand ? ", which still reads it"
                                                                                : ", whose result is not waited for";
  return "kernel " + kernel.info.name + ", group (" + std::to_string(hazard.group[0]) + ", " +
         std::to_string(hazard.group[1]) + ", " + std::to_string(hazard.group[2]) + "), thread " +
         std::to_string(hazard.thread) + ": r" + std::to_string(hazard.register_number) + what +
         kernel.location_of(hazard.instruction) + ", behind the instruction " + kernel.location_of(hazard.owner) +
         before + " (" + std::to_string(hazard.times) + (hazard.times == 1 ? " time)" : " times)");
}

} // namespace xeforge::emulator
