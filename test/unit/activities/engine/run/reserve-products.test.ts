/** Reserve products in full, by hand: up and down, of some providers, within a time, from storage and wind. */
import assert from 'node:assert/strict';
import type { Generator } from '../../../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import type { Reserve } from '../../../../../temporal/case/messages/resources.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { solve } from '../../../../support/engine/solve.ts';

/** 0 to 100 MW that run all the time, 60 MW/h. */
const unit = (name: string, marginal_cost: number, more: Partial<Generator> = {}): Generator => ({
  name,
  bus: 1,
  p_min: 0,
  p_max: 100,
  marginal_cost,
  no_load_cost: 0,
  startup_cost: 0,
  ramp_up: 60,
  ramp_down: 60,
  min_uptime: 1,
  min_downtime: 1,
  initial_status: 5,
  must_run: true,
  ...more,
});

const oneHour = (reserves: Reserve[], more: Partial<SolvePayload> = {}): SolvePayload => ({
  horizon: 1,
  loads: [{ bus: 1, values: [90] }],
  generators: [unit('cheap', 10), unit('dear', 30)],
  reserves,
  options: { mip_gap: 0 },
  ...more,
});

async function verified(payload: SolvePayload, jobType: JobType = 'uc'): Promise<SolveResult> {
  const result = await solve(jobType, payload);
  assert.deepEqual(
    result.certificate?.checks.filter(({ ok }) => !ok),
    [],
  );
  assert.ok(Object.keys(result.lmp).length > 0);
  return result;
}

const hour = (series: Record<string, number[]> | undefined, name: string): number | undefined =>
  series?.[name]?.[0];

