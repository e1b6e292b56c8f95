#include "xeforge/pages/page.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/pages/page_assets.hpp"
#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace xeforge::pages {
namespace {

std::string markup(const Paragraph& paragraph) { return fmt::format("<p>{}</p>\n", escaped(paragraph.text)); }

std::string markup(const Provenance& provenance) {
  if (provenance.empty())
    return "";
  std::string items;
  for (const auto& [name, value] : provenance)
    items += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value));
  return fmt::format("<dl class=\"provenance\">\n{}</dl>\n", items);
}

constexpr std::string_view class_of(ColumnKind kind) {
  return kind == ColumnKind::number ? " class=\"number\"" : kind == ColumnKind::label ? " class=\"label\"" : "";
}

// Whether one word alone would make its column wider than a table can afford.
bool has_long_word(std::string_view text) {
  constexpr std::size_t longest = 28;
  std::size_t length = 0;
  for (const char character : text) {
    length = character == ' ' ? 0 : length + 1;
    if (length > longest)
      return true;
  }
  return false;
}

std::string row_markup(const SortableTable& table, const std::vector<TableCell>& row) {
  if (row.size() != table.columns.size())
    throw Error(fmt::format("row of '{}'", table.caption), fmt::format("{} cells", row.size()),
                fmt::format("{}", table.columns.size()));
  std::string cells;
  for (std::size_t at = 0; at < row.size(); ++at) {
    const ColumnKind kind = table.columns[at].kind;
    const bool has_value = kind == ColumnKind::number && row[at].value;
    const std::string value = has_value ? fmt::format(" data-value=\"{}\"", *row[at].value) : "";
    const bool is_long = kind != ColumnKind::number && has_long_word(row[at].text);
    // The first column says what the row is about.
    cells +=
        fmt::format("<{}{}{}>{}</{}>", at == 0 ? "th scope=\"row\"" : "td",
                    is_long ? " class=\"long\"" : class_of(kind), value, escaped(row[at].text), at == 0 ? "th" : "td");
  }
  return fmt::format("<tr>{}</tr>\n", cells);
}

std::string markup(const SortableTable& table) {
  std::string titles, rows;
  for (const TableColumn& column : table.columns)
    titles += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column.kind), escaped(column.title));
  for (const auto& row : table.rows)
    rows += row_markup(table, row);
  return fmt::format(
      "<div class=\"table\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\">\n<table class=\"sortable\">\n"
      "<caption>{0}</caption>\n<thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody>\n</table>\n</div>\n{3}",
      escaped(table.caption), titles, rows, markup(table.provenance));
}

std::string markup(const Figure& figure) {
  return fmt::format("<figure>\n<div class=\"picture wide\">{}</div>\n<div class=\"picture narrow\">{}</div>\n"
                     "<figcaption>{}</figcaption>\n</figure>\n",
                     figure.picture.wide, figure.picture.narrow, escaped(figure.caption));
}

std::string markup(const Details& details) {
  return fmt::format("<details>\n<summary>{}</summary>\n<pre>{}</pre>\n</details>\n", escaped(details.summary),
                     escaped(details.text));
}

// ---- code -----------------------------------------------------------------------------------------------------------
// As many colours as page.css has.
constexpr int line_colours = 6;

// What tells the lines of a view from each other: the same line of two versions has one name.
struct LineNames {
  std::map<int, int> same; // see Versions; empty: of one version, or of the newer one
  bool is_older = false;

  std::string of(int line) const {
    const auto paired = same.find(line);
    return paired != same.end() ? std::to_string(paired->second) : (is_older ? "old-" : "") + std::to_string(line);
  }
};
using Colours = std::map<std::string, int>; // by the name of a line, in the order they are met

std::string source_row(const CodeView& view, const CodeView::SourceRow& row, double most, const LineNames& names,
                       Colours& colours, std::string_view classes) {
  if (row.instructions == 0)
    return fmt::format("<tr><th scope=\"row\">{}</th><td></td><td>{}</td></tr>\n", row.line, escaped(row.text));
  const std::string name = names.of(row.line);
  const int colour = colours.try_emplace(name, static_cast<int>(colours.size()) % line_colours).first->second;
  const std::string weight = row.cycles > 0 ? fmt::format("{:.0f}", row.cycles) : "";
  return fmt::format("<tr class=\"of-{}{}\" data-line=\"{}\" tabindex=\"0\" aria-label=\"line {}: {} {}, {} {}\">"
                     "<th scope=\"row\">{}</th><td class=\"heat\" style=\"--heat:{:.2f}\">{}</td><td>{}</td></tr>\n",
                     colour, classes, name, row.line, row.instructions,
                     row.instructions == 1 ? "instruction" : "instructions", weight.empty() ? "0" : weight,
                     escaped(view.unit), row.line, most > 0 ? row.cycles / most : 0, weight, escaped(row.text));
}

