#include "xeforge/pages/page_assets.hpp"

namespace xeforge::pages {

std::string_view page_style() {
  return R"(
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2128;--faint:#57606a;--line:#d5dae0;--stripe:#f6f8fa;--link:#0b57a4}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#14181d;--ink:#e3e8ee;--faint:#9aa5b1;--line:#333b44;--stripe:#1a1f26;--link:#6cb2ff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem clamp(1rem,4vw,2.5rem) 4rem;max-width:76rem;background:var(--paper);color:var(--ink);
font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{font-size:1.75rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.3rem;line-height:1.3;margin:3rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--line)}
p{max-width:48rem;margin:.75rem 0}
header p{color:var(--faint)}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:1rem 0 0;padding:0}
.skip{position:absolute;left:-99rem}
.skip:focus{position:static}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
main:focus{outline:none}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.table{overflow-x:auto;margin:1.5rem 0 0}
table{border-collapse:collapse;min-width:100%;font-size:.86rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:0 0 .5rem}
th,td{padding:.35rem .55rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:500}
.long{overflow-wrap:anywhere;min-width:14rem}
tbody .label{white-space:nowrap}
thead th{font-weight:600;vertical-align:bottom;border-bottom:2px solid var(--line);background:var(--paper)}
.number{text-align:right;white-space:nowrap}
thead .number{white-space:normal}
tbody tr:nth-child(even){background:var(--stripe)}
th button{font:inherit;color:inherit;background:none;border:0;margin:0;padding:0;cursor:pointer;text-align:inherit}
th button:hover{text-decoration:underline}
th button::after{content:"\00a0\2195";opacity:.4}
th[aria-sort=ascending] button::after{content:"\00a0\2191";opacity:1}
th[aria-sort=descending] button::after{content:"\00a0\2193";opacity:1}
.provenance{display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;margin:.5rem 0 2rem;font-size:.8rem;color:var(--faint)}
.provenance div{display:flex;gap:.4em;min-width:0}
.provenance dt::after{content:":"}
.provenance dd{margin:0;overflow-wrap:anywhere}
figure{margin:1.5rem 0}
.picture{overflow-x:auto}
.picture svg{display:block;max-width:100%;height:auto;min-width:36rem}
figcaption{color:var(--faint);font-size:.85rem;max-width:48rem;margin-top:.25rem}
details{margin:1rem 0}
summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.8rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
background:var(--stripe);padding:.75rem;border-radius:.25rem}
@media print{
:root{--paper:#fff;--ink:#000;--faint:#444;--line:#bbb;--stripe:#fff}
@page{margin:15mm}
body{padding:0;max-width:none;font-size:10pt}
nav,.skip{display:none}
h2{break-after:avoid}
figure,tr,.provenance{break-inside:avoid}
thead{display:table-header-group}
.table,.picture{overflow:visible}
.picture svg{min-width:0}
table{font-size:6.5pt}
.provenance,figcaption,pre{font-size:7pt}
th,td{padding:.15rem .25rem}
tbody .label,.number{white-space:normal}
.long{min-width:0}
th button::after{content:none}
details::details-content{content-visibility:visible;block-size:auto}
}
)";
}

std::string_view page_script() {
  return R"(
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  const valueOf = (row, at) => {
    const value = row.cells[at].dataset.value;
    return value === undefined ? null : Number(value);
  };
  const compare = (at, isNumber, direction) => (one, other) => {
    if (!isNumber)
      return direction * one.cells[at].textContent.localeCompare(other.cells[at].textContent, "en", {numeric: true});
    const a = valueOf(one, at), b = valueOf(other, at);
    if (a === null || b === null)
      return (a === null) - (b === null);
    return direction * (a - b);
  };
  headers.forEach((header, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const order = header.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
      headers.forEach(other => other.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", order);
      const isNumber = header.classList.contains("number");
      body.append(...[...body.rows].sort(compare(at, isNumber, order === "ascending" ? 1 : -1)));
      document.getElementById("sorted").textContent = table.caption.textContent + ": sorted by " + button.textContent + ", " + order;
    });
  });
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(details => details.open = true));
)";
}

std::string_view page_script_hash() { return "SC+gMP1upZt6a3rnR0TR4peETbeXPMsHndl11/ZJQSo="; }

} // namespace xeforge::pages
