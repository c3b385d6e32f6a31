/** GET /modules/{module_id} */
import { findModule } from '../../modules/find-module.ts';
import { moduleSchema } from '../../modules/module-schema.ts';
import { toModule } from '../../modules/subscription-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { modulePath } from './module-path.ts';

export const readModule = defineRoute({
  method: 'get',
  path: '/modules/{module_id}',
  summary: 'One module, and how far it is open to the caller',
  tag: 'Modules',
  auth: 'bearer',
  params: modulePath,
  responses: { 200: moduleSchema },
  errors: [404],
  handle: async ({ params, user }) => reply(200, toModule(findModule(params.module_id), user)),
});
