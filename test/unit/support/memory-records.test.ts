import type { ScenarioMeta } from '../../../mongo/scenarios.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { memoryRecords } from '../../support/stores/memory-records.ts';
import { recordsContract } from '../../support/stores/records-contract.ts';

describe('records in memory', () => {
  const records = memoryRecords<ScenarioMeta, SolvePayload>();
  recordsContract(() => records);
});
