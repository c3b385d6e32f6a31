/** POST /cases */
import { randomUUID } from 'node:crypto';
import { string } from 'yup';
import { packDocument } from '../../../mongo/pack-document.ts';
import { toNetworkContent } from '../../../temporal/canonical/network-content.ts';
import { networkProblems } from '../../../temporal/checks/network-problems.ts';
import { networkBody } from '../../../temporal/messages/network-body.ts';
import { caseChanged, caseSummarySchema, toCaseSummary } from '../case-view.ts';
import { HttpError } from '../http-error.ts';
import { refuseProblems } from '../refuse-problems.ts';
import { defineRoute } from '../route.ts';
import { SERVICE_USER } from '../service-deps.ts';

export const createCase = defineRoute({
  method: 'POST',
  path: '/cases',
  summary: 'Store a network as a case',
  body: networkBody.shape({
    case_id: string().max(200).optional().meta({ description: 'Default: a new UUID' }),
  }),
  responses: { 201: caseSummarySchema },
  errors: [409],
  handle: async ({ body, deps }) => {
    refuseProblems(networkProblems(body));
    const id = body.case_id || randomUUID();
    if (await deps.networks.find(SERVICE_USER, id)) throw new HttpError(409, `Case '${id}' exists already`);
    const { name = id, description = null, source = null, license = null } = body;
    const meta = { name, description, source, license };
    const content = await packDocument(toNetworkContent(body));
    const stored = await deps.networks.put(SERVICE_USER, id, { meta, defaults: meta, content }, deps.now());
    if (!stored) throw new HttpError(409, `Case '${id}' was changed meanwhile`);
    const { version } = stored.record;
    await caseChanged(deps, { network_id: id, action: 'created', version });
    const headers = { Location: `/cases/${encodeURIComponent(id)}`, ETag: `"${version}"` };
    return { status: 201, body: toCaseSummary(stored.record), headers };
  },
});
