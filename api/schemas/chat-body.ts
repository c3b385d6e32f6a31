/** A message to an agent, over HTTP and over WebSocket. */
import { type InferType, object, string } from 'yup';
import type { ChatCall } from '../ai/chat/chat.ts';
import { promptSchema } from './prompt.ts';

const MAX_ID = 128;

/** Absent, null and empty all mean none: clients send the session they do not have yet. */
const id = (description: string) => string().nullable().max(MAX_ID).meta({ description });

export const chatBody = object({
  message: promptSchema().meta({ status: 400 }),
  session_id: id('Session to go on with; none = a new one'),
  agent_id: id('Agent to ask; none = `analyst`'),
  context: object({ scenario_id: id('Scenario it is about'), module_id: id('Module it is about') })
    .nullable()
    .default(undefined),
}).required();

export const toChatCall = ({
  message,
  session_id,
  agent_id,
  context,
}: InferType<typeof chatBody>): ChatCall => ({
  message,
  sessionId: session_id || undefined,
  agentId: agent_id || undefined,
  scenarioId: context?.scenario_id || undefined,
  moduleId: context?.module_id || undefined,
});
