// The nodes of textual IR's debug information: "!12 = !DILocation(line: 5, scope: !7)".
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xeforge::toolchain {

// The number in "!12 = ..." or "!12,..."; empty where the text does not start with one.
std::string_view node_number(std::string_view text);

// The value of a field of a node: "!7" of "scope" above; strings without their quotes.
std::string_view field(std::string_view node, std::string_view name);

// All numbered nodes of a module, whose lines have to outlive it.
class DebugNodes {
public:
  explicit DebugNodes(const std::vector<std::string>& lines);

  std::string_view at(std::string_view number) const; // empty where there is none
  // The node that a field of another one names.
  std::string_view follow(std::string_view node, std::string_view name) const {
    return at(node_number(field(node, name)));
  }
  // "file.cpp:12" of a node with a file and a line.
  std::string place(std::string_view node) const;

  const std::vector<std::string_view>& all() const { return all_; }

private:
  std::unordered_map<std::string_view, std::string_view> by_number_;
  std::vector<std::string_view> all_; // in the module's order
};

// Takes descriptions of types and variables out of a module, which only refusals look at: the code without them is the
// same. What says where instructions come from stays.
void without_descriptions(std::vector<std::string>& lines);

} // namespace xeforge::toolchain
