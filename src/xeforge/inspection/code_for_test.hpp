// Machine code for tests, instruction by instruction.
#pragma once

#include "xeforge/toolchain/binary/control_flow.hpp"

#include <string>
#include <utility>
#include <vector>

namespace xeforge::inspection {

using toolchain::CodeBlock;
using toolchain::Instruction;
using toolchain::Operand;

inline Operand reg(int number, std::string type = "f", int sub = 0, toolchain::OperandRegion region = {1, 1, 0}) {
  Operand operand;
  operand.kind = Operand::Kind::direct;
  operand.file = "r";
  operand.number = number;
  operand.sub = sub;
  operand.type = std::move(type);
  operand.region = region;
  return operand;
}

// Of a destination: elements `stride` apart.
inline Operand to(int number, std::string type = "f", int sub = 0, int stride = 1) {
  return reg(number, std::move(type), sub, {0, 1, stride});
}

inline Operand scalar(int number, std::string type = "d", int sub = 0) {
  return reg(number, std::move(type), sub, {0, 1, 0});
}

inline Operand immediate(std::string value, std::string type = "d") {
  Operand operand;
  operand.kind = Operand::Kind::immediate;
  operand.value = std::move(value);
  operand.type = std::move(type);
  return operand;
}

inline Operand no_register(std::string type = "d") {
  Operand operand = to(0, std::move(type));
  operand.file = "null";
  return operand;
}

inline Instruction operation(std::string name, int lanes, Operand destination, std::vector<Operand> sources) {
  Instruction instruction;
  instruction.operation = std::move(name);
  instruction.lanes = lanes;
  instruction.destination = std::move(destination);
  instruction.sources = std::move(sources);
  return instruction;
}

inline Instruction move(int lanes, Operand destination, Operand source) {
  return operation("mov", lanes, std::move(destination), {std::move(source)});
}

inline Instruction dpas(int result, int b, int a, std::string shape = "8x8") {
  Instruction instruction = operation("dpas", 16, to(result), {reg(result), reg(b, "hf"), reg(a, "hf")});
  instruction.function = std::move(shape);
  return instruction;
}

inline Operand payload(int number, int length, std::string surface = {}) {
  Operand operand;
  operand.kind = Operand::Kind::payload;
  operand.file = length > 0 ? "r" : "null";
  operand.number = number;
  operand.length = length;
  operand.surface = std::move(surface);
  return operand;
}

inline Instruction message(std::string unit, std::string descriptor, int lanes, Operand destination, Operand address,
                           Operand data) {
  Instruction instruction = operation("send", lanes, std::move(destination),
                                      {std::move(address), std::move(data), immediate("0x0"), immediate("")});
  instruction.function = std::move(unit);
  instruction.sources.back().value = std::move(descriptor);
  return instruction;
}

// 256 bytes from one address.
inline Instruction block_load(int result, int address) {
  return message("ugm", "0x0240F580", 1, payload(result, 4), payload(address, 1, "flat"), payload(0, 0));
}
// 64 bytes from 16 addresses.
inline Instruction gather(int result, int address) {
  return message("ugm", "0x04100580", 16, payload(result, 1), payload(address, 2, "flat"), payload(0, 0));
}
inline Instruction fill(int result) {
  return message("ugm", "0x4240F500", 1, payload(result, 4), payload(2, 1, "ss"), payload(0, 0));
}
inline Instruction spill(int data) {
  return message("ugm", "0x4200F504", 1, payload(0, 0), payload(2, 1, "ss"), payload(data, 4));
}

inline Instruction with_token(Instruction instruction, int number, toolchain::ScoreboardToken::Role role) {
  instruction.token = toolchain::ScoreboardToken{number, role};
  return instruction;
}

inline Instruction compare(std::string condition, std::string flag, Operand left, Operand right) {
  Instruction instruction = operation("cmp", 1, no_register(), {std::move(left), std::move(right)});
  instruction.condition = std::move(condition);
  instruction.flag = std::move(flag);
  return instruction;
}

// Where the flag is set; an empty flag: always.
inline Instruction jump(const std::string& label, const std::string& flag) {
  Operand target;
  target.kind = Operand::Kind::label;
  target.value = label;
  Instruction instruction = operation("jmpi", 1, {}, {target});
  instruction.flag = flag;
  instruction.is_predicated = !flag.empty();
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
  body.push_back(operation("add", 1, to(100, "d"), {scalar(100), immediate("1", "w")}));
  body.push_back(compare("lt", "f0.0", scalar(100), scalar(101)));
  body.push_back(jump("L16", "f0.0"));
  return {{"L0", {move(1, to(100, "d"), immediate("0"))}, {1}}, {"L16", std::move(body), {1, 2}}, {"L900", {}, {}}};
}

} // namespace xeforge::inspection
