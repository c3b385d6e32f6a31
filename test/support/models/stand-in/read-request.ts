/** Parts of a request: the question, the results of tools, and whether the service rejected the last answer. */
import { array, boolean, type InferType, mixed, object, string } from 'yup';

interface FoundResult {
  readonly tool: string;
  readonly text: string;
}

/** Tool name -> parameter name -> JSON Schema. */
type OfferedTools = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export interface ModelConversation {
  readonly system: string;
  readonly question: string;
  /** Results of tools for this question, oldest first. */
  readonly results: readonly FoundResult[];
  readonly tools: OfferedTools;
  /** True if the last message rejects figures of an answer instead of asking a question. */
  readonly isSentBack: boolean;
}

const COMPLAINT = /\bfigures?\b.*\bnot\b|\bnot (?:grounded|supported|traced)\b/i;

export function readConversation({ messages, tools }: ChatBody): ModelConversation {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const isSentBack = last > 0 && COMPLAINT.test(messages[last]?.content ?? '');
  const questionAt = isSentBack
    ? messages.findLastIndex(({ role }, at) => role === 'user' && at < last)
    : last;
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id, function: { name } }) => [id, name])),
  );
  return {
    system: messages.find(({ role }) => role === 'system')?.content ?? '',
    question: messages[questionAt]?.content ?? '',
    results: messages
      .slice(questionAt + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: id = '', content }) => ({ tool: names.get(id) ?? '', text: content ?? '' })),
    tools: new Map(tools.map(({ function: { name, parameters } }) => [name, propertiesOf(parameters)])),
    isSentBack,
  };
}

function propertiesOf(parameters: object = {}): Readonly<Record<string, unknown>> {
  const properties = 'properties' in parameters ? parameters.properties : undefined;
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

/** Schema of the parts of a chat-completions request that the stand-in reads. */
const call = object({
  id: string().required(),
  function: object({ name: string().required(), arguments: string().defined() }).required(),
});

export const chatBody = object({
  model: string().required(),
  stream: boolean().default(false),
  messages: array(
    object({
      role: string().oneOf(['system', 'user', 'assistant', 'tool']).required(),
      content: string().nullable().optional(),
      tool_calls: array(call).optional(),
      tool_call_id: string().optional(),
    }),
  )
    .min(1)
    .required(),
  tools: array(
    object({
      function: object({ name: string().required(), parameters: mixed<object>().optional() }).required(),
    }),
  ).default([]),
});
export type ChatBody = InferType<typeof chatBody>;
