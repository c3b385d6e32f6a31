/** A running job in the form of its status. */
import type { Job } from '../../../../../api/client/runs.ts';

export const aJob = (changes: Partial<Job> = {}): Job => ({
  job_id: '11111111-2222-4333-8444-555555555555',
  status: 'running',
  job_type: 'scuc',
  submitted_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:02.000Z',
  finished_at: null,
  error: null,
  progress: 40,
  progress_detail: null,
  queue_position: null,
  scenario_id: 'case118',
  name: null,
  tags: [],
  solver: 'highs',
  part_of: null,
  termination_status: null,
  objective_value: null,
  ...changes,
});
