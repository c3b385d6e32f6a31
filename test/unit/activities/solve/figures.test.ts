/** Key figures of a result for tables of scenarios. */
import assert from 'node:assert/strict';
import { figuresOf } from '../../../../activities/solve/figures.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { solve } from '../../../support/engine/solve.ts';

describe('figures of a result', () => {
  it('count energy by the length of the intervals, and prices by the hour', async () => {
    const hourly = { horizon: 2, loads: [{ bus: 1, values: [40, 60] }], generators: [aUnit('A')] };
    const figures = async (payload: Parameters<typeof figuresOf>[0]) =>
      figuresOf(payload, await solve('uc', payload));
    const [byHour, byQuarter] = [await figures(hourly), await figures({ ...hourly, interval_minutes: 15 })];
    assert.deepEqual([byHour.generationMwh, byQuarter.generationMwh], [100, 25]);
    assert.deepEqual([byHour.totalCostUsd, byQuarter.totalCostUsd], [1000, 250]);
    assert.deepEqual([byHour.averageLmp, byQuarter.averageLmp], [10, 10]);
    assert.deepEqual([byHour.peakLoadMw, byQuarter.peakLoadMw], [60, 60]);
  });
});
