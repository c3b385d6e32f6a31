/**
 * Valid files of every format with one meaningful change. The result must be the same, or the report must name more, or
 * the file must be refused; the problem must never change silently.
 */
import assert from 'node:assert/strict';
import { ImportError, type ImportReport } from '../../../../api/formats/base/report.ts';
import { readImport } from '../../../../api/formats/import-file.ts';
import { readNetwork } from '../../../../api/formats/import-network.ts';
import { zipOf } from '../../../support/callers/zip.ts';
import { filesOf, rawFile, type Tables } from '../../../support/cases/format-files.ts';
import { randomDraw } from '../../../support/cases/random.ts';

const SEEDS = 240;
/** Number of leading lines that only damage to titles changes. */
const TITLES = 3;

type Draw = ReturnType<typeof randomDraw>;
type Damage = (draw: Draw, text: string) => string;
type Read = (files: Tables) => Promise<{ readonly problem: unknown; readonly report: ImportReport }>;

const only = (files: Tables): Buffer => Buffer.from(Object.values(files)[0] ?? '');

const network =
  (format: Parameters<typeof readNetwork>[0]): Read =>
  async (files) => {
    const bytes = Object.keys(files).length > 1 ? zipOf(files) : only(files);
    const { network: problem, report } = await readNetwork(format, { bytes, contentType: 'text/plain' });
    return { problem, report };
  };

const payload =
  (format: Parameters<typeof readImport>[0]): Read =>
  async (files) => {
    const { payload: problem, report } = await readImport(format, only(files), { maxHorizon: 168 });
    return { problem, report };
  };

const pick = <T>(draw: Draw, items: readonly T[]): T => {
  const item = items[draw.integer(0, items.length - 1)];
  assert.ok(item !== undefined);
  return item;
};

const atLine = (draw: Draw, text: string, change: (line: string) => string | string[], first = 0): string => {
  const lines = text.split('\n');
  const at = draw.integer(Math.min(first, lines.length - 1), lines.length - 1);
  return lines.toSpliced(at, 1, ...[change(lines[at] ?? '')].flat()).join('\n');
};

const repeated: Damage = (draw, text) => atLine(draw, text, (line) => [line, line]);
const quoted =
  (quote: string): Damage =>
  (draw, text) =>
    atLine(
      draw,
      text,
      (line) => {
        const at = draw.integer(0, line.length);
        return `${line.slice(0, at)}${quote}${line.slice(at)}`;
      },
      TITLES,
    );
/** Damage that cuts a line off at a random cell. */
const cut: Damage = (draw, text) =>
  atLine(
    draw,
    text,
    (line) => {
      const ends = [...line.matchAll(/[\s,;]+/g)].map(({ index }) => index);
      return ends.length === 0 ? '' : line.slice(0, pick(draw, ends));
    },
    TITLES,
  );
const lettered: Damage = (draw, text) =>
  text.replace(/\b\d+(?:\.\d+)?\b/g, (number) => (draw.chance(0.02) ? `${number}O` : number));

/** Kinds of damage to statements of a MATPOWER case. */
const STATEMENTS = [
  'mpc.bus(:, 3) = mpc.bus(:, 3) / 1e3;',
  'mpc.gen(1, 8) = 0;',
  'mpc.gen(:, 9) = [];',
  'mpc = scale_load(2, mpc);',
  'if true, mpc.gen(1, 9) = 5; end',
  'for k = 1:2',
  'mpc.branch = [mpc.branch; 1 2 0.01 0.1 0 0 0 0 0 0 1 -360 360];',
  "mpc.bus = mpc.bus';",
  'mpc.baseMVA = 2 * 50;',
  "eval('mpc.gen(1, 8) = 0;');",
  'mpc.iflims.map = [1 1];',
  'mpc.gencost = mpc.gencost * 2;',
  'ppc = mpc;',
  'x = 1;',
  '%{',
  'mpc.softlims.RATE_A = struct();',
];
const statement: Damage = (draw, text) => {
  const lines = text.split('\n');
  const ends = lines.flatMap((line, at) =>
    /[;\]]\s*$/.test(line) && /mpc\.\w+ = [^[]*$|^\];/.test(line) ? [at] : [],
  );
  return lines.toSpliced(pick(draw, ends) + 1, 0, pick(draw, STATEMENTS)).join('\n');
};
const renamedField: Damage = (draw, text) =>
  text.replace(pick(draw, ['gen', 'branch', 'gencost', 'bus']), (name) => `${name}x`);

