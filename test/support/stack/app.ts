/** Runs the HTTP application on a free loopback port, with stores in memory; every reply is checked. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createTokens } from '../../../api/accounts/access-tokens.ts';
import { createAccountCache } from '../../../api/accounts/account-cache.ts';
import { createCsrf } from '../../../api/accounts/csrf.ts';
import { createKeyedLock } from '../../../api/accounts/keyed-lock.ts';
import { createPasswords, type Passwords } from '../../../api/accounts/passwords.ts';
import { createSeal } from '../../../api/accounts/two-factor-secrets.ts';
import { DEFAULT_BUDGETS } from '../../../api/analyst/budgets/limits.ts';
import { createTokenBudgets } from '../../../api/analyst/budgets/token-budgets.ts';
import { createProviders } from '../../../api/analyst/providers/create-providers.ts';
import { createApp } from '../../../api/app.ts';
import { createCertificateKeys } from '../../../api/certificates/keys.ts';
import { type ApiSettings, readConfig } from '../../../api/config.ts';
import type { Deps } from '../../../api/deps.ts';
import { createFollows } from '../../../api/http/follows.ts';
import type { PassOn } from '../../../api/http/handle-request.ts';
import { createLimits, createStorage } from '../../../api/http/limits.ts';
import { createMetrics } from '../../../api/http/metrics.ts';
import type { AnyRoute } from '../../../api/http/route.ts';
import {
  memoryApiKeys,
  memoryAudit,
  memoryRevokedTokens,
  memorySessions,
  memoryShares,
  memorySubscriptions,
  memoryTwoFactor,
  memoryTwoFactorChallenges,
  memoryUsers,
} from '../stores/memory-accounts.ts';
import { memorySigningKeys } from '../stores/memory-certificates.ts';
import { memoryChatSessions } from '../stores/memory-records.ts';
import { noJobs } from './no-jobs.ts';

const SECRET = 'a secret for tests that is long enough';
export const BCRYPT_COST = 4;

export interface TestApp {
  readonly url: string;
  readonly deps: Deps & { readonly audit: ReturnType<typeof memoryAudit> };
  /** Parsed log lines. */
  readonly lines: Record<string, unknown>[];
  /** Sends a request with a JSON body, or with `raw` text unchanged. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly raw?: RequestInit['body'];
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if the body is not JSON. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface TestAppOptions {
  readonly settings?: Partial<ApiSettings>;
  readonly deps?: Partial<Deps>;
  readonly routes?: readonly AnyRoute<Deps>[];
  readonly passOn?: PassOn;
}

export const testSettings = (settings: Partial<ApiSettings> = {}): ApiSettings => ({
  ...readConfig({
    JWT_SECRET: SECRET,
    PASSWORD_PEPPER: SECRET,
    NODE_ENV: 'test',
    BCRYPT_COST: String(BCRYPT_COST),
  }),
  ...settings,
});

/** Hashing threads by configuration, shared by all tests of a process, since starting threads takes a while. */
const passwords = new Map<string, Passwords>();

function passwordsOf({ PASSWORD_PEPPER, BCRYPT_COST }: ApiSettings): Passwords {
  const key = `${PASSWORD_PEPPER} ${BCRYPT_COST}`;
  const shared = passwords.get(key) ?? createPasswords(PASSWORD_PEPPER, BCRYPT_COST);
  passwords.set(key, shared);
  return shared;
}

export function testDeps(options: TestAppOptions, lines: Record<string, unknown>[] = []): TestApp['deps'] {
  const settings = testSettings(options.settings);
  const audit = memoryAudit();
  const accounts = {
    users: memoryUsers(),
    subscriptions: memorySubscriptions(),
    revokedTokens: memoryRevokedTokens(),
    twoFactor: memoryTwoFactor(),
  };
  const metrics = createMetrics();
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ level: 'info' }, sink);
  const now = () => new Date();
  return {
    settings,
    log,
    metrics,
    probes: { mongo: async () => {}, temporal: async () => {}, solver: async () => {} },
    ...accounts,
    accountCache: createAccountCache(accounts, settings),
    sessions: memorySessions(),
    twoFactorChallenges: memoryTwoFactorChallenges(),
    seal: createSeal(settings.PASSWORD_PEPPER),
    apiKeys: memoryApiKeys(),
    shares: memoryShares(),
    csrf: createCsrf(settings.JWT_SECRET, settings.JWT_PREVIOUS_SECRET),
    ...noJobs(),
    certificateKeys: createCertificateKeys({ store: memorySigningKeys(), now, settings }),
    providers: createProviders(settings),
    budgets: createTokenBudgets({ budgets: DEFAULT_BUDGETS, audit, metrics, log, now }),
    chatSessions: memoryChatSessions(),
    tokens: createTokens(settings.JWT_SECRET, settings.JWT_PREVIOUS_SECRET),
    passwords: passwordsOf(settings),
    registrations: createKeyedLock(),
    limits: createLimits({ solvesPerMinute: settings.RATE_LIMIT_SOLVES_PER_MINUTE, audit, metrics }),
    storage: createStorage(settings, { of: async () => 0 }),
    follows: createFollows(metrics.openStreams),
    now,
    stopping: new AbortController().signal,
    checkReplies: true,
    ...options.deps,
    audit,
  };
}

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const lines: Record<string, unknown>[] = [];
  const deps = testDeps(options, lines);
  const server = createApp(deps, options.routes, options.passOn).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    deps,
    lines,
    call: (method, path, call) => send(`${url}${path}`, method, call),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(
  url: string,
  method: string,
  { body, raw, token, headers }: CallOptions = {},
): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: {
      ...(payload !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
}
