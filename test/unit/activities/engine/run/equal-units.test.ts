/** Equal units are searched as one with a count; what comes out is a schedule of each. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const three = (values: number[], changes: Parameters<typeof aUnit>[1]): SolvePayload => ({
  generators: ['a', 'b', 'c'].map((name) => aUnit(name, { p_min: 40, ...changes })),
  loads: [{ bus: 1, values }],
  horizon: values.length,
});

describe('equal units', () => {
  it('share the load at one level, but for one that starts below it, and reserve by what is left', async () => {
    const payload = three([0, 150, 270, 270], {
      min_uptime: 2,
      startup_ramp: 80,
      no_load_cost: 100,
      initial_status: -5,
    });
    const reserves = [{ name: 'spin', mw: [0, 10, 8, 24] }];
    const result = await solve('uc', { ...payload, reserves });
    assert.equal(result.certificate?.verified, true);
    const at = (series: Readonly<Record<string, readonly number[]>>) =>
      Object.values(series).map((hours) => hours.slice(1));
    assert.deepEqual(at(result.dispatch_mw), [
      [75, 95, 90],
      [75, 95, 90],
      [0, 80, 90],
    ]);
    assert.deepEqual(at(result.reserve_mw?.['spin'] ?? {}), [
      [5, 4, 8],
      [5, 4, 8],
      [0, 0, 8],
    ]);
  });

  it('start in the order that costs least, even if no single start says so', async () => {
    const startup_categories = [
      { lag_h: 1, cost_usd: 10 },
      { lag_h: 3, cost_usd: 20 },
      { lag_h: 6, cost_usd: 100 },
    ];
    const { generators, ...rest } = three([150, 80, 80, 80, 0, 0, 80, 150], {
      p_min: 60,
      min_uptime: 4,
      startup_categories,
    });
    const result = await solve('uc', { ...rest, generators: generators.slice(0, 2) });
    assert.equal(result.termination_status, 'OPTIMAL');
    assert.equal(result.cost_breakdown?.startup_usd, 40);
    assert.equal(result.certificate?.verified, true);
  });

  it('have the prices of the load that they share', async () => {
    const payload = three([150, 260], {});
    const peak = aUnit('peak', { marginal_cost: 50 });
    const { lmp } = await solve('uc', { ...payload, generators: [...payload.generators, peak] });
    assert.deepEqual(lmp, { bus_1: [10, 10] });
    const loads = [{ bus: 1, values: [150, 350] }];
    const tight = await solve('uc', { ...payload, loads, generators: [...payload.generators, peak] });
    assert.deepEqual(tight.lmp, { bus_1: [10, 50] });
    assert.equal(tight.certificate?.verified, true);
  });
});
