import assert from 'node:assert/strict';
import { toNetwork } from '../../../../activities/network/network.ts';
import type { Line } from '../../../../temporal/case/messages/network.ts';

const line = (over: Partial<Line>): Line => ({ id: 'a', from_bus: 1, to_bus: 2, x_pu: 0.1, ...over });
const only = (over: Partial<Line>) => {
  const { network, warnings } = toNetwork([], [line(over)]);
  return { ...network.lines[0], warnings: warnings.map(({ message }) => message) };
};

describe('toNetwork', () => {
  it('takes the buses of generators, loads and lines together', () => {
    const { network } = toNetwork([7, 2, 7], [line({})]);
    assert.deepEqual(network.buses, [1, 2, 7]);
    assert.equal(network.position(7), 2);
    assert.throws(() => network.position(8), RangeError);
  });

  it('numbers the islands in the order of their first bus', () => {
    const lines = [line({ from_bus: 9, to_bus: 3 }), line({ id: 'b', from_bus: 5, to_bus: 1 })];
    const { network } = toNetwork([4], lines);
    assert.deepEqual([...network.island], [0, 1, 2, 0, 1]);
    assert.equal(network.islands, 3);
  });

  it('leaves out a line that is not in service', () => {
    const { network } = toNetwork([1, 2], [line({ in_service: false }), line({ id: 'b', in_service: true })]);
    assert.deepEqual(
      network.lines.map(({ id }) => id),
      ['b'],
    );
  });

  for (const rating of [undefined, null, 0]) {
    it(`reads a rating of ${rating} as unlimited`, () => {
      const { rating: normal, emergency } = only(rating === undefined ? {} : { rating_mw: rating });
      assert.deepEqual([normal, emergency], [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    });
  }

  it('takes the rating for the emergency rating that is missing', () => {
    assert.equal(only({ rating_mw: 80 }).emergency, 80);
    assert.equal(only({ rating_mw: 80, emergency_rating_mw: 95 }).emergency, 95);
  });

  for (const [given, used] of [
    [0, 1e-6],
    [1e-9, 1e-6],
    [-1e-9, -1e-6],
  ] as const) {
    it(`uses ${used} pu for a reactance of ${given} and says so`, () => {
      const { susceptance, warnings } = only({ x_pu: given });
      assert.equal(susceptance, 1 / used);
      assert.match(String(warnings), /line a: .*too close to zero/);
    });
  }

  it('keeps a negative reactance and says so', () => {
    const { susceptance, warnings } = only({ x_pu: -0.5 });
    assert.equal(susceptance, -2);
    assert.match(String(warnings), /line a: negative/);
  });

  it('refuses what it cannot use', () => {
    assert.throws(() => only({ to_bus: 1 }), /to itself/);
    assert.throws(() => only({ x_pu: Number.NaN }), /not finite/);
    assert.throws(() => only({ rating_mw: -1 }), /not positive/);
  });

  it('makes an empty network of nothing', () => {
    assert.equal(toNetwork([], []).network.islands, 0);
  });
});
