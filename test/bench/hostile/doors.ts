/**
 * Doors: every route that accepts text of users, each with a small valid file, and ways to spoil such a file up to a
 * size, to the worst that its grammar permits.
 */
import { NETWORK_EXPORT_FORMATS } from '../../../api/formats/export-network.ts';
import { zipOf } from '../../support/callers/zip.ts';
import { filesOf, type Tables } from '../../support/cases/format-files.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import type { Exploit } from '../../support/hostile/exploits.ts';

export interface Door {
  readonly what: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly type: string;
  /** One text, or the tables of a zip, by name. */
  readonly files: Tables;
}

const JSON_TYPE = 'application/json';
const SOLVE = { scenario_id: 'hostile', payload: payload() };
const GRID = {
  buses: [{ id: 1, v_nom_kv: 110, v_pu: 1, angle_deg: 0 }],
  lines: [{ id: 'L1', from_bus: 1, to_bus: 1, x_pu: 0.1, rate_a: 100 }],
  generators: [{ id: 'G1', bus: 1, p_max_mw: 100, p_min_mw: 10 }],
};
const PLAN = {
  base_scenario_id: 'demo-24h',
  scenario_matrix: { method: 'grid', variables: [{ name: 'load', type: 'discrete', values: [1, 2] }] },
};

const takes = (method: Door['method'], path: string, body: object): Door => ({
  ...{ what: `${method} ${path}`, method, path: `/api/${path}`, type: JSON_TYPE },
  files: { body: JSON.stringify(body, null, 1) },
});
const reads = (path: string, format: string, type: string): Door => ({
  ...{ what: `${path}: ${format}`, method: 'POST', type },
  path: `/api/${path}/import?format=${format.replace('-network', '')}${path === 'networks' ? '&dry_run=true' : ''}`,
  files: filesOf(format),
});

export const DOORS: readonly Door[] = [
  takes('POST', 'modules/analyst/solve/uc', SOLVE),
  takes('POST', 'modules/analyst/solve/validate?type=scuc', SOLVE),
  takes('PUT', 'scenarios/hostile', { payload: payload() }),
  takes('PUT', 'networks/hostile', { buses: GRID.buses, lines: [], generators: [], loads: [] }),
  takes('POST', 'experiments/plan', PLAN),
  takes('POST', 'modules/power-flow/validate', GRID),
  takes('POST', 'modules/power-flow/validate-topology', GRID),
  takes('POST', 'modules/power-flow/validate-generators', GRID),
  takes('POST', 'modules/power-flow/validate-file', { psse_raw: '0, 100.0, 33', matpower: 'mpc.bus = [];' }),
  takes('POST', 'model-builder/ai/validate', { prompt: 'Build a model of 24 hours' }),
  takes('POST', 'ai/chat', { message: 'What does the first hour cost?', session_id: 'hostile' }),
  reads('scenarios', 'pglib-uc', JSON_TYPE),
  reads('scenarios', 'unitcommitment-jl', JSON_TYPE),
  reads('scenarios', 'matpower', 'text/plain'),
  reads('networks', 'egret', JSON_TYPE),
  reads('networks', 'matpower-network', 'text/plain'),
  reads('networks', 'psse-raw', 'text/plain'),
  reads('networks', 'rts-gmlc', 'application/zip'),
  reads('networks', 'pypsa-csv', 'application/zip'),
];

/** Produces a text of a given size that stays close to the grammar of the file. */
type Spoil = (text: string, bytes: number) => string;

/** Inserts into the middle of a file; in JSON into a name or a text, so that it still parses. */
const inside =
  (filler: string): Spoil =>
  (text, bytes) => {
    const middle = Math.floor(text.length / 2);
    const at = text.startsWith('{') ? text.indexOf('"', middle) + 1 : middle;
    const escaped = text.startsWith('{') ? JSON.stringify(filler).slice(1, -1) : filler;
    return text.slice(0, at) + escaped.repeat(Math.ceil(bytes / escaped.length)) + text.slice(at);
  };

