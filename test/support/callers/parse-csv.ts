/**
 * Parses RFC 4180 text strictly into records of cells: CRLF ends every record, and quotes inside quotes are doubled.
 */

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const position = CELL.lastIndex;
    const match = CELL.exec(text);
    if (!match) throw new SyntaxError(`no cell at ${position}: ${text.slice(position, position + 40)}`);
    const [, quoted, plain = '', end] = match;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
