/**
 * `npm run bench -- accounts`: sign-ins, eight at a time, with the work factor of production while solves run on
 * every core; and what checking a bearer token costs a request. Times in ms.
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
import { testSettings } from '../support/stack/app.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { printSpread, spread, writeFigures } from './figures.ts';

const LOGINS = 40;
const AT_ONCE = 8;
const CHECKS = 3000;
const PRODUCTION_COST = 12;

const { admin, stack } = await runningStack();
const settings = testSettings({
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
  BCRYPT_COST: PRODUCTION_COST,
});
const mongo = connectMongo(settings);
const temporal = connectTemporal(settings, 'bench');
const deps = createDeps(settings, mongo, temporal, {
  log: createLogger('silent'),
  stopping: new AbortController().signal,
});
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

async function logins(): Promise<number[]> {
  const username = `bench-${Date.now()}`;
  const account = { username, password: PASSWORD };
  assert.equal((await admin.request('POST', '/api/auth/register', { body: account })).status, 201);
  const login = async (): Promise<void> => {
    const body = { username, password: PASSWORD };
    const { status } = await admin.as(undefined).request('POST', '/api/auth/login', { body });
    assert.equal(status, 200);
  };
  const times: number[] = [];
  for (let done = 0; done < LOGINS; done += AT_ONCE) {
    times.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => timed(login)))));
  }
  return times;
}

async function checks(): Promise<number[]> {
  const authenticate = createAuthenticate(deps);
  const { user_id: userId, role } = await addUser(deps, `check-${Date.now()}`);
  const token = await deps.tokens.sign({ userId, role, sessionId: 'bench' }, deps.now());
  const times: number[] = [];
  for (let i = 0; i < CHECKS; i++) {
    times.push(
      await timed(() => authenticate({ authorization: `Bearer ${token}`, apiKey: '', isRead: true })),
    );
  }
  return times;
}

const idle = await logins();
const checked = await checks();
const solves = await Promise.all(
  Array.from({ length: availableParallelism() }, () => admin.submit('uc', hardCase(), { timeout: 300 })),
);
await Promise.all(solves.map((id) => admin.wait(id, ({ status }) => status === 'running')));
const figures = {
  [`sign-in, ${AT_ONCE} at a time, idle machine`]: spread(idle),
  [`sign-in, ${AT_ONCE} at a time, solves on all cores`]: spread(await logins()),
  'check of a bearer token': spread(checked),
  'check of a bearer token, solves on all cores': spread(await checks()),
};
for (const id of solves) await admin.request('DELETE', `${SOLVE}/${id}`);
printSpread(figures);
await writeFigures(figures);
process.exit(0);
