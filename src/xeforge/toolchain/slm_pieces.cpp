#include "xeforge/toolchain/slm_pieces.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace xeforge::toolchain {
namespace {

using Set = std::vector<bool>; // of pieces, by number

struct Event {
  std::size_t piece;
  bool begins;
};

struct Block {
  std::vector<Event> events;
  std::vector<std::string> successors;
  Set live; // where it begins
  bool reached = false;
};

std::string_view label_of(std::string_view line) {
  if (line.empty() || line[0] == ' ' || line[0] == ';')
    return {};
  return line.substr(0, std::min(line.find(':'), line.size()));
}

void read_successors(std::string_view line, std::vector<std::string>& successors) {
  constexpr std::string_view mark = "label %";
  for (auto at = line.find(mark); at != line.npos; at = line.find(mark, at)) {
    at += mark.size();
    successors.emplace_back(line.substr(at, line.find_first_of(", ]\t", at) - at));
  }
}

class Function {
public:
  Function(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
           const std::vector<SlmPiece>& pieces, const std::vector<SlmPieceEnd>& ends);
  // For each piece the others that live where it begins.
  std::vector<Set> neighbours();

private:
  // What lives behind the block.
  Set walk(const Block& block, std::vector<Set>& neighbours) const;

  std::size_t count_;
  std::map<std::string, Block, std::less<>> blocks_; // the first has no label
};

Function::Function(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                   const std::vector<SlmPiece>& pieces, const std::vector<SlmPieceEnd>& ends)
    : count_(pieces.size()) {
  std::map<std::size_t, Event> events; // by line
  std::map<std::string, std::size_t, std::less<>> numbers;
  for (std::size_t i = 0; i < count_; ++i) {
    events[pieces[i].line] = {i, true};
    numbers[pieces[i].result] = i;
  }
  for (const SlmPieceEnd& end : ends)
    if (const auto found = numbers.find(end.piece); found != numbers.end())
      events[end.line] = {found->second, false};
  Block* block = &blocks_[""];
  for (std::size_t i = first + 1; i < last; ++i) {
    if (const std::string_view label = label_of(lines[i]); !label.empty())
      block = &blocks_[std::string(label)];
    if (const auto event = events.find(i); event != events.end())
      block->events.push_back(event->second);
    read_successors(lines[i], block->successors);
  }
  for (auto& [label, each] : blocks_)
    each.live.resize(count_);
}

Set Function::walk(const Block& block, std::vector<Set>& neighbours) const {
  Set live = block.live;
  for (const Event& event : block.events) {
    for (std::size_t other = 0; event.begins && other < count_; ++other)
      if (live[other] && other != event.piece)
        neighbours[event.piece][other] = true;
    live[event.piece] = event.begins;
  }
  return live;
}

std::vector<Set> Function::neighbours() {
  std::vector<Set> result(count_, Set(count_));
  std::vector<Block*> open{&blocks_[""]};
  open[0]->reached = true;
  while (!open.empty()) {
    const Block& block = *open.back();
    open.pop_back();
    const Set behind = walk(block, result);
    for (const std::string& label : block.successors) {
      Block& next = blocks_[label];
      next.live.resize(count_);
      bool grown = !next.reached;
      next.reached = true;
      for (std::size_t i = 0; i < count_; ++i)
        if (behind[i] && !next.live[i])
          next.live[i] = grown = true;
      if (grown)
        open.push_back(&next);
    }
  }
  return result;
}

} // namespace

void place_pieces(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                  std::vector<SlmPiece>& pieces, const std::vector<SlmPieceEnd>& ends) {
  if (pieces.empty())
    return;
  const std::vector<Set> neighbours = Function(lines, first, last, pieces, ends).neighbours();
  // Pieces of scopes never wait for each other in a circle: as many rounds as there are pieces settle all.
  bool moved = true;
  for (std::size_t round = 0; moved && round <= pieces.size(); ++round) {
    moved = false;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (std::size_t other = 0; other < pieces.size(); ++other)
        if (neighbours[i][other] && pieces[i].offset < pieces[other].offset + pieces[other].bytes) {
          pieces[i].offset = pieces[other].offset + pieces[other].bytes;
          moved = true;
        }
  }
  // Where the optimiser has torn scopes apart: side by side.
  for (std::size_t i = 0; moved && i < pieces.size(); ++i)
    pieces[i].offset = i == 0 ? 0 : pieces[i - 1].offset + pieces[i - 1].bytes;
}

} // namespace xeforge::toolchain
