/** Stored networks as cases of the solver service. */
import { randomUUID } from 'node:crypto';
import { array, type InferType, number, object, string } from 'yup';
import { Conflict, Forbidden, NotFound } from '../../api/http/errors.ts';
import { entityTag } from '../../api/http/headers.ts';
import { reply } from '../../api/http/route.ts';
import type { AuditDetails } from '../../mongo/audit.ts';
import { packDocument } from '../../mongo/documents.ts';
import type { NetworkRecord } from '../../mongo/networks.ts';
import { networkProblems } from '../../temporal/case/checks/network-problems.ts';
import { networkSummarySchema } from '../../temporal/case/messages/stored-records.ts';
import { networkBody, toNetworkContent } from '../../temporal/case/network-body.ts';
import { networkContentSchema } from '../../temporal/case/network-schema.ts';
import { defineRoute, FOR_CALLERS, refuseProblems, SERVICE_USER, type ServiceDeps } from './service-deps.ts';

const caseId = () => string().required().max(200).meta({ description: 'Id of the case' });

const CASES = { ...FOR_CALLERS, tag: 'Networks' } as const;
const casePath = object({ case_id: caseId() });
const caseSummarySchema = networkSummarySchema.omit(['network_id']).shape({ case_id: caseId() });
const caseSchema = caseSummarySchema.concat(networkContentSchema);
type CaseSummary = InferType<typeof caseSummarySchema>;

const toCaseSummary = (record: NetworkRecord): CaseSummary => ({
  case_id: record.id,
  ...record.meta,
  owner: record.owner,
  version: record.version,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});

const caseChanged = ({ audit }: ServiceDeps, details: AuditDetails): Promise<void> =>
  audit.record('scenario_changed', { userId: SERVICE_USER, details });

export const listCases = defineRoute({
  ...CASES,
  method: 'get',
  path: '/cases',
  light: true,
  summary: 'List stored cases, last changed first, then the shared ones; without their elements',
  query: object({
    limit: number().integer().min(1).max(100).default(20),
    offset: number().integer().min(0).default(0),
  }),
  responses: {
    200: object({
      cases: array(caseSummarySchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset }, deps }) => {
    const { records, total } = await deps.networks.list(SERVICE_USER, limit, offset);
    return reply(200, { cases: records.map(toCaseSummary), total });
  },
});

export const createCase = defineRoute({
  ...CASES,
  method: 'post',
  path: '/cases',
  summary: 'Store a network as a case',
  body: networkBody.shape({
    case_id: string().max(200).optional().meta({ description: 'Default: a new UUID' }),
  }),
  responses: { 201: caseSummarySchema },
  headers: { 201: ['Location', 'ETag'] },
  errors: [409],
  handle: async ({ body, deps }) => {
    refuseProblems(networkProblems(body));
    const id = body.case_id || randomUUID();
    if (await deps.networks.find(SERVICE_USER, id)) throw new Conflict(`Case '${id}' exists already`);
    const { name = id, description = null, source = null, license = null } = body;
    const meta = { name, description, source, license };
    const content = await packDocument(toNetworkContent(body));
    const stored = await deps.networks.put(SERVICE_USER, id, { meta, defaults: meta, content }, deps.now());
    if (!stored) throw new Conflict(`Case '${id}' was changed meanwhile`);
    const { version } = stored.record;
    await caseChanged(deps, { network_id: id, action: 'created', version });
    const headers = { Location: `/cases/${encodeURIComponent(id)}`, ...entityTag(version) };
    return reply(201, toCaseSummary(stored.record), headers);
  },
});

export const readCase = defineRoute({
  ...CASES,
  method: 'get',
  path: '/cases/{case_id}',
  light: true,
  summary: 'A case with its elements',
  params: casePath,
  responses: { 200: caseSchema },
  headers: { 200: ['ETag'] },
  errors: [404],
  handle: async ({ params, deps }) => {
    const existing = await deps.networks.read(SERVICE_USER, params.case_id);
    if (!existing) throw new NotFound('Case not found');
    const { record, content } = existing;
    return reply(200, { ...toCaseSummary(record), ...content }, entityTag(record.version));
  },
});

export const deleteCase = defineRoute({
  ...CASES,
  method: 'delete',
  path: '/cases/{case_id}',
  light: true,
  summary: 'Delete a case with all its versions',
  params: casePath,
  responses: { 204: null },
  errors: [403, 404],
  handle: async ({ params: { case_id }, deps }) => {
    const record = await deps.networks.find(SERVICE_USER, case_id);
    if (record?.owner === null) throw new Forbidden('This case is shared and read-only');
    const deleted = record && (await deps.networks.delete(SERVICE_USER, case_id));
    if (!deleted) throw new NotFound('Case not found');
    await caseChanged(deps, { network_id: case_id, action: 'deleted', version: deleted.version });
    return reply(204, undefined);
  },
});