/** Kinds of damage to sections of a RAW file. */
const withoutTitle: Damage = (draw, text) => text.split('\n').toSpliced(draw.integer(1, 2), 1).join('\n');
const otherSection: Damage = (draw, text) => {
  const ends = [...text.matchAll(/BEGIN ([A-Z -]+) DATA/g)];
  const [from, to] = [pick(draw, ends), pick(draw, ends)];
  return text.slice(0, from.index) + to[0] + text.slice(from.index + from[0].length);
};
const earlyEnd: Damage = (draw, text) => atLine(draw, text, (line) => ['Q', line], 3);
const longerRecord: Damage = (draw, text) =>
  atLine(draw, text, (line) => `${line.split('/')[0]}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`, 3);

/** Kinds of damage to columns and labels of tables. */
const column: Damage = (draw, text) =>
  text
    .split('\n')
    .map(
      (line, at) =>
        `${line},${at === 0 ? pick(draw, ['p_set', 'must_stop', '', 'limit mw']) : draw.integer(1, 9)}`,
    )
    .join('\n');
const renamedColumn: Damage = (draw, text) => {
  const [head = '', ...rows] = text.split('\n');
  const names = head.split(',');
  const at = draw.integer(0, names.length - 1);
  return [names.with(at, `${names[at]}_x`).join(','), ...rows].join('\n');
};
const label: Damage = (draw, text) =>
  text.replace(/\d{4}-\d{2}-\d{2}[ T]?[\d:]*/g, (date) =>
    draw.chance(0.05) ? `${date.replace('-', '/')}` : date,
  );

/** Kinds of damage to keys of JSON files, at any depth. */
const keyed =
  (change: (draw: Draw, object: Record<string, unknown>, key: string) => void): Damage =>
  (draw, text) => {
    const root: unknown = JSON.parse(text);
    const objects: Record<string, unknown>[] = [];
    const visit = (value: unknown, depth: number): void => {
      if (typeof value !== 'object' || value === null) return;
      // True for a dictionary, whose keys are names of elements.
      const isDictionary =
        depth > 0 && Object.values(value).every((each) => typeof each === 'object' && !Array.isArray(each));
      if (!Array.isArray(value) && !isDictionary) objects.push(value as Record<string, unknown>);
      for (const each of Object.values(value)) visit(each, depth + 1);
    };
    visit(root, 0);
    const object = pick(draw, objects);
    change(draw, object, pick(draw, Object.keys(object)));
    return JSON.stringify(root);
  };
const renamedKey = keyed((_, object, key) => {
  object[`${key} x`] = object[key];
  delete object[key];
});
const addedKey = keyed((draw, object) => {
  object[pick(draw, ['maximum energy', 'p_limit', 'ramp'])] = draw.integer(1, 9);
});
interface Format {
  readonly read: Read;
  readonly files: () => Tables;
  readonly damages: Readonly<Record<string, Damage>>;
}

const TEXT = { repeated, cut, lettered, "quote '": quoted("'"), 'quote "': quoted('"') };
const { lettered: _, ...CELLS } = TEXT;
const TABLES = { ...CELLS, column, renamedColumn, label };
const JSON_FILE = { renamedKey, addedKey };
const MATPOWER = { ...TEXT, statement, renamedField };
const RAW = { ...TEXT, withoutTitle, otherSection, earlyEnd, longerRecord };

const FORMATS: Readonly<Record<string, Format>> = {
  matpower: { read: payload('matpower'), files: () => filesOf('matpower'), damages: MATPOWER },
  'matpower-network': {
    read: network('matpower'),
    files: () => filesOf('matpower-network'),
    damages: MATPOWER,
  },
  'psse-raw 33': { read: network('psse-raw'), files: () => filesOf('psse-raw'), damages: RAW },
  'psse-raw 35': { read: network('psse-raw'), files: () => ({ 'case.raw': rawFile(35) }), damages: RAW },
  'pypsa-csv': { read: network('pypsa-csv'), files: () => filesOf('pypsa-csv'), damages: TABLES },
  'rts-gmlc': { read: network('rts-gmlc'), files: () => filesOf('rts-gmlc'), damages: TABLES },
  egret: { read: network('egret'), files: () => filesOf('egret'), damages: JSON_FILE },
  'pglib-uc': { read: payload('pglib-uc'), files: () => filesOf('pglib-uc'), damages: JSON_FILE },
  'unitcommitment-jl': {
    read: payload('unitcommitment-jl'),
    files: () => filesOf('unitcommitment-jl'),
    damages: JSON_FILE,
  },
};

