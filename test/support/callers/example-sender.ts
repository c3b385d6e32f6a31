/**
 * Sends the examples of the OpenAPI document to a running API. Only values that a document cannot contain are replaced.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';
import type { Example, RouteShape } from '../../../api/http/route.ts';
import { SCUC_EXAMPLE } from '../../../api/solve/examples.ts';
import { payload } from '../cases/payloads.ts';
import type { ChatStack } from '../chat/chat-stack.ts';
import { addUser } from './accounts.ts';
import type { ApiClient, ApiReply } from './api-client.ts';
import { fromBase32 } from './two-factor.ts';

/** Password in the examples of sign-in and of password change. */
const PASSWORD = 'a long enough passphrase';

interface Sent {
  readonly caller: ApiClient;
  readonly params?: Readonly<Record<string, string>>;
  /** Values, such as ids, that replace those of the example because they depend on the stack. */
  readonly known?: object;
}

interface Person {
  readonly name: string;
  readonly id: string;
  readonly client: ApiClient;
}

interface Sending {
  readonly method: string;
  readonly path: string;
  readonly file?: RouteShape['file'];
}

/** Sends an example. `change`: changes its body. */
export type SendExample = (
  route: Sending,
  example: Example,
  change?: (body: object) => unknown,
) => Promise<ApiReply<Record<string, unknown>>>;

export function exampleSender(stack: ChatStack, admin: ApiClient): SendExample {
  const post = async (caller: ApiClient, path: string, body: object): Promise<Record<string, unknown>> =>
    (await caller.request('POST', path, { body })).body;
  const signIn = (name: string) =>
    post(admin.as(undefined), '/api/auth/login', { username: name, password: PASSWORD });

  async function person(): Promise<Person> {
    const name = `reader-${randomUUID()}`;
    const password_hash = await stack.deps.passwords.hash(PASSWORD);
    const { user_id: id } = await addUser(stack.deps, name, { password_hash });
    return { name, id, client: admin.as(String((await signIn(name))['access_token'])) };
  }

  async function withAuthenticator(): Promise<Person & { readonly codes: readonly string[] }> {
    const { code, ...somebody } = await withSecret();
    const { recovery_codes: codes } = await post(somebody.client, '/api/users/me/2fa/enable', { code });
    assert.ok(Array.isArray(codes));
    return { ...somebody, codes };
  }

  async function withSecret(): Promise<Person & { readonly code: string }> {
    const somebody = await person();
    const { secret } = await post(somebody.client, '/api/users/me/2fa/setup', {
      current_password: PASSWORD,
    });
    return { ...somebody, code: totpCode(fromBase32(String(secret)), totpStep(new Date())) };
  }

  const aboutSomebody = async (): Promise<Sent> => {
    const { id } = await person();
    return { caller: admin, params: { user_id: id, module_id: 'analyst' } };
  };
  /** Creates a schedule whose times are all after the end of the test. */
  async function aboutSchedule(): Promise<Sent> {
    const solve = { scenario_id: 'demo-24h' };
    const { schedule_id } = await post(admin, '/api/schedules', {
      name: `yearly ${randomUUID()}`,
      cron: '0 0 1 1 *',
      solve,
    });
    return { caller: admin, params: { schedule_id: String(schedule_id) } };
  }
  async function aboutWebhook(): Promise<Sent> {
    const { webhook_id } = await post(admin, '/api/webhooks', { url: 'https://receiver.example/grid' });
    return { caller: admin, params: { webhook_id: String(webhook_id) } };
  }
  const SENT: Readonly<Record<string, () => Promise<Sent>>> = {
    '/auth/refresh': async () => {
      const { refresh_token } = await signIn((await person()).name);
      return { caller: admin.as(undefined), known: { refresh_token } };
    },
    '/auth/verify-2fa': async () => {
      const { name, codes } = await withAuthenticator();
      const { temp_token } = await signIn(name);
      return { caller: admin.as(undefined), known: { temp_token, code: codes[0] } };
    },
    '/auth/new-password': async () => {
      const { id } = await person();
      const { token } = await post(admin, `/api/users/${id}/password-link`, {});
      return { caller: admin.as(undefined), known: { token } };
    },
    '/users/me/sessions/{session_id}': async () => {
      const { name, client } = await person();
      await signIn(name);
      const { body } = await client.request<{ sessions: { session_id: string; is_current: boolean }[] }>(
        'GET',
        '/api/users/me/sessions',
      );
      const other = body.sessions.find(({ is_current }) => !is_current);
      return { caller: client, params: { session_id: other?.session_id ?? '' } };
    },
    '/users/me/2fa/setup': async () => ({ caller: (await person()).client }),
    '/users/me/password': async () => ({ caller: (await person()).client }),
    '/users/me/2fa/enable': async () => {
      const { client, code } = await withSecret();
      return { caller: client, known: { code } };
    },
    '/users/me/2fa/disable': async () => {
      const { client, codes } = await withAuthenticator();
      return { caller: client, known: { code: codes[0] } };
    },
    '/users/me/2fa/recovery-codes': async () => {
      const { client, codes } = await withAuthenticator();
      return { caller: client, known: { code: codes[0] } };
    },
    '/modules/analyst/solve/{job_id}': async () => ({
      caller: admin,
      params: { job_id: await admin.submit('uc', payload()) },
    }),
    '/shares': async () => ({ caller: admin, known: { id: await admin.submit('uc', payload()) } }),
    '/modules/analyst/solve/{job_id}/what-if': async () => {
      const job_id = await admin.submit('uc', payload());
      await admin.wait(job_id);
      return { caller: admin, params: { job_id } };
    },
    '/modules/analyst/solve/{job_id}/ac-check': async () => {
      const job_id = await admin.submit('scuc', SCUC_EXAMPLE.body.payload);
      await admin.wait(job_id);
      return { caller: admin, params: { job_id } };
    },
    '/schedules/{schedule_id}': aboutSchedule,
    '/schedules/{schedule_id}/backfill': aboutSchedule,
    '/webhooks/{webhook_id}': aboutWebhook,
    '/webhooks/{webhook_id}/recover': aboutWebhook,
    '/users/{user_id}/role': aboutSomebody,
    '/users/{user_id}/disabled': aboutSomebody,
    '/users/{user_id}/subscriptions/{module_id}': aboutSomebody,
  };

  return async ({ method, path, file }, example, change = (body) => body) => {
    const { caller, params, known }: Sent = (await SENT[path]?.()) ?? { caller: admin };
    const pathValues = { ...example.params, ...params };
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name) => pathValues[name] ?? assert.fail(`no ${name}`));
    const body = example.body ? change({ ...example.body, ...known }) : example.file;
    return caller.request(method.toUpperCase(), `/api${place}?${new URLSearchParams(example.query)}`, {
      ...(body !== undefined && { body }),
      headers: file?.[0] ? { 'content-type': file[0] } : {},
    });
  };
}
