/**
 * Typed client of the API, for pages, programs and tests. Refusals are thrown as `Problem`; `data` gives the body of
 * a reply: `await data(client.GET('/api/users/me'))`.
 */
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { operations, paths } from './openapi.d.ts';
import { createPatientFetch, type Patience } from './patient-fetch.ts';
import { anonymous, asSession, type Session } from './session.ts';

export type { operations } from './openapi.d.ts';
export type Client = FetchClient<paths>;

/** The body of the successful reply `S` of an operation: `Reply<'getUsersMe'>`, `Reply<'postAuthRegister', 201>`. */
export type Reply<O extends keyof operations, S extends number = 200> = operations[O] extends {
  responses: Record<S, { content: { 'application/json': infer Body } }>;
}
  ? Body
  : never;

export interface ClientOptions extends Patience {
  /** Address of the service: origin, and path prefix of a proxy, without a trailing slash. */
  readonly baseUrl: string;
  readonly session?: Session;
}

export function createClient({ baseUrl, session = anonymous, ...patience }: ClientOptions): Client {
  const fetch = asSession(session, createPatientFetch(patience));
  return createFetchClient<paths>({ baseUrl, fetch });
}

/** The body of a successful reply; refusals throw before it is read. */
export async function data<T>(reply: Promise<{ data?: T }>): Promise<T> {
  const { data: body } = await reply;
  return body as T;
}
