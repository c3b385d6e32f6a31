/** Modules of the service, and the caller's access to them. */
import { array, boolean, object, string } from 'yup';
import { reply, routesFor } from '../../http/route.ts';
import type { AccountDeps } from '../deps.ts';
import {
  moduleAccessSchema,
  moduleSchema,
  recordAccess as record,
  toAccess,
  toModule,
} from '../module-access.ts';
import { featuresAt, findModule, MODULES } from '../modules.ts';

const defineRoute = routesFor<AccountDeps>();

const listModules = defineRoute({
  method: 'get',
  path: '/modules',
  light: true,
  summary: 'Modules of the service with the access level of the caller',
  tag: 'Modules',
  auth: 'bearer',
  responses: { 200: object({ modules: array(moduleSchema).required() }) },
  handle: async ({ user }) => reply(200, { modules: MODULES.map((module) => toModule(module, user)) }),
});

/** Path parameter of all routes of one module. Accepts any text; an unknown id is answered with 404. */
const modulePath = object({
  module_id: string().required().max(64).meta({ description: 'Id of the module, for example analyst' }),
});

const readModule = defineRoute({
  method: 'get',
  path: '/modules/{module_id}',
  light: true,
  summary: 'One module with the access level of the caller',
  tag: 'Modules',
  auth: 'bearer',
  params: modulePath,
  responses: { 200: moduleSchema },
  handle: async ({ params, user }) => reply(200, toModule(findModule(params.module_id), user)),
});

const readAccess = defineRoute({
  method: 'get',
  path: '/modules/{module_id}/access',
  light: true,
  summary: 'Features of a module that are open to the caller',
  tag: 'Modules',
  auth: 'bearer',
  params: modulePath,
  responses: { 200: moduleAccessSchema },
  handle: async ({ params, user }) => {
    const module = findModule(params.module_id);
    const access = toAccess(module, user);
    return reply(200, {
      module_id: module.id,
      ...access,
      features_enabled: featuresAt(module, access.access_level),
    });
  },
});

const recordAccess = defineRoute({
  method: 'post',
  path: '/modules/{module_id}/access',
  light: true,
  summary: 'Record that the caller opens a module',
  tag: 'Modules',
  auth: 'bearer',
  params: modulePath,
  responses: {
    200: object({
      module_id: string().required(),
      success: boolean().required(),
      last_accessed: string().datetime({ precision: 3 }).required(),
    }),
  },
  handle: async ({ params, user, request, deps }) =>
    reply(200, await record(deps, params.module_id, { user, request })),
});

export const moduleRoutes = [listModules, readModule, readAccess, recordAccess];
