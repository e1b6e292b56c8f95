#include "xeforge/c_interface/guarded.hpp"

#include <algorithm>
#include <cstddef>

namespace xeforge::c_interface {
namespace {

template <std::size_t Size>
void write_text(char (&place)[Size], std::string_view text) {
  const std::size_t length = std::min(text.size(), Size - 1);
  std::copy_n(text.data(), length, place);
  place[length] = '\0';
}

} // namespace

xeforge_status write_report(xeforge_error* error, const Report& report) noexcept {
  if (error == nullptr)
    return report.status;
  error->status = report.status;
  write_text(error->argument, report.argument);
  write_text(error->got, report.got);
  write_text(error->expected, report.expected);
  write_text(error->message, report.message);
  return report.status;
}

} // namespace xeforge::c_interface
