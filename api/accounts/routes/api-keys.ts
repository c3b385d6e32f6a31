/** API keys of the caller. */
import { array, object, string } from 'yup';
import { reply, routesFor } from '../../http/route.ts';
import {
  apiKeyBody,
  apiKeySummary,
  createApiKey as create,
  createdApiKey,
  revokeApiKey as revoke,
  toApiKeySummary,
} from '../api-keys.ts';
import type { AccountDeps } from '../deps.ts';

const defineRoute = routesFor<AccountDeps>();

const listApiKeys = defineRoute({
  method: 'get',
  path: '/users/me/api-keys',
  light: true,
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

const createApiKey = defineRoute({
  method: 'post',
  path: '/users/me/api-keys',
  light: true,
  summary: 'Create an API key that acts as the caller; only this reply contains the key',
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

const revokeApiKey = defineRoute({
  method: 'delete',
  path: '/users/me/api-keys/{key_id}',
  light: true,
  summary: 'Revoke an API key of the caller',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  params: object({
    key_id: string().required().max(128).meta({ description: 'Id of the key' }),
  }),
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await revoke(deps, params.key_id, { user, request });
    return reply(204, undefined);
  },
});

export const apiKeyRoutes = [createApiKey, listApiKeys, revokeApiKey];
