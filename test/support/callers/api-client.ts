/** Client of a running API; checks every JSON reply against the service's own OpenAPI document. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JobStatusReply } from '../../../temporal/case/messages/job.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';

export interface ApiReply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  readonly url: string;
  readonly token: string | undefined;
  request<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<ApiReply<T>>;
  submit(type: JobType, payload: SolvePayload, rest?: object): Promise<string>;
  status(jobId: string): Promise<JobStatusReply>;
  /** Polls the status until `wanted` holds; by default until the job has ended. */
  wait(jobId: string, wanted?: (status: JobStatusReply) => boolean, limitS?: number): Promise<JobStatusReply>;
  result(jobId: string): Promise<JobResult>;
  /** A client of the same API for another caller. */
  as(token: string | undefined): ApiClient;
}

export const SOLVE = '/api/modules/analyst/solve';
const REQUEST_MS = 15_000;
const POLL_MS = 100;
const isOver = ({ status }: JobStatusReply): boolean => ['completed', 'failed', 'cancelled'].includes(status);

export async function signIn(url: string, username: string, password: string): Promise<ApiClient> {
  const check = await replyChecker(url);
  const anonymous = createClient(url, undefined, check);
  const { status, body } = await anonymous.request<{ access_token: string }>('POST', '/api/auth/login', {
    body: { username, password },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return createClient(url, body.access_token, check);
}

/** Client that sends a token. */
export const clientOf = async (url: string, token: string): Promise<ApiClient> =>
  createClient(url, token, await replyChecker(url));

function createClient(url: string, token: string | undefined, check: ReplyChecker): ApiClient {
  const client: ApiClient = {
    url,
    token,
    async request(method, path, { body, headers } = {}) {
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS + 30_000),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      const parsed = isJson ? JSON.parse(text) : text;
      if (isJson) check(method, new URL(path, url).pathname, response.status, parsed);
      return { status: response.status, headers: response.headers, body: parsed };
    },
    async submit(type, payload, rest = {}) {
      const { status, body } = await client.request<{ job_id: string }>('POST', `${SOLVE}/${type}`, {
        body: { scenario_id: 'test', payload, ...rest },
      });
      assert.equal(status, 202, JSON.stringify(body));
      return body.job_id;
    },
    async status(jobId) {
      const { status, body } = await client.request<JobStatusReply>('GET', `${SOLVE}/${jobId}/status`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    },
    async wait(jobId, isReached = isOver, limitS = 60) {
      const end = Date.now() + limitS * 1000;
      for (;;) {
        const status = await client.status(jobId);
        if (isReached(status)) return status;
        assert.ok(!isOver(status) && Date.now() < end, `never came: ${JSON.stringify(status)}`);
        await delay(POLL_MS);
      }
    },
    async result(jobId) {
      await client.wait(jobId);
      const { status, body } = await client.request<JobResult>('GET', `${SOLVE}/${jobId}/results`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    },
    as: (other) => createClient(url, other, check),
  };
  return client;
}

type ReplyChecker = (method: string, path: string, status: number, body: unknown) => void;

interface Operation {
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

/** Text of a document -> its reply checker. Cached, since reading the schemas takes longer than most requests. */
const checkers = new Map<string, ReplyChecker>();

/** Creates the checker, which fails a test whose reply does not match the document. */
async function replyChecker(url: string): Promise<ReplyChecker> {
  const text = await (await fetch(new URL('/openapi.json', url))).text();
  const checker = checkers.get(text) ?? createChecker(JSON.parse(text));
  checkers.set(text, checker);
  return checker;
}

function createChecker(document: { paths: Record<string, Record<string, Operation>> }): ReplyChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const patterns = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    fixed: !path.includes('{'),
  }));
  return (method, pathname, status, body) => {
    const fullPath = pathname.startsWith('/api') ? pathname : `/api${pathname}`;
    const route = patterns
      .filter(({ pattern }) => pattern.test(fullPath))
      .sort((a, b) => Number(b.fixed) - Number(a.fixed))[0];
    if (!route || status === 404 || status === 405) return;
    const verb = method.toLowerCase();
    const response = document.paths[route.path]?.[verb]?.responses[status];
    assert.ok(response, `${method} ${route.path} answered the undocumented status ${status}`);
    const pointer = [
      'paths',
      route.path,
      verb,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    assert.ok(validate(body), `${method} ${route.path} ${status}: ${ajv.errorsText(validate.errors)}`);
  };
}
