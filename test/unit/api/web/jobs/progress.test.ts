/** Progress of a job, its remaining time, and the convergence of its search. */
import assert from 'node:assert/strict';
import {
  convergenceOption,
  elapsedAt,
  expectedTime,
  gapOf,
  heardAt,
  timeline,
  withPoint,
} from '../../../../../api/web/jobs/progress.ts';
import { aJob } from './a-job.ts';

const NOW = Date.parse('2026-01-01T00:01:00Z');
const SEARCHING = {
  ...{ incumbent: null, bound: null, mip_gap: null, nodes: null, elapsed_s: 20 },
  phase: 'search',
  begun: [
    { phase: 'loading', at_s: 0 },
    { phase: 'building', at_s: 1 },
    { phase: 'relaxation', at_s: 4 },
    { phase: 'search', at_s: 14 },
  ],
} as const;

const timelineTexts = (...of: Parameters<typeof timeline>) =>
  timeline(...of).map(({ text, state, seconds }) => `${text} ${state} ${seconds ?? '-'}`);

describe('the phases of a job', () => {
  it('say how long each of them took, and how long the present one has taken', () => {
    const job = aJob({ progress_detail: { ...SEARCHING, begun: [...SEARCHING.begun] } });
    assert.deepEqual(timelineTexts(job, 21, NOW), [
      'Queue done 2',
      'Case done 1',
      'Model done 3',
      'Relaxation done 10',
      'Search now 7',
      'Prices next -',
      'Checks next -',
      'Result next -',
    ]);
  });

  it('begin in the queue, and have no unknown times', () => {
    const [queue, next] = timelineTexts(aJob({ status: 'queued', started_at: null }), 0, NOW);
    assert.deepEqual([queue, next], ['Queue now 60', 'Case next -']);
    const { begun: _, ...older } = SEARCHING;
    assert.equal(timelineTexts(aJob({ progress_detail: older }), 21, NOW)[3], 'Relaxation done -');
  });
});

describe('the expected time of a job', () => {
  const took = (seconds: number, changes = {}) =>
    aJob({
      job_id: `took-${seconds}`,
      status: 'completed',
      finished_at: new Date(Date.parse('2026-01-01T00:00:02Z') + 1000 * seconds).toISOString(),
      ...changes,
    });

  it('is the median of the jobs of its type and solver, without itself', () => {
    const earlier = [took(30), took(10), took(20), took(900, { job_type: 'uc' }), took(1, { solver: 'cbc' })];
    assert.deepEqual(expectedTime(aJob(), earlier), { seconds: 20, jobs: 3 });
    assert.deepEqual(expectedTime(aJob(), earlier.slice(0, 2)), { seconds: 20, jobs: 2 });
    assert.equal(expectedTime(aJob(), [aJob({ finished_at: '2026-01-01T00:00:09.000Z' })]), undefined);
  });

  it('is estimated from jobs with the same time limit', () => {
    const earlier = [took(15, { time_limit_s: 15 }), took(90, { time_limit_s: 300 })];
    assert.deepEqual(expectedTime(aJob({ time_limit_s: 300 }), earlier), { seconds: 90, jobs: 1 });
    assert.equal(expectedTime(aJob({ time_limit_s: 60 }), earlier), undefined);
  });
});

describe('the clock of a job', () => {
  it('goes on between two statuses, and no older status sets it back', () => {
    const heard = heardAt(undefined, 1.5, 10_000);
    assert.equal(elapsedAt(heard, 30_000), 21.5);
    assert.equal(heardAt(heard, 1.5, 30_000), heard, 'the same status, 20 s later');
    assert.equal(elapsedAt(heardAt(heard, 25, 30_000), 31_000), 26, 'a status that is ahead of it');
  });
});

describe('the gap of a search', () => {
  it('belongs to the point that is shown', () => {
    assert.equal(gapOf({ incumbent: 100, bound: 95 }), 0.05);
    assert.equal(gapOf({ incumbent: -100, bound: -101 }), 0.01);
    assert.equal(gapOf({ incumbent: 100, bound: null }), null);
  });
});

const point = (elapsed_s: number, incumbent: number | null, bound: number | null) => {
  return { elapsed_s, incumbent, bound };
};

describe('the curve of a search', () => {
  it('grows with new points only', () => {
    const first = withPoint([], point(1, null, 90));
    assert.deepEqual(first, [point(1, null, 90)]);
    assert.equal(withPoint(first, point(2, null, 90)), first, 'the same again');
    assert.equal(withPoint(first, point(1, 100, 95)), first, 'no later than the last');
    assert.equal(withPoint(first, point(2, null, null)), first, 'nothing known');
    assert.deepEqual(withPoint(first, point(2, 100, 95)), [point(1, null, 90), point(2, 100, 95)]);
  });

  it('is drawn from the first value that is known until now', () => {
    const { series } = convergenceOption([point(1, null, 90), point(3, 100, 95)], 5);
    assert.deepEqual(
      series.map(({ data }) => data.join(' ')),
      ['3,100 5,100', '1,90 3,95 5,95'],
    );
  });
});
