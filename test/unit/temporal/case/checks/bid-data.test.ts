/**
 * Bids and demand response that are refused, each with its place. Cases by hand are in `test/cases/optima/bids.json` and
 * `demand-response.json`.
 */
import assert from 'node:assert/strict';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { type Bid, bidSchema, type DemandResponse } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const BID: Bid = {
  name: 'D',
  bus: 1,
  kind: 'demand',
  blocks: [
    { mw: 5, usd_per_mwh: [30, 20] },
    { mw: [5, 0], usd_per_mwh: 20 },
  ],
};

const problems = (...bids: Bid[]): string[] =>
  payloadProblems(
    { generators: [aUnit('A')], loads: [{ bus: 1, values: [40, 40] }], horizon: 2, bids },
    { maxHorizon: 24 },
  ).map(({ path, msg }) => `${path.join('.')}: ${msg}`);

const withBlock = (block: Partial<Bid['blocks'][number]>, more: Partial<Bid> = {}): Bid => ({
  ...BID,
  ...more,
  blocks: BID.blocks.map((each, k) => (k === 1 ? { ...each, ...block } : each)),
});

describe('a bid', () => {
  it('is accepted with blocks in the order of their prices', () => assert.deepEqual(problems(BID), []));

  it('has a name of its own and the bus of another element', () => {
    assert.deepEqual(problems(BID, BID), ["bids.1.name: Duplicate name 'D'"]);
    assert.deepEqual(problems({ ...BID, bus: 9 }), ['bids.0.bus: Unknown bus 9']);
  });

  it('has a value per hour in each list, none of them negative', () => {
    assert.deepEqual(problems(withBlock({ mw: [1, 2, 3] })), [
      'bids.0.blocks.1.mw: Expected 2 values, one per hour, got 3',
    ]);
    assert.deepEqual(problems(withBlock({ mw: [1, -2] })), [
      'bids.0.blocks.1.mw.1: Input should be greater than or equal to 0',
    ]);
  });

  it('has prices that do not rise from block to block of demand, nor fall of supply', () => {
    assert.deepEqual(problems(withBlock({ usd_per_mwh: [30, 21] })), [
      'bids.0.blocks.1.usd_per_mwh.1: The price 21 of demand should not be above the 20 of the block before, unless all_or_nothing',
    ]);
    assert.deepEqual(problems({ ...BID, kind: 'supply' }), [
      'bids.0.blocks.1.usd_per_mwh: The price 20 of supply should not be below the 30 of the block before, unless all_or_nothing',
    ]);
    assert.deepEqual(problems({ ...BID, kind: 'supply', all_or_nothing: true }), []);
  });

  it('has a minimum time of whole intervals, with which its prices need no order', () => {
    assert.deepEqual(problems({ ...BID, min_up_h: 2 }), []);
    assert.deepEqual(problems({ ...BID, kind: 'supply', min_up_h: 2 }), []);
    assert.deepEqual(problems({ ...BID, min_up_h: 1.5 }), [
      'bids.0.min_up_h: Input should be a whole number of intervals',
    ]);
  });

  it('has a kind, at least one block, and numbers', () => {
    const isValid = (more: object): boolean => bidSchema.isValidSync({ ...BID, ...more }, { strict: true });
    assert.ok(isValid({}));
    for (const wrong of [
      { kind: 'both' },
      { blocks: [] },
      { blocks: [{ mw: -1, usd_per_mwh: 5 }] },
      { blocks: [{ mw: 1 }] },
      { blocks: [{ mw: ['1'], usd_per_mwh: 5 }] },
      { all_or_nothing: 'yes' },
      { min_up_h: 0 },
    ])
      assert.equal(isValid(wrong), false, JSON.stringify(wrong));
  });
});

describe('demand response', () => {
  const RESPONSE: DemandResponse = { name: 'R', bus: 1, shed_max_mw: [5, 6], cost_usd_per_mwh: 30 };
  const problemsOf = (more: Partial<DemandResponse>): string[] =>
    payloadProblems(
      {
        generators: [aUnit('A')],
        loads: [{ bus: 1, values: [40, 40] }],
        horizon: 2,
        interval_minutes: 30,
        demand_response: [{ ...RESPONSE, ...more }],
      },
      { maxHorizon: 24 },
    ).map(({ path, msg }) => `${path.slice(2).join('.')}: ${msg}`);

  it('has a known bus, whole numbers of intervals, and a time for what comes back', () => {
    assert.deepEqual(problemsOf({ max_hours_per_day: 0.5, recover_share: 1, recover_within_h: 1.5 }), []);
    assert.deepEqual(problemsOf({ bus: 9 }), ['bus: Unknown bus 9']);
    assert.deepEqual(problemsOf({ shed_max_mw: [1] }), [
      'shed_max_mw: Expected 2 values, one per interval, got 1',
    ]);
    for (const field of ['max_hours_per_day', 'recover_within_h'] as const)
      assert.deepEqual(problemsOf({ [field]: 0.7 }), [
        `${field}: Input should be a whole number of intervals`,
      ]);
    assert.deepEqual(problemsOf({ recover_share: 0.5 }), [
      'recover_within_h: Field required with recover_share',
    ]);
  });
});