describe('reserve products', () => {
  it('go up and down at once, each in its own room', async () => {
    const down: Reserve = { name: 'down', mw: 20, direction: 'down', providers: ['dear'] };
    const {
      dispatch_mw,
      reserve_mw,
      reserve_price_usd_per_mw: prices,
    } = await verified(oneHour([{ name: 'up', mw: 25, providers: ['cheap'] }, down]));
    // 20 MW of the dear unit can be taken off; 25 MW above the cheap one are free all the same.
    assert.deepEqual([hour(dispatch_mw, 'cheap'), hour(dispatch_mw, 'dear')], [70, 20]);
    assert.deepEqual(reserve_mw, { up: { cheap: [25] }, down: { dear: [20] } });
    assert.deepEqual([hour(prices, 'down'), hour(prices, 'up')], [20, 0]);
  });

  it('are given by their providers alone', async () => {
    const {
      dispatch_mw,
      reserve_mw,
      reserve_price_usd_per_mw: prices,
      total_cost_usd,
    } = await verified(oneHour([{ name: 'up', mw: 40, providers: ['cheap'] }]));
    assert.deepEqual([hour(dispatch_mw, 'cheap'), hour(dispatch_mw, 'dear')], [60, 30]);
    assert.deepEqual(reserve_mw, { up: { cheap: [40] } });
    assert.equal(hour(prices, 'up'), 20);
    assert.equal(total_cost_usd, 60 * 10 + 30 * 30);
  });

  it('are limited by what a ramp gives within the response time, each product by its own', async () => {
    // 60 MW/h for 10 minutes are 10 MW of each unit.
    const {
      reserve_mw,
      reserve_shortfall_mw,
      reserve_price_usd_per_mw: prices,
    } = await verified(
      oneHour([
        { name: 'fast', mw: 25, response_min: 10, penalty_usd_per_mwh: 500 },
        { name: 'slow', mw: 40, response_min: 30 },
      ]),
    );
    assert.deepEqual(reserve_mw?.['fast'], { cheap: [10], dear: [10] });
    assert.equal(hour(reserve_shortfall_mw, 'fast'), 5);
    assert.equal(hour(prices, 'fast'), 500);
    assert.ok(
      (hour(reserve_mw?.['slow'], 'cheap') ?? 0) <= 30 && (hour(reserve_mw?.['slow'], 'dear') ?? 0) <= 30,
    );
  });

  it('count minutes of the ramp by the hour also where intervals are shorter', async () => {
    const { reserve_mw } = await verified(
      oneHour([{ name: 'fast', mw: 25, response_min: 10, penalty_usd_per_mwh: 500 }], {
        interval_minutes: 15,
      }),
    );
    assert.deepEqual(reserve_mw?.['fast'], { cheap: [10], dear: [10] });
  });

  const battery = {
    name: 'battery',
    bus: 1,
    energy_mwh: 25,
    charge_mw: 20,
    discharge_mw: 20,
    efficiency: 1,
    initial_mwh: 15,
    final_mwh: 15,
  };

  it('are given by a storage as far as its power and what it has stored go', async () => {
    const { reserve_mw, reserve_shortfall_mw } = await verified(
      oneHour(
        [
          { name: 'up', mw: 30, providers: ['battery'], penalty_usd_per_mwh: 1 },
          { name: 'down', mw: 30, direction: 'down', providers: ['battery'], penalty_usd_per_mwh: 1 },
        ],
        { storage: [battery] },
      ),
    );
    // Not 20 MW up for an hour out of 15 MWh, nor 20 MW down into room for 10 MWh.
    assert.deepEqual(reserve_mw, { up: { battery: [15] }, down: { battery: [10] } });
    assert.deepEqual(reserve_shortfall_mw, { up: [15], down: [20] });
  });

  it('are given by a storage that is charging, up to turning round', async () => {
    const { reserve_mw } = await verified(
      oneHour([{ name: 'up', mw: 24, providers: ['battery'] }], {
        storage: [{ ...battery, initial_mwh: 20, final_mwh: 25 }],
      }),
    );
    assert.deepEqual(reserve_mw, { up: { battery: [24] } });
  });

  const wind = { name: 'wind', bus: 1, p_min: [5], p_max: [50] };

  it('are given downward by wind that runs, and upward by wind that is held back', async () => {
    const { reserve_mw, renewable_mw } = await verified(
      oneHour([{ name: 'down', mw: 45, direction: 'down', providers: ['wind'] }], { renewables: [wind] }),
    );
    assert.deepEqual(reserve_mw, { down: { wind: [45] } });
    assert.equal(hour(renewable_mw, 'wind'), 50);
    const up = await verified(oneHour([{ name: 'up', mw: 30, providers: ['wind'] }], { renewables: [wind] }));
    assert.equal(hour(up.renewable_mw, 'wind'), 20);
    assert.equal(hour(up.reserve_price_usd_per_mw, 'up'), 10);
  });

  it('count downward against the ramp from the hour before', async () => {
    const payload = oneHour([{ name: 'down', mw: 25, direction: 'down', providers: ['dear'] }], {
      generators: [unit('cheap', 10), unit('dear', 30, { initial_power_mw: 80 })],
    });
    const { dispatch_mw } = await verified(payload);
    // From 80 MW it may be at 20 MW at least with its reserve called.
    assert.equal(hour(dispatch_mw, 'dear'), 45);
  });

  it('hold equal units at equal parts where each has a limit of its own', async () => {
    const twins = Array.from({ length: 4 }, (_, i) =>
      unit(`twin-${i}`, 20, { must_run: false, no_load_cost: 50, p_min: 10, ramp_up: 120, ramp_down: 120 }),
    );
    const { reserve_mw } = await verified(
      oneHour(
        [
          { name: 'up', mw: 36, response_min: 6 },
          { name: 'down', mw: 36, direction: 'down', response_min: 6 },
        ],
        { generators: twins, loads: [{ bus: 1, values: [150] }] },
      ),
    );
    for (const by of Object.values(reserve_mw ?? {}))
      for (const [mw = 0] of Object.values(by)) assert.ok(mw <= 12 + 1e-6, String(mw));
  });

  it('are asked of the providers that there are', async () => {
    const none = await solve('uc', oneHour([{ name: 'up', mw: 30, response_min: 10 }]));
    assert.equal(none.termination_status, 'INFEASIBLE');
    const [cause] = none.infeasibility?.causes ?? [];
    assert.deepEqual([cause?.code, cause?.element_id, cause?.shortfall_mw], ['RESERVE_SHORTFALL', 'up', 10]);
    assert.match(cause?.message ?? '', /exceeds the 20 MW that its providers can give/);
    const { warnings } = await verified(
      oneHour([{ name: 'up', mw: 30, providers: [], penalty_usd_per_mwh: 9 }]),
    );
    assert.ok(warnings.includes('Reserve up: nothing that may give it can give any of it'));
  });
});
