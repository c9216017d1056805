"use strict";

// The requirements and the list of the checks of a run. The page's data is in the element `data`; `checks.rs`
// says how. Text of a run is only ever set as text.
(() => {
  // The fields of a check, in the order of the data.
  const FIELDS = ["name", "id", "codec", "op", "level", "clause", "state", "verdict", "file", "line",
    "input", "expected", "got", "note", "requirements", "params", "finding", "reason", "lines", "steps"];
  const F = Object.fromEntries(FIELDS.map((name, place) => [name, place]));
  // The list of names in which a field is an index, if it has no list of names itself.
  const LISTS = { input: "value", expected: "value", got: "value", requirements: "requirement" };
  // The filters with their titles.
  const FILTERS = [["state", "Result"], ["verdict", "Verdict"], ["codec", "Codec"], ["op", "Operation"],
    ["level", "Level"], ["finding", "Finding"], ["requirement", "Requirement"]];
  const AT_ONCE = 100;
  const number = new Intl.NumberFormat("en");

  const { make, prose, addCopyButtons } = globalThis.acegatePage;

  // Requirements.

  const requirements = document.getElementById("requirements");
  if (requirements) {
    const choices = [["", "All"], ["failed", "Failed"], ["not-tested", "Skipped"]];
    const isShown = { failed: "tr.failed, tr.advisory", "not-tested": "tr.not-tested" };
    const buttons = choices.map(([show, title]) =>
      make("button", { type: "button", "aria-pressed": String(show === "") }, title));
    buttons.forEach((button, place) => button.addEventListener("click", () => {
      const [show] = choices[place];
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      if (show) requirements.dataset.show = show;
      else requirements.removeAttribute("data-show");
      for (const group of requirements.querySelectorAll(".group")) {
        const has = Boolean(show) && group.querySelector(isShown[show]) !== null;
        group.classList.toggle("has-shown", has);
        if (has) group.open = true;
      }
    }));
    const bar = make("div", { class: "choices", role: "group", "aria-label": "Show requirements" }, ...buttons);
    requirements.querySelector(".lead").after(bar);
  }

  // Checks.

  const source = document.getElementById("data");
  const place = document.getElementById("list");
  if (!source || !place) return;

  let data;
  let texts = [];
  let found = [];
  let shown = 0;
  const controls = {};
  const search = make("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false" });
  const status = make("p", { role: "status", "aria-live": "polite" });
  const body = make("tbody", { role: "rowgroup" });
  const more = make("button", { type: "button", class: "more" });
  const reset = make("button", { type: "button" }, "Clear filters");

  const names = (kind) => data.names[kind] || [""];
  const raw = (check, field) => check[F[field]] || 0;
  const text = (check, field) => {
    const value = raw(check, field);
    return typeof value === "number" && field !== "line" ? names(LISTS[field] || field)[value] : value;
  };
  const caseOf = (check) => raw(check, "id") || raw(check, "name");
  const requirementsOf = (check) => (raw(check, "requirements") || []).map((at) => names("requirement")[at]);
  const asks = new Map([...document.querySelectorAll("#requirements td.says")].map((says) =>
    [says.parentElement.firstElementChild.textContent, says.textContent]));
  const got = (check) => text(check, "got") || (text(check, "reason") ? "" : text(check, "expected"));

  const haystack = (check) => ["name", "codec", "op", "params", "clause", "input", "expected", "got", "note",
    "verdict", "reason"].map((field) => text(check, field)).concat(requirementsOf(check)).join("\n").toLowerCase();

  const fields = (check) => {
    const state = text(check, "state");
    const lines = raw(check, "lines") || {};
    const { explain, rerun, ...others } = lines;
    const rows = [
      ["result", [text(check, "verdict"), state === "failed" || state === "passed" ? "" : ` (${data.states[state]})`].join("")],
      ["input", `${text(check, "codec")} ${text(check, "op")} ${text(check, "input")}  ${text(check, "params")}`.trimEnd()],
      ["expected", text(check, "expected")],
      text(check, "reason") ? ["skipped", text(check, "reason")] : ["got", got(check)],
      ["spec", `${text(check, "clause")} (${text(check, "level")})`],
      ["why", text(check, "note")],
      ...requirementsOf(check).map((id) => ["requirement", asks.has(id) ? `${id}: ${asks.get(id)}` : id]),
      ...Object.entries(others),
      ["explain", explain],
      ["rerun", rerun || `${data.repeat} ${caseOf(check)}`],
      ["case", `acegate vectors show ${caseOf(check)}`],
      ["place", `${text(check, "file")}:${raw(check, "line")}`],
    ];
    return rows.filter(([, value]) => value);
  };

  const detail = (check) => {
    const list = make("dl", { class: "fields" }, ...fields(check).map(([name, value]) => {
      const same = name === "got" && !text(check, "got") ? " same" : "";
      return make("div", {}, make("dt", {}, name), make("dd", { class: name + same }, ...(name === "why" ? prose(value) : [value])));
    }));
    const parts = [list];
    const finding = raw(check, "finding");
    const address = new URLSearchParams({ check: raw(check, "name") });
    const links = make("p", { class: "meta" }, make("a", { href: `#checks?${address}` }, "Link to this check"));
    if (finding) {
      const all = new URLSearchParams({ finding: names("finding")[finding] });
      links.append(" · ", make("a", { href: `#checks?${all}` }, "All checks of its finding"));
    }
    const steps = raw(check, "steps") && document.getElementById(`steps-${raw(check, "steps")}`);
    if (steps) parts.push(steps.content.cloneNode(true));
    parts.push(links);
    return make("tr", { class: "detail", role: "row" }, make("td", { colspan: "5", role: "cell" }, ...parts));
  };

  const unfold = (row, check) => {
    const button = row.querySelector("button");
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    row.classList.toggle("open", open);
    if (open) {
      row.after(detail(check));
      addCopyButtons(row.nextElementSibling);
    } else row.nextElementSibling.remove();
  };

  const rowOf = (check) => {
    const state = text(check, "state");
    // A name breaks between its parts if it has to.
    const parts = raw(check, "name").split(/(?<=[/:])/u).flatMap((part) => [make("wbr"), part]);
    const button = make("button", { type: "button", "aria-expanded": "false" }, make("span", {}, ...parts));
    const verdict = ["failed", "advisory", "known"].includes(state) ? text(check, "verdict") : data.states[state];
    const cell = (name, content) => make("td", { class: name, role: "cell" }, content);
    const row = make("tr", { role: "row" },
      make("th", { scope: "row", role: "rowheader" }, button),
      cell("op", text(check, "op")),
      cell("binding", text(check, "level")),
      cell("clause", text(check, "clause")),
      cell("state", make("span", { class: `mark ${state}` }, verdict)));
    button.addEventListener("click", () => unfold(row, check));
    return row;
  };

  const draw = () => {
    const next = found.slice(shown, shown + AT_ONCE);
    const first = next.map(rowOf);
    body.append(...first);
    shown += next.length;
    const left = found.length - shown;
    more.hidden = left === 0;
    more.textContent = `Show ${number.format(Math.min(left, AT_ONCE))} more of ${number.format(left)}`;
    return first[0];
  };

  const matches = (wanted) => {
    const words = search.value.toLowerCase().split(/\s+/u).filter(Boolean);
    if (words.length > 0 && texts.length === 0) texts = data.checks.map(haystack);
    return data.checks.filter((check, at) => wanted.every(([name, value]) => name === "requirement"
      ? (raw(check, "requirements") || []).includes(value)
      : raw(check, name) === value) && words.every((word) => texts[at].includes(word)));
  };

  const apply = () => {
    const wanted = Object.entries(controls).filter(([, control]) => control.value !== "")
      .map(([name, control]) => [name, Number(control.value)]);
    found = matches(wanted);
    shown = 0;
    body.replaceChildren();
    draw();
    const all = number.format(data.checks.length);
    const checks = `${all} ${data.checks.length === 1 ? "check" : "checks"}`;
    const isWhole = wanted.length === 0 && search.value.trim() === "";
    status.textContent = isWhole ? checks : `${number.format(found.length)} of ${checks}`;
    reset.hidden = isWhole;
  };

  // The address contains the filters, so that a view can be shared.
  const note = () => {
    const address = new URLSearchParams();
    if (search.value.trim()) address.set("q", search.value.trim());
    for (const [name, control] of Object.entries(controls)) {
      if (control.value) address.set(name, names(name)[Number(control.value)]);
    }
    try {
      history.replaceState(null, "", address.size ? `#checks?${address}` : "#checks");
    } catch {
      // The filters work without it.
    }
  };

  const follow = () => {
    const [part, query] = location.hash.slice(1).split("?");
    if (part !== "checks" || query === undefined) return;
    const address = new URLSearchParams(query);
    const check = address.get("check");
    search.value = check || address.get("q") || "";
    for (const [name, control] of Object.entries(controls)) {
      const at = address.has(name) ? names(name).indexOf(address.get(name)) : -1;
      control.value = at > 0 ? String(at) : "";
    }
    apply();
    if (check) {
      const at = found.findIndex((it) => raw(it, "name") === check);
      // The check is first, whatever else has its name as a part.
      if (at > 0) found.unshift(...found.splice(at, 1));
      if (at >= 0) {
        shown = 0;
        body.replaceChildren();
        draw();
        const button = body.querySelector("button");
        button.click();
        button.focus({ preventScroll: true });
        button.scrollIntoView();
        return;
      }
    }
    const title = document.getElementById("checks-title");
    title.focus({ preventScroll: true });
    title.scrollIntoView();
  };

  const option = (name, at, count) => {
    const title = name === "state" ? data.states[names(name)[at]]
      : name === "finding" ? data.summaries[at - 1] : names(name)[at];
    const short = title.length > 90 ? `${title.slice(0, 90)}…` : title;
    return make("option", { value: String(at) }, `${short} (${number.format(count)})`);
  };

  const makeFilter = ([name, title]) => {
    const counts = new Map();
    for (const check of data.checks) {
      const values = name === "requirement" ? raw(check, "requirements") || [] : [raw(check, name)];
      for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
    }
    counts.delete(0);
    if (counts.size < 2 && name !== "finding") return [];
    if (counts.size === 0) return [];
    const list = [...counts].sort(([one], [other]) => name === "requirement"
      ? names(name)[one].localeCompare(names(name)[other], "en", { numeric: true }) : one - other);
    const control = make("select", {}, make("option", { value: "" }, "all"),
      ...list.map(([at, count]) => option(name, at, count)));
    controls[name] = control;
    return [make("label", { class: `${name}-filter` }, title, control)];
  };

  const keys = (event) => {
    const inField = event.target.matches("input, select, textarea");
    if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && event.target === search && search.value) {
      search.value = "";
      apply();
      note();
    } else if (event.target.matches("table.checks th button") && /^Arrow(Up|Down)$/u.test(event.key)) {
      const buttons = [...body.querySelectorAll("th button")];
      const next = buttons[buttons.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    }
  };

  const start = () => {
    data = JSON.parse(source.textContent);
    source.remove();
    // A phone shows the filters on demand.
    const wide = matchMedia("(min-width: 46rem)").matches;
    const filters = make("details", { open: wide }, make("summary", {}, "Filters"),
      make("div", { class: "filters" }, ...FILTERS.flatMap(makeFilter)));
    const form = make("form", { class: "search", role: "search", "aria-label": "Checks" },
      make("label", {}, "Search in names, inputs, answers and notes (press /)", search),
      filters);
    const head = ["Check", "Operation", "Level", "Clause", "Result"];
    const classes = ["name", "op", "binding", "clause", "state"];
    // The roles are said, because a phone shows the table as a list.
    const table = make("table", { class: "checks", role: "table" },
      make("caption", { class: "unseen" }, "Checks; the button of a check shows all of it"),
      make("colgroup", {}, ...classes.map((name) => make("col", { class: name }))),
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head.map((title, at) =>
        make("th", { scope: "col", role: "columnheader", class: classes[at] }, title)))),
      body);
    place.append(form, make("div", { class: "status" }, status, reset), table, more);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => { apply(); note(); });
    reset.addEventListener("click", () => {
      form.reset();
      apply();
      note();
      search.focus();
    });
    more.addEventListener("click", () => draw()?.querySelector("button").focus());
    document.addEventListener("keydown", keys);
    addEventListener("hashchange", follow);
    apply();
    follow();
    performance.mark("acegate-list");
    // The texts that are searched are made while the page is idle.
    setTimeout(() => { if (texts.length === 0) texts = data.checks.map(haystack); }, 200);
  };

  // The data is read after the rest of the page is there to see.
  requestAnimationFrame(() => setTimeout(start));
})();
