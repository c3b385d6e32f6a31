/**
 * `npm run bench -- warm-starts`: 27 scenarios of a day of the 24-bus system, one after the other, each from
 * nothing and from the nearest one solved before it. CPU time of the engine on this thread, s; both answers of a
 * scenario are within the gap of its optimum.
 */
import assert from 'node:assert/strict';
import { nearestScenario } from '../../activities/experiments/nearest-scenario.ts';
import { scenarioPayload } from '../../activities/experiments/scenario-payload.ts';
import { rts24Scuc } from '../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { WarmStart } from '../../temporal/messages/warm-start.ts';
import type { Change } from '../../temporal/scenario/change.ts';
import { changesCostsOnly } from '../../temporal/scenario/changes-costs-only.ts';
import { solvedForOthers } from '../support/solved-for-others.ts';
import { warmUpHere } from './warm-up-here.ts';
import { writeFigures } from './write-figures.ts';

const MIP_GAP = 0.001;
const LIMIT_S = 300;
const FACTORS = [0.94, 0.97, 1];

interface Solved {
  readonly index: number;
  readonly values: Readonly<Record<string, number>>;
  readonly left: WarmStart;
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
        fields: ['cost_curve.usd_per_h', 'marginal_cost', 'no_load_cost'],
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

const COSTS = changes.filter(changesCostsOnly).map(({ name }) => name);
const matrix = FACTORS.flatMap((load) =>
  FACTORS.flatMap((fuel) => FACTORS.map((rating) => ({ load, fuel, rating }))),
);

async function payloadOf(values: Solved['values']): Promise<SolvePayload> {
  const { payload, problem } = await scenarioPayload(base, changes, values);
  assert.ok(payload, problem ?? '');
  return payload;
}

async function timed(payload: SolvePayload, warmStart?: WarmStart) {
  const before = process.cpuUsage();
  const limits = { mipGap: MIP_GAP, timeLimitS: LIMIT_S };
  const found = await solvedForOthers('scuc', payload, { ...limits, ...(warmStart && { warmStart }) });
  const { user, system } = process.cpuUsage(before);
  return { cpuS: (user + system) / 1e6, ...found };
}

const solved: Solved[] = [];
const cpuS = { cold: 0, warm: 0 };
await warmUpHere();
await timed(base);
for (const [index, values] of matrix.entries()) {
  const payload = await payloadOf(values);
  const from = nearestScenario(values, solved, COSTS);
  const cold = await timed(payload);
  const warm = from ? await timed(payload, from.left) : cold;
  const [a, b] = [cold, warm].map(({ result }) => result.objective_value ?? Number.NaN);
  assert.ok(
    warm.result.certificate?.verified && Math.abs((a ?? 0) - (b ?? 0)) <= 2 * MIP_GAP * (a ?? 0),
    `${index}: ${a}, ${b}`,
  );
  cpuS.cold += cold.cpuS;
  cpuS.warm += warm.cpuS;
  const { commitment } = warm.result;
  solved.push({
    index,
    values,
    left: { commitment, ...(warm.relaxation && { relaxation: warm.relaxation }) },
  });
  process.stdout.write(
    `${index} from ${from?.index ?? 'nothing'}: cold ${cold.cpuS.toFixed(2)} s, warm ${warm.cpuS.toFixed(2)} s\n`,
  );
}
const figures = { scenarios: matrix.length, cpu_s: cpuS, ratio: cpuS.cold / cpuS.warm };
process.stdout.write(
  `${matrix.length} scenarios: cold ${cpuS.cold.toFixed(1)} s, warm ${cpuS.warm.toFixed(1)} s of CPU, ratio ${figures.ratio.toFixed(2)}\n`,
);
await writeFigures(figures);
