// The module that is part of a page.

/** The octets of the module. Four octets are five digits to the base 85; the first four are a length. */
export async function unpack() {
  const element = document.getElementById("module");
  const text = element.textContent;
  element.remove();
  const octets = new Uint8Array((text.length / 5) * 4);
  const view = new DataView(octets.buffer);
  for (let at = 0; at < text.length; at += 5) {
    let number = 0;
    for (let place = at; place < at + 5; place += 1) {
      const letter = text.charCodeAt(place);
      number = number * 85 + (letter === 0x7e ? 0x3c : letter) - 0x28;
    }
    view.setUint32((at / 5) * 4, number);
  }
  const packed = new Blob([octets.subarray(4, 4 + view.getUint32(0))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
