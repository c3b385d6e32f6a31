import assert from 'node:assert/strict';
import { addSignedIn } from '../../../support/callers/accounts.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';
import { startApp } from '../../../support/stack/app.ts';
import { memorySolves } from '../../../support/stores/memory-solves.ts';

describe('the list of jobs', () => {
  it('shows the result of each job, and nothing for an open one', async () => {
    const solves = memorySolves();
    const app = await startApp({ deps: solves.deps });
    const { userId, token } = await addSignedIn(app.deps, 'ann');
    const payload = threeBus();
    const result = await solve('scuc', payload);
    await solves.add({ userId, scenarioId: 'solved', payload, result });
    await solves.add({ userId, scenarioId: 'open', payload });
    const { status, body } = await app.call('GET', '/api/modules/analyst/solve', { token });
    assert.equal(status, 200);
    const listed = body.jobs.map((job: Record<string, unknown>) => [
      job['scenario_id'],
      job['termination_status'],
      job['objective_value'],
    ]);
    assert.deepEqual(listed, [
      ['open', null, null],
      ['solved', 'OPTIMAL', result.objective_value],
    ]);
    await app.close();
  });
});
