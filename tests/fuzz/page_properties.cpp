#include "page_properties.hpp"

#include "memory_file.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/report/report_sections.hpp"

#include <cstdlib>
#include <string_view>

namespace xeforge::fuzz {
namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

template <class Sections>
void accept_or_refuse(Sections sections) {
  try {
    const std::string page = pages::html({"fuzzed", "", sections()});
    require(page.ends_with("</html>\n"));
    // One script, which is ours; what the file says is text.
    const std::size_t script = page.find("<script");
    require(script == page.rfind("<script"));
    require(page.find("<fuzzed") == page.npos);
  } catch (const Error& error) {
    require(error.argument() == "--fuzzed" || !error.got().empty());
  }
}

} // namespace

void check_page(std::span<const std::byte> bytes) {
  const MemoryFile file(bytes);
  using Sections = std::vector<pages::Section>;
  const auto of_bench = [](const lab::BenchReport& report) {
    return Sections{lab::rates_section({report}), lab::rooflines_section({report})};
  };
  accept_or_refuse([&] { return of_bench(lab::read_bench("--fuzzed", file.path())); });
  accept_or_refuse([&] { return of_bench(lab::read_roof("--fuzzed", file.path())); });
  accept_or_refuse([&] { return Sections{lab::machine_code_section({lab::read_isa("--fuzzed", file.path())})}; });
  accept_or_refuse([&] {
    const std::vector<lab::JournalLine> lines = lab::read_journal("--fuzzed", file.path());
    Sections sections{lab::journal_section("fuzzed", lines)};
    if (auto ladders = lab::ladders_section("fuzzed", lines))
      sections.push_back(*std::move(ladders));
    return sections;
  });
}

} // namespace xeforge::fuzz
