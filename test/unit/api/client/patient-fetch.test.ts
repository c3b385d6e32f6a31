import assert from 'node:assert/strict';
import { createPatientFetch, type Patience } from '../../../../api/client/patient-fetch.ts';
import { Problem } from '../../../../api/client/problem.ts';
import {
  type AnsweringServer,
  answeringServer,
  breakOff,
  sendJson,
} from '../../../support/callers/answering-server.ts';

describe('a patient fetch', () => {
  let server: AnsweringServer;
  afterEach(() => server.close());

  const send = (init: RequestInit = {}, patience: Patience = {}) =>
    createPatientFetch(patience)(new Request(`${server.url}/thing`, init));
  const problemOf = async (answer: Promise<Response>): Promise<Problem> => {
    const problem = await answer.then(
      () => assert.fail('it was answered'),
      (error: unknown) => error,
    );
    assert.ok(problem instanceof Problem, String(problem));
    return problem;
  };

  it('retries when the server permits it, for any method, and reports the reason of its wait', async () => {
    server = await answeringServer((response, _, count) => {
      if (count < 3) sendJson(response, 429, { detail: 'Too many requests' }, { 'retry-after': '0' });
      else sendJson(response, 200, { ok: true });
    });
    const troubles: (number | undefined)[] = [];
    const onTrouble = (problem?: Problem) => troubles.push(problem?.status);
    const answer = await send({ method: 'POST', body: '{"a":1}' }, { onTrouble });
    assert.deepEqual(await answer.json(), { ok: true });
    assert.deepEqual(
      server.asked.map(({ body }) => body),
      ['{"a":1}', '{"a":1}', '{"a":1}'],
    );
    assert.deepEqual(troubles, [429, 429, undefined]);
  });

  it('reads again after 502, 503 and a broken connection', async () => {
    server = await answeringServer((response, _, count) => {
      if (count === 1) sendJson(response, 502, { detail: 'Bad gateway' });
      else if (count === 2) sendJson(response, 503, {}, { 'retry-after': '0' });
      else if (count === 3) breakOff(response);
      else sendJson(response, 200, {});
    });
    assert.equal((await send()).status, 200);
    assert.equal(server.asked.length, 4);
  });

  it('repeats a submission only when its key makes that harmless', async () => {
    server = await answeringServer((response, { headers }, count) => {
      if (count < 3) breakOff(response);
      else if (headers['idempotency-key']) sendJson(response, 202, {});
      else sendJson(response, 502, { detail: 'Bad gateway' });
    });
    const keyed = { method: 'POST', body: '{}', headers: { 'idempotency-key': 'one' } };
    assert.equal((await send(keyed)).status, 202);
    assert.deepEqual(
      server.asked.map(({ headers }) => headers['idempotency-key']),
      ['one', 'one', 'one'],
    );
    assert.equal((await problemOf(send({ method: 'POST', body: '{}' }))).status, 502);
    assert.equal(server.asked.length, 4);
  });

  it('reports the end of its wait when it gives up, too', async () => {
    server = await answeringServer((response, _, count) => {
      sendJson(response, 429, { detail: 'Later' }, { 'retry-after': count === 1 ? '0' : '3600' });
    });
    const troubles: (number | undefined)[] = [];
    const problem = await problemOf(send({}, { onTrouble: (problem) => troubles.push(problem?.status) }));
    assert.equal(problem.retryAfterS, 3600);
    assert.deepEqual(troubles, [429, undefined]);
  });

  it('gives up when its time is over, and at once on a refusal', async () => {
    server = await answeringServer((response, { method }) => {
      if (method === 'PUT') sendJson(response, 422, { detail: [{ loc: ['body', 'a', 0], msg: 'No' }] });
      else sendJson(response, 429, { detail: 'Later' }, { 'retry-after': '3600' });
    });
    assert.equal((await problemOf(send())).message, 'Later');
    const refusal = await problemOf(send({ method: 'PUT', body: '{}' }));
    assert.equal(refusal.message, 'a[0]: No');
    assert.equal(server.asked.length, 2);
  });

  it('reports a server that does not answer', async () => {
    server = await answeringServer(breakOff);
    const problem = await problemOf(send({}, { patienceMs: 0 }));
    assert.equal(problem.isUnreachable, true);
  });

  it('ends its wait when it is aborted', async () => {
    const over = new AbortController();
    server = await answeringServer((response) => {
      sendJson(response, 503, {}, { 'retry-after': '20' });
    });
    const onTrouble = () => over.abort(new Error('enough'));
    await assert.rejects(send({ signal: over.signal }, { onTrouble }), /enough/);
    assert.equal(server.asked.length, 1);
  });
});
