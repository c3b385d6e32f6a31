/** Fair shares of the solvers, on all processes: one user has more scenarios than slots, another arrives later. */
import assert from 'node:assert/strict';
import type { ScenarioView } from '../../api/experiments/scenario-view.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const LONG = 60;
const SHORT = 6;

describe('two users of the service', function () {
  this.timeout(240_000);
  let running: RunningStack;
  let slots: number;
  let [ann, bob]: ApiClient[] = [];
  before(async () => {
    running = await runningStack();
    [ann, bob] = [await newUser(running), await newUser(running)];
    const { body } = await running.admin.request<{ solvers: { slots: number } }>('GET', '/api/overview');
    slots = body.solvers.slots;
  });

  const user = (client: ApiClient | undefined): ApiClient => client ?? assert.fail('not signed in');
  const experiment = (client: ApiClient, scenarios: number): Promise<string> =>
    submitExperiment(client, {
      base_scenario_id: 'rts24',
      scenario_matrix: {
        method: 'grid',
        variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: scenarios }],
      },
      max_parallel: 32,
    });
  /** Start times of an experiment's solves that have started, ms since 1970. */
  async function beginnings(client: ApiClient, id: string): Promise<number[]> {
    const path = `/api/experiments/${id}/scenarios?limit=100`;
    const { body } = await client.request<{ scenarios: ScenarioView[] }>('GET', path);
    const dequeued = body.scenarios.filter(({ status }) => status !== 'queued');
    const times = await Promise.all(
      dequeued.map(async ({ job_id }) => (await client.status(job_id)).started_at ?? ''),
    );
    return times.filter((time) => time !== '').map((time) => Date.parse(time));
  }
  const between = (times: readonly number[], from: number, to: number): number =>
    times.filter((time) => time > from && time < to).length;

  it('take turns: neither waits for all that the other has submitted before', async () => {
    const long = await experiment(user(ann), LONG);
    await untilExperiment(user(ann), long, ({ scenarios_completed }) => scenarios_completed >= 4);

    const solve = await user(bob).submit('uc', payload());
    const { submitted_at, started_at } = await user(bob).wait(solve);
    const before = between(
      await beginnings(user(ann), long),
      Date.parse(submitted_at),
      Date.parse(started_at ?? ''),
    );
    // Each slot may have been assigned once before, and once more while the workflow of the solve began.
    assert.ok(before <= 2 * slots, `${before} scenarios of another user began before a single solve`);

    const submittedAt = Date.now();
    const short = await experiment(user(bob), SHORT);
    const { status, finished_at } = await untilExperiment(user(bob), short);
    assert.equal(status, 'completed');
    const meanwhile = between(await beginnings(user(ann), long), submittedAt, Date.parse(finished_at ?? ''));
    // In order of arrival all earlier scenarios would have started: 32 less those in slots.
    assert.ok(meanwhile <= 2 * SHORT + 2 * slots, `${meanwhile} scenarios of another user began meanwhile`);
    await user(ann).request('DELETE', `/api/experiments/${long}`);
    await untilExperiment(user(ann), long, ({ status }) => status === 'cancelled');
  });
});
