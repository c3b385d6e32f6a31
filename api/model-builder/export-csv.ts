/** Columns of cells -> the text of a CSV file, piece by piece: a million numbers a second, where a cell at a time is a third of that. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvRecord } from '../http/csv.ts';
import type { Cell, Column, ExportRows } from './export-rows.ts';

const END = '\r\n';
/** Cells of a piece, about: some milliseconds of work. */
const PIECE_CELLS = 20_000;

export async function* csvPieces({
  columns,
  calendar,
  blocks,
}: ExportRows): AsyncGenerator<string, void, void> {
  yield csvRecord(columns.map(({ name }) => name));
  const text = remembered((label: string) => csvRecord([label]).slice(0, -END.length));
  const stamp = remembered((hour: number) => calendar?.stamp(hour) ?? '');
  const cellText = ({ type }: Column, cell: Cell | undefined): string => {
    if (cell === null || cell === undefined) return '';
    if (typeof cell === 'string') return text(cell);
    return type === 'time' ? stamp(cell) : String(cell);
  };
  for await (const block of blocks) {
    const rows = block[0]?.length ?? 0;
    const step = Math.max(1, Math.floor(PIECE_CELLS / columns.length));
    for (let from = 0; from < rows; from += step) {
      let piece = '';
      for (let row = from; row < Math.min(rows, from + step); row++) {
        piece += columns.map((column, at) => cellText(column, block[at]?.[row])).join(',') + END;
      }
      yield piece;
      await nextTurn();
    }
  }
}

/** Texts that come again and again; those of a few windows. */
const MOST_REMEMBERED = 10_000;

function remembered<K>(make: (key: K) => string): (key: K) => string {
  const known = new Map<K, string>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
