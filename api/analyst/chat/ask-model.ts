/** One round with the model of a question, within its budget. */
import { codeAware } from '../grounding/code-aware-stream.ts';
import { toEvidence } from '../grounding/evidence.ts';
import { createGroundedStream } from '../grounding/grounded-stream.ts';
import type { ToolSpec, Turn, Usage } from '../providers/provider.ts';
import type { Question } from './chat.ts';
import type { Lookup } from './look-up.ts';
import { type Round, runRound } from './round.ts';

interface Asking {
  readonly turns: readonly Turn[];
  /** What the answer may rest on. */
  readonly lookups: readonly Lookup[];
  readonly tools: readonly ToolSpec[];
}

/** Null when the budget has no more. */
export async function askModel(
  question: Question,
  { turns, lookups, tools }: Asking,
  meter: Meter,
): Promise<Round | null> {
  const { provider, agent, maxTokens, context, watch, text, history } = question;
  if (!(await isCovered(meter, promptTokens(question, turns, tools) + maxTokens))) return null;
  const said = { question: text, history: history.map(({ content }) => content) };
  const evidence = toEvidence(
    lookups.map(({ finding }) => finding),
    said,
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

/** A provider that counts nothing does not know. */
const tokensOf = (usage: Usage | null): number | undefined =>
  usage?.promptTokens ? usage.promptTokens + usage.completionTokens : undefined;

/** The tokens of an answer: counted as it goes, so that one that is broken off is charged too. */
export interface Meter {
  /** Used so far. */
  tokens: number;
  /** What the budget has been asked for. */
  reserved: number;
  /** Asks it for more; false when there is no more. */
  extend(tokens: number): Promise<boolean>;
}

/** About what a round takes in. */
export const promptTokens = (
  { agent }: Pick<Question, 'agent'>,
  turns: readonly Turn[],
  tools: readonly ToolSpec[],
): number => estimateTokens(agent.system, JSON.stringify(turns), JSON.stringify(tools));

/** Whether a round may use so many: what is not reserved yet is asked for. */
async function isCovered(meter: Meter, needed: number): Promise<boolean> {
  const missing = meter.tokens + needed - meter.reserved;
  if (missing <= 0) return true;
  const isGranted = await meter.extend(missing);
  if (isGranted) meter.reserved += missing;
  return isGranted;
}

/** About how many tokens a text is. */
const CHARACTERS_PER_TOKEN = 4;

const estimateTokens = (...texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARACTERS_PER_TOKEN);
