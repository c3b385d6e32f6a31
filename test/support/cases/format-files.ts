/** Files in the public formats, from `test/cases/formats`, and changed copies of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { FileSet } from '../../../api/formats/tables/file-set.ts';

/** Path -> text of the file. */
export type Tables = Record<string, string>;

const FOLDER = new URL('../../../../test/cases/formats/', import.meta.url);

/** Files of a format; each call returns a new copy. */
export function filesOf(format: string): Tables {
  const folder = new URL(`${format}/files/`, FOLDER);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    paths
      .filter((path) => statSync(new URL(path, folder)).isFile())
      .map((path) => [path, readFileSync(new URL(path, folder), 'utf8').trimEnd()]),
  );
}

/** Tables of RTS-GMLC: five buses in two areas, a unit of every kind, two days of series. */
export const rtsTables = (): Tables => filesOf('rts-gmlc');

/** A CSV folder of PyPSA: five buses, one of which is gas; an element of every kind; two days of series. */
export const pypsaFolder = (): Tables => filesOf('pypsa-csv');

/** A RAW file of PSS/E: four buses, a transformer with two and one with three windings, and a DC line. */
export const rawFile = (revision: 33 | 34 | 35 = 33): string =>
  readFileSync(new URL(`psse-raw/${revision === 33 ? 'files/' : ''}case-${revision}.raw`, FOLDER), 'utf8');

export const toFileSet = (tables: Readonly<Tables>): FileSet => ({
  names: Object.keys(tables),
  read: async (name) => Buffer.from(tables[name] ?? ''),
});

/** Cases of a format from a JSON file: `read`, `variants` or `refused`. */
export function casesOf<Case>(format: string, name: string): Case {
  return JSON.parse(readFileSync(new URL(`${format}/${name}.json`, FOLDER), 'utf8'));
}

/**
 * A change of a file: one value of a JSON file, one piece of text, or all lines. For a format with a single file, the
 * file need not be named.
 */
export type FileChange =
  | { readonly at: readonly (string | number)[]; readonly to?: unknown }
  | { readonly in?: string; readonly from: string; readonly to: string }
  | { readonly in?: string; readonly lines: readonly string[] }
  | { readonly in: string; readonly gone: true };

export function withChanges(files: Tables, changes: readonly FileChange[]): Tables {
  const changed = { ...files };
  const [first = ''] = Object.keys(files);
  for (const change of changes) {
    const file = ('in' in change ? change.in : undefined) ?? first;
    const text = changed[file] ?? '';
    if ('at' in change) changed[file] = withValue(text, change.at, change.to);
    else if ('gone' in change) delete changed[file];
    else if ('lines' in change) changed[file] = change.lines.join('\n');
    else {
      assert.ok(text.includes(change.from), `${change.from} is not in ${file}`);
      changed[file] = text.replace(change.from, change.to);
    }
  }
  return changed;
}

/** Sets the value at a path; an undefined value removes the field. */
function withValue(text: string, at: readonly (string | number)[], value: unknown): string {
  const root = { file: JSON.parse(text) };
  const path = ['file', ...at];
  const place = path.slice(0, -1).reduce((part, key) => Reflect.get(Object(part), key), root);
  const last = path.at(-1) ?? '';
  if (value === undefined) assert.ok(Reflect.has(place, last), `${at.join('.')} is not in the file`);
  if (value === undefined) Reflect.deleteProperty(place, last);
  else Reflect.set(place, last, value);
  return JSON.stringify(root.file);
}
