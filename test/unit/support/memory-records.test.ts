import type { ScenarioMeta } from '../../../mongo/scenarios.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import { memoryRecords } from '../../support/memory-records.ts';
import { recordsContract } from '../../support/records-contract.ts';

describe('records in memory', () => {
  const records = memoryRecords<ScenarioMeta, SolvePayload>();
  recordsContract(() => records);
});
