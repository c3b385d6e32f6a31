/** POST /modules/{module_id}/access */
import { boolean, object, string } from 'yup';
import { recordAccess as record } from '../../commands/record-access.ts';
import { defineRoute, reply } from '../../route.ts';
import { modulePath } from './module-path.ts';

export const recordAccess = defineRoute({
  method: 'post',
  path: '/modules/{module_id}/access',
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
  errors: [403, 404],
  handle: async ({ params, user, request, deps }) =>
    reply(200, await record(deps, params.module_id, { user, request })),
});
