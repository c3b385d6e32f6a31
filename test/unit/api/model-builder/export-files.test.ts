/** Parquet files with more rows and columns than a single write has. */
import assert from 'node:assert/strict';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetPieces } from '../../../../api/model-builder/export-files.ts';
import type { Block, Column } from '../../../../api/model-builder/export-rows.ts';

const COLUMNS = 300;
const ROWS = 4000;
/** Number of hours per window; row groups do not divide evenly by it. */
const BLOCK = 24;

const cell = (row: number, column: number): number | null =>
  (row + column) % 97 === 0 ? null : row * 1000 + column / 4;

async function* blocks(): AsyncGenerator<Block> {
  for (let from = 0; from < ROWS; from += BLOCK) {
    const rows = Array.from({ length: Math.min(BLOCK, ROWS - from) }, (_, at) => from + at);
    yield [rows, ...Array.from({ length: COLUMNS }, (_, column) => rows.map((row) => cell(row, column)))];
  }
}

describe('a Parquet file of many rows and columns', () => {
  const columns: Column[] = [
    { name: 'hour', type: 'integer' },
    ...Array.from({ length: COLUMNS }, (_, column): Column => ({ name: `c${column}`, type: 'number' })),
  ];
  let file: ArrayBuffer;
  before(async () => {
    const pieces: Buffer[] = [];
    for await (const piece of parquetPieces({ columns, calendar: undefined, blocks: blocks() }))
      pieces.push(piece);
    file = Uint8Array.from(Buffer.concat(pieces)).buffer;
  });

  it('has all columns in every row group, and the rows of all groups', () => {
    const { num_rows, row_groups } = parquetMetadata(file);
    assert.equal(num_rows, BigInt(ROWS));
    assert.ok(row_groups.length > 1, `${row_groups.length} groups`);
    assert.equal(
      row_groups.reduce((sum, group) => sum + group.num_rows, 0n),
      BigInt(ROWS),
    );
    for (const group of row_groups) {
      assert.deepEqual(
        group.columns.map(({ meta_data }) => meta_data?.path_in_schema.join()),
        columns.map(({ name }) => name),
      );
      const bytes = group.columns.reduce(
        (sum, { meta_data }) => sum + (meta_data?.total_compressed_size ?? 0n),
        0n,
      );
      assert.equal(group.total_compressed_size, bytes);
    }
  });

  it('reads back as it was written', async () => {
    const rows = await parquetReadObjects({ file });
    assert.equal(rows.length, ROWS);
    for (const [at, row] of rows.entries()) {
      assert.equal(row['hour'], at);
      for (let column = 0; column < COLUMNS; column += 7) assert.equal(row[`c${column}`], cell(at, column));
    }
  });
});
