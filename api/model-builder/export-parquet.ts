/**
 * Columns of cells -> the bytes of a Parquet file, a row group at a time. A group is as large as it can be without
 * holding up the event loop; what is held until the end is what the footer says of each column of each group.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Block, Cell, Column, ExportRows } from './export-rows.ts';

/** Cells of a row group, about; with many columns it has four days of hours at least, or the footer would outgrow the data. */
const GROUP_CELLS = 50_000;
const LEAST_GROUP_ROWS = 96;
/** Wider, groups of that length are too large. */
export const MOST_PARQUET_COLUMNS = 1000;

const TYPES = {
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<Column['type'], object>;

export async function* parquetPieces({
  columns,
  calendar,
  blocks,
}: ExportRows): AsyncGenerator<Buffer, void, void> {
  const sink = new ByteWriter();
  const writer = new ParquetWriter({
    writer: sink,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, ...TYPES[type], repetition_type: 'OPTIONAL' as const })),
    ],
    createdBy: 'grid-optimization-service',
    statistics: false,
  });
  const groupRows = Math.max(LEAST_GROUP_ROWS, Math.floor(GROUP_CELLS / columns.length));
  let group: Cell[][] = columns.map(() => []);
  const inFile = ({ type }: Column, cells: Cell[]) =>
    type === 'time' && calendar ? cells.map((hour) => new Date(calendar.instant(Number(hour)))) : cells;
  const take = (): Buffer => {
    const bytes = Buffer.from(sink.getBytes());
    sink.index = 0;
    return bytes;
  };
  const write = async (): Promise<void> => {
    const columnData = columns.map((column, at) => ({
      name: column.name,
      data: inFile(column, group[at] ?? []),
      offsetIndex: false,
    }));
    await writer.write({ columnData, rowGroupSize: groupRows });
    group = columns.map(() => []);
  };
  for await (const block of blocks) {
    for (const part of partsOf(block, groupRows)) {
      for (const [at, cells] of part.entries()) for (const cell of cells) group[at]?.push(cell);
      if ((group[0]?.length ?? 0) < groupRows) continue;
      await write();
      yield take();
      await nextTurn();
    }
  }
  if (group[0]?.length) await write();
  await writer.finish();
  yield take();
}

/** A block in parts of at most so many rows. */
function* partsOf(block: Block, most: number): Generator<Block> {
  const rows = block[0]?.length ?? 0;
  for (let from = 0; from < rows; from += most) yield block.map((cells) => cells.slice(from, from + most));
}
