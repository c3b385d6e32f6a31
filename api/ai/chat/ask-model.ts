/** One round with the model of a question, within its budget. */
import { codeAware } from '../grounding/code-aware-stream.ts';
import { toEvidence } from '../grounding/evidence.ts';
import { createGroundedStream } from '../grounding/grounded-stream.ts';
import type { ToolSpec, Turn, Usage } from '../provider.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { Lookup } from './lookup.ts';
import { isCovered, type Meter, promptTokens } from './meter.ts';
import type { Question } from './question.ts';
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
