import assert from 'node:assert/strict';
import { demandSide } from '../../../../../temporal/case/arithmetic/demand-side.ts';

describe('bids and demand response of a schedule', () => {
  const blocks = [
    { mw: [10, 10], usd_per_mwh: [50, 40] },
    { mw: 10, usd_per_mwh: 30 },
  ];
  const payload = {
    bids: [
      { name: 'D', bus: 1, kind: 'demand' as const, blocks },
      { name: 'S', bus: 2, kind: 'supply' as const, blocks: blocks.toReversed() },
      { name: 'W', bus: 2, kind: 'supply' as const, blocks, all_or_nothing: true },
    ],
    demand_response: [{ name: 'R', bus: 3, shed_max_mw: 9, cost_usd_per_mwh: 7 }],
  };
  const schedule = {
    bid_mw: { D: [15, 4], S: [12, 0], W: [20, 20] },
    demand_response_mw: { R: [3, 0] },
    recovered_mw: { R: [0, 2] },
  };

  it('are powers, costs and values by hour, block after block unless a bid is accepted whole', () => {
    assert.deepEqual(demandSide(payload, schedule, 2), [
      { name: 'bid D', bus: 1, mw: [-15, -4], cost_usd: [0, 0], value_usd: [650, 160] },
      { name: 'bid S', bus: 2, mw: [12, 0], cost_usd: [400, 0], value_usd: [0, 0] },
      { name: 'bid W', bus: 2, mw: [20, 20], cost_usd: [800, 700], value_usd: [0, 0] },
      { name: 'demand response R', bus: 3, mw: [3, -2], cost_usd: [21, 0], value_usd: [0, 0] },
    ]);
  });
});
