/**
 * Emissions of CO2, by hand: coal at 20 $/MWh and 1 t/MWh, gas at 40 $/MWh and 0.4 t/MWh, 80 + 100 + 60 MWh of load.
 * Coal alone costs 4,800 $ and emits 240 t; a t less costs (40 - 20) / (1 - 0.4) = 33 1/3 $.
 */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const COAL = aUnit('coal', { marginal_cost: 20, co2_t_per_mwh: 1 });
const GAS = aUnit('gas', { marginal_cost: 40, co2_t_per_mwh: 0.4 });

const aCase = (more: Partial<SolvePayload> = {}): SolvePayload => ({
  generators: [COAL, GAS],
  loads: [{ bus: 1, values: [80, 100, 60] }],
  horizon: 3,
  ...more,
});

const solved = async (more: Partial<SolvePayload>, jobType: JobType = 'uc'): Promise<SolveResult> => {
  const result = await solve(jobType, aCase(more));
  assert.equal(result.certificate?.verified, true);
  return result;
};

const near = (found: number | null | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? Number.NaN) - expected) <= 1e-5 * Math.max(1, expected), `${found}`);

describe('emissions', () => {
  it('are reported by hour, by unit and in total, without a limit or a price', async () => {
    const result = await solved({});
    near(result.objective_value, 4800);
    assert.deepEqual(result.emissions_t, [80, 100, 60]);
    assert.deepEqual(result.generator_emissions_t, { coal: [80, 100, 60], gas: [0, 0, 0] });
    near(result.total_emissions_t, 240);
    assert.equal(result.emission_cost_usd, undefined);
    assert.equal(result.emission_shadow_price_usd_per_t, undefined);
  });

  it('say nothing of a payload without them', async () => {
    const result = await solved({ generators: [aUnit('A')] });
    assert.deepEqual(
      Object.keys(result).filter((name) => name.includes('emission')),
      [],
    );
    assert.ok(!result.certificate?.checks.some(({ name }) => name === 'emission_limit'));
  });

  it('at a price turn the merit order, and are a part of the cost with a figure of its own', async () => {
    const cheap = await solved({ emission_price_usd_per_t: 33 });
    near(cheap.objective_value, 4800 + 33 * 240);
    near(cheap.emission_cost_usd, 33 * 240);
    const dear = await solved({ emission_price_usd_per_t: 50 });
    assert.deepEqual(dear.dispatch_mw['gas'], [80, 100, 60]);
    near(dear.total_cost_usd, 240 * (40 + 20));
    near(dear.cost_breakdown?.energy_usd, 240 * (40 + 20));
    near(dear.emission_cost_usd, 50 * 96);
    near(dear.lmp['bus_1']?.[0], 60);
    near(dear.certificate?.recomputed_cost_usd, 14_400);
  });

  it('within a limit have the price of a t less', async () => {
    const result = await solved({ emission_limit_t: 150 });
    near(result.total_emissions_t, 150);
    // x coal and 240 - x gas emit 150 t at x = 90.
    near(result.objective_value, 90 * 20 + 150 * 40);
    near(result.emission_shadow_price_usd_per_t, 100 / 3);
    near(result.lmp['bus_1']?.[0], 20 + 100 / 3);
    near(result.certificate?.independent_bound_usd, 7800);
  });

  it('below a limit have no price', async () => {
    const result = await solved({ emission_limit_t: 240.5 });
    near(result.objective_value, 4800);
    assert.equal(result.emission_shadow_price_usd_per_t, 0);
  });

  it('above a soft limit pay its penalty, as long as that is the cheaper way', async () => {
    const paid = await solved({ emission_limit_t: 150, emission_penalty_usd_per_t: 10 });
    near(paid.objective_value, 4800 + 90 * 10);
    near(paid.total_cost_usd, 4800);
    near(paid.cost_breakdown?.penalty_usd, 900);
    near(paid.emission_excess_t, 90);
    near(paid.emission_shadow_price_usd_per_t, 10);
    const kept = await solved({ emission_limit_t: 150, emission_penalty_usd_per_t: 50 });
    near(kept.objective_value, 7800);
    assert.equal(kept.emission_excess_t, 0);
  });

  it('of starts count, but in a dispatch', async () => {
    const idle = { ...COAL, co2_t_per_start: 12, initial_status: -5 };
    const result = await solved({ generators: [idle, GAS] });
    assert.deepEqual(result.emissions_t, [92, 100, 60]);
    const dispatch = await solved(
      { generators: [idle, GAS], commitment: { coal: [1, 1, 1], gas: [1, 1, 1] }, emission_limit_t: 150 },
      'ed',
    );
    near(dispatch.total_emissions_t, 150);
    near(dispatch.emission_shadow_price_usd_per_t, 100 / 3);
  });

  it('of cost curves and start-up categories are priced as well', async () => {
    const unit = aUnit('A', {
      cost_curve: [
        { mw: 0, usd_per_h: 100 },
        { mw: 100, usd_per_h: 1100 },
      ],
      startup_categories: [{ lag_h: 0, cost_usd: 50 }],
      co2_t_per_mwh: 0.5,
      co2_t_per_start: 3,
      initial_status: -1,
    });
    const result = await solved({ generators: [unit], emission_price_usd_per_t: 20 });
    near(result.cost_breakdown?.startup_usd, 50 + 3 * 20);
    near(result.cost_breakdown?.energy_usd, 300 + 240 * 10 + 240 * 0.5 * 20);
    near(result.emission_cost_usd, 20 * (120 + 3));
  });

  it('keep units apart that are equal but for them', async () => {
    const units = ['A', 'B', 'C', 'D'].map((name, k) =>
      aUnit(name, { p_min: 20, marginal_cost: 20, co2_t_per_mwh: k < 2 ? 1 : 0.4 }),
    );
    const result = await solved({ generators: units, emission_limit_t: 96 });
    assert.deepEqual(result.dispatch_mw['A'], [0, 0, 0]);
    near(result.total_emissions_t, 96);
  });

  it('of equal units are those of their counts', async () => {
    const dirty = ['A', 'B', 'C'].map((name) => ({ ...COAL, name, p_max: 40, co2_t_per_start: 1 }));
    const result = await solved({ generators: [...dirty, GAS], emission_limit_t: 150 });
    near(result.total_emissions_t, 150);
    near(result.objective_value, 7800);
  });

  it('above what any schedule can do are the cause, with the least limit that would do', async () => {
    const { infeasibility, termination_status } = await solve('uc', aCase({ emission_limit_t: 50 }));
    assert.equal(termination_status, 'INFEASIBLE');
    assert.deepEqual(
      infeasibility?.causes.map(({ code, element_type, hour }) => ({ code, element_type, hour })),
      [{ code: 'EMISSION_LIMIT', element_type: 'system', hour: null }],
    );
    assert.match(infeasibility?.causes[0]?.message ?? '', /at least 96 t of CO2.* allows 50 t/);
    assert.deepEqual(infeasibility?.repair, [
      {
        action: 'set',
        element_type: 'system',
        element_id: null,
        hour: null,
        field: 'emission_limit_t',
        from: 50,
        to: 96,
      },
    ]);
    assert.equal(infeasibility?.repair_cost, 46);
  });

  it('that only a commitment drives above the limit are found by the elastic model', async () => {
    const fixed_commitment = [{ generator: 'coal', hour: 1, on: true }];
    const generators = [{ ...COAL, p_min: 30, initial_status: -5, co2_t_per_start: 20 }, GAS];
    // Gas alone would emit 96 t; 30 MWh of coal instead of gas are 18 t more, which arithmetic knows, and its start 20 t.
    const { infeasibility } = await solve(
      'uc',
      aCase({ generators, fixed_commitment, emission_limit_t: 120 }),
    );
    assert.equal(infeasibility?.causes[0]?.code, 'EMISSION_LIMIT');
    assert.match(infeasibility?.causes[0]?.message ?? '', /emission_limit_t would have to be 134, not 120/);
    assert.deepEqual(
      infeasibility?.repair.map(({ field, to }) => [field, to]),
      [['emission_limit_t', 134]],
    );
  });
});
