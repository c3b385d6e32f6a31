import assert from 'node:assert/strict';
import {
  type Change,
  type ChangeTarget,
  changesCostsOnly,
} from '../../../../../temporal/case/scenario/change.ts';
import { COLLECTIONS } from '../../../../../temporal/case/scenario/collections.ts';

const change = (...targets: readonly ChangeTarget[]): Change => ({ name: 'v', mode: 'multiply', targets });
const generators = (...fields: readonly string[]): ChangeTarget => ({
  collection: 'generators',
  positions: [0],
  fields,
});

describe('changesCostsOnly', () => {
  it('is true of costs, prices and settings, in any collection', () => {
    const penalties = { collection: 'reserves', positions: [0], fields: ['penalty_usd_per_mwh'] } as const;
    assert.ok(changesCostsOnly(change(generators('marginal_cost', 'cost_curve.usd_per_h'), penalties)));
    assert.ok(changesCostsOnly(change({ setting: 'mip_gap' })));
    assert.ok(changesCostsOnly(change({ setting: 'emission_price_usd_per_t' })));
    assert.ok(!changesCostsOnly(change({ setting: 'emission_limit_t' })));
  });

  it('knows only fields that a variable can change, and every one that is called a cost', () => {
    const costs = Object.entries(COLLECTIONS).flatMap(([collection, { costs: fields }]) =>
      fields.map((f) => `${collection}.${f}`),
    );
    const varied = Object.entries(COLLECTIONS).flatMap(([collection, { fields }]) =>
      [...fields.keys()].map((f) => `${collection}.${f}`),
    );
    assert.deepEqual(costs.toSorted(), varied.filter((field) => /cost|usd/.test(field)).toSorted());
  });

  it('is false as soon as one field limits a schedule', () => {
    assert.ok(!changesCostsOnly(change(generators('marginal_cost', 'p_max'))));
    const load = { collection: 'loads', positions: [0], fields: ['values'] } as const;
    assert.ok(!changesCostsOnly(change(generators('no_load_cost'), load)));
    assert.ok(!changesCostsOnly(change({ collection: 'storage', positions: [0], fields: ['efficiency'] })));
  });
});
