#include "xeforge/toolchain/control_flow.hpp"

#include "xeforge/base/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace xeforge::toolchain {
namespace {

using Json = nlohmann::json;
using Blocks = std::set<std::size_t>;

// The JSON pads the numbers of labels with zeros, the text does not.
std::string label_text(const std::string& symbol) {
  const auto digits = symbol.find_first_of("0123456789");
  if (digits == std::string::npos)
    return symbol;
  const auto number = std::min(symbol.find_first_not_of('0', digits), symbol.size() - 1);
  return symbol.substr(0, digits) + symbol.substr(number);
}

struct Jumps {
  std::vector<std::string> targets;
  bool always = false; // control never goes on to the next block
};

Jumps jumps_of(const Json& instruction) {
  Jumps jumps;
  if (instruction.contains("srcs"))
    for (const Json& source : instruction.at("srcs"))
      if (source.contains("kind") && source.at("kind") == "LB")
        jumps.targets.push_back(label_text(source.at("target")));
  jumps.always = instruction.at("op") == "jmpi" && !instruction.contains("pred");
  return jumps;
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

// Whether a pass of the loop can go from its head back to its head around `avoided`.
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
  std::vector<Jumps> jumps(1);
  const auto start_block = [&](std::string label) {
    blocks.push_back({std::move(label), {}, {}});
    jumps.emplace_back();
  };
  const Json listing = Json::parse(disassembly_json);
  for (const Json& element : listing.at("elems")) {
    if (element.at("kind") == "L" && element.contains("symbol"))
      start_block(label_text(element.at("symbol")));
    if (element.at("kind") != "I")
      continue;
    if (!jumps.back().targets.empty())
      start_block({}); // what follows a jump may be jumped over
    blocks.back().operations.push_back(element.at("op").get<std::string>());
    jumps.back() = jumps_of(element);
  }
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (const std::string& target : jumps[block].targets) {
      const auto found = std::ranges::find(blocks, target, &CodeBlock::label);
      if (found == blocks.end())
        throw Error("disassembly", "a jump to '" + target + "', which is no label", "jumps to labels");
      blocks[block].successors.push_back(static_cast<std::size_t>(found - blocks.begin()));
    }
    if (!jumps[block].always && block + 1 < blocks.size())
      blocks[block].successors.push_back(block + 1);
  }
  return blocks;
}

std::vector<Loop> natural_loops(const std::vector<CodeBlock>& blocks) {
  const std::map<std::size_t, Blocks> bodies = bodies_by_head(blocks);
  std::vector<Loop> loops;
  for (const auto& [head, body] : bodies) {
    Loop loop{.head = head, .depth = 0, .own_blocks = {}, .every_pass = {}};
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
        loop.every_pass.push_back(block);
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

} // namespace xeforge::toolchain
