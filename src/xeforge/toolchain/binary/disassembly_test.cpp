#include "xeforge/toolchain/binary/disassembly.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

// As the disassembler writes them.
constexpr const char* xe2_listing = R"({"version": "2.0", "platform": "xe2", "elems": [
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
  const auto elements = read_listing(xe2_listing);
  return elements.at(index).instruction;
}

TEST(disassembly, labels_and_instructions_stand_in_the_order_of_the_code) {
  const auto elements = read_listing(xe2_listing);
  ASSERT_EQ(elements.size(), 7u);
  EXPECT_EQ(elements[0].label, "L0");
  EXPECT_EQ(elements[5].label, "L56");
  EXPECT_TRUE(elements[1].label.empty());
}

TEST(disassembly, offsets_count_half_for_compacted_instructions) {
  const auto elements = read_listing(xe2_listing);
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
  EXPECT_EQ(move.operation, Operation::mov);
  EXPECT_EQ(move.destination.type, ElementType::uw);
  EXPECT_EQ(move.distance, (Distance{DistancePipe::all, 1}));
}

TEST(disassembly, predicates_conditions_and_tokens_are_kept) {
  const Instruction compare = instruction(2);
  EXPECT_TRUE(compare.is_predicated);
  EXPECT_TRUE(compare.is_predicate_inverted);
  EXPECT_EQ(compare.condition, Condition::lt);
  EXPECT_EQ(compare.flag, (FlagRegister{1, 1}));
  EXPECT_EQ(compare.sources[1].value, "0x3");
  ASSERT_TRUE(compare.token);
  EXPECT_EQ(compare.token->number, 5);
  EXPECT_EQ(compare.token->role, ScoreboardToken::Role::waits_for_operands);
  EXPECT_EQ(instruction(4).token->role, ScoreboardToken::Role::waits_for_result);
  EXPECT_TRUE(instruction(4).is_atomic);
}

TEST(disassembly, a_message_has_payloads_and_a_surface) {
  const Instruction send = instruction(3);
  EXPECT_EQ(send.shared_function, SharedFunction::ugm);
  EXPECT_EQ(send.destination.file, OperandFile::null);
  EXPECT_EQ(send.sources[0].addresses, AddressModel::scratch);
  EXPECT_EQ(send.sources[0].offset, -65536);
  EXPECT_EQ(send.sources[0].number, 2);
  EXPECT_EQ(send.sources[1].length, 4);
  EXPECT_EQ(send.token->role, ScoreboardToken::Role::sets);
}

// As the disassembler writes them when it is told to lose nothing.
TEST(disassembly, modifiers_channels_groups_and_the_code_itself_are_kept) {
  const auto elements = read_listing(R"({"version": "2.0", "platform": "xe2", "elems": [
    {"kind": "I", "id": 1, "pred": {"inv": true, "func": ".any"}, "op": "mov", "es": 16, "eo": 16, "freg": {"rn": "f"},
      "dst": {"kind": "RD", "reg": {"rn": "r", "r": 1}, "sat": true, "rgn": {"h": 1}, "type": "f"},
      "srcs": [{"kind": "RD", "mods": "na", "reg": {"rn": "r", "r": 2}, "rgn": {"v": 2, "w": 4, "h": 0}, "type": "hf"}],
      "encoding": "0x00000020`0x00000030`0x0000C002`0x0810002E"},
    {"kind": "I", "id": 2, "wren": true, "op": "mov", "es": 16,
      "dst": {"kind": "RD", "reg": {"rn": "r", "r": 1}, "rgn": {"h": 1}, "type": "f"},
      "srcs": [{"kind": "RI", "areg": {"rn": "a", "sr": 3}, "aoff": -32, "rgn": {"w": 1, "h": 0}, "type": "f"}]},
    {"kind": "I", "id": 3, "op": "madm", "es": 16, "dst": {"kind": "RM", "reg": {"rn": "r", "r": 4}, "mme": "mme1", "type": "f"},
      "srcs": [{"kind": "RM", "mods": "n", "reg": {"rn": "r", "r": 5}, "mme": "nomme", "type": "f"}]},
    {"kind": "I", "id": 4, "op": "send", "subop": "ugm", "es": 1, "dst": {"kind": "DA", "reg": {"rn": "null"}, "len": 0},
      "srcs": [{"kind": "AD", "areg": {"rn": "r", "r": 2}, "alen": 1, "aoff": [32, -4], "stype": "flat"},
               {"kind": "IM", "value": "0x0"}, {"kind": "IM", "value": "0x1"}], "opts": ["EOT"]}]})");
  const Instruction& move = elements[0].instruction;
  EXPECT_EQ(move.predicate_group, PredicateGroup::any);
  EXPECT_EQ(move.first_channel, 16);
  EXPECT_FALSE(move.is_unmasked);
  EXPECT_TRUE(move.destination.is_saturated);
  EXPECT_TRUE(move.sources[0].is_negated && move.sources[0].is_absolute && move.sources[0].has_region);
  EXPECT_EQ(move.encoding, (std::vector<std::uint32_t>{0x0810002e, 0x0000c002, 0x30, 0x20}));
  const Instruction& indirect = elements[1].instruction;
  EXPECT_TRUE(indirect.is_unmasked);
  EXPECT_TRUE(indirect.sources[0].has_element_addresses);
  EXPECT_EQ(indirect.sources[0].sub, 3);
  EXPECT_EQ(indirect.sources[0].offset, -32);
  const Instruction& step = elements[2].instruction;
  EXPECT_EQ(step.destination.macro_register, 1);
  EXPECT_TRUE(step.sources[0].is_macro && step.sources[0].is_negated && !step.sources[0].is_absolute);
  EXPECT_EQ(step.sources[0].macro_register, std::nullopt);
  const Instruction& message = elements[3].instruction;
  EXPECT_TRUE(message.ends_thread);
  EXPECT_EQ(message.sources[0].block_x, 32);
  EXPECT_EQ(message.sources[0].block_y, -4);
  EXPECT_THROW(read_listing(R"({"elems": [{"kind": "I", "op": "mov", "encoding": "0xyz"}]})"), Error);
}

