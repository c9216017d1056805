// The tables of implementations are sorted by the column whose head is pressed. Only rows with all typed words are shown.
for (const table of document.querySelectorAll("article table")) {
  const heads = [...table.querySelectorAll("thead th")];
  const rows = [...table.tBodies[0].rows];
  const failures = heads.findIndex((head) => head.textContent === "must failures");
  if (failures < 0) continue;
  table.classList.add("implementations");
  for (const row of rows) row.classList.add(row.cells[failures].textContent === "0" ? "right" : "wrong");
  heads.forEach((head, column) => {
    if (!head.textContent) return;
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const order = head.ariaSort === "ascending" ? "descending" : "ascending";
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = order;
      const of = (row) => row.cells[column].textContent;
      rows.sort((a, b) => (order === "ascending" ? 1 : -1) * of(a).localeCompare(of(b), "en", { numeric: true }));
      table.tBodies[0].append(...rows);
    });
  });
  const search = document.createElement("input");
  const status = document.createElement("output");
  Object.assign(search, { type: "search", placeholder: "Name, language or version", ariaLabel: "Show implementations with" });
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/u);
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    status.value = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  search.addEventListener("input", filter);
  filter();
  const bar = document.createElement("p");
  bar.className = "implementations-filter";
  bar.append(search, " ", status);
  (table.closest(".md-typeset__scrollwrap") ?? table).before(bar);
}
