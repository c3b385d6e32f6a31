/**
 * Session of the user. The refresh token is in a cookie that scripts cannot read. The access token is only in memory,
 * so a new one is requested after a reload. When the session ends without a sign-out, requests wait until the same user
 * has signed in again.
 */
import { createClient, data, type Reply } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import type { Session } from '../../client/session.ts';
import { isGuest, secret } from './guest.ts';
import { createStore } from './store.ts';

export type Me = Reply<'getUsersMe'>;

/** The signed-in user; null without a session, undefined before the first check. */
export const me = createStore<Me | null | undefined>(undefined);

/** True if the session of `me` has ended without a sign-out. */
export const isInterrupted = createStore(false);

/** Reason why requests wait for a retry; undefined if no request waits. */
export const trouble = createStore<Problem | undefined>(undefined);

/** Address of the service, without file name and trailing slash. */
export const BASE_URL = new URL('.', location.href).href.replace(/\/$/, '');
const onTrouble = (problem: Problem | undefined): void => trouble.set(problem);
/** Longest time for which requests are repeated while the server cannot be reached, ms. */
const PATIENCE_MS = 10 * 60_000;

const MARGIN_MS = 30_000;
const NO_TOKEN = { value: '', endsAt: 0 };
let token = NO_TOKEN;

interface AccessToken {
  readonly access_token: string;
  /** Lifetime of the token, s. */
  readonly expires_in: number;
}

/** Client for requests without a session. */
export const open = createClient({ baseUrl: BASE_URL, onTrouble });

async function csrfHeader(): Promise<Record<string, string>> {
  const { csrf_token } = await data(open.GET('/api/auth/csrf-token'));
  return { 'X-CSRF-Token': csrf_token };
}

async function exchangeCookie(): Promise<boolean> {
  try {
    const headers = await csrfHeader();
    await become(await data(open.POST('/api/auth/refresh', { body: {}, headers })));
    return true;
  } catch (error) {
    if (!(error instanceof Problem && [401, 403].includes(error.status))) throw error;
    return false;
  }
}

/**
 * Exchanges the cookie under a lock of the browser. All pages share the cookie, and the server takes a second exchange
 * of the same cookie for theft. Over plain HTTP, browsers have no locks, so one of two pages may have to sign in again.
 */
const exchangeAlone = (): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('refresh', exchangeCookie) : exchangeCookie();

/** Applies a new token; reloads the page if the token belongs to another user. */
async function become({ access_token, expires_in }: AccessToken): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}` };
  const user = await data(open.GET('/api/users/me', { headers }));
  const before = me.get();
  if (before && before.user_id !== user.user_id) return startAnew();
  token = { value: access_token, endsAt: Date.now() + expires_in * 1000 };
  me.set(user);
}

/** Reloads the page, so that no data of a user are left for the next one. Never resolves. */
function startAnew(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

const bearer = (): { authorization: string } => ({ authorization: `Bearer ${token.value}` });

let renewing: Promise<boolean> | undefined;

/** Renews the access token; resolves when it is renewed. Concurrent calls share one exchange. */
async function renew(): Promise<true> {
  if (!isInterrupted.get()) {
    renewing ??= exchangeAlone().finally(() => {
      renewing = undefined;
    });
    if (!(await renewing)) interrupt();
  }
  await untilSignedIn();
  return true;
}

/** Ends the session on this page: the sign-in form covers the view. */
export function interrupt(): void {
  token = NO_TOKEN;
  isInterrupted.set(true);
}

const untilSignedIn = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isInterrupted.get()) return resolve();
    const end = isInterrupted.follow(() => {
      end();
      resolve();
    });
  });

/** True if the token is valid for some more time; false shortly before it expires, so that it is renewed in time. */
const isFresh = (): boolean => token.value !== '' && Date.now() < token.endsAt - MARGIN_MS;

export const session: Session = {
  async headers() {
    if (isGuest) return { authorization: `Bearer ${secret}` };
    if (!isFresh()) await renew();
    return bearer();
  },
  renew: async ({ authorization }) =>
    !isGuest && ((isFresh() && authorization !== bearer().authorization) || (await renew())),
};

export const api = createClient({ baseUrl: BASE_URL, session, onTrouble, patienceMs: PATIENCE_MS });

const bodyOf =
  <A extends unknown[], T>(call: (...args: A) => Promise<{ data?: T }>) =>
  (...args: A): Promise<T> =>
    data(call(...args));

/** Methods of `api` that resolve to the body of the reply and throw a refusal as a `Problem`. */
export const get = bodyOf(api.GET);
export const post = bodyOf(api.POST);
export const put = bodyOf(api.PUT);
export const patch = bodyOf(api.PATCH);
export const remove = bodyOf(api.DELETE);

/** Restores the session when the page is loaded. */
export async function resume(): Promise<void> {
  if (isGuest) return;
  const { has_session } = await data(open.GET('/api/auth/options'));
  if (!has_session || !(await exchangeAlone())) me.set(null);
}

/** Reads the data of the account again. */
export async function reloadMe(): Promise<void> {
  me.set(await get('/api/users/me'));
}

/** Signs in. Resolves to a temporary token if a second factor is needed. */
export async function signIn(username: string, password: string): Promise<string | undefined> {
  const body = { username, password, session: 'cookie' as const };
  const reply: Reply<'postAuthLogin'> = await data(open.POST('/api/auth/login', { body }));
  if ('temp_token' in reply) return reply.temp_token;
  await begin(reply);
  return undefined;
}

export async function verifyCode(tempToken: string, code: string): Promise<void> {
  const body = { temp_token: tempToken, code, session: 'cookie' as const };
  await begin(await data(open.POST('/api/auth/verify-2fa', { body })));
}

async function begin(reply: AccessToken): Promise<void> {
  await become(reply);
  isInterrupted.set(false);
}

/** Signs out at the server, which deletes the cookie, and reloads the page. */
export async function signOut(): Promise<void> {
  if (isFresh() || (await exchangeAlone())) await data(open.POST('/api/auth/logout', { headers: bearer() }));
  await startAnew();
}
