#include "xeforge/toolchain/lowering/resources/slm_pieces.hpp"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>

namespace xeforge::toolchain::lowering {
namespace {

using Pieces = llvm::BitVector; // by number

struct Event {
  unsigned piece;
  bool begins;
};

class Lives {
public:
  Lives(const std::vector<SlmPiece>& pieces, const std::vector<const llvm::CallBase*>& ends)
      : count_(static_cast<unsigned>(pieces.size())) {
    for (unsigned i = 0; i < count_; ++i)
      events_[pieces[i].allocation] = {i, true};
    for (const llvm::CallBase* end : ends)
      if (const auto begin = events_.find(end->arg_empty() ? nullptr : end->getArgOperand(0)); begin != events_.end())
        events_[end] = Event{begin->second.piece, false};
  }

  // For each piece, the other pieces that are live where it begins.
  std::vector<Pieces> neighbours(const llvm::Function& function) {
    std::vector<Pieces> result(count_, Pieces(count_));
    std::vector<const llvm::BasicBlock*> open{&function.getEntryBlock()};
    live_[open[0]] = Pieces(count_);
    while (!open.empty()) {
      const llvm::BasicBlock& block = *open.back();
      open.pop_back();
      const Pieces behind = walk(block, live_[&block], result);
      for (const llvm::BasicBlock* next : llvm::successors(&block)) {
        const auto [live, is_new] = live_.try_emplace(next, count_);
        if (is_new || behind.test(live->second)) {
          live->second |= behind;
          open.push_back(next);
        }
      }
    }
    return result;
  }

private:
  // The pieces that are live after the block.
  Pieces walk(const llvm::BasicBlock& block, Pieces live, std::vector<Pieces>& neighbours) const {
    for (const llvm::Instruction& instruction : block) {
      const auto event = events_.find(&instruction);
      if (event == events_.end())
        continue;
      const auto [piece, begins] = event->second;
      live.reset(piece);
      if (begins) {
        neighbours[piece] |= live;
        live.set(piece);
      }
    }
    return live;
  }

  unsigned count_;
  llvm::DenseMap<const llvm::Value*, Event> events_;     // by the call
  llvm::DenseMap<const llvm::BasicBlock*, Pieces> live_; // at the begin of the block, once reached
};

} // namespace

void place_pieces(llvm::Function& function, std::vector<SlmPiece>& pieces,
                  const std::vector<const llvm::CallBase*>& ends) {
  if (pieces.empty())
    return;
  const std::vector<Pieces> neighbours = Lives(pieces, ends).neighbours(function);
  // Pieces of nested scopes never depend on each other in a circle, so as many iterations as there are pieces are
  // enough.
  bool moved = true;
  for (std::size_t round = 0; moved && round <= pieces.size(); ++round) {
    moved = false;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (const unsigned other : neighbours[i].set_bits())
        if (pieces[i].offset < pieces[other].offset + pieces[other].bytes) {
          pieces[i].offset = pieces[other].offset + pieces[other].bytes;
          moved = true;
        }
  }
  // If the optimiser has broken up scopes so that there is a circle, all pieces get separate memory.
  for (std::size_t i = 0; moved && i < pieces.size(); ++i)
    pieces[i].offset = i == 0 ? 0 : pieces[i - 1].offset + pieces[i - 1].bytes;
}

} // namespace xeforge::toolchain::lowering
