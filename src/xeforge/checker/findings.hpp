// What was found: each kind once for each kernel and location, with how often; as text, as JSON, and as the exit code.
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

// A rule: what it is called, and what to do about it.
struct Rule {
  Tool tool;
  const char* name; // behind the tool's name
  const char* advice;
};

// Who did it, where there is somebody.
struct Culprit {
  std::string kernel; // empty: not a kernel
  bool has_group = false;
  std::array<std::size_t, 3> group{}, thread{}; // without groups the item's number stands in thread[0]
  std::array<std::size_t, 3> range{1, 1, 1};    // without groups, of all items

  std::string thread_text() const; // "thread (3,0,0)", "item 5"
  std::string group_text() const;  // "group (2,1,0)"
};

struct Finding {
  const Rule* rule;
  Culprit culprit;
  std::string text;                      // without the end that says where
  std::vector<SourceLocation> locations; // one, or two of which the second is the other side
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
  // Counts one more of these; true where it is the first, which `add` has to follow.
  bool is_first(const Key& key);
  void add(const Key& key, Finding finding);

  // Prints the findings that are not printed yet to the standard error stream.
  void tell();
  // The end: all of it, the summary, the JSON. device: of the tool hw, or empty. The number of findings.
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
