import assert from 'node:assert/strict';
import { lifeOf } from '../../../../api/runs/view.ts';
import type { JobStatus } from '../../../../temporal/case/messages/job.ts';

describe('what a view says of the life of a run', () => {
  const status = (record: JobStatus, workflow: JobStatus): JobStatus =>
    lifeOf(
      { status: record, started_at: null, finished_at: null, error: null },
      { status: workflow, startedAt: null, finishedAt: null, error: null },
    ).status;

  it('is what its workflow says while it is open', () => {
    assert.equal(status('queued', 'running'), 'running');
    assert.equal(status('running', 'failed'), 'failed');
  });

  it('is that it runs as soon as its record says so', () => {
    assert.equal(status('running', 'queued'), 'running');
  });

  it('is its end on record, whatever its workflow says', () => {
    assert.equal(status('completed', 'running'), 'completed');
    assert.equal(status('cancelled', 'queued'), 'cancelled');
  });
});
