/** Horizons of several days, rolled through the real engine and checked by the real verifier. */
import assert from 'node:assert/strict';
import { stateAfter } from '../../../../activities/rolling/carried-state.ts';
import { dayTotals } from '../../../../activities/rolling/day-totals.ts';
import {
  type NetworkPayloadOptions,
  networkPayload,
} from '../../../../activities/rolling/network-payload.ts';
import { type Window, windowsOf } from '../../../../activities/rolling/window.ts';
import { windowPayload } from '../../../../activities/rolling/window-payload.ts';
import { verify } from '../../../../activities/verifier/verify.ts';
import { SEED_NETWORKS } from '../../../../mongo/seed/networks.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { DayTotals, RollingState } from '../../../../temporal/case/messages/rolling.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { joinSchedule } from '../../../support/engine/join-schedule.ts';
import { solve } from '../../../support/engine/solve.ts';

function seed(id: string, options: NetworkPayloadOptions): SolvePayload {
  const network = SEED_NETWORKS.find(({ network_id }) => network_id === id);
  assert.ok(network);
  return networkPayload(network.content(), options);
}

/** Scales the load by hour. */
const withLoad = (payload: SolvePayload, scale: (hour: number) => number): SolvePayload => ({
  ...payload,
  loads: payload.loads.map(({ bus, values }) => ({ bus, values: values.map((mw, t) => mw * scale(t)) })),
});

/** Verifies every window, and their joined schedule. */
function judge(jobType: JobType, payload: SolvePayload, rolled: readonly RolledWindow[]) {
  for (const { window, result } of rolled) {
    assert.equal(result.certificate?.verified, true, `window ${window.index}: ${result.termination_status}`);
  }
  const joined = joinSchedule(payload, rolled);
  // Prices of a window are those of its own problem, which extends a day beyond its end.
  const broken = verify(payload, jobType, joined).filter(({ ok, name }) => !ok && name !== 'prices');
  assert.deepEqual(broken, []);
  const days = rolled.reduce((all, { totals }) => all + totals.total_cost_usd + totals.penalty_usd, 0);
  assert.ok(Math.abs(days - (joined.objective_value ?? 0)) < 1e-6 * Math.abs(days), 'sum of the days');
  return joined;
}

describe('rolling horizon', function () {
  this.timeout(60_000);

  it('costs over a week the same as one solve of the week, to 0.5 %', async () => {
    const week = withLoad(seed('demo-24h', { horizon: 168 }), (t) => (t >= 120 ? 0.7 : 1));
    const rolled = judge('uc', week, await roll('uc', week, 1e-4));
    const once = await solve('uc', week, { mipGap: 1e-4 });
    const [cost, best] = [rolled.total_cost_usd ?? 0, once.total_cost_usd ?? 0];
    assert.ok(cost < 1.005 * best, `${cost} rolled, ${best} at once`);
    assert.ok(cost > (once.lower_bound_usd ?? 0) * (1 - 1e-7), 'no cheaper than the optimum');
  });

  it('keeps every rule that spans hours across its borders', async () => {
    const hours = Array.from({ length: 96 }, (_, t) => t);
    const demo = seed('demo-24h', { horizon: 96, includeReserves: true });
    const slow = aUnit('slow', {
      p_max: 90,
      p_min: 30,
      marginal_cost: 34,
      min_uptime: 30,
      min_downtime: 20,
      ramp_up: 15,
      ramp_down: 15,
      initial_status: -3,
      startup_categories: [
        { lag_h: 20, cost_usd: 500 },
        { lag_h: 40, cost_usd: 2000 },
      ],
    });
    const payload: SolvePayload = {
      ...demo,
      generators: [...demo.generators, slow],
      renewables: [
        {
          name: 'sun',
          bus: 1,
          p_min: hours.map(() => 0),
          p_max: hours.map((t) => Math.max(0, -80 * Math.cos((Math.PI * t) / 12))),
        },
      ],
      // The target takes 62.5 h of charging at 2 MW: a window of 48 h would begin too late.
      storage: [
        {
          name: 'pump',
          bus: 1,
          energy_mwh: 200,
          charge_mw: 2,
          discharge_mw: 40,
          efficiency: 0.8,
          initial_mwh: 50,
          final_mwh: 150,
        },
      ],
      options: { unserved_energy_usd_per_mwh: 5000 },
    };
    const joined = judge('uc', payload, await roll('uc', payload, 1e-3));
    assert.ok((joined.storage?.['pump']?.energy_mwh.at(-1) ?? 0) >= 149.999);
  });

  it('stays secure against line outages from window to window', async () => {
    const demo = seed('demo-6bus', { horizon: 60, withNetwork: true, nMinus1: true });
    const payload = withLoad(
      { ...demo, options: { unserved_energy_usd_per_mwh: 5000 } },
      (t) => 0.8 + 0.1 * Math.sin(t / 9),
    );
    const joined = judge('scuc', payload, await roll('scuc', payload, 1e-3));
    assert.equal(joined.flows_mw?.['L1']?.length, 60);
    assert.ok(joined.binding_constraints.some(({ hour }) => hour >= 48));
  });
});

/** A window of a payload, solved by the real engine. */
interface RolledWindow {
  readonly window: Window;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
  readonly totals: DayTotals;
}

async function roll(jobType: JobType, whole: SolvePayload, mipGap = 0): Promise<RolledWindow[]> {
  const rolled: RolledWindow[] = [];
  let state: RollingState | undefined;
  for (const window of windowsOf(whole.horizon)) {
    const payload = windowPayload(whole, window, state);
    const result = await solve(jobType, payload, { mipGap });
    rolled.push({ window, payload, result, totals: dayTotals(payload, result, window.kept) });
    state = stateAfter(payload, result, window.kept);
  }
  return rolled;
}
