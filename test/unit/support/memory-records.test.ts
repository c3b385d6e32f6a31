/** The stores in memory behave like those in MongoDB. */
import type { ScenarioMeta } from '../../../mongo/scenarios.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { chatSessionsContract } from '../../support/stores/chat-sessions-contract.ts';
import { memoryChatSessions, memoryRecords } from '../../support/stores/memory-records.ts';
import { recordsContract } from '../../support/stores/records-contract.ts';

describe('records in memory', () => {
  const records = memoryRecords<ScenarioMeta, SolvePayload>();
  recordsContract(() => records);
});

describe('chat sessions in memory', () => {
  const sessions = memoryChatSessions();
  chatSessionsContract(() => sessions);
});