std::string code_row(const CodeView::CodeRow& row, const LineNames& names, const Colours& colours) {
  const std::string name = names.of(row.line);
  const auto colour = row.line > 0 ? colours.find(name) : colours.end();
  if (colour == colours.end())
    return fmt::format("<tr><td>{}</td></tr>\n", escaped(row.text));
  return fmt::format("<tr class=\"of-{}\" data-line=\"{}\"><td>{}</td></tr>\n", colour->second, name,
                     escaped(row.text));
}

// titles, rows: markup.
std::string pane(const std::string& name, const std::string& titles, const std::string& rows) {
  return fmt::format(
      "<div class=\"pane\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\"><table><caption>{0}</caption>"
      "<thead><tr>{1}</tr></thead><tbody>\n{2}</tbody></table></div>\n",
      escaped(name), titles, rows);
}

struct Panes {
  std::string source, code;
};

// most: the cycles of the hottest line. is_alone: whether a line is of one version only.
template <class IsAlone>
Panes panes_of(const CodeView& view, double most, const LineNames& names, Colours& colours, IsAlone&& is_alone) {
  std::string source, code;
  for (const CodeView::SourceRow& row : view.source)
    source += source_row(view, row, most, names, colours, is_alone(row.line) ? " alone" : "");
  for (const CodeView::CodeRow& row : view.code)
    code += code_row(row, names, colours);
  return {pane("Source of " + view.caption,
               fmt::format(
                   "<th scope=\"col\">line</th><th scope=\"col\" title=\"{}\">cycles</th><th scope=\"col\">text</th>",
                   escaped(view.unit)),
               source),
          pane("Instructions of " + view.caption, "<th scope=\"col\">instruction</th>", code)};
}

double most_cycles(const CodeView& view) {
  double most = 0;
  for (const CodeView::SourceRow& row : view.source)
    most = std::max(most, row.cycles);
  return most;
}

std::string markup(const CodeView& view) {
  Colours colours;
  const Panes panes = panes_of(view, most_cycles(view), {}, colours, [](int) { return false; });
  return fmt::format("<div class=\"code\">\n{}{}</div>\n", panes.source, panes.code);
}

std::string markup(const Versions& versions) {
  const double most = std::max(most_cycles(versions.before), most_cycles(versions.after)); // heat is of both
  std::set<int> of_both;
  for (const auto& [before, after] : versions.same)
    of_both.insert(after);
  Colours colours;
  const Panes before = panes_of(versions.before, most, {versions.same, true}, colours,
                                [&](int line) { return !versions.same.contains(line); });
  const Panes after = panes_of(versions.after, most, {}, colours, [&](int line) { return !of_both.contains(line); });
  return fmt::format("<div class=\"code\">\n{}{}{}{}</div>\n", before.source, after.source, before.code, after.code);
}

std::string section_id(std::size_t at) { return fmt::format("section-{}", at + 1); }

std::string contents_of(const Page& page) {
  std::string items;
  for (std::size_t at = 0; at < page.sections.size(); ++at)
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section_id(at), escaped(page.sections[at].title));
  return fmt::format("<nav aria-label=\"Contents\">\n<ul>\n{}</ul>\n</nav>\n", items);
}

std::string markup(const Section& section, std::size_t at) {
  std::string blocks;
  for (const Block& block : section.blocks)
    blocks += std::visit([](const auto& one) { return markup(one); }, block);
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
      section_id(at), escaped(section.title), blocks);
}

} // namespace

std::string html(const Page& page) {
  std::string sections;
  for (std::size_t at = 0; at < page.sections.size(); ++at)
    sections += markup(page.sections[at], at);
  // The policy forbids every request and every script but ours, whatever names and notes contain.
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  text += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                      "style-src 'unsafe-inline'; script-src 'sha256-{}'; {}base-uri 'none'; form-action 'none'\">\n",
                      page_script_hash(), page.changes.empty() ? "" : "connect-src 'self'; ");
  text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n";
  text += fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n<body{}>\n", escaped(page.title), page_style(),
                      page.changes.empty() ? "" : fmt::format(" data-changes=\"{}\"", escaped(page.changes)));
  text += "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n";
  text += fmt::format("<header>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n", escaped(page.title), escaped(page.summary));
  text += contents_of(page);
  text += fmt::format("<main id=\"content\" tabindex=\"-1\">\n{}</main>\n", sections);
  text += "<p id=\"sorted\" class=\"unseen\" role=\"status\"></p>\n";
  return text + fmt::format("<script>{}</script>\n</body>\n</html>\n", page_script());
}

} // namespace xeforge::pages