TEST(disassembly, numbers_that_no_instruction_has_are_refused) {
  for (const char* operand :
       {R"({"kind": "RD", "reg": {"rn": "r", "r": -1}})", R"({"kind": "RD", "reg": {"rn": "r", "r": 1000000}})",
        R"({"kind": "RD", "rgn": {"v": 9223372036854775807}})", R"({"kind": "AD", "aoff": 4294967296})"})
    EXPECT_THROW(read_listing(std::string(R"({"elems": [{"kind": "I", "op": "mov", "dst": )") + operand + "}]}"), Error)
        << operand;
}

Instruction read(const std::string& fields) {
  return read_listing(R"({"elems": [{"kind": "I", )" + fields + "}]}").at(0).instruction;
}

TEST(disassembly, what_stands_behind_an_operation_is_read_by_what_it_means) {
  EXPECT_EQ(read(R"("op": "math", "subop": "rsqtm")").math_function, MathFunction::rsqtm);
  EXPECT_EQ(read(R"("op": "sync", "subop": "allwr")").sync_function, SyncFunction::allwr);
  EXPECT_EQ(read(R"("op": "sendc", "subop": "slm")").shared_function, SharedFunction::slm);
  EXPECT_EQ(read(R"("op": "dpas", "subop": "8x2")").dpas_shape, (DpasShape{8, 2}));
  EXPECT_EQ(read(R"("op": "bfn", "subop": "0xCA")").boolean_function, 0xca);
  EXPECT_EQ(read(R"("op": "mov", "regDist": "@3")").distance, (Distance{DistancePipe::own, 3}));
}

TEST(disassembly, an_operation_that_is_not_known_keeps_its_mnemonic) {
  const Instruction wonder = read(R"("op": "wonder", "subop": "wide")");
  EXPECT_EQ(wonder.operation, Operation::other);
  EXPECT_EQ(wonder.mnemonic(), "wonder");
  EXPECT_EQ(read(R"("op": "xor")").mnemonic(), "xor");
}

// Each names the instruction, and what is known instead.
TEST(disassembly, words_that_no_instruction_has_are_refused) {
  struct Refused {
    const char *fields, *got;
  };
  for (const Refused& refused : {
           Refused{R"("op": "math", "subop": "cbrt")", "'cbrt'"},
           {R"("op": "sync", "subop": "all")", "'all'"},
           {R"("op": "dpas", "subop": "8x9")", "dpas.8x9"},
           {R"("op": "bfn", "subop": "0x100")", "0x100"},
           {R"("op": "add", "subop": "fast")", "add.fast"},
           {R"("op": "cmp", "fm": {"cond": "about"})", "'about'"},
           {R"("op": "mov", "pred": {"func": ".some"})", "'some'"},
           {R"("op": "mov", "regDist": "Q@1")", "'Q'"},
           {R"("op": "mov", "regDist": "I@")", "'I@'"},
           {R"("op": "mov", "sbid": {"id": 1, "func": ".inc"})", "'.inc'"},
           {R"("op": "mov", "opts": ["Loudly"])", "'Loudly'"},
           {R"("op": "mov", "dst": {"kind": "RX"})", "'RX'"},
           {R"("op": "mov", "dst": {"kind": "RD", "reg": {"rn": "z"}})", "'z'"},
           {R"("op": "mov", "dst": {"kind": "RD", "type": "f48"})", "'f48'"},
           {R"("op": "send", "srcs": [{"kind": "AD", "stype": "round"}])", "'round'"},
       }) {
    try {
      read(refused.fields);
      ADD_FAILURE() << refused.fields;
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "instruction at 0x0000");
      EXPECT_NE(error.got().find(refused.got), std::string::npos) << error.what();
    }
  }
}

TEST(disassembly, sizes_of_types_are_known) {
  EXPECT_EQ(bytes_of(ElementType::hf), 2);
  EXPECT_EQ(bytes_of(ElementType::uq), 8);
  EXPECT_EQ(bytes_of(ElementType::tf32), 4);
  EXPECT_EQ(bytes_of(ElementType::none), 0);
  EXPECT_EQ(bits_of(ElementType::s4), 4);
}

} // namespace
} // namespace xeforge::toolchain
