/** Costs and prices of a case in which CO2 has a price and a limit. */
import assert from 'node:assert/strict';
import { costBreakdown, unitCosts } from '../../../../../temporal/case/explain/costs.ts';
import { priceSetters } from '../../../../../temporal/case/explain/price-setters.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const PAYLOAD: SolvePayload = {
  generators: [
    aUnit('coal', { marginal_cost: 20, co2_t_per_mwh: 1 }),
    aUnit('gas', { marginal_cost: 40, co2_t_per_mwh: 0.4 }),
  ],
  loads: [{ bus: 1, values: [80] }],
  horizon: 1,
  emission_limit_t: 50,
  emission_price_usd_per_t: 5,
};

describe('an explanation of emissions', () => {
  it('has the price of CO2 in the costs of units, so that they add up to the total', async () => {
    const result = await solve('uc', PAYLOAD);
    const total = unitCosts(PAYLOAD, result).reduce((sum, { total_usd }) => sum + total_usd, 0);
    assert.ok(Math.abs(total - (result.total_cost_usd ?? 0)) < 1e-4, `${total}`);
  });
  it('counts the cost above a soft limit among the penalties', async () => {
    const payload = { ...PAYLOAD, emission_penalty_usd_per_t: 1 };
    const result = await solve('uc', payload);
    assert.deepEqual(result.verdict?.sentences, ['Emissions exceed their limit by 30 t.']);
    const statement = costBreakdown(payload, result)?.statement ?? '';
    assert.match(statement, /Penalties of 30\.00 \$ are added and raise the objective to 2030\.00 \$\./);
  });
  it('names the units that set the price together with the limit', async () => {
    const setters = priceSetters(PAYLOAD, await solve('uc', PAYLOAD), 0);
    // 20 + 5 + 1 mu = 40 + 0.4 (5 + mu), so the price of the limit is mu = 28 1/3 $/t, in addition to the price of 5
    // $/t.
    assert.deepEqual(
      setters.map(({ element_id, role, cost_slope_usd_per_mwh }) => [
        element_id,
        role,
        cost_slope_usd_per_mwh?.toFixed(3),
      ]),
      [
        ['coal', 'sets', '53.333'],
        ['gas', 'sets', '53.333'],
      ],
    );
  });
});
