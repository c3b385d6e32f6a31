/** Horizons of several days, rolled through the real engine and checked by the real verifier. */
import assert from 'node:assert/strict';
import { executionPayload } from '../../../../activities/executions/execution-payload.ts';
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
import type { Series, SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { DayTotals, RollingState } from '../../../../temporal/case/messages/rolling.ts';
import { networkBody, toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { studyFacts } from '../../../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../../../temporal/case/report/window-part.ts';
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
  const days = rolled.reduce(
    (all, { totals }) => all + totals.total_cost_usd + totals.penalty_usd - (totals.bid_value_usd ?? 0),
    0,
  );
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

  it('over a network with bids, demand response, an interface and a phase shifter equals its days', async () => {
    const options = { withNetwork: true, linePenalty: 500 };
    const model = findPcmModel('pcm-rolling');
    assert.ok(model);
    const study = {
      options: {
        horizon: 72,
        look_ahead_h: 0,
        include_reserves: false,
        lines: 'soft',
        line_penalty_usd_per_mwh: 500,
      },
      solver: SOLVER,
    } as const;
    const whole = { ...networkPayload(MARKET, { ...options, horizon: 72 }), options: SHED };
    const rolled: RolledWindow[] = [];
    let state: RollingState | undefined;
    for (const window of windowsOf(72, study.options)) {
      const payload = executionPayload(study, model, MARKET, window, { state });
      const result = await solve('scuc', payload, { mipGap: 0 });
      const totals = dayTotals(payload, result, window.kept);
      rolled.push({ window, payload, result, totals });
      state = stateAfter(payload, result, window.kept);
      const day = {
        ...networkPayload(MARKET, { ...options, horizon: 24, firstHour: window.start }),
        options: SHED,
      };
      const alone = await solve('scuc', day, { mipGap: 0 });
      const cost = totals.total_cost_usd + totals.penalty_usd - (totals.bid_value_usd ?? 0);
      assert.ok(Math.abs(cost - (alone.objective_value ?? 0)) < 1e-4, `${cost}, ${alone.objective_value}`);
      const part = windowPart(payload, result, { start_hour: window.start, kept_hours: 24 }, STUDY_FACTS);
      assert.ok(Math.abs(part.settlement_residual_usd) < 1e-3, `residual ${part.settlement_residual_usd}`);
    }
    const joined = judge('scuc', whole, rolled);
    const moves = (series: Series | undefined, name: string) =>
      new Set(series?.[name]?.map(Math.round)).size > 1;
    assert.ok(moves(joined.bid_mw, 'pump station') && moves(joined.bid_mw, 'import'));
    assert.ok(moves(joined.demand_response_mw, 'cooling') && moves(joined.phase_shift_deg, 'L1'));
    assert.ok(Math.max(...(joined.interface_flow_mw?.['south'] ?? [])) > 69.99);
  });
});

const SOLVER = { id: 'highs', time_limit: 60, mip_gap: 0, presolve: 'choose', random_seed: 0 } as const;
const SHED = { unserved_energy_usd_per_mwh: 10_000 };
const STUDY_FACTS = studyFacts({ generators: [] }, undefined);

/** Three buses in a ring, whose hours are independent of each other; series of a day, of 36 and of 40 hours. */
const MARKET = toNetworkContent(
  networkBody.cast({
    buses: [1, 2, 3].map((id) => ({ id, v_nom_kv: 100 })),
    lines: [
      { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, s_nom_mva: 60 },
      { id: 'L2', from_bus: 2, to_bus: 3, x_pu: 0.2, s_nom_mva: 90 },
      { id: 'L3', from_bus: 1, to_bus: 3, x_pu: 0.2, s_nom_mva: 30 },
    ],
    interfaces: [
      {
        id: 'south',
        lines: [
          { id: 'L1', factor: 1 },
          { id: 'L3', factor: 1 },
        ],
        p_max_mw: 70,
      },
    ],
    phase_shifters: [{ line: 'L1', min_deg: -6, max_deg: 6, cost_usd_per_deg_h: 0.5 }],
    generators: [20, 55].map((marginal_cost, i) => ({
      ...aUnit(`G${i}`, { bus: i === 0 ? 1 : 3, p_min: 0, p_max: 150, marginal_cost }),
      startup_cost: 0,
      no_load_cost: 0,
    })),
    loads: [{ bus: 3, values: Array.from({ length: 24 }, (_, t) => 90 - 40 * Math.cos((Math.PI * t) / 12)) }],
    bids: [
      {
        name: 'pump station',
        bus: 2,
        kind: 'demand',
        blocks: [60, 30].map((usd, k) => ({
          mw: 15,
          usd_per_mwh: Array.from({ length: 36 }, (_, t) => usd - (t % 7) - 9 * k),
        })),
      },
      {
        name: 'import',
        bus: 3,
        kind: 'supply',
        blocks: [{ mw: Array.from({ length: 40 }, (_, t) => t % 9), usd_per_mwh: 40 }],
      },
    ],
    demand_response: [
      {
        name: 'cooling',
        bus: 3,
        shed_max_mw: Array.from({ length: 40 }, (_, t) => t % 5),
        cost_usd_per_mwh: 50,
      },
    ],
  }),
);

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
