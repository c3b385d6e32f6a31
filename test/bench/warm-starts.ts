/**
 * `npm run bench -- warm-starts`: 27 scenarios of a day of the 24-bus system, or of the case that `BENCH_INSTANCES`
 * names (`engine/instance.ts`), in sequence, each from nothing and from the nearest one solved before it: they vary
 * load, the costs of half of the units, and ratings (or available renewable output without lines). CPU time of the
 * engine on this thread, s; both answers of a scenario are within the gap of its optimum. `BENCH_SCENARIOS` takes the
 * first.
 */
import assert from 'node:assert/strict';
import { scenarioPayload } from '../../activities/experiments/prepare-scenarios.ts';
import { nearestScenario } from '../../activities/solve/find-warm-start.ts';
import { rts24Scuc } from '../../mongo/seed/rts24.ts';
import type { WarmStart } from '../../temporal/case/messages/warm-start.ts';
import { type Change, changesCostsOnly } from '../../temporal/case/scenario/change.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { solvedForOthers } from '../support/engine/solved-for-others.ts';
import { cpuS } from '../support/load.ts';
import { namedInstances, readInstance } from './engine/instance.ts';
import { warmUpHere } from './engine/warm-up-here.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const MIP_GAP = 0.001;
const LIMIT_S = 300;
const FACTORS = [0.94, 0.97, 1];
/** Factors of at least 1, since must-take output cannot exceed the available output. */
const MORE = [1, 1.03, 1.06];
const COST_FIELDS = ['cost_curve.usd_per_h', 'marginal_cost', 'no_load_cost'];

interface Solved {
  readonly index: number;
  readonly values: Readonly<Record<string, number>>;
  readonly left: WarmStart;
}

/** Multiplies fields of all items, or of those at even positions. */
function change(
  base: SolvePayload,
  name: string,
  collection: 'loads' | 'generators' | 'transmission_lines' | 'renewables',
  fields: readonly string[],
  step = 1,
): Change {
  const positions = [...(base[collection] ?? []).keys()].filter((position) => position % step === 0);
  return { name, mode: 'multiply', targets: [{ collection, positions, fields }] } as Change;
}

await benchmark(thisProcess, async (_, tell) => {
  const [instance] = namedInstances([]);
  const { jobType, payload: base } = instance
    ? await readInstance(instance)
    : ({ jobType: 'scuc', payload: rts24Scuc() } as const);
  const hasLines = (base.transmission_lines ?? []).length > 0;
  const changes = [
    change(base, 'load', 'loads', ['values']),
    change(base, 'fuel', 'generators', COST_FIELDS, 2),
    hasLines
      ? change(base, 'third', 'transmission_lines', ['rating_mw'])
      : change(base, 'third', 'renewables', ['p_max']),
  ];
  const costs = changes.filter(changesCostsOnly).map(({ name }) => name);
  const matrix = FACTORS.flatMap((load) =>
    FACTORS.flatMap((fuel) => (hasLines ? FACTORS : MORE).map((third) => ({ load, fuel, third }))),
  );

  async function timed(payload: SolvePayload, warmStart?: WarmStart) {
    const before = cpuS();
    const limits = { mipGap: MIP_GAP, timeLimitS: LIMIT_S };
    const solution = await solvedForOthers(jobType, payload, { ...limits, ...(warmStart && { warmStart }) });
    return { s: cpuS() - before, cost: solution.result.objective_value ?? Number.NaN, ...solution };
  }

  await warmUpHere();
  await timed(base);
  const solved: Solved[] = [];
  const cpu = { cold_s: 0, warm_s: 0 };
  for (const [index, values] of matrix.slice(0, amount('SCENARIOS', matrix.length)).entries()) {
    const { payload, problem } = await scenarioPayload(base, changes, values);
    assert.ok(payload, problem ?? '');
    const from = nearestScenario(values, solved, costs);
    const cold = await timed(payload);
    const warm = from ? await timed(payload, from.left) : cold;
    tell(`${index} from ${from?.index ?? 'nothing'}`, { cold_s: cold.s, warm_s: warm.s });
    assert.ok(warm.result.certificate?.verified);
    assert.ok(Math.abs(cold.cost - warm.cost) <= 2 * MIP_GAP * cold.cost, `${cold.cost}, ${warm.cost}`);
    cpu.cold_s += cold.s;
    cpu.warm_s += warm.s;
    const { relaxation } = warm;
    const { commitment } = warm.result;
    solved.push({ index, values, left: { commitment, ...(relaxation && { relaxation }) } });
  }
  tell('all scenarios', { scenarios: solved.length, ...cpu, ratio: cpu.cold_s / cpu.warm_s });
});
