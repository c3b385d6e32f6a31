/** The stores of an API process in a database of the test's own, whose audit log can be made to refuse entries. */

import type { Deps } from '../../../api/deps.ts';
import { createDeps } from '../../../api/deps.ts';
import { createLogger } from '../../../api/http/log.ts';
import type { Caller } from '../../../api/http/request.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { connectTemporal } from '../../../temporal/client.ts';
import { testSettings } from './app.ts';
import { openTestDatabase } from './mongo.ts';

export interface AuditedStack {
  readonly deps: Deps;
  /** Every record that a user sees. */
  stored(): Promise<unknown>;
  /** Newest first. */
  events(): Promise<string[]>;
  refuseEntries(refused: boolean): Promise<void>;
  close(): Promise<void>;
}

const RECORDS = [
  'jobs',
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

export const CALLER: Caller = {
  user: {
    userId: 'ada',
    username: 'ada',
    role: 'user',
    sessionId: '',
    tokenId: '',
    levels: {
      analyst: 'premium',
      'model-builder': 'premium',
      'model-tuner': 'premium',
      'power-flow': 'premium',
    },
    via: 'token',
    expiresAt: null,
    isFresh: true,
    scopes: ['read', 'write'],
  },
  request: {
    id: 'r',
    ip: '127.0.0.1',
    userAgent: 'tests',
    header: () => undefined,
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

/** Workflows are only asked for: what is accepted here never runs. */
export async function auditedStack(): Promise<AuditedStack> {
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
  // The last administrator can be none of those that a test disables.
  await deps.users.insert(ADMINISTRATOR);
  return {
    deps,
    stored: () => Promise.all(RECORDS.map((name) => db.collection(name).find().sort({ _id: 1 }).toArray())),
    events: async () => (await deps.audit.list({ limit: 100 })).map(({ event_type }) => event_type),
    refuseEntries: async (refused) => {
      await db.command({ collMod: 'audit_outbox', validator: refused ? NEVER : {} });
    },
    close: async () => {
      await Promise.all([database.drop(), temporal.close()]);
    },
  };
}
