/** Doubling a list in a file multiplies the cost of reading by at most 2.5, so no reader searches lists in a loop. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../api/formats/base/report.ts';
import { readImport } from '../../../../api/formats/import-file.ts';
import { readNetworkFiles } from '../../../../api/formats/import-network.ts';
import { filesOf, type Tables, toFileSet } from '../../../support/cases/format-files.ts';

const LENGTH = 1000;
const MOST_GROWTH = 2.5;
/** Ratio above which a measurement is repeated, since it may be due to noise. */
const SUSPECT = 2.2;
/** Shortest time that is measured, ms: in shorter times noise dominates, and quadratic cost would not matter. */
const LEAST_MS = 15;
/** Lengths at which a suspect list is measured again: in longer lists, quadratic cost remains and noise does not. */
const AGAIN = [LENGTH, 2 * LENGTH, 4 * LENGTH, 8 * LENGTH];

const payloadReader = (format: Parameters<typeof readImport>[0]) => (files: Tables) =>
  readImport(format, Buffer.from(Object.values(files)[0] ?? ''), { maxHorizon: 168 });
const networkReader = (format: Parameters<typeof readNetworkFiles>[0]) => (files: Tables) =>
  readNetworkFiles(format, toFileSet(files));

const READERS: Readonly<Record<string, (files: Tables) => Promise<unknown>>> = {
  egret: networkReader('egret'),
  matpower: payloadReader('matpower'),
  'matpower-network': networkReader('matpower'),
  'pglib-uc': payloadReader('pglib-uc'),
  'psse-raw': networkReader('psse-raw'),
  'pypsa-csv': networkReader('pypsa-csv'),
  'rts-gmlc': networkReader('rts-gmlc'),
  'unitcommitment-jl': payloadReader('unitcommitment-jl'),
};

