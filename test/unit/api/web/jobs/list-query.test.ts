/** The query of the job list, as its address states it. */
import assert from 'node:assert/strict';
import {
  askedOf,
  filtersOf,
  savedIn,
  secondsOf,
  whyNotCompared,
} from '../../../../../api/web/jobs/list-query.ts';
import { ago } from '../../../../../api/web/parts/format.ts';

describe('the list of jobs', () => {
  it('follows its address, and ignores an invalid status, type or order', () => {
    const same = { q: 'peak', status: 'failed', sort: '-duration' };
    const query = askedOf({ ...same, type: 'ed', scenario: 's', offset: '20' });
    assert.deepEqual(query, { ...same, job_type: 'ed', scenario_id: 's', offset: 20 });
    assert.deepEqual(askedOf({ status: 'done', type: 'x', sort: 'cost', offset: '-3' }), {});
    assert.deepEqual(filtersOf({ status: 'failed', sort: 'name', offset: '20' }), { status: 'failed' });
  });
  it('keeps filters by their names, and nothing else', () => {
    const text = JSON.stringify({ 'my <b>': { tag: 'x', other: 'y' }, empty: null });
    assert.deepEqual(savedIn(text), { 'my <b>': { tag: 'x' }, empty: {} });
    for (const nothing of [null, '', '{', '3', 'null'])
      assert.deepEqual(savedIn(nothing), {}, String(nothing));
  });
  it('compares two to six schedules of one scenario', () => {
    const job = (scenario_id: string, objective_value: number | null = 1) => {
      return { scenario_id, objective_value };
    };
    const some = (length: number) => Array.from({ length }, () => job('a'));
    assert.deepEqual(
      [1, 2, 6, 7].map((length) => whyNotCompared(some(length)) === undefined),
      [false, true, true, false],
    );
    assert.match(whyNotCompared([job('a'), job('b')]) ?? '', /different scenarios/);
    assert.match(whyNotCompared([job('a'), job('a', null)]) ?? '', /schedules/);
  });
  it('shows how long a job took, and how long ago it was', () => {
    const [started_at, finished_at] = ['2026-11-26T10:00:00.000Z', '2026-11-26T10:01:30.000Z'];
    assert.equal(secondsOf({ started_at, finished_at }), 90);
    assert.equal(secondsOf({ started_at, finished_at: null }), undefined);
    const after = (minutes: number) => ago(started_at, Date.parse(started_at) + minutes * 60_000);
    assert.equal(
      [-1, 0.9, 59, 61, 47 * 60, 6.9 * 1440].map(after).join(),
      'just now,just now,59 min ago,1 h ago,1 d ago,6 d ago',
    );
    assert.match(after(8 * 1440), /2026/);
  });
});
