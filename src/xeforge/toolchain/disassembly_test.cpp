#include "xeforge/toolchain/disassembly.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

// As the disassembler writes them.
constexpr const char* listing = R"({"version": "2.0", "platform": "xe2", "elems": [
  {"kind": "L", "id": 1, "symbol": "L0000", "succs": [2]},
  {"kind": "I", "id": 1, "wren": true, "op": "mov", "es": 16,
    "dst": {"kind": "RD", "reg": {"rn": "r", "r": 255, "sr": 2}, "rgn": {"h": 2}, "type": "uw"},
    "srcs": [{"kind": "RD", "reg": {"rn": "r", "r": 4}, "rgn": {"v": 16, "w": 8, "h": 1}, "type": "uw"}],
    "regDist": "A@1", "opts": ["Compacted"]},
  {"kind": "I", "id": 2, "pred": {"inv": true, "func": ""}, "op": "cmp", "es": 1, "fm": {"cond": "lt"},
    "freg": {"rn": "f", "r": 1, "sr": 1}, "dst": {"kind": "RD", "reg": {"rn": "null"}, "rgn": {"h": 1}, "type": "d"},
    "srcs": [{"kind": "RD", "reg": {"rn": "r"}, "rgn": {"v": 0, "w": 1, "h": 0}, "type": "d"},
             {"kind": "IM", "value": "0x3", "type": "uw"}], "sbid": {"id": 5, "func": ".src"}},
  {"kind": "I", "id": 3, "wren": true, "op": "send", "subop": "ugm", "es": 1,
    "dst": {"kind": "DA", "reg": {"rn": "null"}, "len": 0},
    "srcs": [{"kind": "AD", "areg": {"rn": "r", "r": 2}, "alen": 1, "aoff": -65536, "stype": "ss"},
             {"kind": "DA", "reg": {"rn": "r", "r": 6}, "len": 4}, {"kind": "RD", "reg": {"rn": "a", "sr": 2}},
             {"kind": "IM", "value": "0x4200F504"}], "sbid": {"id": 7, "func": ""}},
  {"kind": "I", "id": 4, "op": "dpas", "subop": "8x8", "es": 16,
    "dst": {"kind": "RD", "reg": {"rn": "r", "r": 222}, "type": "f"}, "srcs": [],
    "sbid": {"id": 21, "func": ".dst"}, "opts": ["Atomic"]},
  {"kind": "L", "id": 2, "symbol": "L0056"},
  {"kind": "I", "id": 5, "op": "jmpi", "es": 1, "srcs": [{"kind": "LB", "target": "L0056"}]}]})";

Instruction instruction(std::size_t index) {
  const auto elements = read_listing(listing);
  return elements.at(index).instruction;
}

TEST(disassembly, labels_and_instructions_stand_in_the_order_of_the_code) {
  const auto elements = read_listing(listing);
  ASSERT_EQ(elements.size(), 7u);
  EXPECT_EQ(elements[0].label, "L0");
  EXPECT_EQ(elements[5].label, "L56");
  EXPECT_TRUE(elements[1].label.empty());
}

TEST(disassembly, offsets_count_half_for_compacted_instructions) {
  const auto elements = read_listing(listing);
  EXPECT_EQ(elements[1].instruction.offset, 0u);
  EXPECT_EQ(elements[2].instruction.offset, 8u);
  EXPECT_EQ(elements[3].instruction.offset, 24u);
  EXPECT_EQ(elements[6].instruction.offset, 56u) << "where its label says";
}

TEST(disassembly, an_operand_has_its_register_its_region_and_its_type) {
  const Instruction move = instruction(1);
  EXPECT_EQ(move.lanes, 16);
  EXPECT_EQ(move.destination.number, 255);
  EXPECT_EQ(move.destination.sub, 2);
  EXPECT_EQ(move.destination.region.horizontal, 2);
  ASSERT_EQ(move.sources.size(), 1u);
  EXPECT_TRUE(move.sources[0].is_general());
  EXPECT_EQ(move.sources[0].region, (OperandRegion{16, 8, 1}));
  EXPECT_EQ(move.distance, "A@1");
}

TEST(disassembly, predicates_conditions_and_tokens_are_kept) {
  const Instruction compare = instruction(2);
  EXPECT_TRUE(compare.is_predicated);
  EXPECT_TRUE(compare.is_predicate_inverted);
  EXPECT_EQ(compare.condition, "lt");
  EXPECT_EQ(compare.flag, "f1.1");
  EXPECT_EQ(compare.sources[1].value, "0x3");
  ASSERT_TRUE(compare.token);
  EXPECT_EQ(compare.token->number, 5);
  EXPECT_EQ(compare.token->role, ScoreboardToken::Role::waits_for_operands);
  EXPECT_EQ(instruction(4).token->role, ScoreboardToken::Role::waits_for_result);
  EXPECT_TRUE(instruction(4).is_atomic);
}

TEST(disassembly, a_message_has_payloads_and_a_surface) {
  const Instruction send = instruction(3);
  EXPECT_EQ(send.function, "ugm");
  EXPECT_EQ(send.destination.file, "null");
  EXPECT_EQ(send.sources[0].surface, "ss");
  EXPECT_EQ(send.sources[0].offset, -65536);
  EXPECT_EQ(send.sources[0].number, 2);
  EXPECT_EQ(send.sources[1].length, 4);
  EXPECT_EQ(send.token->role, ScoreboardToken::Role::sets);
}

TEST(disassembly, numbers_that_no_instruction_has_are_refused) {
  for (const char* operand :
       {R"({"kind": "RD", "reg": {"rn": "r", "r": -1}})", R"({"kind": "RD", "reg": {"rn": "r", "r": 1000000}})",
        R"({"kind": "RD", "rgn": {"v": 9223372036854775807}})", R"({"kind": "AD", "aoff": 4294967296})"})
    EXPECT_THROW(read_listing(std::string(R"({"elems": [{"kind": "I", "op": "mov", "dst": )") + operand + "}]}"), Error)
        << operand;
}

TEST(disassembly, sizes_of_types_are_known) {
  EXPECT_EQ(type_bytes("hf"), 2);
  EXPECT_EQ(type_bytes("uq"), 8);
  EXPECT_EQ(type_bytes("tf32"), 4);
  EXPECT_EQ(type_bytes(""), 0);
}

} // namespace
} // namespace xeforge::toolchain
