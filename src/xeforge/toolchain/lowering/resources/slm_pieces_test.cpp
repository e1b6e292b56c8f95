#include "xeforge/toolchain/lowering/resources/slm_pieces.hpp"

#include "xeforge/toolchain/lowering/testing.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

namespace xeforge::toolchain::lowering {
namespace {

const std::string rest = "declare i32 @piece(i32)\ndeclare void @piece_end(i32)\n";

std::string begin(const std::string& name, int bytes) {
  return "  %" + name + " = call i32 @piece(i32 " + std::to_string(bytes) + ")\n";
}
std::string end(const std::string& name) { return "  call void @piece_end(i32 %" + name + ")\n"; }

// The offsets of the pieces of a function, in the order of its text.
std::vector<std::uint32_t> offsets(const std::string& body) {
  ParsedModule module(function("i1 %way", body) + rest);
  if (!module.is_there())
    return {};
  std::vector<SlmPiece> pieces;
  std::vector<const llvm::CallBase*> ends;
  llvm::Function& f = *module->getFunction("f");
  for (llvm::Instruction& instruction : llvm::instructions(f))
    if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (call->getCalledFunction()->getName() == "piece")
        pieces.push_back(
            {call, static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue())});
      else
        ends.push_back(call);
    }
  place_pieces(f, pieces, ends);
  std::vector<std::uint32_t> result;
  for (const SlmPiece& piece : pieces)
    result.push_back(piece.offset);
  return result;
}
using Offsets = std::vector<std::uint32_t>;

TEST(slm_pieces, those_that_live_at_once_lie_beside_each_other) {
  EXPECT_EQ(offsets(begin("a", 8) + begin("b", 4) + begin("c", 16)), (Offsets{0, 8, 12}));
}

TEST(slm_pieces, those_that_follow_each_other_share_their_place) {
  EXPECT_EQ(offsets(begin("a", 8) + end("a") + begin("b", 4) + end("b")), (Offsets{0, 0}));
  EXPECT_EQ(offsets(begin("a", 8) + begin("b", 4) + end("b") + begin("c", 16) + end("c") + end("a")),
            (Offsets{0, 8, 8}));
}

TEST(slm_pieces, a_piece_lives_on_every_way_on_which_it_is_not_given_back) {
  EXPECT_EQ(offsets(begin("a", 8) + "  br i1 %way, label %left, label %out\nleft:\n" + end("a") +
                    "  br label %out\nout:\n" + begin("b", 4)),
            (Offsets{0, 8}));
  EXPECT_EQ(offsets("  br i1 %way, label %left, label %right\nleft:\n" + begin("a", 8) + end("a") +
                    "  br label %out\nright:\n" + begin("b", 4) + end("b") + "  br label %out\nout:\n" + begin("c", 2)),
            (Offsets{0, 0, 0}));
}

TEST(slm_pieces, a_piece_of_a_loop_is_the_same_in_each_iteration) {
  EXPECT_EQ(offsets(begin("a", 8) + "  br label %loop\nloop:\n" + begin("b", 4) + end("b") +
                    "  br i1 %way, label %loop, label %out\nout:\n" + end("a")),
            (Offsets{0, 8}));
}

// In a loop, a is live where b begins and b where a begins, so that each depends on the other.
TEST(slm_pieces, scopes_that_the_optimiser_has_torn_apart_lie_side_by_side) {
  EXPECT_EQ(offsets("  br label %loop\nloop:\n" + begin("a", 8) + begin("b", 4) +
                    "  br i1 %way, label %loop, label %out\nout:\n" + begin("c", 2)),
            (Offsets{0, 8, 12}));
}

} // namespace
} // namespace xeforge::toolchain::lowering
