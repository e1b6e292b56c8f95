#include "xeforge/toolchain/binary/control_flow.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace xeforge::toolchain {
namespace {

using Blocks = std::set<std::size_t>;

// Control never goes on to the next block.
bool always_jumps(const Instruction& instruction) {
  return instruction.operation == Operation::jmpi && !instruction.is_predicated;
}

std::vector<std::string> targets_of(const Instruction& instruction) {
  std::vector<std::string> targets;
  for (const Operand& source : instruction.sources)
    if (source.kind == Operand::Kind::label)
      targets.push_back(source.value);
  return targets;
}

// From where `tail` can be reached without passing `head`, both included.
Blocks body_of(std::size_t head, std::size_t tail, const std::vector<Blocks>& predecessors) {
  Blocks body{head, tail};
  std::vector<std::size_t> open;
  if (tail != head)
    open.push_back(tail);
  while (!open.empty()) {
    const std::size_t block = open.back();
    open.pop_back();
    for (const std::size_t before : predecessors[block])
      if (body.insert(before).second)
        open.push_back(before);
  }
  return body;
}

// Whether an iteration of the loop can go from its head back to its head around `avoided`.
bool has_way_around(std::size_t avoided, std::size_t head, const Blocks& body, const std::vector<CodeBlock>& blocks) {
  if (avoided == head)
    return false;
  Blocks seen{head};
  std::vector<std::size_t> open{head};
  while (!open.empty()) {
    const std::size_t block = open.back();
    open.pop_back();
    for (const std::size_t next : blocks[block].successors) {
      if (next == head)
        return true;
      if (next != avoided && body.contains(next) && seen.insert(next).second)
        open.push_back(next);
    }
  }
  return false;
}

std::map<std::size_t, Blocks> bodies_by_head(const std::vector<CodeBlock>& blocks) {
  std::vector<Blocks> predecessors(blocks.size());
  for (std::size_t block = 0; block < blocks.size(); ++block)
    for (const std::size_t next : blocks[block].successors)
      predecessors[next].insert(block);
  std::map<std::size_t, Blocks> bodies;
  for (std::size_t tail = 0; tail < blocks.size(); ++tail)
    for (const std::size_t head : blocks[tail].successors)
      if (head <= tail)
        bodies[head].merge(body_of(head, tail, predecessors));
  return bodies;
}

} // namespace

std::vector<CodeBlock> code_blocks(std::string_view disassembly_json) {
  std::vector<CodeBlock> blocks(1);
  for (ListingElement& element : read_listing(disassembly_json)) {
    if (!element.label.empty()) {
      blocks.push_back({std::move(element.label), {}, {}});
      continue;
    }
    // What follows a jump may be jumped over.
    if (!blocks.back().instructions.empty() && !targets_of(blocks.back().instructions.back()).empty())
      blocks.emplace_back();
    blocks.back().instructions.push_back(std::move(element.instruction));
  }
  std::unordered_map<std::string, std::size_t> labelled;
  for (std::size_t block = 0; block < blocks.size(); ++block)
    labelled.emplace(blocks[block].label, block);
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    const Instruction last = blocks[block].instructions.empty() ? Instruction{} : blocks[block].instructions.back();
    for (const std::string& target : targets_of(last)) {
      const auto found = labelled.find(target);
      if (target.empty() || found == labelled.end())
        throw Error("disassembly", fmt::format("a jump to '{}', which is no label", target), "jumps to labels");
      blocks[block].successors.push_back(found->second);
    }
    if (!always_jumps(last) && block + 1 < blocks.size())
      blocks[block].successors.push_back(block + 1);
  }
  return blocks;
}

std::vector<Loop> natural_loops(const std::vector<CodeBlock>& blocks) {
  const std::map<std::size_t, Blocks> bodies = bodies_by_head(blocks);
  std::vector<Loop> loops;
  for (const auto& [head, body] : bodies) {
    Loop loop{.head = head, .depth = 0, .body = {body.begin(), body.end()}, .own_blocks = {}, .every_iteration = {}};
    for (const auto& other : bodies)
      loop.depth += other.second.contains(head);
    for (const std::size_t block : body) {
      const bool belongs_to_inner = std::ranges::any_of(bodies, [&](const auto& other) {
        return other.first != head && body.contains(other.first) && other.second.contains(block) &&
               !other.second.contains(head);
      });
      if (belongs_to_inner)
        continue;
      loop.own_blocks.push_back(block);
      if (!has_way_around(block, head, body, blocks))
        loop.every_iteration.push_back(block);
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

} // namespace xeforge::toolchain
