/**
 * `npm run bench -- warm-starts`: 27 scenarios of a day of the 24-bus system, or of the one that `BENCH_INSTANCES`
 * names (`engine/instance.ts`), one after the other, each from nothing and from the nearest one solved before it: load,
 * costs of half of the units, and ratings, or what renewables could give where there are no lines. CPU time of the
 * engine on this thread, s; both answers of a scenario are within the gap of its optimum.
 */
import assert from 'node:assert/strict';
import { scenarioPayload } from '../../activities/experiments/scenario-payload.ts';
import { nearestScenario } from '../../activities/solve/find-warm-start.ts';
import { rts24Scuc } from '../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { WarmStart } from '../../temporal/case/messages/warm-start.ts';
import { type Change, changesCostsOnly } from '../../temporal/case/scenario/change.ts';
import { solvedForOthers } from '../support/engine/solved-for-others.ts';
import { readInstance } from './engine/instance.ts';
import { writeFigures } from './figures.ts';
import { warmUpHere } from './warm-up-here.ts';

const MIP_GAP = 0.001;
const LIMIT_S = 300;
const FACTORS = [0.94, 0.97, 1];
/** Renewables may have to give what they could. */
const MORE = [1, 1.03, 1.06];

interface Solved {
  readonly index: number;
  readonly values: Readonly<Record<string, number>>;
  readonly left: WarmStart;
}

const [instance] = process.env['BENCH_INSTANCES']?.split(',') ?? [];
const { jobType, payload: base } = instance
  ? await readInstance(instance)
  : ({ jobType: 'scuc', payload: rts24Scuc() } as const);
const hasLines = (base.transmission_lines ?? []).length > 0;
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
    name: 'third',
    targets: hasLines
      ? [
          {
            collection: 'transmission_lines',
            positions: positions(base.transmission_lines ?? []),
            fields: ['rating_mw'],
          },
        ]
      : [{ collection: 'renewables', positions: positions(base.renewables ?? []), fields: ['p_max'] }],
  },
].map((change) => ({ ...change, mode: 'multiply' }) as Change);

const COSTS = changes.filter(changesCostsOnly).map(({ name }) => name);
const matrix = FACTORS.flatMap((load) =>
  FACTORS.flatMap((fuel) => (hasLines ? FACTORS : MORE).map((third) => ({ load, fuel, third }))),
);

async function payloadOf(values: Solved['values']): Promise<SolvePayload> {
  const { payload, problem } = await scenarioPayload(base, changes, values);
  assert.ok(payload, problem ?? '');
  return payload;
}

async function timed(payload: SolvePayload, warmStart?: WarmStart) {
  const before = process.cpuUsage();
  const limits = { mipGap: MIP_GAP, timeLimitS: LIMIT_S };
  const found = await solvedForOthers(jobType, payload, { ...limits, ...(warmStart && { warmStart }) });
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
