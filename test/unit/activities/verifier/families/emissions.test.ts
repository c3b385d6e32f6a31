/** A schedule with emissions at their limit, and what spoils it. */
import assert from 'node:assert/strict';
import { verify } from '../../../../../activities/verifier/verify.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const PAYLOAD: SolvePayload = {
  generators: [
    aUnit('coal', { marginal_cost: 20, co2_t_per_mwh: 1, co2_t_per_start: 2, initial_status: -3 }),
    aUnit('gas', { marginal_cost: 40, co2_t_per_mwh: 0.4 }),
  ],
  loads: [{ bus: 1, values: [80, 100, 60] }],
  horizon: 3,
  emission_limit_t: 150,
  emission_price_usd_per_t: 5,
};

const failed = (payload: SolvePayload, result: SolveResult): string[] =>
  verify(payload, 'uc', result)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('the check of emissions', () => {
  let result: SolveResult;
  let soft: SolveResult;
  const SOFT = { ...PAYLOAD, emission_penalty_usd_per_t: 10 };
  before(async () => {
    result = await solve('uc', PAYLOAD);
    soft = await solve('uc', SOFT);
  });

  it('accepts what the engine found', () => {
    assert.deepEqual(failed(PAYLOAD, result), []);
    assert.deepEqual(failed(SOFT, soft), []);
    assert.ok((soft.emission_excess_t ?? 0) > 0);
  });

  const spoilt: readonly [what: string, check: string, spoil: (good: SolveResult) => SolveResult][] = [
    ['a total below the true one', 'emission_limit', (r) => ({ ...r, total_emissions_t: 149 })],
    ['no total', 'emission_limit', ({ total_emissions_t: _, ...r }) => r],
    ['an hour that is not the sum', 'emission_limit', (r) => ({ ...r, emissions_t: [1, 2, 3] })],
    ['no hours', 'emission_limit', ({ emissions_t: _, ...r }) => r],
    ['too few hours', 'emission_limit', (r) => ({ ...r, emissions_t: r.emissions_t?.slice(1) })],
    [
      'a unit that is not known',
      'emission_limit',
      (r) => ({ ...r, generator_emissions_t: { ...r.generator_emissions_t, x: [0, 0, 0] } }),
    ],
    [
      'the emissions of units exchanged',
      'emission_limit',
      (r) => ({
        ...r,
        generator_emissions_t: {
          coal: r.generator_emissions_t?.['gas'] ?? [],
          gas: r.generator_emissions_t?.['coal'] ?? [],
        },
      }),
    ],
    ['a cost that is not that of the total', 'emission_limit', (r) => ({ ...r, emission_cost_usd: 1 })],
    ['a price above what a t less costs', 'prices', (r) => ({ ...r, emission_shadow_price_usd_per_t: 40 })],
    ['a price below it', 'prices', (r) => ({ ...r, emission_shadow_price_usd_per_t: 20 })],
    ['a price below 0', 'prices', (r) => ({ ...r, emission_shadow_price_usd_per_t: -1 })],
    ['no price', 'prices', ({ emission_shadow_price_usd_per_t: _, ...r }) => r],
    [
      'a cost without emissions',
      'cost',
      (r) => ({ ...r, total_cost_usd: (r.total_cost_usd ?? 0) - (r.emission_cost_usd ?? 0) }),
    ],
  ];
  for (const [what, check, spoil] of spoilt)
    it(`finds ${what}`, () => assert.ok(failed(PAYLOAD, spoil(result)).includes(check)));

  it('finds a limit that is lower than what is emitted', () => {
    assert.ok(failed({ ...PAYLOAD, emission_limit_t: 149.9 }, result).includes('emission_limit'));
  });
  it('finds an excess that is wrong, below 0 or not paid for', () => {
    for (const excess of [0, 50, -1, undefined])
      assert.ok(failed(SOFT, { ...soft, emission_excess_t: excess }).length > 0, `${excess}`);
    assert.ok(failed({ ...SOFT, emission_penalty_usd_per_t: 11 }, soft).includes('cost'));
  });
  it('finds a multiplier of any size harmless', () => {
    for (const emission_usd_per_t of [-5, 0, 1e6, Number.NaN]) {
      const multipliers = result.multipliers && { ...result.multipliers, emission_usd_per_t };
      assert.deepEqual(failed(PAYLOAD, { ...result, multipliers }), []);
    }
  });
});
