/**
 * `npm run bench -- accounts`: `BENCH_LOGINS` sign-ins, eight at a time, with the work factor of production while every
 * core solves; and the cost of checking a bearer token per request. Times in ms.
 */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { createAuthenticate } from '../../api/accounts/authenticate.ts';
import { createDeps } from '../../api/deps.ts';
import { createLogger } from '../../api/http/log.ts';
import { connectMongo } from '../../mongo/connect.ts';
import { connectTemporal } from '../../temporal/client.ts';
import { addUser, PASSWORD } from '../support/callers/accounts.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { load, type Spread, spread } from '../support/load.ts';
import { testSettings } from '../support/stack/app.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';

const LOGINS = { count: amount('LOGINS', 40), clients: 8 };
const CHECKS = { count: 3000 };
const PRODUCTION_COST = 12;

await benchmark(runningStack, async ({ admin, stack }, tell) => {
  const settings = testSettings({
    MONGODB_URI: stack.mongodb_uri,
    TEMPORAL_ADDRESS: stack.temporal_address,
    BCRYPT_COST: PRODUCTION_COST,
  });
  const deps = createDeps(settings, connectMongo(settings), connectTemporal(settings, 'bench'), {
    log: createLogger('silent'),
    stopping: new AbortController().signal,
  });

  async function signIns(): Promise<Spread> {
    const body = { username: `bench-${Date.now()}`, password: PASSWORD };
    assert.equal((await admin.request('POST', '/api/auth/register', { body })).status, 201);
    const { times } = await load(LOGINS, async () => {
      const { status } = await admin.as(undefined).request('POST', '/api/auth/login', { body });
      assert.equal(status, 200);
    });
    return spread(times);
  }

  async function checks(): Promise<Spread> {
    const authenticate = createAuthenticate(deps);
    const { user_id: userId, role } = await addUser(deps, `check-${Date.now()}`);
    const token = await deps.tokens.sign({ userId, role, sessionId: 'bench' }, deps.now());
    const request = { authorization: `Bearer ${token}`, apiKey: '', isRead: true };
    return spread((await load(CHECKS, () => authenticate(request))).times);
  }

  tell('sign-in, 8 at a time, idle machine', await signIns());
  tell('check of a bearer token', await checks());
  const solves = await Promise.all(
    Array.from({ length: availableParallelism() }, () => admin.submit('uc', hardCase(), { timeout: 300 })),
  );
  await Promise.all(solves.map((id) => admin.wait(id, ({ status }) => status === 'running')));
  tell('sign-in, 8 at a time, solves on all cores', await signIns());
  tell('check of a bearer token, solves on all cores', await checks());
  for (const id of solves) await admin.request('DELETE', `${SOLVE}/${id}`);
});
