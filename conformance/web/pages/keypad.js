// A telephone keypad on which an address of uri2dec is typed, with the bits of each letter.

const SVG = "http://www.w3.org/2000/svg";
const ROWS = ["123", "456", "789", "*0#"];

/** The keys of the letters, drawn from the worked steps; `null` if the steps have no keys. */
export function keypad(steps) {
  const found = Object.fromEntries(steps);
  if (!found.vector || !found.hash) return null;
  // The vector has the letters of the address from the last to the first, and the bits of each.
  const letters = found.vector.split(" ").reverse();
  const keys = [...found.hash];
  const bits = found.bits?.split(" ").reverse() ?? [];
  // Some forms type a letter with several keys, or have no bits: those are not drawn.
  if (letters.length !== keys.length || letters.length !== bits.length) return null;
  const symbols = new Map();
  letters.forEach((letter, at) => symbols.set(keys[at], (symbols.get(keys[at]) ?? new Set()).add(letter)));

  const box = document.createElement("div");
  box.className = "keypad";
  const svg = shape("svg", { viewBox: "0 0 180 216", role: "img", "aria-label": `The keys ${keys.join(" ")}` });
  const drawnKeys = new Map();
  ROWS.forEach((row, y) => [...row].forEach((key, x) => {
    const group = shape("g", { class: "key", transform: `translate(${x * 60 + 4} ${y * 54 + 4})` });
    const name = shape("text", { x: 26, y: 22, "text-anchor": "middle" }, key);
    const typed = [...(symbols.get(key) ?? [])].sort().join(" ");
    group.append(shape("rect", { width: 52, height: 46, rx: 6 }), name,
      shape("text", { x: 26, y: 39, "text-anchor": "middle", class: "letters" }, typed.length > 9 ? `${typed.slice(0, 8)}…` : typed));
    svg.append(group);
    drawnKeys.set(key, group);
  }));
  const list = document.createElement("ol");
  list.className = "letters";
  letters.forEach((letter, at) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.append(span("letter", letter), span("digit", keys[at]), span("bits", bits[at]));
    button.title = "The letter, its key and its bits";
    const light = (on) => {
      drawnKeys.get(keys[at])?.classList.toggle("lit", on);
      for (const part of triads.querySelectorAll(`[data-at="${at}"]`)) part.classList.toggle("lit", on);
    };
    for (const name of ["mouseenter", "focus"]) button.addEventListener(name, () => light(true));
    for (const name of ["mouseleave", "blur"]) button.addEventListener(name, () => light(false));
    item.append(button);
    list.append(item);
  });
  const triads = triadsOf(found, bits);
  box.append(svg, list, triads);
  return box;
}

/** The triads of the key. Each bit names the letter that it is of; those that fill up the last triad have none. */
function triadsOf(found, bits) {
  const line = bits.map((part, at) => [...part].map((bit) => ({ bit, at }))).reverse().flat();
  const triads = (found.triads ?? "").split(" ");
  // Zeros before the first one are left out.
  const kept = line.slice(line.length - Number.parseInt(found.significant, 10));
  const place = document.createElement("p");
  place.className = "triads";
  place.append("Bits in threes, and the digit of each: ");
  triads.forEach((triad, number) => {
    const group = span("triad", "");
    [...triad].forEach((bit, offset) => {
      const part = span("bit", bit);
      const owner = kept[number * 3 + offset];
      if (owner) part.dataset.at = owner.at;
      group.append(part);
    });
    group.append(span("digit", found.key?.[number] ?? ""));
    place.append(group, " ");
  });
  return place;
}

function span(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}

function shape(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
