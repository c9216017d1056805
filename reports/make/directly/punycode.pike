// Calls Standards.IDNA on code points.
int main(int count, array(string) words) {
  string text = (string)map(words[2..], lambda(string word) { int c; sscanf(word, "%x", c); return c; });
  mixed made;
  mixed why = catch {
    switch (words[1]) {
      case "encode": made = Standards.IDNA.Punycode->encode(text); break;
      case "decode": made = Standards.IDNA.Punycode->decode(text); break;
      case "to-ascii": made = Standards.IDNA.zone_to_ascii(text, 0, 1); break;
      default: made = Standards.IDNA.zone_to_unicode(text);
    }
  };
  if (why) return 1;
  if (sizeof(made) && min(@(array(int))made) < 0) return 70; // a negative integer is no code point
  foreach ((array(int))made, int c) write("%X ", c);
}
