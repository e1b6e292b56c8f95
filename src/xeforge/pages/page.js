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
