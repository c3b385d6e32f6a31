/** Largest combined factors that each kind of route accepts: a small request that causes as much work as possible. */
import { gzipSync } from 'node:zlib';
import { generator, payload } from '../../support/cases/payloads.ts';
import type { Exploit } from '../../support/hostile/exploits.ts';

const zeros = (hours: number): number[] => new Array(hours).fill(0);
const LOADS = payload({
  loads: Array.from({ length: 600 }, () => ({ bus: 1, values: zeros(168) })),
  horizon: 168,
});
const put = (path: string, body: object) =>
  ({ method: 'PUT', path, type: 'application/json', body: JSON.stringify(body) }) as const;
const post = (path: string, body: object) =>
  ({ method: 'POST', path, type: 'application/json', body: JSON.stringify(body) }) as const;
const variables = (count: number, type: object) =>
  Array.from({ length: count }, (_, i) => ({ name: `load${i}`, ...type }));
const plan = (scenario_matrix: object) =>
  post('/api/experiments/plan', { base_scenario_id: 'base', scenario_matrix });
const first = put('/api/scenarios/base', { payload: LOADS });
const RANGE = { type: 'continuous', min: 0.5, max: 2 };

const UNITS = Array.from({ length: 300 }, (_, i) => generator({ name: `unit ${i}` }));
const WEEK = payload({
  generators: UNITS,
  loads: [{ bus: 1, values: new Array(168).fill(9000) }],
  horizon: 168,
});
const each = (values: (hours: number) => number[]) =>
  Object.fromEntries(UNITS.map(({ name }) => [name, values(168)]));
const SCHEDULE = {
  commitment: each((hours) => new Array(hours).fill(1)),
  dispatch_mw: each(() => new Array(168).fill(30)),
};
const dispatch = post('/api/modules/analyst/solve/ed', { scenario_id: 'week', payload: WEEK });
const MINUTES = { cron: '* * * * *', overlap: 'allow_all', solve: { scenario_id: 'demo-24h' } };

const BOUNDARY = 'between';
const packed = gzipSync(Buffer.alloc(60_000_000, ' '), { level: 1 });
const FORM = Buffer.concat([
  ...Array.from({ length: 60 }, (_, i) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="case/${i}.m"; filename="${i}.m.gz"\r\nContent-Type: application/gzip\r\n\r\n`,
    ),
    packed,
    Buffer.from('\r\n'),
  ]).flat(),
  Buffer.from(`--${BOUNDARY}--\r\n`),
]);

export const PRODUCTS: readonly Exploit[] = [
  {
    what: 'product: 1,000 samples x 20 variables x 100,000 numbers of the base, multiplied',
    ...plan({ method: 'random', variables: variables(20, RANGE), samples: 1000 }),
    first,
  },
  {
    what: 'product: 1,000 samples x 20 variables x 100,000 numbers of the base, replaced',
    ...plan({ method: 'lhs', variables: variables(20, { ...RANGE, mode: 'absolute' }), samples: 1000 }),
    first,
  },
  {
    what: 'product: 1,000 scenarios of a list x 20 variables x 100,000 numbers of the base',
    ...plan({
      method: 'list',
      scenarios: Array.from({ length: 1000 }, (_, at) =>
        Object.fromEntries(variables(20, {}).map(({ name }) => [name, 1 + at / 1000])),
      ),
    }),
    first,
  },
  {
    what: 'product: 1,000 seeds x 1,000 prices of fuels x all options of a run',
    ...post('/api/experiments/plan', {
      execution: {
        pcm_model_id: 'uc',
        network_id: 'fuels',
        solver: { id: 'highs' },
        options: {
          fuel_prices: Object.fromEntries(
            Array.from({ length: 1000 }, (_, i) => [`${'f'.repeat(90)}${i}`, 1]),
          ),
        },
      },
      seeds: { first: 1, count: 1000 },
    }),
    first: put('/api/networks/fuels', {
      buses: [{ id: 1, v_nom_kv: 110 }],
      lines: [],
      loads: [{ bus: 1, values: [1] }],
      generators: [],
      fuels: Array.from({ length: 1000 }, (_, i) => ({
        name: `${'f'.repeat(90)}${i}`,
        price_usd_per_mmbtu: 1,
      })),
    }),
  },
  {
    what: 'product: 20,000 contingencies x no elements',
    ...post('/api/modules/analyst/solve/scuc', {
      scenario_id: 'x',
      payload: { ...payload(), contingencies: Array.from({ length: 19_900 }, () => ({})) },
    }),
    times: 8,
  },
  {
    what: 'product: 6,600 contingencies x unknown lines, eight at a time',
    ...post('/api/modules/analyst/solve/scuc', {
      scenario_id: 'x',
      payload: { ...payload(), contingencies: Array.from({ length: 6600 }, (_, i) => `L${i}`) },
    }),
    times: 8,
  },
  {
    what: 'product: 300 units x 168 hours x 20 changes of all hours of a what-if, eight at a time',
    ...post('/api/modules/analyst/solve/{id}/what-if', {
      changes: UNITS.slice(0, 20).map(({ name }) => ({
        ...{ unit: name, factor: 0.9, hours: Array.from({ length: 168 }, (_, hour) => hour) },
      })),
    }),
    first: dispatch,
    times: 8,
  },
  {
    what: 'product: 300 units x 168 hours of a schedule to verify, with a bound, four at a time',
    ...post('/api/modules/analyst/verify', { type: 'uc', payload: WEEK, schedule: SCHEDULE, bound: true }),
    times: 4,
  },
  {
    what: 'product: 60 files of a form x 60 MB unpacked, to verify',
    ...{ method: 'POST', path: '/api/modules/analyst/verify/files?format=matpower', body: FORM },
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  },
  {
    what: 'product: a year of minutes to start again',
    ...post('/api/schedules/{id}/backfill', { from: '2025-06-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }),
    first: post('/api/schedules', { ...MINUTES, name: 'minutes' }),
  },
  {
    what: 'product: 100 results of 300 units x 168 hours, asked for at once',
    ...{ method: 'GET', path: '/api/modules/analyst/solve/{id}/results', first: dispatch, times: 100 },
  },
  {
    what: 'product: all jobs, searched by a text of 200 characters, 100 at once',
    ...{ method: 'GET', path: `/api/modules/analyst/solve?limit=100&q=${'a'.repeat(200)}`, times: 100 },
    first: dispatch,
  },
];
