/** Connection studies as a kind of run, as clients see them. */
import { array, type InferType, number, object, string } from 'yup';
import {
  type ConnectionStudyRecord,
  studiedConnections,
  toStudyInput,
} from '../../mongo/connection-studies.ts';
import { quantity } from '../../temporal/case/elements/units.ts';
import type { ConnectionStudyState } from '../../temporal/case/messages/connection.ts';
import { JOB_STATUSES, jobErrorSchema } from '../../temporal/case/messages/job.ts';
import { stampAt, warningsField } from '../model-builder/execution.ts';
import type { RunKind } from '../runs/run-kind.ts';
import { lifeOf, liveState } from '../runs/view.ts';
import type { ConnectionDeps } from './deps.ts';

const timestamp = () => string().datetime({ precision: 3 });
const count = (description: string) => number().integer().min(0).required().meta({ description });

export const studySchema = object({
  study_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  network_id: string().required(),
  network_version: string().required(),
  candidates_total: count('Candidates'),
  max_mw: quantity('MW', 'Largest power of interest'),
  start_time: string()
    .nullable()
    .defined()
    .meta({ description: 'First hour; null if the network has no date' }),
  horizon: count('Hours that are studied'),
  flexible_hours: array(number().integer().required()).required(),
  parts_total: count('Connections that are studied one by one; two for storage'),
  parts_done: count('Connections that have been studied'),
  progress: number().integer().min(0).max(100).required().meta({ unit: '%' }),
  warnings: warningsField(),
  error: jobErrorSchema.nullable().default(undefined).defined(),
  created_at: timestamp().required(),
  started_at: timestamp().nullable().defined(),
  finished_at: timestamp().nullable().defined(),
});
type StudyView = InferType<typeof studySchema>;

export function toStudy(
  record: Omit<ConnectionStudyRecord, 'results'>,
  state?: ConnectionStudyState,
): StudyView {
  const life = lifeOf(record, state);
  const total = studiedConnections(record).length;
  const done = life.status === 'completed' ? total : (liveState(record, state)?.done ?? 0);
  const { network_id, network_version, max_mw, candidates, flexible_hours, options, warnings } = record;
  return {
    ...{ study_id: record._id, network_id, network_version, max_mw, ...life },
    candidates_total: candidates.length,
    start_time: stampAt(record, 0),
    horizon: options.horizon,
    flexible_hours: [...flexible_hours],
    ...{ parts_total: total, parts_done: done, progress: Math.floor((100 * done) / total) },
    ...(warnings && { warnings: [...warnings] }),
    created_at: record.submitted_at.toISOString(),
  };
}

export const studyRuns = (
  deps: ConnectionDeps,
): RunKind<ConnectionStudyRecord, ConnectionStudyState, StudyView> => ({
  noun: 'study',
  mostOpen: deps.settings.MAX_OPEN_EXPERIMENTS,
  audit: deps.audit,
  records: deps.connectionStudies,
  read: deps.connectionStudies.find,
  start: (study) => deps.connectionStudyWorkflows.start(toStudyInput(study)),
  workflow: ({ _id, attempt }) => deps.connectionStudyWorkflows.state(_id, attempt),
  cancel: ({ _id, attempt }) => deps.connectionStudyWorkflows.cancel(_id, attempt),
  view: async (study, state) => toStudy(study, state),
  guestView: (study) => study,
  submitted: {
    event: 'study_submitted',
    subject: ({ _id, user_id, network_id, candidates }) => ({
      userId: user_id,
      once: `study_submitted/${_id}`,
      details: { study_id: _id, network_id, candidates: candidates.length },
    }),
  },
});
