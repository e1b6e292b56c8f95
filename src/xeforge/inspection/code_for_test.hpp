// Machine code for tests, instruction by instruction.
#pragma once

#include "xeforge/toolchain/binary/control_flow.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xeforge::inspection {

using toolchain::AddressModel;
using toolchain::CodeBlock;
using toolchain::Condition;
using toolchain::ElementType;
using toolchain::FlagRegister;
using toolchain::Instruction;
using toolchain::Operand;
using toolchain::OperandFile;
using toolchain::Operation;
using toolchain::SharedFunction;

inline constexpr FlagRegister f0{0, 0}, f1{1, 0};

inline Operand reg(int number, ElementType type = ElementType::f, int sub = 0,
                   toolchain::OperandRegion region = {1, 1, 0}) {
  Operand operand;
  operand.kind = Operand::Kind::direct;
  operand.file = OperandFile::general;
  operand.number = number;
  operand.sub = sub;
  operand.type = type;
  operand.region = region;
  return operand;
}

// Of a destination: elements `stride` apart.
inline Operand to(int number, ElementType type = ElementType::f, int sub = 0, int stride = 1) {
  return reg(number, type, sub, {0, 1, stride});
}

inline Operand scalar(int number, ElementType type = ElementType::d, int sub = 0) {
  return reg(number, type, sub, {0, 1, 0});
}

inline Operand immediate(std::string value, ElementType type = ElementType::d) {
  Operand operand;
  operand.kind = Operand::Kind::immediate;
  operand.value = std::move(value);
  operand.type = type;
  return operand;
}

inline Operand no_register(ElementType type = ElementType::d) {
  Operand operand = to(0, type);
  operand.file = OperandFile::null;
  return operand;
}

inline Instruction operation(Operation name, int lanes, Operand destination, std::vector<Operand> sources) {
  Instruction instruction;
  instruction.operation = name;
  instruction.lanes = lanes;
  instruction.destination = std::move(destination);
  instruction.sources = std::move(sources);
  return instruction;
}

inline Instruction move(int lanes, Operand destination, Operand source) {
  return operation(Operation::mov, lanes, std::move(destination), {std::move(source)});
}

inline Instruction dpas(int result, int b, int a, int repeat_count = 8) {
  Instruction instruction =
      operation(Operation::dpas, 16, to(result), {reg(result), reg(b, ElementType::hf), reg(a, ElementType::hf)});
  instruction.dpas_shape.repeat_count = repeat_count;
  return instruction;
}

inline Operand payload(int number, int length, AddressModel addresses = AddressModel::none) {
  Operand operand;
  operand.kind = Operand::Kind::payload;
  operand.file = length > 0 ? OperandFile::general : OperandFile::null;
  operand.number = number;
  operand.length = length;
  operand.addresses = addresses;
  return operand;
}

inline Instruction message(SharedFunction unit, std::string descriptor, int lanes, Operand destination, Operand address,
                           Operand data) {
  Instruction instruction = operation(Operation::send, lanes, std::move(destination),
                                      {std::move(address), std::move(data), immediate("0x0"), immediate("")});
  instruction.shared_function = unit;
  instruction.sources.back().value = std::move(descriptor);
  return instruction;
}

// 256 bytes from one address.
inline Instruction block_load(int result, int address) {
  return message(SharedFunction::ugm, "0x0240F580", 1, payload(result, 4), payload(address, 1, AddressModel::flat),
                 payload(0, 0));
}
// 64 bytes from 16 addresses.
inline Instruction gather(int result, int address) {
  return message(SharedFunction::ugm, "0x04100580", 16, payload(result, 1), payload(address, 2, AddressModel::flat),
                 payload(0, 0));
}
inline Instruction fill(int result) {
  return message(SharedFunction::ugm, "0x4240F500", 1, payload(result, 4), payload(2, 1, AddressModel::scratch),
                 payload(0, 0));
}
inline Instruction spill(int data) {
  return message(SharedFunction::ugm, "0x4200F504", 1, payload(0, 0), payload(2, 1, AddressModel::scratch),
                 payload(data, 4));
}

inline Instruction with_token(Instruction instruction, int number, toolchain::ScoreboardToken::Role role) {
  instruction.token = toolchain::ScoreboardToken{number, role};
  return instruction;
}

inline Instruction compare(Condition condition, FlagRegister flag, Operand left, Operand right) {
  Instruction instruction = operation(Operation::cmp, 1, no_register(), {std::move(left), std::move(right)});
  instruction.condition = condition;
  instruction.flag = flag;
  return instruction;
}

// Where the flag is set; no flag: always.
inline Instruction jump(const std::string& label, std::optional<FlagRegister> flag = {}) {
  Operand target;
  target.kind = Operand::Kind::label;
  target.value = label;
  Instruction instruction = operation(Operation::jmpi, 1, {}, {target});
  instruction.flag = flag;
  instruction.is_predicated = flag.has_value();
  return instruction;
}

inline std::vector<Instruction> repeated(int count, const Instruction& instruction) {
  return std::vector<Instruction>(static_cast<std::size_t>(count), instruction);
}

inline std::vector<Instruction> joined(std::vector<std::vector<Instruction>> parts) {
  std::vector<Instruction> all;
  for (auto& part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Code with one loop, "L16", that has the body given, counts r100 up to r101, and an end.
inline std::vector<CodeBlock> loop_of(std::vector<Instruction> body) {
  body.push_back(operation(Operation::add, 1, to(100, ElementType::d), {scalar(100), immediate("1", ElementType::w)}));
  body.push_back(compare(Condition::lt, f0, scalar(100), scalar(101)));
  body.push_back(jump("L16", f0));
  return {{"L0", {move(1, to(100, ElementType::d), immediate("0"))}, {1}},
          {"L16", std::move(body), {1, 2}},
          {"L900", {}, {}}};
}

} // namespace xeforge::inspection
