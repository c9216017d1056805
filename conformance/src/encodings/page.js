"use strict";

// The search among the texts of a page of encodings. A typed text is only ever set as text.
(() => {
  const source = document.getElementById("samples");
  const result = document.getElementById("result");
  const texts = JSON.parse(source.textContent);
  source.remove();
  // How many texts are named that have the typed one as a part.
  const NAMED = 12;
  const CODECS = ["uri2dec", "punycode", "bootstring", "utf6", "utf5", "race", "lace"];

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // A text as an argument of a shell. Characters that steer or hide are given as code points.
  const quoted = (text) => {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
      const points = [...text].map((c) => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
      return `--code-points '${points.join(" ")}'`;
    }
    return `${text.startsWith("-") ? "-- " : ""}'${text.replaceAll("'", "'\\''")}'`;
  };

  const link = (place) => make("li", {}, make("a", { href: `#text-${place}`, dir: "auto" }, texts[place]));

  const unknown = (text) => {
    const all = texts.length.toLocaleString("en");
    const commands = make("div", { class: "commands" },
      make("p", {}, make("code", {}, `acegate encodings ${quoted(text)}`)),
      make("p", {}, make("code", {}, `acegate explain punycode ${quoted(text)}`)));
    const others = CODECS.filter((codec) => codec !== "punycode").join(", ");
    return make("article", {},
      make("h2", {}, "Not among the texts of this page"),
      make("p", {}, `The page holds ${all} texts, and this is none of them. The first command shows it in every `
        + `encoding, the second one the worked steps of Punycode, and with the name of another codec (${others}) those of it.`),
      commands);
  };

  const matching = (text) => {
    const wanted = text.toLowerCase();
    return texts.flatMap((it, place) => (it.toLowerCase().includes(wanted) ? [place] : []));
  };

  const search = make("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false", dir: "auto" });
  const status = make("p", { role: "status" });
  const named = make("ul", { class: "samples", "aria-label": "Texts with these characters" });

  const draw = (text) => {
    const place = texts.indexOf(text);
    const found = text === "" ? [] : matching(text).filter((it) => it !== place);
    named.replaceChildren(...found.slice(0, NAMED).map(link));
    named.hidden = found.length === 0;
    const more = found.length === 0 ? "" : ` ${found.length.toLocaleString("en")} ${place >= 0 ? "more " : ""}`
      + `${found.length === 1 ? "text of the page has" : "texts of the page have"} it as a part.`;
    if (text === "") {
      status.textContent = "";
    } else if (place >= 0) {
      result.replaceChildren(document.getElementById(`text-${place}`).content.cloneNode(true));
      status.textContent = `It is shown in ${result.querySelectorAll("table.encodings tbody tr").length} encodings.${more}`;
    } else {
      result.replaceChildren(unknown(text));
      status.textContent = `It is not among the texts of this page.${more}`;
    }
  };

  // A link to a text: its number, as the links of the page have it.
  const follow = () => {
    const place = /^#text-(\d+)$/u.exec(location.hash)?.[1];
    if (place === undefined || texts[place] === undefined) return;
    search.value = texts[place];
    draw(texts[place]);
    search.focus({ preventScroll: true });
    search.closest("form").scrollIntoView();
  };

  const form = make("form", { class: "search", role: "search", "aria-label": "Texts" },
    make("label", {}, "Text", search));
  form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", () => draw(search.value));
  addEventListener("hashchange", follow);
  document.getElementById("search-place").replaceWith(form, status, named);
  named.hidden = true;
  search.value = texts[Number(result.dataset.place)];
  draw(search.value);
  follow();
})();
