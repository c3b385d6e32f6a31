import assert from 'node:assert/strict';
import type { WorkflowExecutionStatusName } from '@temporalio/client';
import { jobStatusSchema, NOT_STARTED } from '../../../temporal/case/messages/job.ts';
import type { Heartbeat } from '../../../temporal/case/messages/solve-run.ts';
import { type Description, toSolveState } from '../../../temporal/jobs.ts';
import { runStatus } from '../../../temporal/run-status.ts';

const heartbeat: Heartbeat = {
  schema: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  starts: 1,
  percent: 42,
  progress: { ...NOT_STARTED, phase: 'search' },
};
const described = (
  name: WorkflowExecutionStatusName,
  changes: Partial<Pick<Description, 'started' | 'heartbeat'>>,
): Description => ({
  ...runStatus({ status: { code: 1, name }, closeTime: new Date(0) }),
  started: false,
  heartbeat: null,
  ...changes,
});

/** A heartbeat of the previous version, which had no phases and no model size. */
const OLDER = `{ "schema": 1, "startedAt": "2026-01-01T00:00:00.000Z", "starts": 2, "percent": 30, "progress": {
  "phase": "search", "incumbent": 7, "bound": 5, "mip_gap": 0.2857142857142857, "nodes": 3, "elapsed_s": 4.5 } }`;

describe('status from a description', () => {
  it('shows the progress of a heartbeat of the version before as it is', async () => {
    const older: Heartbeat = JSON.parse(OLDER);
    const { progress, startedAt, percent } = toSolveState(described('RUNNING', { heartbeat: older }));
    assert.deepEqual([startedAt, percent], [older.startedAt, 30]);
    const reply = jobStatusSchema.pick(['progress_detail']);
    const validated = await reply.validate({ progress_detail: progress }, { strict: true });
    assert.deepEqual(validated, { progress_detail: older.progress });
  });

  const rows: [string, WorkflowExecutionStatusName, Parameters<typeof described>[1], string, number][] = [
    ['waits in the queue before a worker has it', 'RUNNING', {}, 'queued', 0],
    ['runs once a worker has it', 'RUNNING', { started: true }, 'running', 0],
    ['shows the progress of the last heartbeat', 'RUNNING', { started: true, heartbeat }, 'running', 42],
    ['still runs while a lost attempt waits for its retry', 'RUNNING', { heartbeat }, 'running', 42],
    ['is completed with 100 percent', 'COMPLETED', { heartbeat }, 'completed', 100],
    ['is cancelled', 'CANCELLED', {}, 'cancelled', 0],
    ['is failed when its code failed', 'FAILED', {}, 'failed', 0],
    ['is failed when an operator terminated it', 'TERMINATED', {}, 'failed', 0],
    ['is failed when the server timed it out', 'TIMED_OUT', {}, 'failed', 0],
  ];
  for (const [reading, name, changes, status, percent] of rows) {
    it(reading, () => {
      const state = toSolveState(described(name, changes));
      assert.equal(state.status, status);
      assert.equal(state.percent, percent);
      assert.equal(state.error === null, !['failed', 'cancelled'].includes(status));
      assert.equal(state.finishedAt === null, ['queued', 'running'].includes(status));
    });
  }
});
