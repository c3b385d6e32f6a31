/** Bodies that are made to keep a server busy, and the largest ones that are legal. */
import { gzipSync } from 'node:zlib';
import { generator, payload } from '../../support/cases/payloads.ts';

export interface HostileBody {
  readonly what: string;
  readonly method?: 'PUT' | 'POST';
  readonly path: string;
  readonly text: string;
  readonly type?: string;
  /** Bytes that are sent; the gzipped text when absent. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const MB = 1024 * 1024;
const SOLVE = '/api/modules/analyst/solve/uc';
const SCUC = '/api/modules/analyst/solve/scuc';
const IMPORT = '/api/scenarios/import?format=';
const FLOW = '/api/modules/power-flow';
const CHAT = '/api/ai/chat';

const many = (count: number, item: (i: number) => string, separator = ','): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);
const list = (count: number, item: (i: number) => string): string => `[${many(count, item)}]`;
const keys = (count: number, value = '1'): string => many(count, (i) => `"k${i}":${value}`);
/** A solve whose payload has one more field, or another one. */
const withField = (field: string, value: string): string =>
  `{"scenario_id":"hostile","payload":${JSON.stringify(payload()).replace(/}$/, `,"${field}":${value}}`)}}`;
const hours = (count: number, value = '123.456'): string => list(count, () => value);

const units = (count: number, horizon: number): string =>
  list(count, (i) => {
    const own = JSON.stringify(generator({ name: `unit ${i}` }));
    const profiles = `"p_max_profile":${hours(horizon, '99.125')},"p_min_profile":${hours(horizon, '10.5')}`;
    return own.replace(/}$/, `,${profiles}}`);
  });
const LEGAL = `{"generators":${units(2000, 168)},"loads":${list(2000, (i) => `{"bus":${i},"values":${hours(168)}}`)},"horizon":168}`;
const line = (i: number): string =>
  `{"id":"L${i}","from_bus":${i},"to_bus":${i + 1},"x_pu":0.1,"rate_a":100}`;

const MATRIX = '\t1\t3\t50\t30\t0\t0\t1\t1.0\t0\t135\t1\t1.05\t0.95;';
const matpower = (rows: string): string => `function mpc = c\nmpc.baseMVA = 100;\nmpc.bus = [\n${rows}\n];\n`;

/** Found to stop the service once. */
const FOUND: readonly HostileBody[] = [
  { what: '32 MB of line ends', path: `${IMPORT}matpower`, text: '\n'.repeat(32 * MB) },
  { what: '64 MB of line ends', path: `${IMPORT}matpower`, text: '\n'.repeat(64 * MB) },
  {
    what: '15 M line ends in a text',
    path: `${FLOW}/validate-file`,
    text: `{"matpower":"${'\\n'.repeat(15e6)}"}`,
  },
  { what: 'one row of 16 MB', path: `${IMPORT}matpower`, text: `mpc.bus=[${'1 '.repeat(8 * MB)}];` },
  { what: '1 M unknown keys', path: CHAT, text: `{"message":"hello","context":{${keys(1e6)}}}` },
  { what: '1 M unknown keys of a payload', path: SOLVE, text: `{"payload":{${keys(1e6)}}}` },
  { what: '2.5 M unknown keys', path: SOLVE, text: `{${keys(2.5e6)}}` },
  { what: '300,000 unknown keys', path: SOLVE, text: `{"payload":{${keys(3e5)}}}` },
  { what: '5 M nested lists', path: SOLVE, text: '['.repeat(5e6) },
  { what: 'a message of 31 MB', path: CHAT, text: `{"message":"${'a'.repeat(31e6)}"}` },
];

