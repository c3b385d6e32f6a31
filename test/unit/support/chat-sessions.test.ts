/** The fake that stands in for chat sessions in unit tests. */
import { chatSessionsContract } from '../../support/stores/chat-sessions-contract.ts';
import { memoryChatSessions } from '../../support/stores/memory-chat-sessions.ts';

describe('chat sessions in memory', () => {
  const sessions = memoryChatSessions();
  chatSessionsContract(() => sessions);
});
