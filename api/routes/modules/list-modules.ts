/** GET /modules */
import { array, object } from 'yup';
import { MODULES } from '../../modules/catalog.ts';
import { moduleSchema } from '../../modules/module-schema.ts';
import { toModule } from '../../modules/subscription-view.ts';
import { defineRoute, reply } from '../../route.ts';

export const listModules = defineRoute({
  method: 'get',
  path: '/modules',
  summary: 'The modules of the service, and how far they are open to the caller',
  tag: 'Modules',
  auth: 'bearer',
  responses: { 200: object({ modules: array(moduleSchema).required() }) },
  handle: async ({ user }) => reply(200, { modules: MODULES.map((module) => toModule(module, user)) }),
});
