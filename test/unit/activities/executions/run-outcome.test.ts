/** Outcome of a run in the row of its scenario: hours and days with load not served, CO2, and other figures. */
import assert from 'node:assert/strict';
import { partFigures, runOutcome } from '../../../../activities/executions/finish-execution.ts';
import type { DayPart } from '../../../../temporal/case/messages/window-part.ts';
import { RESULTS } from '../../../support/stores/an-execution.ts';

const AT = new Date('2026-01-01T00:00:00Z');
const UNIT = {
  generation_mwh: 0,
  revenue_usd: 0,
  reserve_revenue_usd: 0,
  energy_usd: 0,
  no_load_usd: 0,
  startup_usd: 0,
  shutdown_usd: 0,
};
const day = (date: string | null, first_hour: number, unserved_hours: number, co2_t?: number): DayPart => ({
  date,
  first_hour,
  hours: 12,
  units: { g1: { ...UNIT, ...(co2_t !== undefined && { co2_t }) } },
  lines: {},
  reserves: {},
  buses: {},
  system: {
    unserved_usd: 0,
    reserve_shortage_usd: 0,
    overflow_usd: 0,
    losses_mwh: 0,
    loss_rent_usd: 0,
    hours_without_prices: 0,
    unserved_hours,
  },
});
async function* parts(...windows: readonly DayPart[][]) {
  for (const days of windows) yield { part: { days } };
}

describe('the figures of a run', () => {
  it('count a day that lies in two windows once', async () => {
    const figures = await partFigures(
      parts([day('2024-07-01', 0, 2, 5)], [day('2024-07-01', 12, 1, 6), day('2024-07-02', 24, 0, 7)]),
    );
    assert.deepEqual(figures, { unserved_hours: 3, unserved_days: 1, co2_t: 18 });
  });

  it('go by 24 hours of the run without a date, and have no CO2 without data', async () => {
    const figures = await partFigures(parts([day(null, 12, 1)], [day(null, 24, 1)], [day(null, 36, 4)]));
    assert.deepEqual(figures, { unserved_hours: 6, unserved_days: 2, co2_t: null });
  });
});

describe('the row of a run', () => {
  it('has its cost, its load not served, and its starts', () => {
    const results = { ...RESULTS, unserved_hours: 3, unserved_days: 1, co2_t: 18, unsolved_windows: 2 };
    const outcome = runOutcome({ status: 'completed', results }, AT);
    assert.deepEqual(
      [outcome.status, outcome.objective_value, outcome.figures?.startups],
      ['completed', 1005, 1],
    );
    assert.deepEqual(outcome.run_figures, {
      penaltyUsd: 5,
      unservedMwh: 0,
      unservedHours: 3,
      unservedDays: 1,
      co2T: 18,
      unsolvedWindows: 2,
    });
  });

  it('gives the reason if there is no answer', () => {
    const none = {
      ...RESULTS,
      objective_value: null,
      total_cost_usd: null,
      totals: null,
      message: 'Too little',
    };
    const outcome = runOutcome({ status: 'completed', results: none }, AT);
    assert.deepEqual([outcome.figures, outcome.run_figures, outcome.reason], [null, undefined, 'Too little']);
    const error = { code: 'CANCELLED', message: 'x', retryable: true } as const;
    assert.equal(runOutcome({ status: 'cancelled', error }, AT).error, error);
  });
});
