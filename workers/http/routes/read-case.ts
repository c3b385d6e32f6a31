/** GET /cases/{case_id} */
import { casePath, caseSchema, toCaseSummary } from '../case-view.ts';
import { HttpError } from '../http-error.ts';
import { defineRoute } from '../route.ts';
import { SERVICE_USER } from '../service-deps.ts';

export const readCase = defineRoute({
  method: 'GET',
  path: '/cases/{case_id}',
  summary: 'A case with its elements',
  params: casePath,
  responses: { 200: caseSchema },
  errors: [404],
  handle: async ({ params, deps }) => {
    const found = await deps.networks.read(SERVICE_USER, params.case_id);
    if (!found) throw new HttpError(404, 'Case not found');
    const { record, content } = found;
    return {
      status: 200,
      body: { ...toCaseSummary(record), ...content },
      headers: { ETag: `"${record.version}"` },
    };
  },
});
