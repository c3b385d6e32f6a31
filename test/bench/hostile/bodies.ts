/** Bodies that are made to keep a server busy, and the largest ones that are legal. */
import { gzipSync } from 'node:zlib';
import { generator, payload } from '../../support/cases/payloads.ts';

export interface HostileBody {
  readonly what: string;
  readonly path: string;
  readonly text: string;
  readonly method?: 'PUT' | 'POST';
  readonly type?: string;
  /** Bytes to send; by default the gzipped text. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const MB = 1024 * 1024;
const SOLVE = '/api/modules/analyst/solve/uc';
const FLOW = '/api/modules/power-flow';

type Item = (i: number) => string;
const many = (count: number, item: Item, separator = ','): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);
const list = (count: number, item: Item): string => `[${many(count, item)}]`;
const keys = (count: number, value = '1'): string => many(count, (i) => `"k${i}":${value}`);
const hours = (count: number, value = '123.456'): string => list(count, () => value);
const entries = (count: number, item: Item): string => `{${many(count, item)}}`;

const solve = (what: string, text: string): HostileBody => ({ what, path: SOLVE, text });
/** A solve whose payload has one more field, or another one. */
const field = (what: string, name: string, value: string): HostileBody =>
  solve(
    what,
    `{"scenario_id":"hostile","payload":${JSON.stringify(payload()).replace(/}$/, `,"${name}":${value}}`)}}`,
  );
const scuc = (body: HostileBody): HostileBody => ({ ...body, path: '/api/modules/analyst/solve/scuc' });
const chat = (what: string, text: string): HostileBody => ({ what, path: '/api/ai/chat', text });
const flow = (what: string, check: string, text: string): HostileBody => ({
  ...{ what, path: `${FLOW}/${check}`, text },
});
const file = (what: string, format: string, text: string): HostileBody => ({
  ...{ what, path: `/api/scenarios/import?format=${format}`, text },
});
const matpower = (what: string, text: string): HostileBody => file(what, 'matpower', text);
const julia = (what: string, text: string): HostileBody => file(what, 'unitcommitment-jl', text);
const put = (what: string, path: string, text: string): HostileBody => ({ what, method: 'PUT', path, text });

/** Bodies that once stopped the service. */
const FOUND: readonly HostileBody[] = [
  matpower('32 MB of line ends', '\n'.repeat(32 * MB)),
  matpower('64 MB of line ends', '\n'.repeat(64 * MB)),
  flow('15 M line ends in a text', 'validate-file', `{"matpower":"${'\\n'.repeat(15e6)}"}`),
  matpower('one row of 16 MB', `mpc.bus=[${'1 '.repeat(8 * MB)}];`),
  chat('1 M unknown keys', `{"message":"hello","context":{${keys(1e6)}}}`),
  solve('1 M unknown keys of a payload', `{"payload":{${keys(1e6)}}}`),
  solve('2.5 M unknown keys', `{${keys(2.5e6)}}`),
  solve('300,000 unknown keys', `{"payload":{${keys(3e5)}}}`),
  solve('5 M nested lists', '['.repeat(5e6)),
  chat('a message of 31 MB', `{"message":"${'a'.repeat(31e6)}"}`),
];

