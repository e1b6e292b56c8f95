// The headers that a source begins with, parsed once for all sources that begin with the same ones and are compiled with
// the same words: clang's precompiled headers. They are kept in the folder that XEFORGE_PCH_DIR names, from which
// anything may be removed at any time; without that variable nothing is kept.
#pragma once

#include "xeforge/toolchain/tools/process.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

inline constexpr const char* precompiled_headers_variable = "XEFORGE_PCH_DIR";

// The lines that include headers of <sycl/...> or <CL/...> before there is anything but comments, in the order of the names, which
// means the same; empty: there are none.
std::string leading_headers(std::string_view source);

class PrecompiledHeaders {
public:
  // Those of the folder that the variable names; no value without it. Throws Error where the folder cannot be made.
  static std::optional<PrecompiledHeaders> of_environment();
  explicit PrecompiledHeaders(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }

  // Compiles the header into the output, and writes what it read as a rule of make.
  struct Files {
    std::filesystem::path header, output, dependencies;
  };
  using Compile = std::function<Outcome(const Files&)>;

  // headers: as leading_headers gives them. compiler and words: what decides what they mean. The first request only
  // leaves a note, since most programs are compiled once; the second one compiles. Compiled again when a file has changed
  // that was read. Empty: the source is to be compiled without.
  std::filesystem::path find(const std::string& headers, const std::filesystem::path& compiler,
                             const std::vector<std::string>& words, const Compile& compile) const;

private:
  std::filesystem::path folder_;
};

} // namespace xeforge::toolchain
