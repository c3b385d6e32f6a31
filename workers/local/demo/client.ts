/** A small client of the API: sign in, submit, follow, read the result, ask the analyst. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

const POLL_MS = 200;
const DEADLINE_MS = 15_000;
/** Answers may need solves of their own. */
const CHAT_MS = 180_000;
const SOLVE = '/api/modules/analyst/solve';

export interface Status {
  readonly status: string;
  readonly progress: number;
  readonly progress_detail?: {
    readonly phase?: string;
    readonly incumbent?: number | null;
    readonly bound?: number | null;
    readonly mip_gap?: number | null;
  } | null;
  readonly error?: { readonly message: string } | null;
}

export interface ChatAnswer {
  readonly response: string;
  readonly session_id: string;
  readonly citations: readonly {
    readonly text: string;
    readonly tool: string;
    readonly path: string;
    readonly value: unknown;
  }[];
}

export interface Client {
  submit(type: string, scenario: string, payload: SolvePayload, timeout: number): Promise<{ job_id: string }>;
  /** Resolves with the status at the end. */
  follow(jobId: string, show: (status: Status) => void): Promise<Status>;
  result(jobId: string): Promise<SolveResult>;
  ask(message: string, scenario: string, session?: string): Promise<ChatAnswer>;
}

export async function signIn(apiUrl: string, credentials: object): Promise<Client> {
  const { access_token: token } = await call<{ access_token: string }>(apiUrl, {
    method: 'POST',
    path: '/api/auth/login',
    body: credentials,
  });
  return {
    submit: (type, scenario_id, payload, timeout) =>
      call(apiUrl, {
        method: 'POST',
        path: `${SOLVE}/${type}`,
        token,
        body: { scenario_id, payload, timeout },
      }),
    async follow(jobId, show) {
      for (;;) {
        const status = await call<Status>(apiUrl, { path: `${SOLVE}/${jobId}/status`, token });
        show(status);
        if (['completed', 'failed', 'cancelled'].includes(status.status)) return status;
        await delay(POLL_MS);
      }
    },
    result: (jobId) => call(apiUrl, { path: `${SOLVE}/${jobId}/results`, token }),
    ask: (message, scenario_id, session_id) =>
      call(apiUrl, {
        method: 'POST',
        path: '/api/ai/chat',
        token,
        body: { message, context: { scenario_id }, session_id },
        deadlineMs: CHAT_MS,
      }),
  };
}

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  readonly deadlineMs?: number;
}

/** `T`: what the API documents for this path. */
async function call<T>(
  apiUrl: string,
  { method = 'GET', path, token, body, deadlineMs = DEADLINE_MS }: Call,
): Promise<T> {
  const response = await fetch(new URL(path, apiUrl), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(deadlineMs),
  });
  const reply = (await response.json()) as T & { detail?: unknown };
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(reply.detail)}`);
  return reply;
}
