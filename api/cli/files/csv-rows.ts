/** The records of a CSV text (RFC 4180) as it comes in, each a list of its cells. */

export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const { records, left } = split(rest + chunk);
    yield* records;
    rest = left;
  }
  if (rest !== '') yield split(`${rest}\n`).records[0] ?? [];
}

/** A cell and what ends it; a quoted one has its quotes doubled. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/y;

/** The complete records of a text, and what is left of it. */
function split(text: string): { records: string[][]; left: string } {
  const records: string[][] = [];
  let record: string[] = [];
  let end = 0;
  CELL.lastIndex = 0;
  for (let match = CELL.exec(text); match; match = CELL.exec(text)) {
    const [, quoted, bare = '', mark] = match;
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    if (mark === ',') continue;
    records.push(record);
    record = [];
    end = CELL.lastIndex;
  }
  return { records, left: text.slice(end) };
}
