/** How the API interprets answers of the solver service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadGateway, GatewayTimeout, ServiceUnavailable } from '../../../../api/http/errors.ts';
import { createSolverService } from '../../../../api/solve/solver-service.ts';

const HEALTHY = { status: 'healthy', version: '1.0.0', solvers: ['highs'] };

describe('the solver service', () => {
  let server: Server;
  let url: string;
  let requests: number;
  let caller: string | string[] | undefined;
  let answer: { status: number; text: string; headers?: Record<string, string> };
  beforeEach(async () => {
    requests = 0;
    answer = { status: 200, text: JSON.stringify(HEALTHY) };
    server = createServer((request, response) => {
      requests += 1;
      caller = request.headers['x-caller'];
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is asked once by a burst of submissions', async () => {
    const service = createSolverService(url, undefined);
    await Promise.all([service.requireSolver('highs'), service.requireSolver('highs')]);
    assert.equal(requests, 1);
  });

  it('receives the user of a request', async () => {
    await createSolverService(url, undefined).validate('ann', 'uc', {});
    assert.equal(caller, 'ann');
  });

  it('is there, but may lack a solver', async () => {
    await assert.rejects(createSolverService(url, undefined).requireSolver('cplex'), ServiceUnavailable);
  });

  for (const [what, status, text] of [
    ['an error', 500, '{}'],
    ['no JSON', 200, 'hello'],
    ['another shape', 200, '{"status": "healthy"}'],
  ] as const) {
    it(`counts as unreachable when it answers with ${what}, and is asked again`, async () => {
      const service = createSolverService(url, undefined);
      answer = { status, text };
      await assert.rejects(service.health(), BadGateway);
      answer = { status: 200, text: JSON.stringify(HEALTHY) };
      assert.equal((await service.health()).version, '1.0.0');
    });
  }

  for (const [status, kind, words] of [
    [500, BadGateway, 'The solver service failed'],
    [429, ServiceUnavailable, 'The solver service is busy'],
    [503, ServiceUnavailable, 'The solver service is busy'],
    [504, GatewayTimeout, 'The solver service did not answer within its time limit'],
  ] as const)
    it(`is reported to have answered ${status}, not to be unreachable`, async () => {
      answer = { status, text: '{}' };
      await assert.rejects(createSolverService(url, undefined).validate('ann', 'uc', {}), (error) => {
        assert.ok(error instanceof kind);
        assert.equal(error.detail, words);
        return true;
      });
    });

  it('is busy for the time that it states', async () => {
    answer = { status: 429, text: '{}', headers: { 'retry-after': '7' } };
    await assert.rejects(createSolverService(url, undefined).validate('ann', 'uc', {}), (error) => {
      assert.ok(error instanceof ServiceUnavailable);
      assert.equal(error.detail, 'The solver service is busy: retry in 7 s');
      assert.equal(error.headers['Retry-After'], '7');
      return true;
    });
  });

  it('is unreachable without a listener', async () => {
    server.close();
    await once(server, 'close');
    await assert.rejects(createSolverService(url, undefined).health(), BadGateway);
  });
});
