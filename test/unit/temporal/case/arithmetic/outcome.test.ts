/** Outcome of a run from the ends of its parts, and its words for clients. */
import assert from 'node:assert/strict';
import { standingWords, unsolvedWords } from '../../../../../api/client/runs.ts';
import { outcomeOf } from '../../../../../temporal/case/arithmetic/outcome.ts';
import type { EndedAlike } from '../../../../../temporal/case/messages/outcome.ts';

const solved = (parts: number): EndedAlike => ({ parts, outcome: 'solved', cause: 'OPTIMAL' });
const unsolved = (parts: number, cause = 'INFEASIBLE'): EndedAlike => ({ parts, outcome: 'unsolved', cause });
const CANCELLED = { code: 'CANCELLED', message: 'Cancelled on request', retryable: true } as const;

describe('the outcome of a run', () => {
  const completed = { total: 12, status: 'completed', error: null } as const;
  for (const [ended, outcome, ...causes] of [
    [[solved(12)], 'solved'],
    [[solved(5), unsolved(7)], 'partly_solved', 'INFEASIBLE'],
    [[unsolved(12)], 'unsolved', 'INFEASIBLE'],
    // The run ended before its other days were solved.
    [[solved(3)], 'partly_solved'],
    [[unsolved(1, 'TIMEOUT')], 'unsolved', 'TIMEOUT'],
    [[{ parts: 12, outcome: 'partly_solved', cause: 'solved in part' }], 'partly_solved', 'solved in part'],
    [
      [unsolved(1, 'A'), unsolved(5, 'B'), unsolved(2, 'C'), unsolved(4, 'D')],
      'unsolved',
      ...['5 B', '4 D', '2 C'],
    ],
    // The parts of the run are no longer stored.
    [[], null],
  ] as const)
    it(`of ${JSON.stringify(ended)} of 12 is ${outcome}`, () => {
      assert.deepEqual(outcomeOf(ended, completed), { outcome, outcome_causes: causes });
    });

  it('begins with the reason of its end, which its parts do not repeat', () => {
    const ended = [solved(2), unsolved(1), unsolved(9, 'CANCELLED')];
    assert.deepEqual(outcomeOf(ended, { total: 12, status: 'cancelled', error: CANCELLED }), {
      outcome: 'partly_solved',
      outcome_causes: ['Cancelled on request', 'INFEASIBLE'],
    });
    const none = outcomeOf([], { total: 12, status: 'cancelled', error: CANCELLED });
    assert.equal(none.outcome, 'unsolved');
  });

  it('is not there while it runs', () => {
    const { outcome, outcome_causes } = outcomeOf([solved(2), unsolved(1)], {
      ...completed,
      status: 'running',
    });
    assert.deepEqual([outcome, outcome_causes], [null, ['INFEASIBLE']]);
  });

  it('replaces a status that only marks the end', () => {
    const words = (['completed', 'failed', 'cancelled'] as const).flatMap((status) =>
      (['solved', 'partly_solved', 'unsolved'] as const).map((outcome) => standingWords({ status, outcome })),
    );
    assert.deepEqual(words, [
      ...['solved', 'partly solved', 'unsolved'],
      ...['failed, solved', 'failed, partly solved', 'failed'],
      ...['cancelled, solved', 'cancelled, partly solved', 'cancelled'],
    ]);
    assert.equal(standingWords({ status: 'running', outcome: null }), 'running');
    assert.equal(standingWords({ status: 'completed', outcome: null }), 'ended');
    assert.equal(unsolvedWords(10, ['INFEASIBLE']), ', 10 without a schedule: INFEASIBLE');
    assert.equal(unsolvedWords(0, []), '');
  });
});
