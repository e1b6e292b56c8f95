#include "xeforge/runtime/deadlock.hpp"

namespace xeforge::runtime {
namespace {

// "item 3", "items 0-2, 5": those that wait for the same.
std::string names_of(const std::vector<WaitingItem>& items, const std::string& waits_for) {
  std::string names;
  std::size_t count = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].waits_for != waits_for)
      continue;
    std::size_t last = i;
    while (last + 1 < items.size() && items[last + 1].waits_for == waits_for &&
           items[last + 1].item == items[last].item + 1)
      ++last;
    names += (names.empty() ? "" : ", ") + std::to_string(items[i].item);
    if (last > i)
      names += "-" + std::to_string(items[last].item);
    count += last - i + 1;
    i = last;
  }
  return (count == 1 ? "item " : "items ") + names + (count == 1 ? " waits for " : " wait for ") + waits_for;
}

} // namespace

Error deadlock(const Extents& group, const std::vector<WaitingItem>& items) {
  std::string got;
  std::vector<std::string> said;
  for (const WaitingItem& item : items) {
    bool again = false;
    for (const std::string& earlier : said)
      again = again || earlier == item.waits_for;
    if (again)
      continue;
    got += (got.empty() ? "a deadlock: " : "; ") + names_of(items, item.waits_for);
    said.push_back(item.waits_for);
  }
  return {"work-group (" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " +
              std::to_string(group[2]) + ")",
          got, "that every item which is waited for comes to the same barrier"};
}

} // namespace xeforge::runtime
