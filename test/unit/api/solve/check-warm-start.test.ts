import assert from 'node:assert/strict';
import { Unprocessable } from '../../../../api/http/errors.ts';
import { checkWarmStart } from '../../../../api/solve/check-payload.ts';
import type { JobRecord } from '../../../../mongo/jobs.ts';
import { aUser } from '../../../support/callers/a-user.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { solvingDeps, USER_ID } from '../../../support/stack/solving-deps.ts';

const { deps, jobs, solved } = solvingDeps();
const check = (warm_start_job_id: string, user = aUser(USER_ID)) =>
  checkWarmStart(deps.jobs, payload({ options: { warm_start_job_id } }), user);

/** Matches an error that refuses the field for this reason. */
const refusal = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Unprocessable);
  const [problem] = error.detail;
  assert.deepEqual(problem?.loc, ['body', 'payload', 'options', 'warm_start_job_id']);
  assert.match(problem.msg, reason);
  return true;
};

describe('checkWarmStart', () => {
  const job = (changes: Partial<JobRecord> = {}) =>
    solved(payload(), 'uc', { objective_value: 1, ...changes }).then(({ _id }) => _id);

  it('accepts a payload that names no job, or a completed one of the caller', async () => {
    await checkWarmStart(deps.jobs, payload(), aUser(USER_ID));
    await check(await job());
  });

  it('refuses a missing job and one of another user alike, administrators included', async () => {
    const id = await job();
    await assert.rejects(check('nothing like it'), refusal(/no such job/));
    await assert.rejects(check(id, aUser('else')), refusal(/no such job/));
    await assert.rejects(check(id, aUser('else', 'admin')), refusal(/no such job/));
  });

  it('refuses a job that is not completed, and one without a schedule', async () => {
    const running = await job({ status: 'running' });
    assert.equal(jobs.get(running)?.status, 'running');
    await assert.rejects(check(running), refusal(/is running, not completed/));
    await assert.rejects(check(await job({ objective_value: null })), refusal(/has no schedule/));
  });
});
