/** A user with an authenticator, and a clock that the test controls. */
import assert from 'node:assert/strict';
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';
import type { Deps } from '../../../api/deps.ts';
import { type Answer, startApp, type TestApp } from '../stack/app.ts';
import { addUser, PASSWORD } from './accounts.ts';

export interface TwoFactorApp extends TestApp {
  readonly userId: string;
  readonly token: string;
  readonly recoveryCodes: readonly string[];
  /** Secret that was shown at the set-up, base32. */
  readonly secret: string;
  /** Advances the clock of the test. */
  wait(seconds: number): void;
  /** Code that the authenticator shows now, or `steps` time steps later. */
  code(steps?: number): string;
  signIn(): Promise<Answer>;
  /** Starts a sign-in; resolves with its temporary token. */
  challenge(): Promise<string>;
  verify(temp_token: unknown, code: unknown): Promise<Answer>;
}

const setUpOf = (app: TestApp, token: string): Promise<Answer> =>
  app.call('POST', '/users/me/2fa/setup', { token, body: { current_password: PASSWORD } });

/** Starts an application whose user `ada` has enabled a second factor with the code of the current time step. */
export async function startTwoFactorApp(deps: Partial<Deps> = {}): Promise<TwoFactorApp> {
  let clock = Math.floor(Date.now() / 30_000) * 30_000;
  const now = () => new Date(clock);
  const app = await startApp({ deps: { ...deps, now } });
  const { user_id: userId } = await addUser(app.deps, 'ada');
  const token = await app.deps.tokens.sign({ userId, sessionId: 'first', role: 'user' }, now());
  const secret: string = (await setUpOf(app, token)).body.secret;
  const code = (steps = 0) => totpCode(fromBase32(secret), totpStep(now()) + steps);
  const enabled = await app.call('POST', '/users/me/2fa/enable', { token, body: { code: code() } });
  assert.equal(enabled.status, 200, enabled.text);
  const signIn = () => app.call('POST', '/api/auth/login', { body: { username: 'ada', password: PASSWORD } });
  return {
    ...app,
    userId,
    token,
    recoveryCodes: enabled.body.recovery_codes,
    secret,
    wait: (seconds) => {
      clock += seconds * 1000;
    },
    code,
    signIn,
    challenge: async () => (await signIn()).body.temp_token,
    verify: (temp_token, typed) =>
      app.call('POST', '/api/auth/verify-2fa', { body: { temp_token, code: typed } }),
  };
}

/** Decodes base32 as an authenticator app does. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
