/** Changes that an API process audits: if the entry cannot be stored, nothing changes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createApiKey, revokeApiKey } from '../../../api/accounts/api-keys.ts';
import { grant, setDisabled, setRole } from '../../../api/accounts/change-account.ts';
import { recordAccess } from '../../../api/accounts/module-access.ts';
import { changePassword, makePasswordLink, usePasswordLink } from '../../../api/accounts/password-link.ts';
import { registerUser } from '../../../api/accounts/register.ts';
import { resetTwoFactor } from '../../../api/accounts/two-factor.ts';
import { createDeps, type Deps } from '../../../api/deps.ts';
import { planExperiment } from '../../../api/experiments/plan-experiment.ts';
import { acceptExperiment } from '../../../api/experiments/submit.ts';
import { createLogger } from '../../../api/http/log.ts';
import type { Caller } from '../../../api/http/request.ts';
import { findModel } from '../../../api/model-builder/catalog.ts';
import { removeConfig, saveConfig } from '../../../api/model-builder/config-routes.ts';
import { chooseSolver } from '../../../api/model-builder/solver-choice.ts';
import { acceptExecution } from '../../../api/model-builder/submit.ts';
import {
  deleteNetwork,
  deleteScenario,
  putNetwork,
  putScenario,
} from '../../../api/scenarios/change-record.ts';
import { deleteJob, labelJob } from '../../../api/solve/job-routes.ts';
import { acceptJob } from '../../../api/solve/submit.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { connectTemporal } from '../../../temporal/client.ts';
import { aUser } from '../../support/callers/a-user.ts';
import { payload } from '../../support/cases/payloads.ts';
import { testSettings } from '../../support/stack/app.ts';
import { openTestDatabase } from '../../support/stack/mongo.ts';
import { until } from '../../support/until.ts';

/** Stores of an API process in a database of its own, whose audit log can be made to refuse entries. */
interface AuditedStack {
  readonly deps: Deps;
  /** Every record that a user sees. */
  stored(): Promise<unknown>;
  /** Audited event types, newest first. */
  events(): Promise<string[]>;
  refuseEntries(refused: boolean): Promise<void>;
  /** Removes all records except an administrator, so that a test does not disable the last one. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const RECORDS = [
  'jobs',
  'documents',
  'experiments',
  'executions',
  'scenarios',
  'networks',
  'configs',
  'users',
  'api_keys',
  'subscriptions',
  'two_factor',
];
const NEVER = { never: { $exists: true } };

const CALLER: Caller = {
  user: { ...aUser('ada'), isFresh: true },
  request: {
    id: 'r',
    ip: '127.0.0.1',
    userAgent: 'tests',
    header: () => undefined,
    cookie: () => undefined,
    signal: new AbortController().signal,
    recheck: async () => undefined,
    file: async () => Buffer.alloc(0),
  },
};

const ADMINISTRATOR = {
  user_id: 'admin',
  username: 'admin',
  password_hash: '',
  role: 'admin',
  created_at: new Date(),
  disabled: false,
} as const;

/** Workflows are requested but never run here. */
async function auditedStack(): Promise<AuditedStack> {
  const database = await openTestDatabase(INDEXES);
  const { db } = database;
  for (const collection of RECORDS) await db.createCollection(collection).catch(() => undefined);
  const temporal = connectTemporal(testSettings(), 'test');
  const mongo = {
    db,
    connect: async () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  };
  const parts = { log: createLogger('silent'), stopping: new AbortController().signal };
  const started = { start: async () => undefined };
  const created = createDeps(testSettings(), mongo, temporal, parts);
  const deps: Deps = {
    ...created,
    workflows: { ...created.workflows, ...started },
    experimentWorkflows: { ...created.experimentWorkflows, ...started },
    executionWorkflows: { ...created.executionWorkflows, ...started },
  };
  return {
    deps,
    stored: () => Promise.all(RECORDS.map((name) => db.collection(name).find().sort({ _id: 1 }).toArray())),
    events: async () => (await deps.audit.list({ limit: 100 })).map(({ event_type }) => event_type),
    refuseEntries: async (refused) => {
      await db.command({ collMod: 'audit_outbox', validator: refused ? NEVER : {} });
    },
    clear: async () => {
      await Promise.all(RECORDS.map((name) => db.collection(name).deleteMany({})));
      await deps.users.insert(ADMINISTRATOR);
    },
    close: async () => {
      await Promise.all([database.drop(), temporal.close()]);
    },
  };
}

const USER = CALLER.user.userId;
const MATRIX = {
  method: 'list' as const,
  variables: [{ name: 'load', type: 'continuous' as const, min: 0.9, max: 1 }],
  scenarios: [{ load: 0.9 }],
};
const NETWORK = { buses: [{ id: 1, v_nom_kv: 110 }], lines: [], generators: [], loads: [] };
const PASSWORD = 'a long enough passphrase';
const NEW_PASSWORD = {
  current_password: PASSWORD,
  new_password: 'another long enough one',
  revoke_api_keys: false,
};
const CONFIG = { name: 'mine', pcm_model_id: 'uc-standard', solver: { id: 'highs' } };

describe('a command of the API that changes something', function () {
  this.timeout(60_000);
  let stack: AuditedStack;
  before(async () => {
    stack = await auditedStack();
  });
  beforeEach(() => stack.clear());
  after(() => stack.close());

  const scenario = () => putScenario(stack.deps, 'case', { payload: payload() }, CALLER);
  const network = () => putNetwork(stack.deps, 'grid', NETWORK as never, CALLER);
  const config = () => saveConfig(stack.deps, CONFIG as never, CALLER);

  async function experiment(): Promise<void> {
    const submission = { name: 'x', base_scenario_id: 'rts24', scenario_matrix: MATRIX, max_parallel: 1 };
    const planned = await planExperiment(stack.deps, submission, CALLER);
    await acceptExperiment(stack.deps, randomUUID(), { ...planned, submission }, CALLER);
  }

  async function execution(): Promise<void> {
    const model = findModel('uc-standard');
    const stored = await stack.deps.networks.read(USER, model.defaultNetwork);
    assert.ok(stored);
    const solver = chooseSolver(model, { id: 'highs' } as never);
    const options = { horizon: 24, include_reserves: false };
    await acceptExecution(
      stack.deps,
      randomUUID(),
      { model, solver, network: stored, options, start: { hour: 0 }, warnings: [] },
      CALLER,
    );
  }

  const submission = { scenario_id: 'solved', payload: payload(), timeout: 60 };
  const job = () => acceptJob(stack.deps, randomUUID(), 'uc', submission as never, {}, CALLER);

  const ended = async () => {
    const id = randomUUID();
    await acceptJob(stack.deps, id, 'uc', submission as never, {}, CALLER);
    const error = { code: 'CANCELLED', message: 'Cancelled on request', retryable: true } as const;
    const end = { status: 'cancelled', error } as const;
    await stack.deps.jobs.finish(id, { end, percent: 0 }, new Date(), new Date('2100-01-01'));
    // The start is recorded a moment later, together with those of other jobs.
    await until(async () => (await stack.deps.jobs.find(id))?.workflow_started === true);
    return id;
  };

  const register = () =>
    registerUser({ username: 'bob', password: PASSWORD }, CALLER.user, CALLER.request, stack.deps);
  const idOf = (user: unknown) => String(Reflect.get(Object(user), 'user_id'));
  const asUser = (user: unknown) => ({
    ...CALLER,
    user: { ...CALLER.user, userId: idOf(user), username: 'bob' },
  });
  const key = () =>
    createApiKey(stack.deps, { name: 'mine', scopes: ['read'], expires_at: null } as never, CALLER);
  const linked = async () => (await makePasswordLink(idOf(await register()), CALLER, stack.deps)).token;
  const byLink = (token: unknown) => ({ token: String(token), new_password: NEW_PASSWORD.new_password });
  const withFactor = async () => {
    const bob = await register();
    await stack.deps.twoFactor.begin(bob.user_id, 'sealed');
    const enabling = { enabled_at: new Date(), last_step: 1, recovery_hashes: [] };
    await stack.deps.twoFactor.enable(bob.user_id, 'sealed', enabling);
    return bob;
  };

  /** Audited event, its preparation, and its command. */
  const rows: [string, () => Promise<unknown>, (before: unknown) => Promise<unknown>][] = [
    ['solve_submitted', async () => undefined, job],
    ['run_commanded', ended, (id) => labelJob(stack.deps, String(id), { name: 'evening' }, CALLER)],
    ['run_commanded', ended, (id) => deleteJob(stack.deps, String(id), CALLER)],
    ['experiment_submitted', async () => undefined, experiment],
    ['execution_submitted', async () => undefined, execution],
    ['scenario_changed', async () => undefined, scenario],
    ['scenario_changed', scenario, () => deleteScenario(stack.deps, 'case', CALLER)],
    ['scenario_changed', async () => undefined, network],
    ['scenario_changed', network, () => deleteNetwork(stack.deps, 'grid', CALLER)],
    ['config_changed', async () => undefined, config],
    ['user_registered', async () => undefined, register],
    ['subscription_changed', register, (bob) => setRole(stack.deps, idOf(bob), 'admin', CALLER)],
    ['subscription_changed', register, (bob) => setDisabled(stack.deps, idOf(bob), true, CALLER)],
    ['subscription_changed', register, (bob) => grant(stack.deps, idOf(bob), 'analyst', 'none', CALLER)],
    ['password_changed', register, (bob) => changePassword(stack.deps, NEW_PASSWORD, asUser(bob))],
    ['password_link_made', register, (bob) => makePasswordLink(idOf(bob), CALLER, stack.deps)],
    ['password_changed', linked, (token) => usePasswordLink(byLink(token), CALLER.request, stack.deps)],
    ['two_factor_disabled', withFactor, (bob) => resetTwoFactor(idOf(bob), CALLER, stack.deps)],
    ['api_key_created', async () => undefined, key],
    [
      'api_key_revoked',
      key,
      (created) => revokeApiKey(stack.deps, String(Reflect.get(Object(created), 'key_id')), CALLER),
    ],
    ['module_accessed', async () => undefined, () => recordAccess(stack.deps, 'analyst', CALLER)],
    [
      'config_changed',
      config,
      (saved) => removeConfig(stack.deps, Reflect.get(Object(saved), '_id'), CALLER),
    ],
  ];
  for (const [n, [event, prepare, command]] of rows.entries()) {
    it(`leaves everything as it was without its entry ${event}, and tells it once with it (${n + 1})`, async () => {
      const prepared = await prepare();
      const [before, entries] = [await stack.stored(), await stack.events()];
      await stack.refuseEntries(true);
      await assert.rejects(command(prepared));
      assert.deepEqual(await stack.stored(), before);
      await stack.refuseEntries(false);
      await command(prepared);
      assert.notDeepEqual(await stack.stored(), before);
      assert.deepEqual(await stack.events(), [event, ...entries]);
    });
  }
});
