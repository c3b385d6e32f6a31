/** Each kind of infeasible case, repaired over HTTP: the job that is submitted has a verified schedule. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addUser } from '../../support/callers/accounts.ts';
import { infeasibleCase } from '../../support/cases/infeasible-case.ts';
import { INFEASIBLE_RECIPES } from '../../support/cases/infeasible-recipes.ts';
import { startApp, type TestApp } from '../../support/stack/app.ts';
import { type SolvingDeps, solvingDeps, USER_ID } from '../../support/stack/solving-deps.ts';

describe('repairs over HTTP', function () {
  this.timeout(60_000);
  let app: TestApp;
  let solving: SolvingDeps;
  let token: string;
  before(async () => {
    solving = solvingDeps();
    const { limits: _, settings: __, ...deps } = solving.deps;
    app = await startApp({ deps, settings: { RATE_LIMIT_SOLVES_PER_MINUTE: 1000 } });
    const { user_id: userId } = await addUser(app.deps, 'ann', { user_id: USER_ID });
    token = await app.deps.tokens.sign({ userId, sessionId: randomUUID(), role: 'admin' }, app.deps.now());
  });
  after(() => app.close());

  for (const [seed, name] of Object.keys(INFEASIBLE_RECIPES).entries()) {
    it(`make feasible: ${name}`, async () => {
      const { what, jobType, payload } = infeasibleCase(seed);
      assert.equal(what, name);
      const { _id } = await solving.solved(payload, jobType);
      const path = `/api/modules/analyst/solve/${_id}/repair`;
      const { status, body } = await app.call('POST', path, { token });
      assert.equal(status, 202, JSON.stringify(body));
      const result = await solving.deps.documents.get('result', body.job_id);
      assert.equal(result?.certificate?.verified, true);
    });
  }
});
