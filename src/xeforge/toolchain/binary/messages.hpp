// What a send carries, from its descriptor: the fields of load-store messages are those of the public instruction set
// documentation of Xe-HPG and later, and were checked against what the disassembler prints.
#pragma once

#include "xeforge/toolchain/binary/disassembly.hpp"

#include <cstdint>
#include <string_view>

namespace xeforge::toolchain {

enum class MessageKind {
  load_2d,
  load_2d_transformed, // rows packed in pairs or fours, as dpas takes them
  load_2d_transposed,
  store_2d,
  prefetch_2d,
  load_block, // consecutive elements
  gather,     // an address for each lane
  store_block,
  scatter,
  prefetch,
  slm_load_block,
  slm_gather,
  slm_store_block,
  slm_scatter,
  atomic,
  slm_atomic,
  argument_load, // of the kernel's arguments
  spill,
  fill,
  fence,
  barrier,
  end_of_thread,
  other
};

inline constexpr int message_kinds = static_cast<int>(MessageKind::other) + 1;

// As reports name it: "load 2d transformed".
std::string_view name_of(MessageKind kind);

struct Message {
  MessageKind kind = MessageKind::other;
  // What goes to and comes from memory. 0 where the descriptor does not tell: the extent of a 2D prefetch stands in its
  // payload.
  std::uint64_t bytes_read = 0, bytes_written = 0;
};

// Precondition: the instruction is a send. `register_bytes` is 64, or 32 on Xe-HPG.
Message read_message(const Instruction& send, int register_bytes);

bool reads_global_memory(MessageKind kind); // into registers
bool is_local(MessageKind kind);            // of shared local memory

} // namespace xeforge::toolchain
