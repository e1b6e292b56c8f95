// A page of HTML that is complete in itself: one file, no network, readable with and without scripts, on a screen, dark
// or light, wide or narrow, and on paper. Sections of text, tables that can be sorted, pictures, and what is folded
// away.
#pragma once

#include "xeforge/pages/charts.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace xeforge::pages {

// Everything here is plain text; whatever it contains is shown as it is. Only Figure::picture is markup.
struct Paragraph {
  std::string text;
};

// Labels are short and never broken into lines; numbers stand to the right and are sorted by their value.
enum class ColumnKind { text, label, number };

struct TableColumn {
  std::string title;
  ColumnKind kind = ColumnKind::text;
};

struct TableCell {
  std::string text;
  std::optional<double> value{}; // what a number column is sorted by; without one the cell comes last
};

// Where figures come from: ("command", "xeforge bench attention"), ("machine", ...).
using Provenance = std::vector<std::pair<std::string, std::string>>;

struct SortableTable {
  std::string caption;
  std::vector<TableColumn> columns;
  std::vector<std::vector<TableCell>> rows; // of as many cells as columns
  Provenance provenance;
};

struct Figure {
  Picture picture; // put in as it is
  std::string caption;
};

// Folded away until it is opened; kept on paper.
struct Details {
  std::string summary;
  std::string text; // lines as they are, in a font of fixed width
};

// A source beside what was made of it. Lines that have code are coloured, and so is their code; either side leads to the
// other, by the pointer and by the keyboard.
struct CodeView {
  struct SourceRow {
    int line = 0;
    std::string text;
    int instructions = 0;
    double cycles = 0;
  };
  struct CodeRow {
    std::string text;
    int line = 0; // of the source; 0: none of it
  };
  std::string caption, unit; // of the cycles: "cycles of an iteration"
  std::vector<SourceRow> source;
  std::vector<CodeRow> code;
};

// Two versions side by side. Lines that are the same in both lead to each other, and lines of one alone are marked.
struct Versions {
  CodeView before, after;
  std::map<int, int> same; // lines of before that have code, and which of after they are
};

using Block = std::variant<Paragraph, SortableTable, Figure, Details, CodeView, Versions>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

struct Page {
  std::string title;
  std::string summary;
  std::vector<Section> sections;
  // Of a page that is served: what it asks of its server, which answers when there is a newer page. Empty: it asks nobody.
  std::string changes{};
};

// Throws Error where a row has not as many cells as there are columns.
std::string html(const Page& page);

} // namespace xeforge::pages
