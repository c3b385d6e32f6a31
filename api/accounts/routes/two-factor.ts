/** The second factor of the caller. */
import { boolean, number, object, string } from 'yup';
import { reply, routesFor } from '../../http/route.ts';
import type { AccountDeps } from '../deps.ts';
import { mustHaveFactor } from '../settings.ts';
import {
  bothFactors,
  disableTwoFactor as disable,
  enableTwoFactor as enable,
  factorCode,
  recoveryCodes,
  renewRecoveryCodes as renew,
  setUpTwoFactor as setUp,
} from '../two-factor.ts';

const defineRoute = routesFor<AccountDeps>();

const readTwoFactor = defineRoute({
  method: 'get',
  path: '/users/me/2fa',
  light: true,
  summary: "State of the caller's second factor",
  tag: 'Users',
  auth: 'bearer',
  beforeFactor: true,
  keys: 'refused',
  responses: {
    200: object({
      enabled: boolean().required(),
      required: boolean().required().meta({ description: 'It cannot be disabled' }),
      enabled_at: string().datetime({ precision: 3 }).nullable().defined(),
      recovery_codes_left: number().integer().required(),
    }),
  },
  handle: async ({ user, deps }) => {
    const factor = await deps.twoFactor.find(user.userId);
    const enabledAt = factor?.enabled_at ?? null;
    return reply(200, {
      enabled: enabledAt !== null,
      required: mustHaveFactor(user.role, deps.settings),
      enabled_at: enabledAt?.toISOString() ?? null,
      recovery_codes_left: factor?.recovery_hashes.length ?? 0,
    });
  },
});

const setUpTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/setup',
  light: true,
  summary:
    'Create a secret for an authenticator app; requires the password, and is enabled with a first code',
  tag: 'Users',
  auth: 'bearer',
  beforeFactor: true,
  keys: 'refused',
  body: object({
    current_password: string().required('Field required').max(1024).meta({ description: 'Password' }),
  }),
  example: { body: { current_password: 'a long enough passphrase' } },
  responses: {
    200: object({
      secret: string().required().meta({ description: 'Secret in base32, for typing; never shown again' }),
      otpauth_url: string().required().meta({ description: 'Content of the QR code' }),
      qr_svg: string().required().meta({ description: 'QR code as an SVG image' }),
    }),
  },
  errors: [404, 409],
  handle: async ({ body, user, request, deps }) =>
    reply(200, await setUp(body.current_password, { user, request }, deps)),
});

const enableTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/enable',
  light: true,
  summary: 'Enable the second factor with a first code; ends every other session of the caller',
  tag: 'Users',
  auth: 'bearer',
  beforeFactor: true,
  keys: 'refused',
  body: object({ code: factorCode('Six digits from the authenticator') }),
  example: { body: { code: '123456' } },
  responses: {
    200: object({
      enabled: boolean().required(),
      recovery_codes: recoveryCodes(),
    }),
  },
  errors: [409],
  handle: async ({ body, user, request, deps }) => {
    const recovery_codes = await enable(body.code, { user, request }, deps);
    return reply(200, { enabled: true, recovery_codes });
  },
});

const disableTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/disable',
  light: true,
  summary: 'Disable the second factor with password and code; ends every other session of the caller',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: bothFactors,
  example: { body: { current_password: 'a long enough passphrase', code: '123456' } },
  responses: { 200: object({ enabled: boolean().required() }) },
  errors: [409],
  handle: async ({ body, user, request, deps }) => {
    await disable(body, { user, request }, deps);
    return reply(200, { enabled: false });
  },
});

const renewRecoveryCodes = defineRoute({
  method: 'post',
  path: '/users/me/2fa/recovery-codes',
  light: true,
  summary: 'Replace the recovery codes; requires password and code',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: bothFactors,
  example: { body: { current_password: 'a long enough passphrase', code: '123456' } },
  responses: { 200: object({ recovery_codes: recoveryCodes() }) },
  errors: [409],
  handle: async ({ body, user, request, deps }) =>
    reply(200, { recovery_codes: await renew(body, { user, request }, deps) }),
});

export const twoFactorRoutes = [
  readTwoFactor,
  setUpTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
];
