/** A stored scenario -> what lists show of it (pure). */
import type { ScenarioRecord } from '../../mongo/scenarios.ts';
import type { ScenarioSummary } from '../../temporal/messages/scenario-record.ts';
import { toRecordFields } from './record-view.ts';

export const toScenarioSummary = (record: ScenarioRecord): ScenarioSummary => ({
  scenario_id: record.id,
  ...record.meta,
  name: record.meta.name || record.id,
  tags: [...record.meta.tags],
  ...toRecordFields(record),
});
