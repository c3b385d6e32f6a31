import assert from 'node:assert/strict';
import type { Change, ChangeTarget } from '../../../../temporal/scenario/change.ts';
import { changesCostsOnly } from '../../../../temporal/scenario/changes-costs-only.ts';

const change = (...targets: readonly ChangeTarget[]): Change => ({ name: 'v', mode: 'multiply', targets });
const generators = (...fields: readonly string[]): ChangeTarget => ({
  collection: 'generators',
  positions: [0],
  fields,
});

describe('changesCostsOnly', () => {
  it('is true of costs, prices and settings, in whatever collections', () => {
    const penalties = { collection: 'reserves', positions: [0], fields: ['penalty_usd_per_mwh'] } as const;
    assert.ok(changesCostsOnly(change(generators('marginal_cost', 'cost_curve.usd_per_h'), penalties)));
    assert.ok(changesCostsOnly(change({ setting: 'mip_gap' })));
  });

  it('is false as soon as one field limits a schedule', () => {
    assert.ok(!changesCostsOnly(change(generators('marginal_cost', 'p_max'))));
    const load = { collection: 'loads', positions: [0], fields: ['values'] } as const;
    assert.ok(!changesCostsOnly(change(generators('no_load_cost'), load)));
    assert.ok(!changesCostsOnly(change({ collection: 'storage', positions: [0], fields: ['efficiency'] })));
  });
});
