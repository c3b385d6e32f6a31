/** GET /users/me/api-keys */
import { array, object } from 'yup';
import { toApiKeySummary } from '../../auth/to-api-key-summary.ts';
import { defineRoute, reply } from '../../route.ts';
import { apiKeySummary } from '../../schemas/api-key.ts';

export const listApiKeys = defineRoute({
  method: 'get',
  path: '/users/me/api-keys',
  summary: 'API keys of the caller, newest first, without the keys themselves',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  responses: { 200: object({ api_keys: array(apiKeySummary.required()).required() }) },
  handle: async ({ user, deps }) => {
    const records = await deps.apiKeys.list(user.userId);
    return reply(200, { api_keys: records.map(toApiKeySummary) });
  },
});
