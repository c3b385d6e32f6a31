/** GET /modules/{module_id}/access */
import { featuresAt } from '../../modules/catalog.ts';
import { findModule } from '../../modules/find-module.ts';
import { moduleAccessSchema } from '../../modules/module-schema.ts';
import { toAccess } from '../../modules/subscription-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { modulePath } from './module-path.ts';

export const readAccess = defineRoute({
  method: 'get',
  path: '/modules/{module_id}/access',
  summary: 'What of a module is open to the caller',
  tag: 'Modules',
  auth: 'bearer',
  params: modulePath,
  responses: { 200: moduleAccessSchema },
  errors: [404],
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
