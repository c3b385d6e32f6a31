/** A stored network as a case of the solver service. */
import { type InferType, object, string } from 'yup';
import type { AuditDetails } from '../../mongo/audit.ts';
import type { NetworkRecord } from '../../mongo/networks.ts';
import { networkContentSchema, networkSummarySchema } from '../../temporal/messages/network-record.ts';
import { SERVICE_USER, type ServiceDeps } from './service-deps.ts';

const caseId = () => string().required().max(200).meta({ description: 'Id of the case' });

export const casePath = object({ case_id: caseId() });
export const caseSummarySchema = networkSummarySchema.omit(['network_id']).shape({ case_id: caseId() });
export const caseSchema = caseSummarySchema.concat(networkContentSchema);
export type CaseSummary = InferType<typeof caseSummarySchema>;

export const toCaseSummary = (record: NetworkRecord): CaseSummary => ({
  case_id: record.id,
  ...record.meta,
  owner: record.owner,
  version: record.version,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});

export const caseChanged = ({ audit }: ServiceDeps, details: AuditDetails): Promise<void> =>
  audit.record('scenario_changed', { userId: SERVICE_USER, details });
