/** What limits add to a price, on a triangle whose flows are known by hand. */
import assert from 'node:assert/strict';
import { contributionsOf } from '../../../../../api/web/results/attribution.ts';

const line = (id: string, from_bus: number, to_bus: number) => ({ id, from_bus, to_bus, x_pu: 0.1 });
const QUESTION = {
  bus: 1,
  loads: [[3, 100]] satisfies [number, number][],
  slackBus: undefined,
  lines: [line('12', 1, 2), line('13', 1, 3), line('23', 2, 3)],
  contingencies: [{ id: 'loss of 12', lines: ['12'] }],
  bindings: [
    {
      line_id: '13',
      contingency_id: null,
      hour: 0,
      flow_mw: 60,
      limit_mw: 60,
      shadow_price_usd_per_mwh: 9,
    },
  ],
};
const near = (value: number | undefined, wanted: number): void =>
  assert.ok(Math.abs((value ?? Number.NaN) - wanted) < 1e-6, `${value} instead of ${wanted}`);

describe('what limits add to a price', () => {
  it('is their shadow price times the share of a MW that crosses them', () => {
    const [cause] = contributionsOf(QUESTION);
    near(cause?.share, 2 / 3);
    near(cause?.usd, -6);
  });
  it('counts the lines that are left after a contingency', () => {
    const bindings = QUESTION.bindings.map((row) => ({ ...row, contingency_id: 'loss of 12' }));
    const [cause] = contributionsOf({ ...QUESTION, bindings });
    near(cause?.share, 1);
    near(cause?.usd, -9);
  });
  it('has another sign for the other direction, and nothing at the reference itself', () => {
    const bindings = QUESTION.bindings.map((row) => ({ ...row, flow_mw: -60 }));
    near(contributionsOf({ ...QUESTION, bindings })[0]?.usd, 6);
    near(contributionsOf({ ...QUESTION, bus: 3 })[0]?.usd, 0);
    near(contributionsOf({ ...QUESTION, slackBus: 1 })[0]?.usd, 0);
  });
});
