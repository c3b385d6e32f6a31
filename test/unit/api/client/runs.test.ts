import assert from 'node:assert/strict';
import { createClient } from '../../../../api/client/client.ts';
import {
  followExecution,
  followExperiment,
  followJob,
  type SolveBody,
  secondsLeft,
  submitJob,
  untilOver,
} from '../../../../api/client/runs.ts';
import {
  type AnsweringServer,
  answeringServer,
  breakOff,
  sendJson,
} from '../../../support/callers/answering-server.ts';

const BODY: SolveBody = { scenario_id: 'a', payload: { generators: [], loads: [], horizon: 1 } };

describe('a run', () => {
  let server: AnsweringServer;
  afterEach(() => server.close());
  const client = (patienceMs = 0) => createClient({ baseUrl: server.url, patienceMs });

  it('is submitted once, under one key, however often the request is sent', async () => {
    server = await answeringServer((response, _, count) => {
      if (count === 1) breakOff(response);
      else if (count === 2) sendJson(response, 503, {}, { 'retry-after': '0' });
      else sendJson(response, 202, { job_id: 'j1', status: 'queued' });
    });
    assert.equal(await submitJob(client(5000), 'scuc', BODY), 'j1');
    const keys = new Set(server.asked.map(({ headers }) => headers['idempotency-key']));
    assert.equal(server.asked.length, 3);
    assert.equal(keys.size, 1);
    await submitJob(client(), 'scuc', BODY);
    assert.notEqual(server.asked.at(-1)?.headers['idempotency-key'], [...keys][0]);
  });

  it('is followed through lost connections to its end', async () => {
    server = await answeringServer((response, _, count) => {
      if (count === 2) breakOff(response);
      else if (count === 3) sendJson(response, 502, { detail: 'Temporal cannot be reached' });
      else sendJson(response, 200, { status: count < 5 ? 'running' : 'completed', progress: count });
    });
    const progresses: number[] = [];
    for await (const { progress } of followJob(client(), 'j1')) progresses.push(progress);
    assert.deepEqual(progresses, [1, 4, 5]);
    assert.deepEqual(
      server.asked.map(({ headers }) => headers['prefer']),
      ['wait=0', 'wait=1', 'wait=1', 'wait=1', 'wait=1'],
    );
  });

  it('is followed in the same way for every kind', async () => {
    server = await answeringServer((response) => sendJson(response, 200, { status: 'cancelled' }));
    assert.equal((await untilOver(followExperiment(client(), 'e1'))).status, 'cancelled');
    assert.equal((await untilOver(followExecution(client(), 'x1'))).status, 'cancelled');
    assert.deepEqual(
      server.asked.map(({ url }) => url),
      ['/api/experiments/e1/status', '/api/model-builder/executions/x1'],
    );
  });

  it('is given up when the service stays away, refuses, or the caller aborts', async () => {
    const over = new AbortController();
    server = await answeringServer((response, { url }) => {
      if (url.includes('away')) breakOff(response);
      else if (url.includes('foreign')) sendJson(response, 404, { detail: 'Job not found' });
      else sendJson(response, 200, { status: 'running' });
    });
    await assert.rejects(untilOver(followJob(client(), 'away', { patienceMs: 0 })), { status: 0 });
    await assert.rejects(untilOver(followJob(client(), 'foreign')), { status: 404 });
    const statuses = followJob(client(), 'mine', { signal: over.signal });
    await statuses.next();
    over.abort(new Error('enough'));
    await assert.rejects(statuses.next(), /enough/);
  });

  it('estimates from ended solves how long the others take', () => {
    const run = {
      status: 'running' as const,
      started_at: '2026-01-01T00:00:00Z',
      windows_done: 2,
      windows_total: 6,
    };
    const now = Date.parse('2026-01-01T00:00:10Z');
    assert.equal(secondsLeft(run, now), 20);
    const months = [1, 3].map((windows_done) => ({ start_time: null, windows_total: 3, windows_done }));
    assert.equal(secondsLeft({ ...run, windows_done: 0, months }, now), 5);
    assert.equal(secondsLeft({ ...run, windows_done: 6 }, now), null);
    assert.equal(secondsLeft({ ...run, windows_done: 0 }, now), null);
    assert.equal(secondsLeft({ ...run, started_at: null }, now), null);
    assert.equal(secondsLeft({ ...run, status: 'cancelled' }, now), null);
  });
});