/** The value without harmless differences: a quote inside a name, 11.0 for 11, and titles. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (key, each: unknown) => (key === 'description' ? undefined : each)).replace(
    /\\?["']|(?<=\d'?)\.0\b/g,
    '',
  );
const warnings = ({ changed, dropped }: ImportReport): string =>
  plain(
    [...changed, ...dropped].map(({ severity, message, count, paths }) => [severity, message, count, paths]),
  );

interface Outcome {
  readonly kind: string;
  readonly what: 'equal' | 'noted' | 'refused' | 'silent';
  readonly words: string;
}

/** Lines whose repetition changes the problem, although the report names no more than for the original file. */
async function silentTwice({ read, files }: Format): Promise<string[]> {
  const messagesOf = ({ changed, dropped }: ImportReport): string[] =>
    [...changed, ...dropped].map(({ severity, message }) => `${severity} ${plain(message)}`);
  const tables = files();
  const { problem, report } = await read(tables);
  const [base, messages] = [plain(problem), new Set(messagesOf(report))];
  const silent: string[] = [];
  for (const [file, text] of Object.entries(tables))
    for (const [at, line] of text.split('\n').entries())
      try {
        const twice = { ...tables, [file]: text.split('\n').toSpliced(at, 0, line).join('\n') };
        const after = await read(twice);
        if (plain(after.problem) !== base && messagesOf(after.report).every((words) => messages.has(words)))
          silent.push(`${file}, line ${at + 1}: ${line}`);
      } catch (error) {
        assert.ok(error instanceof ImportError, `${file}, line ${at + 1}: ${error}`);
      }
  return silent;
}

/** Outcome for a damaged file; undefined if the damage does not change the file. */
async function outcomeOf(
  { read, files, damages }: Format,
  base: string[],
  seed: number,
): Promise<Outcome | undefined> {
  const draw = randomDraw(seed);
  const kinds = Object.keys(damages);
  const kind = kinds[seed % kinds.length] ?? '';
  const tables = files();
  const file = pick(draw, Object.keys(tables));
  const before = tables[file] ?? '';
  const text = damages[kind]?.(draw, before) ?? before;
  if (text === before) return undefined;
  const outcome = { kind, words: `${seed} ${kind} ${file}: ${difference(before, text)}` };
  try {
    const { problem, report } = await read({ ...tables, [file]: text });
    if (plain(problem) === base[0]) return { ...outcome, what: 'equal' };
    return { ...outcome, what: warnings(report) === base[1] ? 'silent' : 'noted' };
  } catch (error) {
    assert.ok(error instanceof ImportError, `${outcome.words}: ${error}`);
    return { ...outcome, what: 'refused' };
  }
}

describe('damaged files', () => {
  for (const [name, format] of Object.entries(FORMATS))
    it(`of ${name} are equal, noted or refused, never another problem without a word`, async function () {
      this.timeout(240_000);
      const { problem, report } = await format.read(format.files());
      const base = [plain(problem), warnings(report)];
      const outcomes: Outcome[] = [];
      for (let seed = 1; seed <= SEEDS; seed++)
        outcomes.push(...[await outcomeOf(format, base, seed)].filter((each) => each !== undefined));
      const count = (what: Outcome['what']): number => outcomes.filter((each) => each.what === what).length;
      process.stdout.write(
        `    ${name}: ${count('equal')} equal, ${count('noted')} noted, ${count('refused')} refused\n`,
      );
      assert.deepEqual(
        outcomes.filter(({ what }) => what === 'silent').map(({ words }) => words),
        [],
      );
      assert.ok(count('noted') > 5 && count('refused') > 20, `${outcomes.length} damages`);
    });

  for (const [name, format] of Object.entries(FORMATS).filter(([, { damages }]) => 'repeated' in damages))
    it(`of ${name} with a repeated line are equal or refused, or a note of their own reports it`, async function () {
      this.timeout(240_000);
      assert.deepEqual(await silentTwice(format), []);
    });
});

function difference(before: string, after: string): string {
  const [one, other] = [before.split('\n'), after.split('\n')];
  const at = other.findIndex((line, i) => line !== one[i]);
  return `line ${at + 1}: ${(other[at] ?? '').slice(0, 120)}`;
}
