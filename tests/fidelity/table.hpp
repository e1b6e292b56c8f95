// What is said of every name of the extension, read from names.json: how faithful the host is, what the device path
// makes of it, where both differ from hardware, and the use that proves it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fidelity {

// Where a use stands: in the kernel of its group; in a function of its own that launches kernels; in a kernel of its
// own; in the program, outside of kernels; among those that the compiler has to refuse, at once or where it generates code
// for a call.
enum class Where { kernel, launch, own_kernel, program, refused, refused_call };

struct Entry {
  std::vector<std::string> names;
  Where where;
  std::string host;    // same, permissive, approximate or absent
  std::string device;  // lowered, refused, or - for what is not device code
  std::string nvidia;  // of what the host takes and is refused for NVIDIA's GPUs: words of the error
  std::string differs; // from hardware, in words; may be empty
  std::string says;    // of what is refused for the device: words of the error
  std::string declare; // what stands outside of functions
  std::string use;
};

inline bool is_absent(const Entry& entry) {
  return entry.where == Where::refused || entry.where == Where::refused_call;
}

struct Group {
  std::string title, about;
  std::vector<Entry> entries;
};

// How the host as a whole differs from hardware.
struct Difference {
  std::string title, text;
};

struct Table {
  std::vector<Difference> differences;
  std::vector<Group> groups;
};

// Throws std::runtime_error where the file says something else than this.
Table read_table(const std::filesystem::path& file);

} // namespace fidelity
