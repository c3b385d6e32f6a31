/**
 * Who is signed in. The refresh token is in a cookie that no script can read, the access token in the memory of this
 * page only; a page that is loaded again asks for a new one. A session that ends by itself interrupts the work: what
 * was asked for meanwhile waits, and goes on when the same person has signed in again.
 */
import { createClient, data, type Reply } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import type { Session } from '../../client/session.ts';
import { isGuest, secret } from './guest.ts';
import { createStore } from './store.ts';

export type Me = Reply<'getUsersMe'>;

/** Undefined while nobody has asked yet, null when nobody is signed in. */
export const me = createStore<Me | null | undefined>(undefined);

/** Whether the session of `me` has ended by itself. */
export const isInterrupted = createStore(false);

/** Why requests wait; undefined while all is well. */
export const trouble = createStore<Problem | undefined>(undefined);

/** Without the file name, and without a slash at its end. */
export const BASE_URL = new URL('.', location.href).href.replace(/\/$/, '');
const onTrouble = (problem: Problem | undefined): void => trouble.set(problem);
/** A page goes on by itself for so long when its server is away. */
const PATIENCE_MS = 10 * 60_000;

const MARGIN_MS = 30_000;
const NO_TOKEN = { value: '', endsAt: 0 };
let token = NO_TOKEN;

interface AccessToken {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** For what needs no session. */
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
 * One page of this browser at a time: the cookie is one for all of them, and one that is sent late counts as stolen.
 * Browsers have no locks on plain HTTP beyond this machine; there two pages may have to sign in again.
 */
const exchangeAlone = (): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('refresh', exchangeCookie) : exchangeCookie();

/** Somebody else may come: by signing in here, or at another page of this browser, which has the same cookie. */
async function become({ access_token, expires_in }: AccessToken): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}` };
  const user = await data(open.GET('/api/users/me', { headers }));
  const before = me.get();
  if (before && before.user_id !== user.user_id) return startAnew();
  token = { value: access_token, endsAt: Date.now() + expires_in * 1000 };
  me.set(user);
}

/** Never ends: nothing that one person typed or asked for is left in the page of another. */
function startAnew(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

const bearer = (): { authorization: string } => ({ authorization: `Bearer ${token.value}` });

let renewing: Promise<boolean> | undefined;

/** Ends when there is a new token. One exchange for all who wait for it. */
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

/** Asks for the password in front of the view, which stays as it is. */
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

/** Renewed before its end, so that no request goes out to be refused. */
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

/** `api` by its methods, each with the body of the reply; a refusal is thrown as `Problem`. */
export const get = bodyOf(api.GET);
export const post = bodyOf(api.POST);
export const put = bodyOf(api.PUT);
export const remove = bodyOf(api.DELETE);

/** Asks who is signed in, once the page is loaded. */
export async function resume(): Promise<void> {
  if (isGuest) return;
  const { has_session } = await data(open.GET('/api/auth/options'));
  if (!has_session || !(await exchangeAlone())) me.set(null);
}

/** What the server says of the account may have changed. */
export async function reloadMe(): Promise<void> {
  me.set(await get('/api/users/me'));
}

/** Resolves with the token for the second factor when one is needed. */
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

/** The server takes the cookie away; without it the page would be signed in again when it is loaded again. */
export async function signOut(): Promise<void> {
  if (isFresh() || (await exchangeAlone())) await data(open.POST('/api/auth/logout', { headers: bearer() }));
  await startAnew();
}
