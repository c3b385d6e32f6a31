/**
 * Checks that names are unique within an object, as I-JSON requires (RFC 7493, 2.3): programs interpret repeated names
 * in different ways.
 */

/** Pattern of the characters at which the search stops. All other characters are skipped, and so are texts. */
const MARK = /["{}]/g;

/**
 * Message with the position of the first name that occurs twice in one object. `text` must be valid JSON. Takes linear
 * time.
 */
export function repeatedName(text: string): string | undefined {
  const mark = new RegExp(MARK);
  /** Names found so far in each open object. */
  const open: Set<string>[] = [];
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const start = match.index;
    if (match[0] === '{') open.push(new Set());
    else if (match[0] === '}') open.pop();
    else {
      mark.lastIndex = afterText(text, start);
      if (!isName(text, mark.lastIndex)) continue;
      const name = nameIn(text.slice(start, mark.lastIndex));
      const names = open.at(-1);
      if (names?.has(name))
        return `The name ${JSON.stringify(shortened(name))} stands twice in one object${lineAndColumn(text, start)}`;
      names?.add(name);
    }
  }
  return undefined;
}

/** Position after the end of the text that begins at `start`. */
function afterText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

const BLANKS = ' \t\n\r';

function isName(text: string, after: number): boolean {
  let at = after;
  while (BLANKS.includes(text[at] ?? ':')) at += 1;
  return text[at] === ':';
}

/** Name with its escapes decoded: `p\u005fmax` is `p_max`. */
const nameIn = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);

const SHOWN = 100;
const shortened = (name: string): string => (name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);

/** Position in words: ` (line 3, column 5)`. */
export function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}
