#include "xeforge/toolchain/binary/messages.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::toolchain {
namespace {

struct Send {
  SharedFunction unit;
  const char* descriptor;
  int lanes = 1;
  int result_registers = 0; // 0: null
  int data_registers = 0;
  AddressModel addresses = AddressModel::flat;
};

Instruction instruction(const Send& send) {
  Instruction result;
  result.operation = Operation::send;
  result.shared_function = send.unit;
  result.lanes = send.lanes;
  const auto payload = [](int registers) {
    Operand operand;
    operand.kind = Operand::Kind::payload;
    operand.file = registers > 0 ? OperandFile::general : OperandFile::null;
    operand.length = registers;
    return operand;
  };
  result.destination = payload(send.result_registers);
  result.sources = {payload(1), payload(send.data_registers), Operand{}, Operand{}};
  result.sources[0].addresses = send.addresses;
  result.sources[3].kind = Operand::Kind::immediate;
  result.sources[3].value = send.descriptor;
  return result;
}

Message message(const Send& send) { return read_message(instruction(send), 64); }

// Descriptors as the compiler made them, what the disassembler calls them beside each.
TEST(messages, blocks_in_two_dimensions_are_told_by_their_order) {
  EXPECT_EQ(message({SharedFunction::ugm, "0x2800203", 1, 8}).kind, MessageKind::load_2d); // load_block2d.ugm.d16.a64
  EXPECT_EQ(message({SharedFunction::ugm, "0x03F00283", 1, 31}).kind,
            MessageKind::load_2d_transformed); // load_block2d.ugm.d16v.a64
  EXPECT_EQ(message({SharedFunction::ugm, "0x02808403", 1, 8}).kind,
            MessageKind::load_2d_transposed); // load_block2d.ugm.d32t.a64
  EXPECT_EQ(message({SharedFunction::ugm, "0x02000207", 1, 0, 4}).kind,
            MessageKind::store_2d); // store_block2d.ugm.d16.a64
  EXPECT_EQ(message({SharedFunction::ugm, "0x02000203", 1, 0}).kind, MessageKind::prefetch_2d);
}

TEST(messages, blocks_in_two_dimensions_count_whole_registers) {
  EXPECT_EQ(message({SharedFunction::ugm, "0x2800203", 1, 8}).bytes_read, 512u);
  EXPECT_EQ(message({SharedFunction::ugm, "0x03F00283", 1, 31}).bytes_read, 2048u) << "31 stands for 32";
  EXPECT_EQ(message({SharedFunction::ugm, "0x02000207", 1, 0, 4}).bytes_written, 256u);
  EXPECT_EQ(message({SharedFunction::ugm, "0x02000203", 1, 0}).bytes_read, 0u) << "the extent stands in the payload";
  EXPECT_EQ(read_message(instruction({SharedFunction::ugm, "0x2800203", 1, 8}), 32).bytes_read, 256u);
}

TEST(messages, one_address_is_a_block_and_one_for_each_lane_a_gather) {
  const Message block = message({SharedFunction::ugm, "0x0240F580", 1, 4}); // load.ugm.d32x64t.a64
  EXPECT_EQ(block.kind, MessageKind::load_block);
  EXPECT_EQ(block.bytes_read, 256u);
  const Message gather = message({SharedFunction::ugm, "0x04100580", 16, 1}); // load.ugm.d32.a64
  EXPECT_EQ(gather.kind, MessageKind::gather);
  EXPECT_EQ(gather.bytes_read, 64u);
  const Message scatter = message({SharedFunction::slm, "0x02003504", 16, 0, 4}); // store.slm.d32x4.a32
  EXPECT_EQ(scatter.kind, MessageKind::slm_scatter);
  EXPECT_EQ(scatter.bytes_written, 256u);
  EXPECT_EQ(message({SharedFunction::ugm, "0x0200F584", 1, 0, 4}).kind,
            MessageKind::store_block);                                            // store.ugm.d32x64t.a64
  EXPECT_EQ(message({SharedFunction::slm, "0x0280F700", 1, 8}).bytes_read, 512u); // load.slm.d64x64t.a32
}

TEST(messages, halves_that_fill_a_word_each_count_as_halves) {
  EXPECT_EQ(message({SharedFunction::ugm, "0x08200B80", 32, 2}).bytes_read, 64u); // load.ugm.d16u32.a64
}

TEST(messages, scratch_memory_is_for_spills_and_a_table_for_arguments) {
  EXPECT_EQ(message({SharedFunction::ugm, "0x4200F504", 1, 0, 4, AddressModel::scratch}).kind, MessageKind::spill);
  EXPECT_EQ(message({SharedFunction::ugm, "0x4240F500", 1, 4, 0, AddressModel::scratch}).kind, MessageKind::fill);
  EXPECT_EQ(message({SharedFunction::ugm, "0x6219D500", 1, 1, 0, AddressModel::binding_table}).kind,
            MessageKind::argument_load);
}

TEST(messages, fences_barriers_atomics_and_the_end_are_none_of_these) {
  EXPECT_EQ(message({SharedFunction::ugm, "0x0210001F", 1, 1}).kind, MessageKind::fence);
  EXPECT_EQ(message({SharedFunction::gateway, "0x02000004"}).kind, MessageKind::barrier);
  EXPECT_EQ(message({SharedFunction::gateway, "0x02000010"}).kind, MessageKind::end_of_thread);
  EXPECT_EQ(message({SharedFunction::ugm, "0x0400058C", 16, 0, 1}).kind,
            MessageKind::atomic); // atomic_iadd.ugm.d32.a64
  EXPECT_EQ(message({SharedFunction::slm, "0x0200050C", 16, 0, 1}).kind, MessageKind::slm_atomic);
}

TEST(messages, what_cannot_be_read_is_other) {
  EXPECT_EQ(message({SharedFunction::ugm, "a0.0", 1, 1}).kind, MessageKind::other);
  EXPECT_EQ(message({SharedFunction::other, "0x2800203", 1, 8}).kind, MessageKind::other);
  EXPECT_EQ(message({SharedFunction::ugm, "0xFFFFFFFFFF", 1, 1}).kind, MessageKind::other);
  Instruction bare;
  bare.operation = Operation::send;
  EXPECT_EQ(read_message(bare, 64).kind, MessageKind::other);
}

} // namespace
} // namespace xeforge::toolchain
