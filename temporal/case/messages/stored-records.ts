/** Stored, versioned records: scenarios (a solve payload with a name) and networks. */
import { array, type InferType, object, string } from 'yup';
import { JOB_TYPES } from '../../solvers.ts';
import { networkContentSchema } from '../network-schema.ts';
import { payloadSchema, type SolvePayload } from '../schema.ts';

const timestamp = () => string().datetime({ precision: 3 }).required();
const version = () => string().required().meta({ description: 'SHA-256 of the content as stored, hex' });

const versionListSchema = array(object({ version: version(), created_at: timestamp() }).required())
  .required()
  .meta({ description: 'Newest first; older content is read with ?version=' });

const recordFields = () => ({
  owner: string().nullable().defined().meta({ description: 'User id; null = shared and read-only' }),
  version: version(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const scenarioSummarySchema = object({
  scenario_id: string().required(),
  name: string().required(),
  description: string().nullable().defined(),
  job_type: string().oneOf(JOB_TYPES).required().meta({ description: 'Job type of the payload' }),
  network_id: string().nullable().defined().meta({ description: 'Network from which the payload was built' }),
  tags: array(string().required()).required(),
  last_job_id: string().nullable().defined().meta({ description: 'Job that last solved this scenario' }),
  ...recordFields(),
});
export type ScenarioSummary = InferType<typeof scenarioSummarySchema>;

export const scenarioSchema = scenarioSummarySchema.shape({
  versions: versionListSchema,
  payload: payloadSchema.required(),
});
export type Scenario = Omit<InferType<typeof scenarioSchema>, 'payload'> & { payload: SolvePayload };

export const networkSummarySchema = object({
  network_id: string().required(),
  name: string().required(),
  description: string().nullable().defined(),
  source: string().nullable().defined().meta({ description: 'Source of the data' }),
  license: string().nullable().defined(),
  ...recordFields(),
});
export type NetworkSummary = InferType<typeof networkSummarySchema>;

export const networkSchema = networkSummarySchema
  .shape({ versions: versionListSchema })
  .concat(networkContentSchema);
export type Network = InferType<typeof networkSchema>;
