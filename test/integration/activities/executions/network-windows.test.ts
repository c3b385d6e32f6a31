/** Windows of random networks with every field: cost compared with the reference, and settlement at their prices. */
import assert from 'node:assert/strict';
import { executionPayload, jobTypeOf } from '../../../../activities/executions/execution-payload.ts';
import { stateAfter } from '../../../../activities/rolling/carried-state.ts';
import { windowsOf } from '../../../../activities/rolling/window.ts';
import { seriesCalendar } from '../../../../temporal/case/arithmetic/series-calendar.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { RollingState } from '../../../../temporal/case/messages/rolling.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { exactSum } from '../../../../temporal/case/report/exact-sum.ts';
import { studyFacts } from '../../../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../../../temporal/case/report/window-part.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { randomNetwork } from '../../../support/cases/random-network.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceCost } from '../../../support/reference/reference-solver.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const PER_TEST = 10;
const SOLVER = { id: 'highs', time_limit: 60, mip_gap: 0, presolve: 'choose', random_seed: 0 } as const;
const STEPS = { step_h: 5, look_ahead_h: 3 } as const;
const SHARE = 1e-4;
const SETTLED = 1e-6;

interface Solved {
  readonly payload: SolvePayload;
  readonly jobType: JobType;
  readonly result: SolveResult;
  readonly kept: number;
}

/** Solves two windows per network; limits are soft, and every third network has N-1 for lines. */
async function* windows(seed: number, losses: boolean): AsyncIterable<Solved> {
  const network = randomNetwork(seed);
  const model = findPcmModel('pcm-rolling');
  const calendar = seriesCalendar(network);
  assert.ok(model && calendar);
  const options = {
    horizon: 10,
    include_reserves: network.reserves !== undefined,
    lines: seed % 4 === 0 ? 'on' : 'soft',
    n_1: seed % 3 === 0,
    losses,
    spill_usd_per_mwh: 50,
    unserved_energy_usd_per_mwh: 5000,
    ...(seed % 5 === 0 && { outage_seed: seed }),
    ...(seed % 2 === 0 && { emission_price_usd_per_t: 30 }),
    ...STEPS,
  } as const;
  const study = { options, solver: SOLVER, start: { hour: seed * 20, calendar } };
  let state: RollingState | undefined;
  for (const window of windowsOf(options.horizon, options)) {
    const payload = executionPayload(study, model, network, window, { state });
    const jobType = jobTypeOf(options, model);
    const result = await solve(jobType, payload, { mipGap: 0 });
    yield { payload, jobType, result, kept: window.kept };
    if (result.objective_value === null) return;
    state = stateAfter(payload, result, window.kept);
  }
}

/** Load payment less all earnings, as a share of the payment. */
function unsettled({ payload, result, kept }: Solved): number {
  const part = windowPart(
    payload,
    result,
    { start_hour: 0, kept_hours: kept },
    studyFacts({ generators: [] }),
  );
  const paid = exactSum(
    part.days.flatMap(({ buses }) => Object.values(buses).map((bus) => Math.abs(bus.load_payment_usd))),
  );
  return Math.abs(part.settlement_residual_usd) / Math.max(1, paid);
}

describe('windows of random networks', function () {
  this.timeout(300_000);
  let solved = 0;
  let impossible = 0;

  for (let first = 0; first < SEEDS.length; first += PER_TEST)
    it(`have the cost of the reference, and settle, seeds from ${SEEDS[first]}`, async () => {
      for (const seed of SEEDS.slice(first, first + PER_TEST))
        for await (const window of windows(seed, false)) {
          const { result, payload, jobType } = window;
          const expected = await referenceCost(payload, jobType);
          if (expected === 'INFEASIBLE') {
            assert.equal(result.termination_status, 'INFEASIBLE', `seed ${seed}`);
            impossible += 1;
            continue;
          }
          const off = Math.abs((result.objective_value ?? Number.NaN) - expected);
          assert.ok(
            off <= SHARE * Math.max(1, Math.abs(expected)),
            `seed ${seed}: ${result.objective_value}, not ${expected}`,
          );
          assert.equal(result.certificate?.verified, true, `seed ${seed}`);
          const share = unsettled(window);
          assert.ok(share <= SETTLED, `seed ${seed}: ${share} of the payments of load go nowhere`);
          solved += 1;
        }
    });

  for (let first = 0; first < SEEDS.length; first += 3 * PER_TEST)
    it(`settle with losses, seeds from ${SEEDS[first]}`, async () => {
      for (const seed of SEEDS.slice(first, first + PER_TEST))
        for await (const window of windows(seed, true)) {
          if (window.result.objective_value === null) continue;
          assert.equal(window.result.certificate?.verified, true, `seed ${seed}`);
          const share = unsettled(window);
          assert.ok(share <= SETTLED, `seed ${seed}: ${share} of the payments of load go nowhere`);
        }
    });

  after(() => {
    process.stdout.write(`    ${solved} windows as the reference has them, ${impossible} impossible\n`);
    assert.ok(solved >= SEEDS.length);
  });
});