/** Extreme JSON, regardless of its meaning. */
const SHAPES: readonly HostileBody[] = [
  solve('32 MB of white space', `{${' '.repeat(32 * MB - 2)}}`),
  field('16 M zeros in a list', 'nobody_reads', hours(15e6, '0')),
  field('3.9 M zeros in a list', 'nobody_reads', hours(3.9e6, '0')),
  field('3 M empty objects', 'nobody_reads', hours(3e6, '{}')),
  field('75 objects of 20,000 keys', 'nobody_reads', hours(75, `{${keys(20_000)}}`)),
  field('one number of 30 M digits', 'horizon', '1'.repeat(30e6)),
  field('40,000 numbers of 700 digits', 'x', hours(40_000, '1'.repeat(700))),
  field('5 M escapes in a text', 'solver', `"${'\\u00e4'.repeat(5e6)}"`),
  chat('10 M characters of 3 bytes', `{"message":"${'€'.repeat(10e6)}"}`),
  solve('a key of 31 MB', `{"${'k'.repeat(31e6)}":1}`),
  solve(
    'one key 4 M times',
    entries(4e6, () => '"k":1'),
  ),
  solve('60 levels of wide lists', `${`[${hours(60_000, '1')},`.repeat(60)}1${']'.repeat(60)}`),
  solve('31 MB that end too early', `{"payload":{"generators":[${'{"a":[1,2,3]},'.repeat(2.2e6)}`),
  solve('keys __proto__', hours(1e6, '{"__proto__":{}}')),
];

const line: Item = (i) => `{"id":"L${i}","from_bus":${i},"to_bus":${i + 1},"x_pu":0.1,"rate_a":100}`;
const LINES = list(20_000, line);
const bus: Item = (i) => `{"id":${i},"v_nom_kv":110}`;
const ring: Item = (i) => `{"id":"L${i}","from_bus":${i},"to_bus":${(i + 1) % 20_000},"x_pu":0.1}`;
const outage: Item = (i) => `{"id":"c${i}","lines":${list(20_000, (k) => `"${k}"`)}}`;

/** Every list of the schemas, as long as a body permits. */
const LISTS: readonly HostileBody[] = [
  solve('1 M generators', `{"payload":{"generators":${hours(1e6, '{}')}}}`),
  solve('2,000 wrong generators', `{"payload":{"generators":${hours(2000, '{}')}}}`),
  scuc(field('1.5 M lines', 'transmission_lines', hours(1.5e6, '{}'))),
  scuc(field('20,000 lines with aliases', 'transmission_lines', LINES)),
  scuc(
    field(
      '20,000 times all lines',
      'transmission_lines',
      `${LINES},"contingencies":${hours(20_000, '"all_lines"')}`,
    ),
  ),
  scuc(field('190 contingencies of 20,000 lines', 'contingencies', list(190, outage))),
  field('20,000 wrong loads', 'loads', hours(20_000, '{"bus":1,"values":[1]}')),
  field('3.3 M hours of load', 'loads', `[{"bus":1,"values":${hours(3.3e6, '1.5')}}]`),
  field('20,000 loads of a week', 'loads', hours(20_000, `{"bus":1,"values":${hours(168, '1.25')}}`)),
  field('a commitment of 1 M hours', 'commitment', `{"g1":${hours(1e6, '1')}}`),
  field(
    'a commitment of 20,000 units',
    'commitment',
    entries(20_000, (i) => `"u${i}":${hours(168, '1')}`),
  ),
  field('a reserve of 3 M hours', 'reserves', `[{"name":"r","mw":${hours(3e6, '1')}}]`),
  solve('2 M points of a cost curve', `{"payload":{"generators":[{"cost_curve":${hours(1.3e6, '{}')}}]}}`),
  flow('1 M wrong buses', 'validate', `{"buses":${hours(1e6, '{"id":[]}')}}`),
  flow(
    '100,000 generators of units',
    'validate-generators',
    `{"generators":${list(1e5, (i) => `{"id":"G${i}","p_max_mw":100,"p_min_mw":10}`)}}`,
  ),
  flow(
    '100,000 buses and lines',
    'validate-topology',
    `{"buses":${list(1e5, (i) => `{"id":${i}}`)},"lines":${list(99_999, (i) => `{"from_bus":${i},"to_bus":${i + 1}}`)}}`,
  ),
  {
    what: '3.9 M values of a scenario list',
    path: '/api/experiments/submit',
    text: `{"name":"x","base_scenario_id":"demo-24h","scenario_matrix":{"method":"list","variables":[{"name":"load","type":"continuous"}],"scenarios":${hours(1.9e6, '{"load":1}')}}}`,
  },
  put(
    '20,000 buses of a network',
    '/api/networks/hostile',
    `{"buses":${list(20_000, bus)},"lines":${list(20_000, ring)},"generators":[],"loads":[]}`,
  ),
];

const units = (count: number, horizon: number): string =>
  list(count, (i) => {
    const unit = JSON.stringify(generator({ name: `unit ${i}` }));
    const profiles = `"p_max_profile":${hours(horizon, '99.125')},"p_min_profile":${hours(horizon, '10.5')}`;
    return unit.replace(/}$/, `,${profiles}}`);
  });