/** Shapes of JSON, whatever it means. */
const SHAPES: readonly HostileBody[] = [
  { what: '32 MB of white space', path: SOLVE, text: `{${' '.repeat(32 * MB - 2)}}` },
  {
    what: '16 M zeros in a list',
    path: SOLVE,
    text: withField(
      'nobody_reads',
      list(15e6, () => '0'),
    ),
  },
  {
    what: '3.9 M zeros in a list',
    path: SOLVE,
    text: withField(
      'nobody_reads',
      list(3.9e6, () => '0'),
    ),
  },
  {
    what: '3 M empty objects',
    path: SOLVE,
    text: withField(
      'nobody_reads',
      list(3e6, () => '{}'),
    ),
  },
  {
    what: '75 objects of 20,000 keys',
    path: SOLVE,
    text: withField(
      'nobody_reads',
      list(75, () => `{${keys(20_000)}}`),
    ),
  },
  { what: 'one number of 30 M digits', path: SOLVE, text: withField('horizon', '1'.repeat(30e6)) },
  {
    what: '40,000 numbers of 700 digits',
    path: SOLVE,
    text: withField(
      'x',
      list(40_000, () => '1'.repeat(700)),
    ),
  },
  { what: '5 M escapes in a text', path: SOLVE, text: withField('solver', `"${'\\u00e4'.repeat(5e6)}"`) },
  { what: '10 M characters of 3 bytes', path: CHAT, text: `{"message":"${'€'.repeat(10e6)}"}` },
  { what: 'a key of 31 MB', path: SOLVE, text: `{"${'k'.repeat(31e6)}":1}` },
  { what: 'one key 4 M times', path: SOLVE, text: `{${many(4e6, () => '"k":1')}}` },
  {
    what: '60 levels of wide lists',
    path: SOLVE,
    text: `${`[${hours(60_000, '1')},`.repeat(60)}1${']'.repeat(60)}`,
  },
  {
    what: '31 MB that end too early',
    path: SOLVE,
    text: `{"payload":{"generators":[${'{"a":[1,2,3]},'.repeat(2.2e6)}`,
  },
  { what: 'keys __proto__', path: SOLVE, text: list(1e6, () => '{"__proto__":{}}') },
];

/** Every list of the schemas, as long as a body lets it be. */
const LISTS: readonly HostileBody[] = [
  { what: '1 M generators', path: SOLVE, text: `{"payload":{"generators":${list(1e6, () => '{}')}}}` },
  {
    what: '2,000 wrong generators',
    path: SOLVE,
    text: `{"payload":{"generators":${list(2000, () => '{}')}}}`,
  },
  {
    what: '1.5 M lines',
    path: SCUC,
    text: withField(
      'transmission_lines',
      list(1.5e6, () => '{}'),
    ),
  },
  {
    what: '20,000 lines with aliases',
    path: SCUC,
    text: withField('transmission_lines', list(20_000, line)),
  },
  {
    what: '20,000 times all lines',
    path: SCUC,
    text: `{"scenario_id":"hostile","payload":${JSON.stringify(payload()).replace(/}$/, '')},"transmission_lines":${list(20_000, line)},"contingencies":${list(20_000, () => '"all_lines"')}}}`,
  },
  {
    what: '190 contingencies of 20,000 lines',
    path: SCUC,
    text: withField(
      'contingencies',
      list(190, (i) => `{"id":"c${i}","lines":${list(20_000, (k) => `"${k}"`)}}`),
    ),
  },
  {
    what: '20,000 wrong loads',
    path: SOLVE,
    text: withField(
      'loads',
      list(20_000, () => '{"bus":1,"values":[1]}'),
    ),
  },
  {
    what: '3.3 M hours of load',
    path: SOLVE,
    text: withField('loads', `[{"bus":1,"values":${hours(3.3e6, '1.5')}}]`),
  },
  {
    what: '20,000 loads of a week',
    path: SOLVE,
    text: withField(
      'loads',
      list(20_000, () => `{"bus":1,"values":${hours(168, '1.25')}}`),
    ),
  },
  {
    what: 'a commitment of 1 M hours',
    path: SOLVE,
    text: withField('commitment', `{"g1":${hours(1e6, '1')}}`),
  },
  {
    what: 'a commitment of 20,000 units',
    path: SOLVE,
    text: withField('commitment', `{${many(20_000, (i) => `"u${i}":${hours(168, '1')}`)}}`),
  },
  {
    what: 'a reserve of 3 M hours',
    path: SOLVE,
    text: withField('reserves', `[{"name":"r","mw":${hours(3e6, '1')}}]`),
  },
  {
    what: '2 M points of a cost curve',
    path: SOLVE,
    text: `{"payload":{"generators":[{"cost_curve":${list(1.3e6, () => '{}')}}]}}`,
  },
  { what: '1 M wrong buses', path: `${FLOW}/validate`, text: `{"buses":${list(1e6, () => '{"id":[]}')}}` },
  {
    what: '100,000 generators of units',
    path: `${FLOW}/validate-generators`,
    text: `{"generators":${list(1e5, (i) => `{"id":"G${i}","p_max_mw":100,"p_min_mw":10}`)}}`,
  },
  {
    what: '100,000 buses and lines',
    path: `${FLOW}/validate-topology`,
    text: `{"buses":${list(1e5, (i) => `{"id":${i}}`)},"lines":${list(99_999, (i) => `{"from_bus":${i},"to_bus":${i + 1}}`)}}`,
  },
  {
    what: '3.9 M values of a scenario list',
    path: '/api/experiments/submit',
    text: `{"name":"x","base_scenario_id":"demo-24h","scenario_matrix":{"method":"list","variables":[{"name":"load","type":"continuous"}],"scenarios":${list(1.9e6, () => '{"load":1}')}}}`,
  },
  {
    what: '20,000 buses of a network',
    method: 'PUT',
    path: '/api/networks/hostile',
    text: `{"buses":${list(20_000, (i) => `{"id":${i},"v_nom_kv":110}`)},"lines":${list(20_000, (i) => `{"id":"L${i}","from_bus":${i},"to_bus":${(i + 1) % 20_000},"x_pu":0.1}`)},"generators":[],"loads":[]}`,
  },
];

const FILES: readonly HostileBody[] = [
  { what: '\\r as line ends', path: `${IMPORT}matpower`, text: '\r'.repeat(32 * MB) },
  { what: 'nothing but comments', path: `${IMPORT}matpower`, text: '% comment\n'.repeat(3e6) },
  { what: '400,000 rows of a matrix', path: `${IMPORT}matpower`, text: matpower(`${MATRIX}\n`.repeat(4e5)) },
  {
    what: '15 M empty rows of a matrix',
    path: `${IMPORT}matpower`,
    text: matpower(`${';'.repeat(9e5)}\n`.repeat(34)),
  },
  {
    what: 'assignments of 1 M fields',
    path: `${IMPORT}matpower`,
    text: many(1e6, (i) => `mpc.f${i} = 1;`, '\n'),
  },
  {
    what: 'UC.jl, 1 M unknown keys',
    path: `${IMPORT}unitcommitment-jl`,
    text: `{"Parameters":{},${keys(1e6, '{}')}}`,
  },
  {
    what: 'UC.jl, deep objects',
    path: `${IMPORT}unitcommitment-jl`,
    text: `{"Buses":${'{"a":'.repeat(60)}{${keys(20_000)}}${'}'.repeat(60)}}`,
  },
  {
    what: 'UC.jl, 20,000 loads of 168 prices',
    path: `${IMPORT}unitcommitment-jl`,
    text: `{"Parameters":{"Version":"0.3","Time horizon (h)":168},"Buses":{"b1":{"Load (MW)":1}},"Generators":{},"Price-sensitive loads":{${many(20_000, (i) => `"p${i}":{"Bus":"b1","Demand (MW)":5,"Revenue ($/MW)":${list(168, (t) => String(t))}}`)}}}`,
  },
  {
    what: 'pglib, many unknown keys',
    path: `${IMPORT}pglib-uc`,
    text: `{"time_periods":2,"demand":[1,1],"thermal_generators":{},"renewable_generators":{${many(100, (i) => `"r${i}":{"power_output_minimum":0,"power_output_maximum":1,${keys(19_000)}}`)}}}`,
  },
  {
    what: 'pglib, 20,000 units of nothing',
    path: `${IMPORT}pglib-uc`,
    text: `{"time_periods":2,"demand":[1,1],"thermal_generators":{${keys(20_000, '{}')}}}`,
  },
  { what: 'a legal case as a file', path: `${IMPORT}service`, text: LEGAL },
];

const WRAPPED: readonly HostileBody[] = [
  { what: 'gzip of 1 GB', path: SOLVE, text: '', bytes: gzipSync(Buffer.alloc(1024 * MB)) },
  {
    what: 'gzip in gzip of 1 GB',
    path: `${IMPORT}matpower`,
    text: '',
    bytes: gzipSync(gzipSync(Buffer.alloc(1024 * MB))),
  },
  { what: 'no gzip', path: SOLVE, text: '', bytes: Buffer.alloc(31 * MB, 'x') },
  { what: 'multipart', path: SOLVE, text: 'x'.repeat(20 * MB), type: 'multipart/form-data; boundary=x' },
  { what: 'a form', path: SOLVE, text: 'a=1&'.repeat(5 * MB), type: 'application/x-www-form-urlencoded' },
];

const ALLOWED: readonly HostileBody[] = [
  {
    what: 'legal: 2,000 units, a week',
    method: 'PUT',
    path: '/api/scenarios/hostile',
    text: `{"payload":${LEGAL}}`,
  },
  {
    what: 'legal: the same with a key',
    path: SOLVE,
    text: `{"scenario_id":"hostile","timeout":1,"payload":${LEGAL}}`,
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
