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
for (const view of document.querySelectorAll(".code")) {
  const rows = [...view.querySelectorAll("tr[data-line]")];
  const choose = row => {
    for (const other of rows)
      other.classList.toggle("chosen", other.dataset.line === row.dataset.line);
    for (const pane of view.querySelectorAll(".pane")) {
      const first = pane.querySelector("tr.chosen");
      if (first && !pane.contains(row))
        pane.scrollTop = first.offsetTop - pane.clientHeight / 3;
    }
  };
  for (const row of rows) {
    row.addEventListener("click", () => choose(row));
    row.addEventListener("focus", () => choose(row));
  }
}
const changes = document.body.dataset.changes;
if (changes) {
  const kept = JSON.parse(sessionStorage.getItem("kept") || "{}");
  const panes = [...document.querySelectorAll(".pane")];
  panes.forEach((pane, at) => { pane.scrollTop = (kept.panes || [])[at] || 0; });
  scrollTo(0, kept.top || 0);
  const follow = async () => {
    for (;;) {
      try {
        const answer = await fetch(changes);
        if (answer.status === 200) {
          sessionStorage.setItem("kept", JSON.stringify({top: scrollY, panes: panes.map(pane => pane.scrollTop)}));
          location.reload();
          return;
        }
      } catch {
        document.getElementById("sorted").textContent = "The program that serves this page has ended.";
        await new Promise(done => setTimeout(done, 2000));
      }
    }
  };
  follow();
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(details => details.open = true));
