/**
 * `npm run bench -- warm-starts`: 27 scenarios of a day of the 24-bus system, one after the other, each from
 * nothing and from the nearest one solved before it. CPU time of the engine on this thread, s; both answers of a
 * scenario are within the gap of its optimum.
 */
import assert from 'node:assert/strict';
import { nearestScenario } from '../../activities/experiments/nearest-scenario.ts';
import { scenarioPayload } from '../../activities/experiments/scenario-payload.ts';
import { rts24Scuc } from '../../mongo/seed/rts24.ts';
import type { Commitment, SolvePayload } from '../../temporal/messages/payload.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { Change } from '../../temporal/scenario/change.ts';
import { solve } from '../support/solve.ts';
import { writeFigures } from './write-figures.ts';

const MIP_GAP = 0.001;
const LIMIT_S = 300;
const FACTORS = [0.94, 0.97, 1];

interface Solved {
  readonly index: number;
  readonly values: Readonly<Record<string, number>>;
  readonly commitment: Commitment;
}

const base = rts24Scuc();
const positions = (items: readonly unknown[]): number[] => [...items.keys()];
const changes: Change[] = [
  { name: 'load', targets: [{ collection: 'loads', positions: positions(base.loads), fields: ['values'] }] },
  {
    name: 'fuel',
    targets: [
      {
        collection: 'generators',
        positions: positions(base.generators).filter((g) => g % 2 === 0),
        fields: ['cost_curve', 'marginal_cost', 'no_load_cost'],
      },
    ],
  },
  {
    name: 'rating',
    targets: [
      {
        collection: 'transmission_lines',
        positions: positions(base.transmission_lines ?? []),
        fields: ['rating_mw'],
      },
    ],
  },
].map((change) => ({ ...change, mode: 'multiply' }) as Change);

const matrix = FACTORS.flatMap((load) =>
  FACTORS.flatMap((fuel) => FACTORS.map((rating) => ({ load, fuel, rating }))),
);

async function payloadOf(values: Solved['values']): Promise<SolvePayload> {
  const { payload, problem } = await scenarioPayload(base, changes, values);
  assert.ok(payload, problem ?? '');
  return payload;
}

async function timed(payload: SolvePayload, commitment?: Commitment): Promise<[number, SolveResult]> {
  const before = process.cpuUsage();
  const warmStart = commitment && { warmStart: { commitment } };
  const result = await solve('scuc', payload, { mipGap: MIP_GAP, timeLimitS: LIMIT_S, ...warmStart });
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, result];
}

const solved: Solved[] = [];
const cpuS = { cold: 0, warm: 0 };
await timed(base);
for (const [index, values] of matrix.entries()) {
  const payload = await payloadOf(values);
  const from = nearestScenario(values, solved);
  const [cold, alone] = await timed(payload);
  const [warm, started] = from ? await timed(payload, from.commitment) : [cold, alone];
  const [a, b] = [alone.objective_value ?? Number.NaN, started.objective_value ?? Number.NaN];
  assert.ok(started.certificate?.verified && Math.abs(a - b) <= 2 * MIP_GAP * a, `${index}: ${a}, ${b}`);
  cpuS.cold += cold;
  cpuS.warm += warm;
  solved.push({ index, values, commitment: started.commitment });
  process.stdout.write(
    `${index} from ${from?.index ?? 'nothing'}: cold ${cold.toFixed(2)} s, warm ${warm.toFixed(2)} s\n`,
  );
}
const figures = { scenarios: matrix.length, cpu_s: cpuS, ratio: cpuS.cold / cpuS.warm };
process.stdout.write(
  `${matrix.length} scenarios: cold ${cpuS.cold.toFixed(1)} s, warm ${cpuS.warm.toFixed(1)} s of CPU, ratio ${figures.ratio.toFixed(2)}\n`,
);
await writeFigures(figures);
