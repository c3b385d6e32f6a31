import assert from 'node:assert/strict';
import { lifeOf } from '../../../../api/runs/view.ts';
import type { JobStatus } from '../../../../temporal/case/messages/job.ts';

describe('the state of a run in a view', () => {
  const status = (record: JobStatus, workflow: JobStatus): JobStatus =>
    lifeOf(
      { status: record, started_at: null, finished_at: null, error: null },
      { status: workflow, startedAt: null, finishedAt: null, error: null },
    ).status;

  it('is that of its workflow while it is open', () => {
    assert.equal(status('queued', 'running'), 'running');
    assert.equal(status('running', 'failed'), 'failed');
  });

  it('is running as soon as its record is', () => {
    assert.equal(status('running', 'queued'), 'running');
  });

  it('is its recorded end, regardless of its workflow', () => {
    assert.equal(status('completed', 'running'), 'completed');
    assert.equal(status('cancelled', 'queued'), 'cancelled');
  });
});
