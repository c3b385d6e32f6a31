/**
 * One round with the model, within the token budget. The model's text passes, as it arrives, through the output filter
 * and through the gate that checks its figures.
 */
import { toEvidence } from '../grounding/evidence.ts';
import {
  codeAware,
  createGroundedStream,
  type GroundedFigure,
  type GroundedStream,
} from '../grounding/ground.ts';
import type { Mention } from '../grounding/mentions.ts';
import { createOutputStream } from '../output/output-stream.ts';
import type { ChatProvider, ChatRequest, ToolCall, ToolSpec, Turn, Usage } from '../providers/provider.ts';
import type { Question } from './chat.ts';
import type { Lookup } from './look-up.ts';

export interface Round {
  /** Text that passed the filter and the gate. */
  readonly passed: string;
  /** Complete text that the model wrote. */
  readonly written: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage | null;
  /** True if the model declined, or disclosed its system prompt. */
  readonly refused: boolean;
  /** True if the filter removed something. */
  readonly moderated: boolean;
  readonly citations: readonly GroundedFigure[];
  readonly untraced: readonly Mention[];
}

/** Token count of an answer, updated while it streams, so that an interrupted answer is charged too. */
export interface Meter {
  /** Tokens used so far. */
  tokens: number;
  /** Tokens reserved so far. */
  reserved: number;
  /** Reserves more tokens; false when the budget is exhausted. */
  extend(tokens: number): Promise<boolean>;
}

export interface Asking {
  readonly turns: readonly Turn[];
  /** Results of tool calls that the answer may use. */
  readonly lookups: readonly Lookup[];
  readonly tools: readonly ToolSpec[];
}

/** Runs one round; null when the budget is exhausted. */
export async function askModel(
  question: Question,
  { turns, lookups, tools }: Asking,
  meter: Meter,
): Promise<Round | null> {
  const { provider, agent, maxTokens, context, watch, text, history } = question;
  if (!(await isCovered(meter, promptTokens(question, turns, tools) + maxTokens))) return null;
  const evidence = toEvidence(
    lookups.map(({ finding }) => finding),
    { question: text, history: history.map(({ content }) => content) },
  );
  const gate = createGroundedStream(evidence);
  const round = await runRound({
    provider,
    request: { system: agent.system, turns, tools, maxTokens },
    gate: agent.writesCode ? codeAware(gate) : gate,
    signal: context.signal,
    show: (fragment) => watch?.onToken(fragment),
  });
  meter.tokens +=
    tokensOf(round.usage) ?? promptTokens(question, turns, tools) + estimateTokens(round.written);
  return round;
}

/** True if the budget covers `needed` more tokens; reserves the missing ones. */
async function isCovered(meter: Meter, needed: number): Promise<boolean> {
  const missing = meter.tokens + needed - meter.reserved;
  if (missing <= 0) return true;
  const isGranted = await meter.extend(missing);
  if (isGranted) meter.reserved += missing;
  return isGranted;
}

/** Tokens of a round; undefined for a provider that does not count tokens. */
const tokensOf = (usage: Usage | null): number | undefined =>
  usage?.promptTokens ? usage.promptTokens + usage.completionTokens : undefined;

/** Estimated prompt tokens of a round. */
export const promptTokens = (
  { agent }: Pick<Question, 'agent'>,
  turns: readonly Turn[],
  tools: readonly ToolSpec[],
): number => estimateTokens(agent.system, JSON.stringify(turns), JSON.stringify(tools));

const CHARACTERS_PER_TOKEN = 4;

const estimateTokens = (...texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARACTERS_PER_TOKEN);

interface RoundParts {
  readonly provider: ChatProvider;
  readonly request: ChatRequest;
  readonly gate: GroundedStream;
  readonly signal: AbortSignal;
  /** Shows a fragment of the answer that passed the filter and the gate. */
  show(text: string): void;
}

/** Most characters of text per requested token; an answer of a server that ignores the token limit is cut off there. */
const MOST_PER_TOKEN = 8;

export async function runRound({ provider, request, gate, signal, show }: RoundParts): Promise<Round> {
  const filter = createOutputStream(request.system);
  const most = MOST_PER_TOKEN * request.maxTokens;
  let written = '';
  let passed = '';
  const pass = (text: string): void => {
    if (text === '') return;
    passed += text;
    show(text);
  };
  let end: Pick<Round, 'toolCalls' | 'usage' | 'refused'> = { toolCalls: [], usage: null, refused: false };
  for await (const event of provider.stream(request, signal)) {
    if (event.type === 'end')
      end = { toolCalls: event.toolCalls, usage: event.usage, refused: event.refused };
    else {
      const text = event.text.slice(0, most - written.length);
      written += text;
      pass(gate.push(filter.push(text)));
      if (written.length >= most) break;
    }
  }
  const { rest, moderated, reasons } = filter.end();
  const leaked = reasons.includes('system_prompt');
  if (!leaked) pass(gate.push(rest));
  const { rest: last, citations, untraced } = gate.end();
  if (!leaked) pass(last);
  return { passed, written, ...end, refused: end.refused || leaked, moderated, citations, untraced };
}