/** Repeats a line from the middle, each with a different name: rows of a table, members of an object. */
const lines =
  (name: (i: number) => string): Spoil =>
  (text, bytes) => {
    const all = text.split('\n');
    const at = Math.floor(all.length / 2);
    const line = all[at] ?? '';
    const count = Math.ceil(bytes / (line.length + 1));
    const more = Array.from({ length: count }, (_, i) => line.replace(/[\p{L}\p{N}_]+/u, name(i)));
    return [...all.slice(0, at), ...more, ...all.slice(at)].join('\n');
  };

/** Replaces the first list of numbers by one that fills the file, or the last line by a row of numbers. */
const series: Spoil = (text, bytes) => {
  const values = Array.from({ length: Math.ceil(bytes / 4) }, (_, i) => 100 + (i % 900));
  const list = /\[[\s\d.,]*\d[\s\d.,]*\]/;
  return list.test(text) ? text.replace(list, () => `[${values.join()}]`) : `${text}\n${values.join()}`;
};

const nested: Spoil = (text, bytes) =>
  text.startsWith('{') ? text.replace(/\{/, `{"a":${'[['.repeat(bytes / 2)},`) : inside('[(')(text, bytes);

export const SHAPES: Readonly<Record<string, Spoil>> = {
  'a long word': inside('x'),
  digits: inside('1'),
  blanks: inside(' '),
  'line ends': inside('\n'),
  'CR without LF': inside('\r'),
  commas: inside(','),
  'quotes and signs': inside('\'/\\"'),
  'combining marks': inside('e\u0301\u0323'),
  nesting: nested,
  'rows of one name': lines(() => 'same'),
  'rows of many names': lines((i) => `${1000 + i}`),
  'rows of inherited names': lines(() => '__proto__'),
  'a long series': series,
};

/** Number of empty tables beside the real ones of a zip; an upload with more is refused at once. */
const MOST_SMALL = 9000;

/** Spoilt upload of about `bytes`. In a zip the table of buses is spoilt, and many empty tables are added. */
export function spoilt({ files }: Door, spoil: Spoil, bytes: number): string | Buffer {
  const paths = Object.keys(files);
  const [only = ''] = paths;
  if (paths.length === 1) return spoil(files[only] ?? '', bytes);
  const table = paths.find((path) => /(?:^|\/)bus(?:es)?\.csv$/.test(path)) ?? '';
  const small = Math.min(MOST_SMALL, Math.floor(bytes / 300));
  const others = Object.fromEntries(Array.from({ length: small }, (_, i) => [`x${i}.csv`, '']));
  return zipOf({ ...others, ...files, [table]: spoil(files[table] ?? '', bytes) });
}

/** A network of the largest size that is allowed, whose names spreadsheets would take for formulas. */
const GREATEST = {
  buses: Array.from({ length: 20_000 }, (_, i) => ({ id: `=${i}`, v_nom_kv: 110 })),
  lines: Array.from({ length: 20_000 }, (_, i) => ({
    ...{ id: `@${i}`, from_bus: `=${i}`, to_bus: `=${(i + 1) % 20_000}`, x_pu: 0.1, rate_a: 100 },
  })),
  generators: Array.from({ length: 2000 }, (_, i) => ({ ...generator({ name: `-${i}` }), bus: '=1' })),
  loads: Array.from({ length: 200 }, (_, i) => ({ bus: `=${i}`, values: Array(8784).fill(1.25) })),
};

export const WRITERS: readonly Exploit[] = NETWORK_EXPORT_FORMATS.map((format) => ({
  ...{ what: `the largest network as ${format}`, method: 'GET' },
  path: `/api/networks/greatest/export?format=${format}`,
  first: {
    ...{ method: 'PUT', path: '/api/networks/greatest', type: JSON_TYPE },
    body: JSON.stringify(GREATEST),
  },
}));
