// The findings: one for each rule, kernel and location, with its count; as text, as JSON, and as exit code.
#pragma once

#include "xeforge/checker/options.hpp"
#include "xeforge/checker/source_locations.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::checker {

// A rule: its name, and the advice of its reports.
struct Rule {
  Tool tool;
  const char* name; // after the tool's name
  const char* advice;
};

// The kernel and item that caused a finding, if any.
struct Culprit {
  std::string kernel; // empty: not a kernel
  bool has_group = false;
  std::array<std::size_t, 3> group{}, thread{}; // without groups, thread[0] is the item's number
  std::array<std::size_t, 3> range{1, 1, 1};    // without groups, of all items

  std::string thread_text() const; // "thread (3,0,0)", "item 5"
  std::string group_text() const;  // "group (2,1,0)"
};

struct Finding {
  const Rule* rule;
  Culprit culprit;
  std::string text;                      // without the location at its end
  std::vector<SourceLocation> locations; // one, or two: the second is the other access
  std::size_t count = 0;
};

struct Launches {
  std::size_t all, unchecked; // unchecked: of kernels that were built without the checks
};

class Findings {
public:
  explicit Findings(Options options) : options_(std::move(options)) {}

  struct Key {
    const Rule* rule;
    std::string kernel;
    const void *site, *other_site;

    auto operator<=>(const Key&) const = default;
  };
  // Counts an occurrence. Returns true if it is the first one; then `add` has to follow.
  bool is_first(const Key& key);
  void add(const Key& key, Finding finding);

  // Prints the findings that are not printed yet to the standard error stream.
  void tell();
  // Prints the remaining findings and the summary, and writes the JSON. device: that of the tool hw, or empty. Returns
  // the number of findings.
  std::size_t finish(const Launches& launches, std::string_view device);

  const Options& options() const { return options_; }

private:
  bool is_suppressed(const Finding& finding) const;
  std::string json(const Launches& launches, std::string_view device) const;

  const Options options_;
  mutable std::mutex mutex_;
  std::map<Key, std::size_t> known_; // index of the finding; `none` while it is made or if it is suppressed
  std::vector<Finding> findings_;
  std::size_t told_ = 0, suppressed_ = 0;
};

} // namespace xeforge::checker
