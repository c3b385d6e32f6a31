/** Dependencies of connection studies, creation of their own, and parts shared by their routes. */
import { object, string } from 'yup';
import type { MongoConnection } from '../../mongo/connect.ts';
import { createConnectionStudies } from '../../mongo/connection-studies.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createConnectionStudyWorkflows } from '../../temporal/workflow-calls.ts';
import type { ModelBuilderDeps } from '../model-builder/deps.ts';

export type ConnectionParts = ReturnType<typeof createConnectionParts>;

export interface ConnectionDeps extends ModelBuilderDeps, ConnectionParts {
  readonly settings: ModelBuilderDeps['settings'] & {
    readonly MAX_OPEN_EXPERIMENTS: number;
    readonly MAX_EXPERIMENT_WINDOWS: number;
  };
}

export const createConnectionParts = (
  { db }: Pick<MongoConnection, 'db'>,
  { client }: Pick<TemporalConnection, 'client'>,
) => ({
  connectionStudies: createConnectionStudies(db),
  connectionStudyWorkflows: createConnectionStudyWorkflows(client),
});

export const studyRoute = {
  tag: 'Connections',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
} as const;

export const studyPath = object({
  study_id: string().required().max(128).meta({ description: 'Id of the study, from the submission' }),
});
