/** Share of each limit in a price, on a triangle whose flows are known by hand. */
import assert from 'node:assert/strict';
import { limitShares } from '../../../../../temporal/case/explain/limit-shares.ts';

const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus, x_pu: 0.1 });
const BINDING = { line_id: '13', hour: 0, limit_mw: 60, shadow_price_usd_per_mwh: 9 };
const QUESTION = {
  bus: 1,
  loads: [[3, 100]] satisfies [number, number][],
  sinks: [] as readonly number[],
  lines: [line('12', 1, 2), line('13', 1, 3), line('23', 2, 3)],
  contingencies: [
    { id: 'loss of 12', lines: ['12'] },
    { id: 'all of bus 1', lines: ['12', '13'] },
  ],
};

describe('the shares of limits in a price', () => {
  for (const [what, change, share, usd] of [
    ['is their shadow price times the share of a MW that crosses them', {}, 2 / 3, -6],
    ['counts the lines that are left after a contingency', { contingency_id: 'loss of 12' }, 1, -9],
    ['is nothing where no line is left', { contingency_id: 'all of bus 1' }, 0, 0],
    ['has another sign for the other direction', { flow_mw: -60 }, 2 / 3, 6],
    ['is nothing at the reference itself', { bus: 3 }, 0, 0],
    ['is nothing at the bus that it comes from', { sinks: [1] }, 0, 0],
    ['is that of the way to the first sink in the island', { sinks: [9, 2] }, 1 / 3, -3],
  ] as const)
    it(what, () => {
      const bindings = [{ ...BINDING, contingency_id: null, flow_mw: 60, ...change }];
      const [cause] = limitShares({ ...QUESTION, ...change, bindings });
      assert.ok(Math.abs((cause?.share ?? Number.NaN) - share) < 1e-6, `share ${cause?.share}`);
      assert.ok(Math.abs((cause?.usd_per_mwh ?? Number.NaN) - usd) < 1e-6, `${cause?.usd_per_mwh} $/MWh`);
    });
});
