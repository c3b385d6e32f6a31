/** Sends a reply at the pace, and with the failures, of the mode. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Mode } from './modes.ts';
import type { ChatBody } from './read-request.ts';
import type { Reply } from './reply.ts';

const SLOW_MS = 20;

export async function sendReply(
  response: ServerResponse,
  body: ChatBody,
  reply: Reply,
  mode: Mode,
): Promise<void> {
  const usage = countTokens(body, reply);
  if (!body.stream) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(toCompletion(body.model, reply, usage)));
    return;
  }
  const chunks = toChunks(body.model, reply, usage);
  const hasMishap = reply.text !== '' && (mode === 'stalling' || mode === 'breaking');
  const sentChunks = hasMishap ? chunks.slice(0, Math.ceil(chunks.length / 2)) : chunks;
  await stream(response, sentChunks, mode === 'slow' ? SLOW_MS : 0);
  if (!hasMishap) response.end('data: [DONE]\n\n');
  // Breaks the connection after a delay, so that the part written before is sent.
  else if (mode === 'breaking') setTimeout(() => response.destroy(), SLOW_MS);
}

async function stream(response: ServerResponse, chunks: readonly object[], paceMs: number): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  for (const chunk of chunks) {
    if (paceMs > 0) await delay(paceMs);
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}

/** Pattern of fragments. Their length is a prime number, so that figures are cut at every place. */
const FRAGMENTS = /.{1,7}/gsu;

const fragmentsOf = (text: string): string[] => text.match(FRAGMENTS) ?? [];

/** A reply as the chunks of a stream: small fragments of text and of arguments, the end, and the token counts. */
function toChunks(model: string, reply: Reply, usage: CountedTokens): object[] {
  const piece = (delta: object) => toChunk({ model, delta });
  const calls = reply.toolCalls.flatMap(({ id, name, arguments: text }, index) => [
    piece({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...fragmentsOf(text).map((part) => piece({ tool_calls: [{ index, function: { arguments: part } }] })),
  ]);
  const spoken = (part: string) => piece(reply.refused ? { refusal: part } : { content: part });
  return [
    piece({ role: 'assistant', content: '' }),
    ...fragmentsOf(reply.text).map(spoken),
    ...calls,
    toChunk({ model, finishReason: finishReason(reply) }),
    toChunk({ model, usage }),
  ];
}

function finishReason({ toolCalls }: Reply): string {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}

interface ChunkOf {
  readonly model: string;
  readonly delta?: object;
  readonly finishReason?: string;
  readonly usage?: object;
}

/** One chunk of a streamed answer, in the format of OpenAI's chat completions. */
function toChunk({ model, delta = {}, finishReason, usage }: ChunkOf): object {
  const choice = { index: 0, delta, finish_reason: finishReason ?? null };
  return {
    id: 'stand-in',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: usage ? [] : [choice],
    ...(usage && { usage }),
  };
}

/** A reply that is not streamed. */
function toCompletion(model: string, reply: Reply, usage: CountedTokens): object {
  const { text, toolCalls, refused } = reply;
  const message = {
    role: 'assistant',
    content: refused ? null : text,
    refusal: refused ? text : null,
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    }),
  };
  const choices = [{ index: 0, message, finish_reason: finishReason(reply) }];
  return { id: 'stand-in', object: 'chat.completion', created: 0, model, choices, usage };
}

const CHARACTERS_PER_TOKEN = 4;

interface CountedTokens {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** Tokens of a request and its reply, estimated as four characters each. */
function countTokens({ messages, tools }: ChatBody, { text, toolCalls }: Reply): CountedTokens {
  const prompt = tokens(messages) + (tools.length > 0 ? tokens(tools) : 0);
  const completion = tokens(text) + (toolCalls.length > 0 ? tokens(toolCalls) : 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
