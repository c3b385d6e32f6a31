/** POST /modules/analyst/tools/{name} */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CALLABLE_TOOLS } from '../../../../api/analyst/chat/toolbox.ts';
import type { UserRecord } from '../../../../mongo/users.ts';
import { ARTIFACT_TYPES } from '../../../../temporal/case/explain/artifact.ts';
import { addUser } from '../../../support/callers/accounts.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemorySolves, memorySolves } from '../../../support/stores/memory-solves.ts';

interface Citation {
  readonly text: string;
  readonly value: number;
  readonly source: Readonly<Record<string, unknown>> | null;
}

describe('a tool of the analyst that is called over HTTP', () => {
  let solves: MemorySolves;
  let app: TestApp;
  let ann: UserRecord;
  let job_id: string;
  const payload = threeBus();
  const call = async (name: string, body: object, { user_id: userId } = ann) =>
    app.call('POST', `/api/modules/analyst/tools/${name}`, {
      token: await app.deps.tokens.sign({ userId, sessionId: randomUUID(), role: 'user' }, new Date()),
      body,
    });
  before(async () => {
    solves = memorySolves();
    app = await startApp({ deps: solves.deps });
    ann = await addUser(app.deps, 'ann');
    const result = await solve('scuc', payload);
    job_id = await solves.add({ userId: ann.user_id, scenarioId: 'ring', payload, result });
  });
  after(() => app.close());

  it('answers with the cell of every figure of its statement', async () => {
    const { status, body, text } = await call('get_lmp', { arguments: { job_id, bus: '2', hour: 0 } });
    assert.equal(status, 200, text);
    const [row] = body.data.records;
    const cited = body.citations.find(({ value }: Citation) => value === row.price_usd_per_mwh);
    assert.deepEqual(cited.source, {
      job_id,
      table: 'lmp',
      element_type: 'bus',
      element_id: 'bus_2',
      hour: 0,
    });
    assert.ok(body.citations.every(({ source }: Citation) => source?.['job_id'] === job_id));
  });

  for (const topic of ARTIFACT_TYPES.filter((type) => type !== 'infeasibility'))
    it(`explains ${topic} of any solve, with figures that are in its data`, async () => {
      const { status, body, text } = await call('get_explanation', { arguments: { job_id, topic } });
      assert.equal(status, 200, text);
      const figures = body.statement.match(/\d+\.\d+/g) ?? [];
      const cited = new Set(body.citations.map(({ text: figure }: Citation) => figure));
      assert.deepEqual(
        figures.filter((figure: string) => ![...cited].some((each) => String(each).includes(figure))),
        [],
        body.statement,
      );
    });

  it('is audited with the ids that it is about, answered or refused', async () => {
    await call('get_dispatch', { arguments: { job_id, generator: 'nobody' } });
    const [entry] = await app.deps.audit.list({ type: 'tool_called', limit: 1 });
    const { tool, job_id: about, refused } = entry?.details ?? {};
    assert.deepEqual([tool, about, refused], ['get_dispatch', job_id, true]);
    assert.equal(entry?.user_id, ann.user_id);
  });

  it('is not found for the solve of another user, and for an unknown one', async () => {
    const ben = await addUser(app.deps, 'ben');
    for (const { name } of CALLABLE_TOOLS) {
      const more = {
        ...(name.startsWith('why') && { generator: 'g1', hour: 0 }),
        ...(name === 'what_if' && { change: { kind: 'load', factor: 2 } }),
        ...(name === 'get_explanation' && { topic: 'summary' }),
      };
      const { status, body } = await call(name, { arguments: { job_id, ...more } }, ben);
      assert.deepEqual([status, body.detail], [404, 'Job not found'], name);
    }
  });

  it('is a conflict where nothing has been solved yet', async () => {
    await solves.add({ userId: ann.user_id, scenarioId: 'unsolved', payload });
    const { status, body } = await call('get_lmp', { arguments: { scenario_id: 'unsolved' } });
    assert.deepEqual([status, body.detail], [409, 'The scenario has no completed solve']);
  });

  it('is not found under an unknown name', async () => {
    const { status, body } = await call('get_password', { arguments: {} });
    assert.equal(status, 404);
    assert.match(body.detail, /no such tool; there are: get_scenario_summary, /);
  });

  const REFUSED: readonly (readonly [string, string, object, RegExp])[] = [
    ['no arguments', 'get_lmp', {}, /arguments/],
    ['a list of arguments', 'get_lmp', { arguments: [1] }, /arguments/],
    ['an unknown argument', 'get_lmp', { arguments: { colour: 'red' } }, /unknown properties: colour/],
    ['an hour that is not there', 'get_lmp', { arguments: { scenario_id: 'ring', hour: 99 } }, /no hour 99/],
    ['a call about nothing', 'get_lmp', { arguments: {} }, /Give a scenario_id or a job_id/],
  ];
  for (const [what, name, body, words] of REFUSED)
    it(`refuses ${what} in words`, async () => {
      const { status, text } = await call(name, body);
      assert.equal(status, 422, text);
      assert.match(text, words);
    });
});
