#include "xeforge/toolchain/recursion.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <set>

namespace xeforge::toolchain {
namespace {

class Walk {
public:
  explicit Walk(const Calls& calls) : calls_(calls) {}

  void visit(const std::string& function) {
    const auto found = calls_.find(function);
    if (found == calls_.end() || !seen_.insert(function).second)
      return;
    open_.insert(function);
    for (const auto& [callee, place] : found->second) {
      if (open_.contains(callee))
        throw Error(place, "a recursive call of '" + demangle(callee) + "'", "a loop");
      visit(callee);
    }
    open_.erase(function);
  }

private:
  const Calls& calls_;
  std::set<std::string> seen_, open_;
};

} // namespace

void refuse_recursion(const Calls& calls, const std::vector<std::string>& kernels) {
  Walk walk(calls);
  for (const std::string& kernel : kernels)
    walk.visit(kernel);
}

} // namespace xeforge::toolchain
