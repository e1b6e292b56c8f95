#include "xeforge/pages/page.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/pages/page_assets.hpp"

#include <gtest/gtest.h>

namespace xeforge::pages {
namespace {

const std::string hostile = "</title></script><script>alert(1)</script><img src=http://x.example/>\" onload=\"alert(2)";

Page page_of(Block block) { return {"A page", "of one section", {{"The section", {std::move(block)}}}}; }

TEST(Page, is_complete_and_asks_for_nothing) {
  const std::string text = html(page_of(Paragraph{"words"}));
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(text.ends_with("</html>\n"));
  EXPECT_NE(text.find("default-src 'none'"), std::string::npos);
  for (const char* way_out : {"http:", "https:", "src=", "@import", "url("})
    EXPECT_EQ(text.find(way_out), std::string::npos) << way_out;
  EXPECT_NE(text.find("<a href=\"#section-1\">The section</a>"), std::string::npos);
}

TEST(Page, a_table_has_a_caption_headers_and_the_values_it_is_sorted_by) {
  const SortableTable table{"Rates",
                            {{"case"}, {"GB/s", ColumnKind::number}},
                            {{{"seed"}, {"12.5", 12.5}}, {{"other"}, {"-", std::nullopt}}},
                            {{"command", "xeforge bench"}, {"date", "today"}}};
  const std::string text = html(page_of(table));
  EXPECT_NE(text.find("<caption>Rates</caption>"), std::string::npos);
  EXPECT_NE(text.find("<th scope=\"col\" class=\"number\">GB/s</th>"), std::string::npos);
  EXPECT_NE(text.find("<th scope=\"row\">seed</th><td class=\"number\" data-value=\"12.5\">12.5</td>"),
            std::string::npos);
  EXPECT_NE(text.find("<td class=\"number\">-</td>"), std::string::npos);
  EXPECT_NE(text.find("<dt>command</dt><dd>xeforge bench</dd>"), std::string::npos);
}

TEST(Page, long_words_may_be_broken_and_labels_not) {
  const SortableTable table{"t", {{"a"}, {"b", ColumnKind::label}}, {{{std::string(40, 'x')}, {"2026-01-02"}}}, {}};
  const std::string text = html(page_of(table));
  EXPECT_NE(text.find("<th scope=\"row\" class=\"long\">xxx"), std::string::npos);
  EXPECT_NE(text.find("<td class=\"label\">2026-01-02</td>"), std::string::npos);
}

TEST(Page, hostile_names_stay_text_wherever_they_stand) {
  Page page{hostile, hostile, {{hostile, {}}}};
  page.sections[0].blocks = {
      Paragraph{hostile},
      SortableTable{hostile, {{hostile}}, {{{hostile}}}, {{hostile, hostile}}},
      Figure{{"<svg></svg>", "<svg></svg>"}, hostile},
      Details{hostile, hostile},
  };
  const std::string text = html(page);
  std::size_t scripts = 0;
  for (std::size_t at = text.find("<script"); at != std::string::npos; at = text.find("<script", at + 1))
    ++scripts;
  EXPECT_EQ(scripts, 1u);
  EXPECT_EQ(text.find("<img"), std::string::npos);
  EXPECT_EQ(text.find("onload=\""), std::string::npos);
}

TEST(Page, a_row_of_another_length_is_refused) {
  EXPECT_THROW(html(page_of(SortableTable{"t", {{"a"}, {"b"}}, {{{"1"}}}, {}})), Error);
}

TEST(Page, the_same_data_is_the_same_text) {
  EXPECT_EQ(html(page_of(Paragraph{"words"})), html(page_of(Paragraph{"words"})));
}

} // namespace
} // namespace xeforge::pages
