#include "xeforge/toolchain/lowering/call_tree.hpp"

#include "xeforge/toolchain/lowering/testing.hpp"

#include <set>

namespace xeforge::toolchain::lowering {
namespace {

std::set<std::string> reached(const std::string& text) {
  ParsedModule module(text);
  std::set<std::string> names;
  if (module.is_there())
    for (const llvm::Function* function : reached_from(*module->getFunction("f")))
      names.insert(function->getName().str());
  return names;
}
std::string with_call_of(const std::string& name, const std::string& callee) {
  return "define void @" + name + "() {\n  call void @" + callee + "()\n  ret void\n}\n";
}

TEST(call_tree, a_function_reaches_itself_and_what_its_callees_call) {
  EXPECT_EQ(
      reached(with_call_of("f", "g") + with_call_of("g", "h") + "declare void @h()\n" + with_call_of("other", "f")),
      (std::set<std::string>{"f", "g", "h"}));
}

TEST(call_tree, functions_that_call_each_other_end) {
  EXPECT_EQ(reached(with_call_of("f", "g") + with_call_of("g", "f")), (std::set<std::string>{"f", "g"}));
}

TEST(call_tree, a_function_that_is_only_mentioned_may_be_called) {
  EXPECT_EQ(reached("@table = constant [2 x ptr] [ptr null, ptr @g]\n"
                    "define ptr @f() {\n  %p = load ptr, ptr getelementptr ([2 x ptr], ptr @table, i64 0, i64 1)\n"
                    "  ret ptr %p\n}\n" +
                    with_call_of("g", "h") + "declare void @h()\n"),
            (std::set<std::string>{"f", "g", "h"}));
}

TEST(call_tree, the_function_itself_comes_first) {
  ParsedModule module(with_call_of("g", "f") + with_call_of("f", "g"));
  ASSERT_TRUE(module.is_there());
  EXPECT_EQ(reached_from(*module->getFunction("f")).front()->getName(), "f");
}

} // namespace
} // namespace xeforge::toolchain::lowering
