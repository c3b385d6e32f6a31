/** For each kind of route the largest factors together that it accepts: small to send, and as much work as it can be made. */
import { payload } from '../../support/cases/payloads.ts';
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
];
