/** Scenarios of users: solve payloads with a name. Scenarios of every installation are in `seed/`. */
import type { Db } from 'mongodb';
import type { SolvePayload } from '../temporal/case/schema.ts';
import type { JobType } from '../temporal/solvers.ts';
import { createRecords, recordIndexes } from './create-records.ts';
import type { OwnedRecord } from './records.ts';
import { SEED_SCENARIOS } from './seed/scenarios.ts';
import { type Seed, type SeededRecords, withSeeds } from './with-seeds.ts';

export interface ScenarioMeta {
  readonly name: string;
  readonly description: string | null;
  readonly job_type: JobType;
  readonly network_id: string | null;
  readonly tags: readonly string[];
  readonly last_job_id: string | null;
}
export type ScenarioRecord = OwnedRecord<ScenarioMeta>;
export type Scenarios = SeededRecords<ScenarioMeta, SolvePayload>;

const COLLECTION = 'scenarios';
export const scenarioIndexes = recordIndexes(COLLECTION);

/** A scenario that is made from an id and a payload alone. */
export const newScenario = (id: string, { transmission_lines: lines }: SolvePayload): ScenarioMeta => ({
  name: id,
  description: null,
  job_type: lines && lines.length > 0 ? 'scuc' : 'uc',
  network_id: null,
  tags: [],
  last_job_id: null,
});

export const SCENARIO_SEEDS: readonly Seed<ScenarioMeta, SolvePayload>[] = SEED_SCENARIOS.map(
  ({ scenario_id: id, payload, ...meta }) => ({
    id,
    meta: { ...newScenario(id, payload), ...meta },
    content: () => payload,
  }),
);

export const createScenarios = (db: Db): Scenarios =>
  withSeeds(createRecords<ScenarioMeta, 'scenario'>(db, COLLECTION, 'scenario'), SCENARIO_SEEDS);
