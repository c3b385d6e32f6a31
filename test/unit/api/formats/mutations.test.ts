/**
 * Spoilt network files. Each is refused with file, line and column, or becomes a valid network whose content or report
 * shows the change.
 */
import assert from 'node:assert/strict';
import { ImportError, type ImportedNetwork } from '../../../../api/formats/base/report.ts';
import { type NetworkFormat, readNetwork } from '../../../../api/formats/import-network.ts';
import { validate } from '../../../../api/http/validate.ts';
import { networkProblems } from '../../../../temporal/case/checks/network-problems.ts';
import { networkBody } from '../../../../temporal/case/network-body.ts';
import { zipOf } from '../../../support/callers/zip.ts';
import { pypsaFolder, rawFile, rtsTables, type Tables } from '../../../support/cases/format-files.ts';
import { randomDraw } from '../../../support/cases/random.ts';

const MUTATIONS = 60;

type Draw = ReturnType<typeof randomDraw>;
type Files = Record<string, string | Buffer>;

interface Mutant {
  readonly what: string;
  readonly files: Files;
  /** Unpacked size that the zip states in place of the true size. */
  readonly claim?: number;
  /** Name of a file that no reader uses, and which the report must name. */
  readonly file?: string;
  /** Name of a column that no reader uses, and which the report must name. */
  readonly column?: string;
  /** Path of the line with the changed cell; the report may name an element that is dropped as a whole. */
  readonly line?: string;
  /** True if the changed file may mean the same as the original. */
  readonly mayBeSame?: boolean;
  /** `refused` if the changed file cannot be read at all. */
  readonly expected?: 'refused';
}

const pick = <T>(draw: Draw, items: readonly T[]): T => {
  const item = items[draw.integer(0, items.length - 1)];
  assert.ok(item !== undefined);
  return item;
};

/** A random cell of a random line after the first. */
function anyCell(draw: Draw, tables: Tables, isEligible: (cell: string) => boolean = () => true) {
  for (;;) {
    const file = pick(draw, Object.keys(tables));
    const lines = (tables[file] ?? '').split('\n');
    const line = draw.integer(Math.min(1, lines.length - 1), lines.length - 1);
    const cells = (lines[line] ?? '').split(',');
    const column = draw.integer(0, cells.length - 1);
    const cell = cells[column] ?? '';
    if (!isEligible(cell)) continue;
    const written = (text: string): Tables => ({
      ...tables,
      [file]: lines.with(line, cells.with(column, text).join(',')).join('\n'),
    });
    const name = (lines[0] ?? '').split(',')[column] ?? '';
    return { file, line, cell, name, written, where: `${file}, line ${line + 1}, ${name}` };
  }
}

const isNumber = (cell: string): boolean => /^\s*-?\d+(?:\.\d+)?$/.test(cell);

const toCell =
  (what: string, isEligible: (cell: string) => boolean, change: (draw: Draw, cell: string) => string) =>
  (draw: Draw, tables: Tables): Mutant => {
    const place = anyCell(draw, tables, isEligible);
    const text = change(draw, place.cell);
    return {
      what: `${what}: ${place.where}: ${text.slice(0, 40)}`,
      files: place.written(text),
      column: place.name,
      line: `/${place.file}/${place.line + 1}/`,
      // An empty cell means 0, and a storage unit without a row `head` uses its first row.
      mayBeSame: Number(text) === Number(place.cell) || place.name === 'position',
    };
  };

const toFile =
  (
    what: string,
    change: (draw: Draw, text: string, file: string) => string | Buffer,
    expected?: Mutant['expected'],
  ) =>
  (draw: Draw, tables: Tables): Mutant => {
    const file = pick(draw, Object.keys(tables));
    const files = { ...tables, [file]: change(draw, tables[file] ?? '', file) };
    return { what: `${what}: ${file}`, files, file, ...(expected && { expected }) };
  };

const shuffled = (draw: Draw): string =>
  Array.from({ length: 50 }, () => String.fromCharCode(draw.integer(0, 300))).join('');

