/** GET /api/overview on all processes: lists runs while they run. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { hardCase } from '../support/cases/hard-case.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

interface Overview {
  readonly own: { readonly jobs: Readonly<Record<string, number>> };
  readonly solvers: {
    readonly slots: number;
    readonly unreachable: readonly string[];
    readonly queues: readonly {
      readonly solver: string;
      readonly workers: number;
      readonly running: number;
    }[];
  };
  readonly open_runs: readonly { readonly id: string; readonly workflow_id: string }[] | null;
  readonly temporal_ui_url: string | null;
}

describe('the overview of a running service', function () {
  this.timeout(60_000);

  it('shows a job to its user and to administrators, with its workflow in the Web UI', async () => {
    const running = await runningStack();
    const user = await newUser(running);
    const id = await user.submit('uc', hardCase(), { timeout: 60 });
    await user.wait(id, ({ status }) => status === 'running');
    const read = async (api: typeof user) => (await api.request<Overview>('GET', '/api/overview')).body;
    await until(async () => {
      await delay(200);
      return (await read(user)).own.jobs['running'] === 1;
    });
    const overview = await read(user);
    assert.equal(overview.open_runs, null);
    assert.deepEqual(overview.solvers.unreachable, []);
    assert.ok(overview.solvers.slots > 0);
    const highs = overview.solvers.queues.find(({ solver }) => solver === 'highs');
    assert.ok(highs && highs.workers > 0 && highs.running > 0);
    const all = await read(running.admin);
    const run = all.open_runs?.find((open) => open.id === id);
    assert.ok(run && all.temporal_ui_url);
    const { origin, pathname } = new URL(all.temporal_ui_url);
    const workflow = await fetch(`${origin}/api/v1${pathname}/workflows/${run.workflow_id}`);
    assert.equal(workflow.status, 200);
    await user.request('DELETE', `/api/modules/analyst/solve/${id}`);
    await user.wait(id);
    assert.equal((await read(user)).own.jobs['cancelled'], 1);
  });
});
