/** DELETE /cases/{case_id} */
import { caseChanged, casePath } from '../case-view.ts';
import { HttpError } from '../http-error.ts';
import { defineRoute } from '../route.ts';
import { SERVICE_USER } from '../service-deps.ts';

export const deleteCase = defineRoute({
  method: 'DELETE',
  path: '/cases/{case_id}',
  summary: 'Delete a case with all its versions',
  params: casePath,
  responses: { 204: null },
  errors: [403, 404],
  handle: async ({ params: { case_id }, deps }) => {
    const record = await deps.networks.find(SERVICE_USER, case_id);
    if (record?.owner === null) throw new HttpError(403, 'This case is shared and read-only');
    const deleted = record && (await deps.networks.delete(SERVICE_USER, case_id));
    if (!deleted) throw new HttpError(404, 'Case not found');
    await caseChanged(deps, { network_id: case_id, action: 'deleted', version: deleted.version });
    return { status: 204 };
  },
});