const LEGAL = `{"generators":${units(2000, 168)},"loads":${list(2000, (i) => `{"bus":${i},"values":${hours(168)}}`)},"horizon":168}`;

const MATRIX = '\t1\t3\t50\t30\t0\t0\t1\t1.0\t0\t135\t1\t1.05\t0.95;';
const matrix = (rows: string): string => `function mpc = c\nmpc.baseMVA = 100;\nmpc.bus = [\n${rows}\n];\n`;
const priced: Item = (i) => `"p${i}":{"Bus":"b1","Demand (MW)":5,"Revenue ($/MW)":${list(168, String)}}`;
const wind: Item = (i) => `"r${i}":{"power_output_minimum":0,"power_output_maximum":1,${keys(19_000)}}`;
const PGLIB = '{"time_periods":2,"demand":[1,1]';

const FILES: readonly HostileBody[] = [
  matpower('\\r as line ends', '\r'.repeat(32 * MB)),
  matpower('nothing but comments', '% comment\n'.repeat(3e6)),
  matpower('400,000 rows of a matrix', matrix(`${MATRIX}\n`.repeat(4e5))),
  matpower('15 M empty rows of a matrix', matrix(`${';'.repeat(9e5)}\n`.repeat(34))),
  matpower(
    'assignments of 1 M fields',
    many(1e6, (i) => `mpc.f${i} = 1;`, '\n'),
  ),
  julia('UC.jl, 1 M unknown keys', `{"Parameters":{},${keys(1e6, '{}')}}`),
  julia('UC.jl, deep objects', `{"Buses":${'{"a":'.repeat(60)}{${keys(20_000)}}${'}'.repeat(60)}}`),
  julia(
    'UC.jl, 20,000 loads of 168 prices',
    `{"Parameters":{"Version":"0.3","Time horizon (h)":168},"Buses":{"b1":{"Load (MW)":1}},"Generators":{},"Price-sensitive loads":${entries(20_000, priced)}}`,
  ),
  file(
    'pglib, many unknown keys',
    'pglib-uc',
    `${PGLIB},"thermal_generators":{},"renewable_generators":${entries(100, wind)}}`,
  ),
  file(
    'pglib, 20,000 units of nothing',
    'pglib-uc',
    `${PGLIB},"thermal_generators":{${keys(20_000, '{}')}}}`,
  ),
  file('a legal case as a file', 'service', LEGAL),
];

const GIGABYTE = gzipSync(Buffer.alloc(1024 * MB));
const WRAPPED: readonly HostileBody[] = [
  { ...solve('gzip of 1 GB', ''), bytes: GIGABYTE },
  { ...matpower('gzip in gzip of 1 GB', ''), bytes: gzipSync(GIGABYTE) },
  { ...solve('no gzip', ''), bytes: Buffer.alloc(31 * MB, 'x') },
  { ...solve('multipart', 'x'.repeat(20 * MB)), type: 'multipart/form-data; boundary=x' },
  { ...solve('a form', 'a=1&'.repeat(5 * MB)), type: 'application/x-www-form-urlencoded' },
];

const ALLOWED: readonly HostileBody[] = [
  put('legal: 2,000 units, a week', '/api/scenarios/hostile', `{"payload":${LEGAL}}`),
  {
    ...solve('legal: the same with a key', `{"scenario_id":"hostile","timeout":1,"payload":${LEGAL}}`),
    headers: { 'Idempotency-Key': 'hostile' },
  },
];

export const HOSTILE_BODIES: readonly HostileBody[] = [
  ...FOUND,
  ...SHAPES,
  ...LISTS,
  ...FILES,
  ...WRAPPED,
  ...ALLOWED,
];
