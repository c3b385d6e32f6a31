/** POST /users/me/api-keys */
import { createApiKey as create } from '../../commands/create-api-key.ts';
import { defineRoute, reply } from '../../route.ts';
import { apiKeyBody, createdApiKey } from '../../schemas/api-key.ts';

export const createApiKey = defineRoute({
  method: 'post',
  path: '/users/me/api-keys',
  summary: 'Make an API key that acts as the caller; the reply is the only one to hold it',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: apiKeyBody,
  example: { body: { name: 'nightly runs', scopes: ['read', 'write'] }, status: 201 },
  responses: { 201: createdApiKey },
  headers: { 201: ['Cache-Control'] },
  errors: [409],
  handle: async ({ body, user, request, deps }) => reply(201, await create(deps, body, { user, request })),
});
