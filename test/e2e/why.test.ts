/**
 * The analyst's questions that need a solve, on the real stack: durable jobs, cancelled with their request, computed
 * once.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { WHY_TOOLS } from '../../api/analyst/chat/toolbox.ts';
import { toEvidence, toFinding } from '../../api/analyst/grounding/evidence.ts';
import { ground } from '../../api/analyst/grounding/ground.ts';
import type { AnyTool, ToolContext } from '../../api/analyst/tools/tool.ts';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { threeBus } from '../support/cases/three-bus.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { openStackDeps, type StackDeps } from '../support/stack/stack-deps.ts';

describe('questions by computation', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let stackDeps: StackDeps;
  let client: ApiClient;
  let user: ToolContext['user'];
  before(async () => {
    running = await runningStack();
    stackDeps = await openStackDeps(running.stack);
    client = await newUser(running);
    user = await stackDeps.principalOf(client);
  });
  after(() => stackDeps.close());

  async function ask(name: string, args: object, changes: Partial<ToolContext> = {}) {
    const tool: AnyTool | undefined = WHY_TOOLS.find((each) => each.name === name);
    assert.ok(tool);
    const answer = await tool.run(await tool.parameters.validate(args), {
      deps: stackDeps.deps,
      user,
      scenarioId: undefined,
      signal: AbortSignal.timeout(20_000),
      ...changes,
    });
    const evidence = toEvidence([toFinding(name, answer.data)], { question: '', history: [] });
    assert.deepEqual(ground(answer.statement, evidence).untraced, [], answer.statement);
    return { ...answer, data: JSON.parse(JSON.stringify(answer.data)) };
  }
  async function solved(type: 'uc' | 'scuc', what: SolvePayload, scenario_id = 'why'): Promise<string> {
    const id = await client.submit(type, what, { scenario_id });
    assert.equal((await client.wait(id)).status, 'completed');
    return id;
  }
  const listed = async (query: string): Promise<JobStatusReply[]> =>
    (await client.request<{ jobs: JobStatusReply[] }>('GET', `${SOLVE}?limit=100&${query}`)).body.jobs;

  it('answers the case of two units as by hand, by one job that is verified and listed by its tag alone', async () => {
    // In hour 0 g2 would cost 50 $ of no-load, 100 $ for a start, and 10 MW at 40 instead of 20 $/MWh.
    const g2 = payload().generators.map((unit) => ({ ...unit, initial_status: unit.name === 'g2' ? -5 : 1 }));
    const job_id = await solved('uc', payload({ generators: g2, loads: [{ bus: 1, values: [80, 90, 90] }] }));
    const question = { generator: 'g2', hour: 0, job_id };
    const atOnce = [ask('why_not_committed', question), ask('why_not_committed', question)] as const;
    const [{ data, statement }, twin] = await Promise.all(atOnce);
    assert.equal(data.cost_difference_usd, 350, statement);
    const result = await client.result(data.job_id);
    assert.equal(result.certificate?.verified, true);
    assert.equal(result.commitment['g2']?.[0], 1);
    const usual = (await listed('')).map((job) => job.job_id);
    assert.ok(usual.includes(job_id) && !usual.includes(data.job_id));
    const [tagged, ...others] = await listed('tag=analyst');
    assert.deepEqual([tagged?.job_id, twin.data.job_id, others], [data.job_id, data.job_id, []]);
    assert.equal(tagged?.name, 'g2 on in hour 0');
  });

  it('leaves the scenario of the base as it is', async () => {
    const job_id = await solved('uc', payload(), 'kept');
    await ask('what_if', { change: { kind: 'load', factor: 0.5 } }, { scenarioId: 'kept' });
    const { body } = await client.request<{ last_job_id: string; payload: SolvePayload }>(
      'GET',
      '/api/scenarios/kept',
    );
    assert.equal(body.last_job_id, job_id);
    assert.deepEqual(body.payload.loads, payload().loads);
  });

  it('tells the effects of a wider line on cost, prices and binding limits of three buses', async () => {
    const job_id = await solved('scuc', threeBus());
    const { data } = await ask('what_if', {
      change: { kind: 'line_limit', element: 'L13', factor: 2 },
      job_id,
    });
    assert.ok(data.cost_difference_usd < 0);
    assert.deepEqual(data.lines, [
      {
        line_id: 'L13',
        contingency_id: null,
        base_hours_binding: 1,
        hours_binding: data.lines[0].hours_binding,
      },
    ]);
    assert.ok(data.average_price_usd_per_mwh < data.base_average_price_usd_per_mwh);
  });

  it('cancels the workflow when the asker goes away, and starts another when asked again', async () => {
    const base = await client.submit('uc', hardCase(), { scenario_id: 'hard', timeout: 3 });
    assert.equal((await client.wait(base)).status, 'completed');
    const questions = async () => (await stackDeps.deps.jobs.list({ parentId: base }, 10, 0)).jobs;
    for (const count of [1, 2]) {
      const controller = new AbortController();
      const args = { change: { kind: 'load', factor: 0.99 }, job_id: base };
      const abandoned = assert.rejects(ask('what_if', args, { signal: controller.signal }), {
        name: 'AbortError',
      });
      while ((await questions()).length < count) await delay(50);
      controller.abort();
      await abandoned;
      for (const { _id } of await questions()) assert.equal((await client.wait(_id)).status, 'cancelled');
    }
    assert.equal((await questions()).length, 2);
  });
});
