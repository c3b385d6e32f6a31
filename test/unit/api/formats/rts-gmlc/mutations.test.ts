/** Spoilt tables of RTS-GMLC: each is refused with file, line and column, or becomes a network that can be stored. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readRtsGmlc } from '../../../../../api/formats/rts-gmlc/read-rts-gmlc.ts';
import { validate } from '../../../../../api/http/validate.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import { networkBody } from '../../../../../temporal/case/messages/network-body.ts';
import { randomDraw } from '../../../../support/cases/random.ts';
import { rtsTables, type Tables, toFileSet } from '../../../../support/cases/rts-tables.ts';

const MUTATIONS = 200;

type Draw = ReturnType<typeof randomDraw>;
const pick = <T>(draw: Draw, items: readonly T[], other: T): T =>
  items[draw.integer(0, items.length - 1)] ?? other;

const CELLS = [
  '',
  'NaN',
  'NA',
  '-1',
  '1e999',
  '1e300',
  '0',
  '0x10',
  '1;2',
  'x'.repeat(300),
  '__proto__',
  '\u0000',
  '9',
];

/** A change of one cell, of one line, or of a whole file. */
const CELL_CHANGES: readonly ((draw: Draw, cell: string) => string)[] = [
  (draw) => pick(draw, CELLS, ''),
  (_, cell) => `-${cell}`,
  (_, cell) => `${cell}000`,
  (_, cell) => `"${cell}`,
  (_, cell) => `${cell},${cell}`,
  (_, cell) => `${cell}\n`,
];
const FILE_CHANGES: readonly ((draw: Draw, lines: readonly string[]) => string)[] = [
  () => '',
  (draw, lines) => lines.toSpliced(draw.integer(0, lines.length - 1), 1).join('\n'),
  (draw, lines) => lines.toSpliced(1, 0, pick(draw, lines, '')).join('\n'),
  (draw, lines) => lines.slice(0, draw.integer(0, lines.length)).join('\n'),
  (draw, lines) => lines.join('\n').slice(0, draw.integer(0, lines.join('\n').length)),
  (_, lines) => lines.join('\r'),
  (_, lines) => lines.join('\n').replaceAll(',', ';'),
  (_, lines) => lines.join('\n').toUpperCase(),
  (draw) => Array.from({ length: 50 }, () => String.fromCharCode(draw.integer(0, 300))).join(''),
];

function mutant(seed: number): { readonly what: string; readonly tables: Tables } {
  const draw = randomDraw(seed);
  const tables = rtsTables();
  const file = pick(draw, Object.keys(tables), '');
  const lines = (tables[file] ?? '').split('\n');
  const kind = draw.integer(0, 9);
  if (kind === 0) {
    const { [file]: _, ...rest } = tables;
    return { what: `without ${file}`, tables: rest };
  }
  if (kind <= 2) {
    const change = draw.integer(0, FILE_CHANGES.length - 1);
    const text = FILE_CHANGES[change]?.(draw, lines) ?? '';
    return { what: `${file}, change ${change} of the file`, tables: { ...tables, [file]: text } };
  }
  const line = draw.integer(0, lines.length - 1);
  const cells = (lines[line] ?? '').split(',');
  const column = draw.integer(0, cells.length - 1);
  const change = draw.integer(0, CELL_CHANGES.length - 1);
  const cell = CELL_CHANGES[change]?.(draw, cells[column] ?? '') ?? '';
  const text = lines.with(line, cells.with(column, cell).join(',')).join('\n');
  return {
    what: `${file}, line ${line + 1}, cell ${column + 1}: ${cell}`,
    tables: { ...tables, [file]: text },
  };
}

async function outcome(tables: Tables): Promise<'read' | ImportError> {
  try {
    const { network } = await readRtsGmlc(toFileSet(tables));
    const valid = await validate(networkBody, 'body', network);
    assert.deepEqual(networkProblems(valid), []);
    return 'read';
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}

describe('spoilt tables of RTS-GMLC', () => {
  it(`${MUTATIONS} of them are refused with file, line and column, or read`, async function () {
    this.timeout(60_000);
    const counts = { read: 0, refused: 0 };
    for (let seed = 1; seed <= MUTATIONS; seed++) {
      const { what, tables } = mutant(seed);
      const told = await outcome(tables).catch((error: unknown) => assert.fail(`${seed}: ${what}: ${error}`));
      if (told === 'read') {
        counts.read += 1;
        continue;
      }
      counts.refused += 1;
      const [file, line, column] = told.path;
      const isMissing = /is missing$/.test(told.message) && told.path.length === 1;
      const words = `${seed}: ${what}: ${told.message}`;
      assert.ok(String(file) in rtsTables(), words);
      if (!isMissing) assert.ok(Number(line) >= 1 && typeof column === 'string' && column !== '', words);
    }
    assert.ok(counts.read > 20 && counts.refused > 80, JSON.stringify(counts));
  });
});
