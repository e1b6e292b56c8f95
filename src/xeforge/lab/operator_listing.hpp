// What `xeforge list` shows of an operator.
#pragma once

#include "xeforge/lab/json_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::lab {

struct ListedVariant {
  std::string_view name, summary, accepts;
};

struct OperatorListing {
  std::string_view name, summary;
  std::vector<ListedVariant> variants;                      // in order of preference
  Json choices;                                             // for typical uses
  std::string table;                                        // the same for people
  std::vector<std::pair<std::string, std::string>> reasons; // case and reason, each reason once
};

OperatorListing list_softmax_topk();
OperatorListing list_attention();

} // namespace xeforge::lab
