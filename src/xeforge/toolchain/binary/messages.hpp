// What a send carries, from its descriptor: the fields of load-store messages are those of the public instruction set
// documentation of Xe-HPG and later, and were checked against what the disassembler prints.
#pragma once

#include "xeforge/base/names.hpp"
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

// As reports name them.
inline constexpr base::Names<MessageKind::other> message_kind_names{
    {{MessageKind::load_2d, "load 2d"},
     {MessageKind::load_2d_transformed, "load 2d transformed"},
     {MessageKind::load_2d_transposed, "load 2d transposed"},
     {MessageKind::store_2d, "store 2d"},
     {MessageKind::prefetch_2d, "prefetch 2d"},
     {MessageKind::load_block, "load block"},
     {MessageKind::gather, "gather"},
     {MessageKind::store_block, "store block"},
     {MessageKind::scatter, "scatter"},
     {MessageKind::prefetch, "prefetch"},
     {MessageKind::slm_load_block, "slm load"},
     {MessageKind::slm_gather, "slm gather"},
     {MessageKind::slm_store_block, "slm store"},
     {MessageKind::slm_scatter, "slm scatter"},
     {MessageKind::atomic, "atomic"},
     {MessageKind::slm_atomic, "slm atomic"},
     {MessageKind::argument_load, "arguments"},
     {MessageKind::spill, "spill"},
     {MessageKind::fill, "fill"},
     {MessageKind::fence, "fence"},
     {MessageKind::barrier, "barrier"},
     {MessageKind::end_of_thread, "end of thread"},
     {MessageKind::other, "other"}}};
constexpr std::string_view name_of(MessageKind kind) { return message_kind_names.of(kind); }

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
