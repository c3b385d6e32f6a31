/** Characters written as escapes: percent, `\\u0041`, `\\x41`, `&#65;`, `&#x41;`. */
const ESCAPES =
  /%([0-9a-f]{2})|\\x\{?([0-9a-f]{2,4})\}?|\\u\{?([0-9a-f]{4,6})\}?|u\+([0-9a-f]{4,6})|&#x([0-9a-f]{2,6});?|&#(\d{2,7});?/gi;
const HIGHEST = 0x10ffff;
const HEXADECIMAL = 16;

/** The text with its escapes read; nothing where there are none. */
export function decodeEscapes(text: string): string[] {
  const decoded = text.replace(ESCAPES, (written: string, ...groups: (string | undefined)[]) => {
    const [percent, x, u, plus, hexEntity, entity] = groups;
    const hex = percent ?? x ?? u ?? plus ?? hexEntity;
    const code = hex === undefined ? Number(entity) : Number.parseInt(hex, HEXADECIMAL);
    return code <= HIGHEST ? String.fromCodePoint(code) : written;
  });
  return decoded === text ? [] : [decoded];
}
