import assert from 'node:assert/strict';
import { readLines } from '../../../../activities/case/read-line.ts';
import { limitOf } from '../../../../activities/network/line-limits.ts';
import { toNetwork } from '../../../../activities/network/network.ts';
import type { Line } from '../../../../temporal/case/schema.ts';

const line = (over: Partial<Line>): Line => ({ id: 'a', from_bus: 1, to_bus: 2, x_pu: 0.1, ...over });
const only = (over: Partial<Line>) => {
  const { network, warnings } = toNetwork([], readLines([line(over)], 2));
  return { ...network.lines[0], warnings: warnings.map(({ message }) => message) };
};
/** Normal and emergency rating of a line in an hour, MW. */
const limits = (over: Partial<Line>, hour = 0) => {
  const { network } = toNetwork([], readLines([line(over)], 2));
  return [null, 0].map((contingency) => limitOf(network, 0, contingency, hour));
};

describe('toNetwork', () => {
  it('takes the buses of generators, loads and lines together', () => {
    const { network } = toNetwork([7, 2, 7], readLines([line({})]));
    assert.deepEqual(network.buses, [1, 2, 7]);
    assert.equal(network.position(7), 2);
    assert.throws(() => network.position(8), RangeError);
  });

  it('numbers the islands in the order of their first bus', () => {
    const lines = [line({ from_bus: 9, to_bus: 3 }), line({ id: 'b', from_bus: 5, to_bus: 1 })];
    const { network } = toNetwork([4], readLines(lines));
    assert.deepEqual([...network.island], [0, 1, 2, 0, 1]);
    assert.equal(network.islands, 3);
  });

  it('leaves out a line that is not in service', () => {
    const { network } = toNetwork(
      [1, 2],
      readLines([line({ in_service: false }), line({ id: 'b', in_service: true })]),
    );
    assert.deepEqual(
      network.lines.map(({ id }) => id),
      ['b'],
    );
  });

  for (const rating of [undefined, null, 0]) {
    it(`reads a rating of ${rating} as unlimited`, () => {
      const ratings = limits(rating === undefined ? {} : { rating_mw: rating });
      assert.deepEqual(ratings, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    });
  }

  it('takes the rating for the emergency rating that is missing', () => {
    assert.deepEqual(limits({ rating_mw: 80 }), [80, 80]);
    assert.deepEqual(limits({ rating_mw: 80, emergency_rating_mw: 95 }), [80, 95]);
  });

  const INF = Number.POSITIVE_INFINITY;
  const byHour: readonly (readonly [what: string, over: Partial<Line>, expected: number[][]])[] = [
    [
      'takes a profile for the number',
      { rating_mw: [50, 60] },
      [
        [50, 50],
        [60, 60],
      ],
    ],
    [
      'reads null and 0 in a profile as unlimited',
      { rating_mw: [null, 0] },
      [
        [INF, INF],
        [INF, INF],
      ],
    ],
    [
      'keeps an emergency number beside a profile',
      { rating_mw: [50, null], emergency_rating_mw: 70 },
      [
        [50, 70],
        [INF, 70],
      ],
    ],
    [
      'reads null in an emergency profile as unlimited, and 0 as the normal rating',
      { rating_mw: [50, 60], emergency_rating_mw: [null, 0] },
      [
        [50, INF],
        [60, 60],
      ],
    ],
    [
      'takes an emergency profile beside one rating',
      { rating_mw: 50, emergency_rating_mw: [55, 0] },
      [
        [50, 55],
        [50, 50],
      ],
    ],
  ];
  for (const [what, over, expected] of byHour)
    it(what, () =>
      assert.deepEqual(
        [0, 1].map((hour) => limits(over, hour)),
        expected,
      ),
    );

  it('knows no limit of an hour that a profile does not reach, nor of a line that is not there', () => {
    assert.throws(() => limits({ rating_mw: [50, 60] }, 2), /no hour 2/);
    assert.throws(() => limitOf({ lines: [] }, 0, null, 0), /no line at position 0/);
  });

  it('reports lower limits after a contingency than before', () => {
    const over = { rating_mw: [50, 60], emergency_rating_mw: 55 };
    assert.match(
      String(only(over).warnings),
      /emergency rating 55 MW is below .* 60 MW, at position 1 of the profile/,
    );
    assert.deepEqual(only({ ...over, rating_mw: [50, 55] }).warnings, []);
  });

  for (const [reactance, used] of [
    [0, 1e-6],
    [1e-9, 1e-6],
    [-1e-9, -1e-6],
  ] as const) {
    it(`uses ${used} pu for a reactance of ${reactance} with a warning`, () => {
      const { susceptance, warnings } = only({ x_pu: reactance });
      assert.equal(susceptance, 1 / used);
      assert.match(String(warnings), /line a: .*too close to zero/);
    });
  }

  it('keeps a negative reactance with a warning', () => {
    const { susceptance, warnings } = only({ x_pu: -0.5 });
    assert.equal(susceptance, -2);
    assert.match(String(warnings), /line a: negative/);
  });

  it('refuses unusable values', () => {
    assert.throws(() => only({ to_bus: 1 }), /to itself/);
    assert.throws(() => only({ x_pu: Number.NaN }), /not finite/);
    assert.throws(() => only({ rating_mw: -1 }), /not positive/);
  });

  it('makes an empty network of nothing', () => {
    assert.equal(toNetwork([], []).network.islands, 0);
  });
});
