/** Converts stored scenarios and networks to their list entries (pure). */
import type { NetworkRecord } from '../../mongo/networks.ts';
import type { OwnedRecord, Version } from '../../mongo/records.ts';
import type { ScenarioRecord } from '../../mongo/scenarios.ts';
import type { NetworkSummary, ScenarioSummary } from '../../temporal/case/messages/stored-records.ts';

export const toScenarioSummary = (record: ScenarioRecord): ScenarioSummary => ({
  scenario_id: record.id,
  ...record.meta,
  name: record.meta.name || record.id,
  tags: [...record.meta.tags],
  ...toRecordFields(record),
});

export const toNetworkSummary = (record: NetworkRecord): NetworkSummary => ({
  network_id: record.id,
  ...record.meta,
  name: record.meta.name || record.id,
  ...toRecordFields(record),
});

const toRecordFields = ({ owner, version, created_at, updated_at }: OwnedRecord<object>) => ({
  owner,
  version,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const toVersions = (versions: readonly Version[]) =>
  versions.map(({ version, created_at }) => ({ version, created_at: created_at.toISOString() }));
