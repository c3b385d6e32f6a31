/** Tokens of a request and its reply, by the usual rule of four characters each. */
import type { ChatBody } from './chat-body.ts';
import type { Reply } from './reply.ts';

const CHARACTERS_PER_TOKEN = 4;

export interface CountedTokens {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export function countTokens({ messages, tools }: ChatBody, { text, toolCalls }: Reply): CountedTokens {
  const prompt = tokens(messages) + (tools.length > 0 ? tokens(tools) : 0);
  const completion = tokens(text) + (toolCalls.length > 0 ? tokens(toolCalls) : 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
