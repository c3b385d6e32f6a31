/** A connection study at the pages: its submission from typed text, and the words of its results. */
import assert from 'node:assert/strict';
import {
  type Candidate,
  curveOf,
  levelsOf,
  limitText,
  mwText,
  sorted,
  studyBody,
  TYPED,
} from '../../../../../api/web/connections/words.ts';

const choices = { network_id: 'rts', kind: 'load', n_1: true, include_reserves: false } as const;
const bodyOf = (typed: object) => studyBody({ ...TYPED, max_mw: '400', ...typed }, choices);

const candidate = (bus: number, at_least: number): Candidate => ({
  ...{ bus, kind: 'load', binding: [], remedy: null, operation: null, bound_ids: [] },
  firm_mw: { at_least, at_most: at_least + 1, execution_id: null },
  flexible_mw: [{ hours: 3, at_least: at_least + 5, at_most: at_least + 5, execution_id: null }],
});

describe('a connection study at the pages', () => {
  it('is submitted for all buses, some, or an area', () => {
    const { candidates, ...rest } = bodyOf({ days: '7', start: '2020-07-01', flexible_hours: '3, 20' });
    assert.deepEqual(candidates, { kind: 'load', buses: 'all' });
    assert.deepEqual(rest, {
      ...{ network_id: 'rts', n_1: true, include_reserves: false },
      ...{ max_mw: 400, days: 7, start: '2020-07-01', flexible_hours: [3, 20] },
    });
    for (const [text, buses] of [
      [' 3,8; 9 ', [3, 8, 9]],
      ['Area North west ', { area: 'North west' }],
    ] as const)
      assert.deepEqual(bodyOf({ 'candidates.buses': text }).candidates, { kind: 'load', buses });
    assert.ok(!('start' in bodyOf({})));
  });

  it('has words for its intervals and limits', () => {
    assert.equal(mwText({ at_least: 98.2, at_most: 99 }), '98.2–99 MW');
    assert.equal(mwText({ at_least: 149.996, at_most: 150 }), '150 MW');
    const limit = { hour: 2, kind: 'line', id: 'L7', contingency: 'L3', shadow: 1 } as const;
    assert.equal(limitText(limit), 'line L7 after L3');
    assert.equal(limitText({ ...limit, kind: 'capacity', id: null, contingency: null }), 'capacity');
  });

  it('is in the order of the buses or of the power, both ways', () => {
    const all = [candidate(8, 10), candidate(3, 30), candidate(5, 20)];
    const busesBy = (order?: string) => sorted(all, order).map(({ bus }) => bus);
    assert.deepEqual(busesBy(), [3, 5, 8]);
    assert.deepEqual(busesBy('-bus'), [8, 5, 3]);
    assert.deepEqual(busesBy('firm'), [8, 5, 3]);
    assert.deepEqual(busesBy('-firm'), [3, 5, 8]);
  });

  it('has a curve from no hour of reduction on', () => {
    const { series } = curveOf(levelsOf(candidate(8, 10)));
    assert.ok(Array.isArray(series));
    assert.deepEqual(
      series.map(({ data }) => data),
      [
        [
          [0, 10],
          [3, 15],
        ],
        [
          [0, 11],
          [3, 15],
        ],
      ],
    );
  });
});
