/**
 * The work of the users of a storm, in sequence. Each submission is repeated as a good client does, and followed to its
 * end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, data } from '../../../api/client/client.ts';
import { isPassing } from '../../../api/client/patient-fetch.ts';
import {
  followExecution,
  followExperiment,
  followJob,
  type SolveBody,
  submitExecution,
  submitExperiment,
  submitJob,
  untilOver,
} from '../../../api/client/runs.ts';
import { withApiKey } from '../../../api/client/session.ts';
import type { ApiClient } from '../callers/api-client.ts';
import { hardCase } from '../cases/hard-case.ts';
import { newUser, type RunningStack } from '../stack/running-stack.ts';
import type { WatchedCalls } from './watched-calls.ts';

/** A stack or a cluster. */
export type AnyStack = Pick<RunningStack, 'stack' | 'admin'>;

/** Kinds of work, which take turns: seven of ten are solves. */
const KINDS = [
  'solve',
  'experiment',
  'solve',
  'solve',
  'execution',
  'solve',
  'solve',
  'chat',
  'solve',
  'solve',
] as const;
export type Work = (typeof KINDS)[number];

/** Work that was accepted or answered, and the last status that its user received. */
export interface Done {
  readonly work: Work;
  readonly id: string;
  readonly status: string;
}

export interface StormUser {
  /** Client that repeats requests after temporary refusals. */
  readonly client: Client;
  do(work: Work, n: number): Promise<Done>;
}

export const workOf = (n: number): Work => KINDS[n % KINDS.length] ?? 'solve';

/** Longest time for which a user repeats a request without an answer, ms. */
const PATIENCE_MS = 600_000;
const UNITS = 6;
const HOURS = 24;
/** Number of different seeds; each gives a case with a schedule. */
const CASES = 24;
const SCENARIOS = 3;
const highs = { id: 'highs' } as const;

export async function createUsers(
  running: AnyStack,
  count: number,
  calls: WatchedCalls,
  units = UNITS,
): Promise<StormUser[]> {
  const users: StormUser[] = [];
  for (let n = 0; n < count; n++) {
    const account = await newUser(running);
    const session = withApiKey(await apiKeyOf(account));
    const client = createClient({
      ...{ baseUrl: account.url, session, patienceMs: PATIENCE_MS, fetch: calls.fetch },
    });
    users.push({ client, do: (work, at) => DO[work](client, { user: n, n: at, units }) });
  }
  return users;
}

async function apiKeyOf(account: ApiClient): Promise<string> {
  const body = { name: 'storm' };
  const reply = await account.request<{ api_key: string }>('POST', '/api/users/me/api-keys', { body });
  if (reply.status !== 201) throw new Error(`an API key was answered with ${reply.status}`);
  return reply.body.api_key;
}

/** Scenario about whose newest solve a user asks the analyst. */
const scenarioOf = (user: number): string => `storm-${user}`;
export const patience = { patienceMs: PATIENCE_MS };

interface Asked {
  readonly user: number;
  readonly n: number;
  /** Number of units in a case. */
  readonly units: number;
}

const DO: Readonly<Record<Work, (client: Client, asked: Asked) => Promise<Done>>> = {
  async solve(client, { user, n, units }) {
    const payload = {
      ...hardCase(units, HOURS, n % CASES),
      options: { mip_gap: 0.01 },
    } as SolveBody['payload'];
    const id = await submitJob(client, 'uc', { scenario_id: scenarioOf(user), payload, timeout: 60 });
    const { status } = await untilOver(followJob(client, id, patience));
    return { work: 'solve', id, status };
  },
  async experiment(client) {
    const load = { name: 'load', type: 'continuous', min: 0.9, max: 1, steps: SCENARIOS } as const;
    const { experiment_id: id } = await submitExperiment(client, {
      name: 'storm',
      base_scenario_id: 'demo-24h',
      scenario_matrix: { method: 'grid', variables: [load] },
      max_parallel: 2,
      timeout_per_scenario: 60,
    });
    const { status } = await untilOver(followExperiment(client, id, patience));
    return { work: 'experiment', id, status };
  },
  async execution(client) {
    const id = await submitExecution(client, { pcm_model_id: 'uc-standard', solver: highs });
    const { status } = await untilOver(followExecution(client, id, patience));
    return { work: 'execution', id, status };
  },
  async chat(client, { user }) {
    const body = { message: 'What does the day cost?', context: { scenario_id: scenarioOf(user) } };
    for (const end = Date.now() + PATIENCE_MS; ; await delay(1000)) {
      try {
        const { session_id } = await data(client.POST('/api/ai/chat', { body }));
        return { work: 'chat', id: session_id, status: 'completed' };
      } catch (error) {
        // A question may be repeated, although it has no idempotency key.
        if (!isPassing(error) || Date.now() > end) throw error;
      }
    }
  },
};