interface List {
  readonly name: string;
  /** Number of entries in the first measurement. */
  readonly length?: number;
  /** The files in which this list has `length` more entries. */
  grown(length: number): Tables;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const NAMES = ['name', 'Name', 'id'];

/** Lists of a JSON file. Each kind of their entries is added with other names, and with other numbers. */
function listsOfJson(file: string, text: string): List[] {
  const root: unknown = JSON.parse(text);
  const visit = (value: unknown, path: readonly string[]): List[] => {
    const entries: [string, unknown][] =
      typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const within = entries.flatMap(([name, part]) => visit(part, [...path, name]));
    const [key, last] = entries.at(-1) ?? [];
    if (key === undefined || path.length === 0 || (!Array.isArray(value) && !isObject(last))) return within;
    const longer = kindsOf(entries).flatMap(([name, entry]) =>
      variationsOf(entry, entry === last).map((fields) => ({
        ...(entry !== last && { length: 4 * LENGTH }),
        name: `${path.join('.')}, more of ${name} by ${fields.join()}`,
        grown: (length: number): Tables => {
          const more = Array.from({ length }, (_, i): [string, unknown] => [
            `${name} ${i}`,
            entryOf(entry, fields, i),
          ]);
          const list = Array.isArray(value)
            ? [...value, ...more.map(([, each]) => each)]
            : { ...Object(value), ...Object.fromEntries(more) };
          return { [file]: JSON.stringify(replaced(root, path, list)) };
        },
      })),
    );
    return [...within, ...longer];
  };
  return visit(root, []);
}

/** The last entry of each set of fields, since a reader may treat kinds of entries differently. */
function kindsOf(entries: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  const objects = entries.filter(([, entry]) => isObject(entry));
  const kinds = new Map(objects.map((each) => [Object.keys(Object(each[1])).sort().join(), each]));
  return kinds.size > 0 ? [...kinds.values()] : entries.slice(-1);
}

/**
 * Fields whose numbers vary between entries: none, and each field by itself; in a longer list, all fields at once, to
 * save time.
 */
function variationsOf(entry: unknown, isByField: boolean): (readonly string[])[] {
  const numbers = isObject(entry) ? Object.keys(entry).filter((name) => typeof entry[name] === 'number') : [];
  return isByField ? [[], ...numbers.map((name) => [name])] : [numbers];
}

function entryOf(last: unknown, fields: readonly string[], i: number): unknown {
  if (!isObject(last)) return last;
  const entries = Object.entries(last).map(([name, value]) => {
    if (fields.includes(name) && typeof value === 'number') return [name, value + (i + 1) / 1e6];
    return [name, NAMES.includes(name) ? `${value} ${i}` : value];
  });
  return Object.fromEntries(entries);
}

function replaced(value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by;
  const part = replaced(Reflect.get(Object(value), step), rest, by);
  return Array.isArray(value)
    ? value.map((each, at) => (String(at) === step ? part : each))
    : { ...Object(value), [step]: part };
}

const SEPARATORS = /,|;|\s+/;

/** Lines with several cells: the last line of each table; all such lines if one file contains many tables. */
function listsOfText(files: Tables, file: string): List[] {
  const lines = (files[file] ?? '').split('\n');
  const rows = lines.flatMap((line, at) =>
    /^\s*['"\w-]/.test(line) && line.trim().split(SEPARATORS).length > 2 ? [at] : [],
  );
  const places = file.endsWith('.csv') ? rows.slice(1).slice(-1) : rows;
  const grow = (at: number, vary: (line: string, i: number) => string) => (length: number) => {
    const line = lines[at] ?? '';
    const more = Array.from({ length }, (_, i) => vary(line, i));
    return { ...files, [file]: [...lines.slice(0, at + 1), ...more, ...lines.slice(at + 1)].join('\n') };
  };
  return places.flatMap((at) => [
    { name: `${file}:${at + 1}, the same`, grown: grow(at, (line) => line) },
    { name: `${file}:${at + 1}, of other names`, grown: grow(at, renamed) },
    {
      name: `${file}:${at + 1}, of other names and numbers`,
      grown: grow(at, (line, i) => varied(renamed(line, i), i)),
    },
  ]);
}

/** The line with a new first cell, which identifies the row. */
const renamed = (line: string, i: number): string =>
  line.replace(/^(\s*['"]?)([^\s,;'"]+)/, (_, before: string, cell: string) =>
    /^\d+$/.test(cell) ? `${before}${1000 + i}` : `${before}${cell}_${i}`,
  );
const varied = (line: string, i: number): string =>
  line.replace(/\d+\.\d+/g, (number) => String(Number(number) + (i + 1) / 1e6));

function listsOf(format: string): List[] {
  const files = filesOf(format);
  return Object.entries(files).flatMap(([file, text]) =>
    file.endsWith('.json') ? listsOfJson(file, text) : listsOfText(files, file),
  );
}

/** CPU time of reading the files, ms, which may end in a refusal; the least of several runs. */
async function cost(
  read: (files: Tables) => Promise<unknown>,
  files: Tables,
  times: number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const before = process.cpuUsage();
    await read(files).catch((error: unknown) => assert.ok(error instanceof ImportError, String(error)));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

for (const [format, read] of Object.entries(READERS)) {
  describe(`reading ${format}`, function () {
    this.timeout(120_000);
    it('costs at most 2.5 times as much for twice as long a list, whichever it is', async () => {
      const lists = listsOf(format);
      assert.ok(lists.length > 3, String(lists.length));
      const wrong: string[] = [];
      for (const { name, grown, length: first = LENGTH } of lists) {
        const measure = async (length: number, times: number) => {
          const [once, twice] = [grown(length), grown(2 * length)];
          const [short, long] = [await cost(read, once, times), await cost(read, twice, times)];
          return long < LEAST_MS ? 0 : long / short;
        };
        let growth = await measure(first, 1);
        for (const length of AGAIN.filter((each) => each >= first))
          if (growth > SUSPECT) growth = Math.min(growth, await measure(length, 5));
        if (growth > MOST_GROWTH) wrong.push(`${name}: ${growth.toFixed(1)}`);
      }
      assert.deepEqual(wrong, []);
    });
  });
}
