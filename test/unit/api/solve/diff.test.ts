/** Differences between two schedules. */
import assert from 'node:assert/strict';
import { diffResults } from '../../../../api/solve/diff.ts';

type Side = Parameters<typeof diffResults>[0];

const costs = (energy_usd: number, no_load_usd: number, startup_usd: number) => ({
  objective_value: energy_usd + no_load_usd + startup_usd,
  total_cost_usd: energy_usd + no_load_usd + startup_usd,
  cost_breakdown: { energy_usd, no_load_usd, startup_usd, penalty_usd: 0 },
});

const NONE = { shutdown: 0, penalties: 0, stored_value: 0, bid_value: 0 };

const FIRST: Side = {
  ...costs(1000, 50, 100),
  commitment: { coal: [1, 1, 1], gas: [0, 1, 0] },
  dispatch_mw: { coal: [80, 100, 90], gas: [0, 20, 0] },
  lmp: { bus_1: [20, 40, 20] },
};

describe('diffResults', () => {
  it('finds nothing between a result and itself', () => {
    const diff = diffResults(FIRST, FIRST);
    assert.deepEqual(diff.cost, { ...NONE, total: 0, energy: 0, no_load: 0, startup: 0, objective: 0 });
    assert.deepEqual(diff.commitment, []);
    assert.deepEqual(diff.dispatch_mw, { coal: [0, 0, 0], gas: [0, 0, 0] });
    assert.deepEqual([diff.only_in_first, diff.notes], [{ generators: [], buses: [] }, []]);
  });

  it('is the other minus the first, to 1e-6', () => {
    const diff = diffResults(FIRST, {
      ...costs(900, 80.1, 0),
      commitment: { coal: [1, 1, 0], gas: [0, 1, 1] },
      dispatch_mw: { coal: [80.1, 100, 0], gas: [0, 20, 90] },
      lmp: { bus_1: [20, 40, 45.000_000_4] },
    });
    assert.deepEqual(diff.cost, {
      ...NONE,
      total: -169.9,
      energy: -100,
      no_load: 30.1,
      startup: -100,
      objective: -169.9,
    });
    assert.deepEqual(diff.commitment, [
      { generator: 'coal', hour: 2, from: 1, to: 0 },
      { generator: 'gas', hour: 2, from: 0, to: 1 },
    ]);
    assert.deepEqual(diff.dispatch_mw, { coal: [0.1, 0, -90], gas: [0, 0, 90] });
    assert.deepEqual(diff.lmp, { bus_1: [0, 0, 25] });
  });

  it('has the penalties of both sides, so that a case that sheds load does not look cheaper', () => {
    const shedding: Side = {
      ...FIRST,
      objective_value: 1790,
      total_cost_usd: 800,
      cost_breakdown: {
        energy_usd: 700,
        no_load_usd: 50,
        startup_usd: 50,
        penalty_usd: 1000,
        stored_value_usd: 10,
      },
    };
    const { cost, costs } = diffResults(FIRST, shedding);
    const differences = { total: cost.total, penalties: cost.penalties, stored: cost.stored_value };
    assert.deepEqual(differences, { total: -350, penalties: 1000, stored: 10 });
    assert.deepEqual([cost.objective, costs.first.objective, costs.second.objective], [640, 1150, 1790]);
    assert.deepEqual([costs.first.penalties, costs.second.penalties], [0, 1000]);
  });

  it('compares the common hours with a notice', () => {
    const shorter: Side = {
      ...FIRST,
      commitment: { coal: [1, 0], gas: [0, 1] },
      dispatch_mw: { coal: [80, 0], gas: [0, 20] },
      lmp: { bus_1: [21, 40] },
    };
    const { dispatch_mw, lmp, notes } = diffResults(FIRST, shorter);
    assert.deepEqual(dispatch_mw, { coal: [0, -100], gas: [0, 0] });
    assert.deepEqual(lmp, { bus_1: [1, 0] });
    assert.deepEqual(notes, [
      'The horizons differ (3 h and 2 h): the first 2 hours are compared, costs cover the whole horizons',
    ]);
  });

  it('compares costs alone where intervals differ', () => {
    const { cost, commitment, lmp, notes } = diffResults(FIRST, { ...FIRST, interval_minutes: 15 });
    assert.deepEqual([cost.total, commitment, lmp], [0, [], {}]);
    assert.deepEqual(notes, ['The intervals differ (60 min and 15 min): only costs are compared']);
  });

  it('lists elements of one side alone', () => {
    const other: Side = {
      ...FIRST,
      cost_breakdown: null,
      commitment: { coal: [1, 1, 1], wind: [1, 1, 1] },
      dispatch_mw: { coal: [80, 100, 90], wind: [0, 20, 0] },
      lmp: { bus_2: [20, 40, 20] },
    };
    const diff = diffResults(FIRST, other);
    assert.deepEqual(diff.only_in_first, { generators: ['gas'], buses: ['bus_1'] });
    assert.deepEqual(diff.only_in_second, { generators: ['wind'], buses: ['bus_2'] });
    assert.deepEqual([diff.lmp, diff.cost.energy, diff.cost.total], [{}, null, 0]);
  });
});
