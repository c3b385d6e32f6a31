/** What a request is about: the question, what tools found, and whether the last answer was sent back. */
import { array, boolean, type InferType, mixed, object, string } from 'yup';

interface FoundResult {
  readonly tool: string;
  readonly text: string;
}

/** Tool name -> names and JSON Schemas of its parameters. */
type OfferedTools = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export interface ModelConversation {
  readonly system: string;
  readonly question: string;
  /** What tools found for this question, oldest first. */
  readonly results: readonly FoundResult[];
  readonly tools: OfferedTools;
  /** The last message complains of figures instead of asking something. */
  readonly isSentBack: boolean;
}

const COMPLAINT = /\bfigures?\b.*\bnot\b|\bnot (?:grounded|supported|traced)\b/i;

export function readConversation({ messages, tools }: ChatBody): ModelConversation {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const isSentBack = last > 0 && COMPLAINT.test(messages[last]?.content ?? '');
  const asked = isSentBack ? messages.findLastIndex(({ role }, at) => role === 'user' && at < last) : last;
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id, function: { name } }) => [id, name])),
  );
  return {
    system: messages.find(({ role }) => role === 'system')?.content ?? '',
    question: messages[asked]?.content ?? '',
    results: messages
      .slice(asked + 1)
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

/** The part of a chat-completions request that the stand-in reads. */
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

const HOUR = /\b(?:hour|stunde|heure|hora|ora)\s+(\d{1,4})\b/i;
const CLOCK = /\b(\d{1,2})(?::00| ?h)\b/;
const AFTERNOON = /\b(\d{1,2}) ?pm\b/i;
const BUS = /\b(?:bus|node|knoten|nœud|nodo|barra)[ _-]?["']?([\w.-]*\d[\w.-]*)/i;
const UNIT = /\b(?:unit|generator|plant)\s+["']?([\w.-]+)/i;
const WHY_UNIT = /\bwhy\s+(?:is|was|isn't|wasn't|are|does|did)\s+["']?([\w.-]+)/i;
const NAME = /\b([A-Z][A-Za-z]*[_-]?\d[\w-]*)\b/;
const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const NO_NAME = /^(?:the|it|a|an|my|this|that|there|prices?)$/i;

export interface NamedThings {
  readonly hour: number | undefined;
  readonly bus: string | undefined;
  readonly generator: string | undefined;
  readonly ids: readonly string[];
}

/** The hour, the bus, the unit and the ids that a question names. */
export function readQuestion(question: string): NamedThings {
  const afternoon = AFTERNOON.exec(question)?.[1];
  const hour = afternoon ? Number(afternoon) + 12 : numberOf(HOUR.exec(question) ?? CLOCK.exec(question));
  const names = [UNIT, WHY_UNIT, NAME].map((pattern) => pattern.exec(question)?.[1]);
  return {
    hour,
    bus: withoutEnd(BUS.exec(question)?.[1]),
    generator: withoutEnd(names.find((name) => name !== undefined && !NO_NAME.test(name))),
    ids: question.match(ID) ?? [],
  };
}

const numberOf = (match: RegExpExecArray | null): number | undefined =>
  match?.[1] === undefined ? undefined : Number(match[1]);

/** A full stop after a name ends the sentence. */
const withoutEnd = (name: string | undefined): string | undefined => name?.replace(/[.-]+$/, '');
