"use strict";

// What every page has: the switch of the colours, and the buttons that copy. Text of a run is only ever set
// as text.
(() => {
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };

  // A sentence with the parts between backticks as code.
  const prose = (sentence) => {
    const parts = sentence.split("`");
    if (parts.length % 2 === 0) return [sentence];
    return parts.map((part, at) => (at % 2 === 0 ? part : make("code", {}, part)));
  };

  // Colours.

  const themes = ["automatic", "light", "dark"];
  const remember = (theme) => {
    try {
      localStorage.setItem("acegate-theme", theme);
    } catch {
      // A page from a file may have no storage.
    }
  };
  const paint = (theme) => {
    if (theme === "automatic") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = theme;
    switcher.textContent = `Colours: ${theme}`;
  };
  const switcher = document.getElementById("theme");
  // The script in the head has read what was chosen before.
  let theme = document.documentElement.dataset.theme ?? "automatic";
  paint(theme);
  switcher.hidden = false;
  switcher.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    paint(theme);
    remember(theme);
  });

  // Copying.

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A page from a file may have no clipboard of this kind.
    }
    const area = make("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  };

  // A button that copies the text that `read` returns.
  const copyButton = (name, read) => {
    const button = make("button", { type: "button", class: "copy", "aria-label": `Copy ${name}` }, "Copy");
    button.addEventListener("click", async () => {
      button.textContent = (await copy(read())) ? "Copied" : "Select it to copy";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    return button;
  };

  // Adds the buttons of the fields and blocks of code in a part of the page.
  const COPIED = ["input", "expected", "got", "rerun", "explain", "case"];
  const addCopyButtons = (part) => {
    for (const name of COPIED) {
      for (const text of part.querySelectorAll(`dl.fields dd.${name}`)) {
        text.after(make("dd", { class: "copying" }, copyButton(name, () => text.textContent)));
      }
    }
    for (const block of part.querySelectorAll("pre")) {
      const button = copyButton("this block", () => block.textContent);
      block.before(make("div", { class: "copies" }, button));
    }
  };
  addCopyButtons(document);

  // For the scripts after this one.
  globalThis.acegatePage = { make, prose, copyButton, addCopyButtons };

  // Paper shows everything that is folded.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((details) => { details.open = false; }));
})();
