/** Energy limits of units, renewables and storage: prices, repairs, refused data, and windows. Cases by hand are in `test/cases/optima`. */
import assert from 'node:assert/strict';
import { windowPayload } from '../../../../../activities/rolling/window-payload.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { applyRepair } from '../../../../../temporal/case/scenario/apply-repair.ts';
import type { Generator, Renewable, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

/**
 * Unit A gives up to 50 MW at 10 $/MWh, unit B the rest at 40 $/MWh. A reservoir has 30 MWh for three hours, and gives
 * at most 20 MW.
 */
const reservoir = (more: Partial<Renewable> = {}): SolvePayload => ({
  generators: [aUnit('A', { p_max: 50 }), aUnit('B', { marginal_cost: 40 })],
  loads: [{ bus: 1, values: [45, 65, 75] }],
  horizon: 3,
  renewables: [
    {
      name: 'H',
      bus: 1,
      p_min: [0, 0, 0],
      p_max: [20, 20, 20],
      energy_limits: [{ first_hour: 0, last_hour: 2, mwh: 30 }],
      ...more,
    },
  ],
});

describe('energy limits', () => {
  it('are the cause where they are too small, and repaired by as much as is missing', async () => {
    const tight = {
      ...reservoir({ energy_limits: [{ first_hour: 0, last_hour: 2, mwh: 15 }] }),
      generators: [aUnit('A', { p_max: 56 })],
      loads: [{ bus: 1, values: [45, 50, 75] }],
    };
    const { infeasibility } = await solve('uc', tight);
    assert.deepEqual(
      infeasibility?.causes.map(({ code, element_type, element_id }) => [code, element_type, element_id]),
      [['ENERGY_LIMIT', 'renewable', 'H']],
    );
    assert.deepEqual(
      infeasibility?.repair.map(({ element_id, field, from, to }) => [element_id, field, from, to]),
      [['H', 'energy_limits.0.mwh', 15, 19]],
    );
    const repaired = await solve('uc', applyRepair(tight, infeasibility?.repair ?? []));
    assert.equal(repaired.termination_status, 'OPTIMAL');
  });
  const contract = (more: Partial<Generator>): SolvePayload => ({
    generators: [aUnit('A'), aUnit('B', { p_max: 60, marginal_cost: 40, ...more })],
    loads: [{ bus: 1, values: [45, 65, 75] }],
    horizon: 3,
  });
  it('of a unit are taken or paid for, at a price below 0', async () => {
    const limits = [{ first_hour: 0, last_hour: 1, mwh: 100, min_mwh: 20 }];
    const result = await solve('uc', contract({ energy_limits: limits }));
    assert.deepEqual(result.energy_limit_price_usd_per_mwh, { B: [-30] });
    assert.deepEqual(result.lmp['bus_1'], [10, 10, 10]);
    assert.equal(result.objective_value, 10 * 165 + 40 * 20);
    assert.equal(result.certificate?.verified, true);
  });
  it('of a storage limit its discharge', async () => {
    const store = { name: 'S', bus: 1, energy_mwh: 50, charge_mw: 20, discharge_mw: 20, efficiency: 1 };
    const result = await solve('uc', {
      ...contract({}),
      generators: [aUnit('A', { p_max: 60 }), aUnit('B', { marginal_cost: 40 })],
      storage: [{ ...store, initial_mwh: 40, energy_limits: [{ first_hour: 0, last_hour: 2, mwh: 18 }] }],
    });
    assert.deepEqual(result.energy_limit_price_usd_per_mwh, { S: [40] });
    assert.equal(result.certificate?.verified, true);
  });
  it('that no output can meet are a cause, and the least energy falls to what is possible', async () => {
    const { infeasibility } = await solve(
      'uc',
      contract({ energy_limits: [{ first_hour: 0, last_hour: 0, mwh: 100, min_mwh: 61 }] }),
    );
    assert.deepEqual(
      infeasibility?.causes.map(({ code, element_id, message }) => [code, element_id, message]),
      [
        [
          'ENERGY_LIMIT',
          'B',
          'B can give at most 60 MWh from hour 0 to hour 0, and its energy limit requires 61 MWh',
        ],
      ],
    );
    assert.deepEqual(
      infeasibility?.repair.map(({ element_id, field, from, to }) => [element_id, field, from, to]),
      [['B', 'energy_limits.0.min_mwh', 61, 45]],
    );
  });
  it('name one element, and have their least energy below the largest', () => {
    const problems = ({ generators, ...payload }: SolvePayload) =>
      payloadProblems({ ...payload, generators }, { maxHorizon: 24 }).map(({ path }) => path.join('.'));
    const limit = { first_hour: 0, last_hour: 2, mwh: 5 };
    const above = contract({ energy_limits: [{ ...limit, min_mwh: 6 }] });
    assert.deepEqual(problems(above), ['generators.1.energy_limits.0.min_mwh']);
    const twice = { ...reservoir(), generators: [aUnit('H', { energy_limits: [limit] })] };
    assert.deepEqual(problems(twice), ['renewables.0.name']);
  });
  it('are about hours of the horizon, the first before the last', () => {
    const problems = (first_hour: number, last_hour: number) =>
      payloadProblems(reservoir({ energy_limits: [{ first_hour, last_hour, mwh: 1 }] }), {
        maxHorizon: 24,
      }).map(({ path, msg }) => `${path.join('.')}: ${msg}`);
    const at = 'renewables.0.energy_limits.0.last_hour: ';
    assert.deepEqual(problems(0, 2), []);
    assert.deepEqual(problems(2, 1), [`${at}last_hour 1 should not be before first_hour 2`]);
    assert.deepEqual(problems(0, 3), [`${at}Input should be less than the horizon 3`]);
  });
  it('are those of its hours in a window', () => {
    const limitsIn = (start: number, length: number, more: Partial<Renewable> = {}) =>
      windowPayload(reservoir(more), { index: 0, start, length, kept: 1 }, undefined).renewables?.[0]
        ?.energy_limits;
    assert.deepEqual(limitsIn(0, 3), [{ first_hour: 0, last_hour: 2, mwh: 30 }]);
    assert.deepEqual(limitsIn(1, 2), [{ first_hour: 0, last_hour: 1, mwh: 20 }]);
    // The least output of the first hour takes 6 MWh. Of the other 24 MWh, the hour gets the share of its headroom, 14
    // of 54 MW.
    assert.deepEqual(limitsIn(0, 1, { p_min: [6, 0, 0] }), [
      { first_hour: 0, last_hour: 0, mwh: 6 + (14 / 54) * 24 },
    ]);
    assert.deepEqual(limitsIn(0, 1, { energy_limits: [{ first_hour: 1, last_hour: 2, mwh: 5 }] }), []);
    const energy_limits = [{ first_hour: 0, last_hour: 2, mwh: 90, min_mwh: 60 }];
    const window = windowPayload(
      contract({ energy_limits }),
      { index: 0, start: 1, length: 2, kept: 1 },
      undefined,
    );
    assert.deepEqual(window.generators[1]?.energy_limits, [
      { first_hour: 0, last_hour: 1, mwh: 60, min_mwh: 40 },
    ]);
  });
});
