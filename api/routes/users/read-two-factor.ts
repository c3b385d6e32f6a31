/** GET /users/me/2fa */
import { boolean, number, object, string } from 'yup';
import { defineRoute, reply } from '../../route.ts';

export const readTwoFactor = defineRoute({
  method: 'get',
  path: '/users/me/2fa',
  summary: 'Whether the second factor is enabled',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  responses: {
    200: object({
      enabled: boolean().required(),
      enabled_at: string().datetime({ precision: 3 }).nullable().defined(),
      recovery_codes_left: number().integer().required(),
    }),
  },
  handle: async ({ user, deps }) => {
    const factor = await deps.twoFactor.find(user.userId);
    const enabledAt = factor?.enabled_at ?? null;
    return reply(200, {
      enabled: enabledAt !== null,
      enabled_at: enabledAt?.toISOString() ?? null,
      recovery_codes_left: factor?.recovery_hashes.length ?? 0,
    });
  },
});
