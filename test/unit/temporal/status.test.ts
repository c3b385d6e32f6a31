import assert from 'node:assert/strict';
import { NOT_STARTED } from '../../../temporal/messages/progress.ts';
import type { Heartbeat } from '../../../temporal/messages/solve-run.ts';
import { type Description, toSolveState } from '../../../temporal/status.ts';

const heartbeat: Heartbeat = {
  schema: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  starts: 1,
  percent: 42,
  progress: { ...NOT_STARTED, phase: 'search' },
};
const described = (changes: Partial<Description>): Description => ({
  execution: 'RUNNING',
  closedAt: null,
  started: false,
  heartbeat: null,
  ...changes,
});

describe('status from a description', () => {
  const rows: [string, Partial<Description>, string, number][] = [
    ['waits in the queue before a worker has it', {}, 'queued', 0],
    ['runs once a worker has it', { started: true }, 'running', 0],
    ['shows the progress of the last heartbeat', { started: true, heartbeat }, 'running', 42],
    ['still runs while a lost attempt waits for its retry', { heartbeat }, 'running', 42],
    ['is completed with 100 percent', { execution: 'COMPLETED', heartbeat }, 'completed', 100],
    ['is cancelled', { execution: 'CANCELLED' }, 'cancelled', 0],
    ['is failed when its code failed', { execution: 'FAILED' }, 'failed', 0],
    ['is failed when an operator terminated it', { execution: 'TERMINATED' }, 'failed', 0],
    ['is failed when the server timed it out', { execution: 'TIMED_OUT' }, 'failed', 0],
  ];
  for (const [reading, changes, status, percent] of rows) {
    it(reading, () => {
      const state = toSolveState(described(changes));
      assert.equal(state.status, status);
      assert.equal(state.percent, percent);
      assert.equal(state.error === null, !['failed', 'cancelled'].includes(status));
    });
  }
});