const KINDS: readonly ((draw: Draw, tables: Tables) => Mutant)[] = [
  (draw, tables) => {
    const file = pick(draw, Object.keys(tables));
    const { [file]: _, ...rest } = tables;
    return { what: `deleted table: ${file}`, files: rest };
  },
  (draw, tables) => {
    const { file, name } = anyCell(draw, tables);
    const rows = (tables[file] ?? '').split('\n').map((line) => line.split(','));
    const at = rows[0]?.indexOf(name) ?? 0;
    const text = rows.map((cells) => cells.toSpliced(at, 1).join(',')).join('\n');
    return { what: `deleted column: ${file}, ${name}`, files: { ...tables, [file]: text }, column: name };
  },
  toCell('letter in a number', isNumber, (_, cell) => `${cell}O`),
  toCell('NaN', isNumber, () => 'NaN'),
  toCell('huge number', isNumber, () => '1e300'),
  toCell('negative', isNumber, (_, cell) => `-${cell}`),
  toCell(
    'dangling name',
    (cell) => /[A-Za-z]/.test(cell),
    (_, cell) => `${cell} no`,
  ),
  toCell(
    'anything',
    () => true,
    (draw) => pick(draw, ['', '0', '9', '0x10', '1;2', '__proto__', '\u0000', 'x'.repeat(300)]),
  ),
  toCell(
    'open quote',
    () => true,
    (_, cell) => `"${cell}`,
  ),
  toCell(
    'two cells',
    () => true,
    (_, cell) => `${cell},${cell}`,
  ),
  toFile('duplicated line', (draw, text) => {
    const lines = text.split('\n');
    const at = draw.integer(0, lines.length - 1);
    return lines.toSpliced(at, 0, lines[at] ?? '').join('\n');
  }),
  toFile('missing line', (draw, text) =>
    text
      .split('\n')
      .toSpliced(draw.integer(0, text.split('\n').length - 1), 1)
      .join('\n'),
  ),
  toFile('cut off', (draw, text) => text.slice(0, draw.integer(0, text.length - 1))),
  toFile('empty', () => ''),
  toFile('other separator', (_, text) => text.replaceAll(',', ';')),
  (draw, tables) => ({
    ...toFile('capitals', (_, text) => text.toUpperCase())(draw, tables),
    mayBeSame: true,
  }),
  toFile('noise', shuffled),
  toFile('UTF-16', (_, text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'refused'),
  toFile('Latin-1', (_, text) => Buffer.from(text.replace(/[A-Za-z]/, '\u00e9'), 'latin1'), 'refused'),
  (_, tables) => ({
    what: 'path that leads out',
    files: { ...tables, '../../etc/x.csv': 'x' },
    expected: 'refused',
  }),
  (draw, tables) => ({
    what: 'zip bomb',
    files: { ...tables, [pick(draw, Object.keys(tables))]: Buffer.alloc(65 * 1024 * 1024) },
    claim: 10,
  }),
];

const SOURCES: readonly (readonly [format: NetworkFormat, tables: () => Tables])[] = [
  ['rts-gmlc', rtsTables],
  ['pypsa-csv', pypsaFolder],
  ['psse-raw', () => ({ 'case.raw': rawFile(35) })],
];

async function read(format: NetworkFormat, files: Files, claim?: number): Promise<ImportedNetwork> {
  const sent = {
    bytes: zipOf(files, claim),
    contentType: 'application/zip',
  };
  const { network, report } = await readNetwork(format, sent);
  assert.deepEqual(networkProblems(await validate(networkBody, 'body', network)), []);
  return { network, report };
}

describe('spoilt files of networks', () => {
  for (const [format, tables] of SOURCES)
    it(`${MUTATIONS} of ${format} are refused with file, line and column, or read and not passed over`, async function () {
      this.timeout(180_000);
      const base = await read(format, tables());
      const counts = { read: 0, refused: 0 };
      const problems: string[] = [];
      for (let seed = 1; seed <= MUTATIONS; seed++) {
        const mutant = pickMutant(seed, tables(), format);
        const outcomeOfMutant = await outcome(format, mutant);
        counts[outcomeOfMutant instanceof ImportError ? 'refused' : 'read'] += 1;
        const problem = problemOf(outcomeOfMutant, base, mutant, format, { ...tables(), ...mutant.files });
        if (problem !== undefined) problems.push(`${seed}: ${mutant.what}: ${problem}`);
      }
      assert.deepEqual(problems, []);
      assert.ok(counts.read > 6 && counts.refused > 24, JSON.stringify(counts));
    });
});

function problemOf(
  imported: ImportedNetwork | ImportError,
  base: ImportedNetwork,
  mutant: Mutant,
  format: NetworkFormat,
  files: Files,
): string | undefined {
  if (imported instanceof ImportError) return refusalProblem(imported, format, files);
  const isSame = JSON.stringify(imported) === JSON.stringify(base);
  if (mutant.expected) return 'is read';
  // The report of a RAW file names dropped parts by kind, not by column, so it is not compared.
  if (!isSame || mutant.mayBeSame || format === 'psse-raw') return undefined;
  const isNamed = mutant.column !== undefined && JSON.stringify(base.report).includes(mutant.column);
  const isUnread = base.report.dropped.some(
    ({ code, paths }) => code === 'file' && paths.includes(`/${mutant.file}`),
  );
  const isLeftOut = base.report.dropped.some(
    ({ code, paths }) =>
      code === 'at_other_carrier' && paths.some((path) => mutant.line && path.startsWith(mutant.line)),
  );
  return isNamed || isUnread || isLeftOut ? undefined : 'nothing is said of it';
}

const WHOLE_FILE = /missing|twice|Not UTF-8|bytes|relative|Should be one file/;

function refusalProblem(
  { path, message }: ImportError,
  format: NetworkFormat,
  files: Files,
): string | undefined {
  const [file, line, column] = path;
  if (path.length <= 1 && WHOLE_FILE.test(message)) return undefined;
  const hasPlace = Number(line) >= 1 && typeof column === 'string' && column !== '';
  return hasPlace && (format === 'psse-raw' || String(file) in files)
    ? undefined
    : `has no place: ${message}`;
}

function pickMutant(seed: number, tables: Tables, format: NetworkFormat): Mutant {
  const draw = randomDraw(seed);
  // A RAW file has a single table, and no columns that could be deleted.
  const kinds = format === 'psse-raw' ? KINDS.slice(2) : KINDS;
  const kind = kinds[seed % kinds.length];
  assert.ok(kind);
  return kind(draw, tables);
}

async function outcome(format: NetworkFormat, { files, claim, what }: Mutant) {
  try {
    return await read(format, files, claim);
  } catch (error) {
    if (error instanceof ImportError) return error;
    assert.fail(`${what}: ${error}`);
  }
}
