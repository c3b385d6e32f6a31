/**
 * From a question to an answer in which every figure is traced: rounds of tool calls with the model, one
 * repair when a figure has no support, and then the computed statements of the tools instead.
 */
import type { Agent } from '../agents/agent.ts';
import { computedAnswer } from '../computed/computed-answer.ts';
import { codeAware } from '../grounding/code-aware-stream.ts';
import { toEvidence } from '../grounding/evidence.ts';
import { createGroundedStream } from '../grounding/grounded-stream.ts';
import type { ChatProvider, ToolSpec, Turn, Usage } from '../provider.ts';
import { runTool } from '../tools/run-tool.ts';
import type { AnyTool, ToolContext } from '../tools/tool.ts';
import { alwaysLookedUp } from './always-looked-up.ts';
import type { ChatWatch, Citation } from './chat.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { type Lookup, toFound, toTurns } from './lookups.ts';
import { DECLINED, WITHHELD } from './refusals.ts';
import { type Round, runRound } from './round.ts';

export interface Question {
  readonly agent: Agent;
  readonly provider: ChatProvider;
  readonly text: string;
  /** Earlier messages of the session, oldest first. */
  readonly history: readonly Turn[];
  readonly tools: readonly AnyTool[];
  readonly specs: readonly ToolSpec[];
  readonly context: ToolContext;
  readonly maxTokens: number;
  /** Absent: nothing is shown before the answer is complete, so none of it has to be taken back. */
  readonly watch: ChatWatch | undefined;
}

export interface Answer {
  readonly response: string;
  readonly refused: boolean;
  readonly moderated: boolean;
  readonly citations: readonly Citation[];
  readonly lookups: readonly Lookup[];
}

/** Counts as it goes, so that a broken-off answer is charged too. */
export interface Meter {
  tokens: number;
  /** What the budget has been asked for. */
  reserved: number;
  /** Asks it for more; false when there is no more. */
  extend(tokens: number): Promise<boolean>;
}

const MAX_TOOL_ROUNDS = 5;
const MAX_CALLS_PER_ROUND = 8;

export async function answerQuestion(question: Question, meter: Meter): Promise<Answer> {
  const lookups = await lookUpFirst(question);
  const turns: Turn[] = [...question.history, { role: 'user', content: question.text }];
  if (lookups.length > 0) turns.push(...toTurns('', lookups));
  let shown = '';
  for (let round = 0; ; round++) {
    const isLast = round === MAX_TOOL_ROUNDS;
    const result = await ask(question, turns, lookups, meter, isLast ? [] : question.specs);
    if (!result) return compute(question, lookups, shown);
    shown += result.passed;
    if (result.refused) return decline(question, result, shown, lookups);
    if (result.untraced.length > 0) return repair(question, turns, lookups, meter, result, shown);
    if (result.toolCalls.length === 0 || isLast) return conclude(question, lookups, result, shown);
    if (!question.watch) shown = '';
    const found = await lookUp(question, result.toolCalls.slice(0, MAX_CALLS_PER_ROUND));
    lookups.push(...found);
    turns.push(...toTurns(result.written, found));
  }
}

async function ask(
  question: Question,
  turns: readonly Turn[],
  lookups: readonly Lookup[],
  meter: Meter,
  tools: readonly ToolSpec[],
): Promise<Round | null> {
  const { provider, agent, maxTokens, context, watch } = question;
  const needed = promptTokens(question, turns, tools) + maxTokens;
  if (!(await isCovered(meter, needed))) return null;
  const gate = createGroundedStream(evidenceOf(question, lookups));
  const request = { system: agent.system, turns, tools, maxTokens };
  const round = await runRound({
    provider,
    request,
    gate: agent.writesCode ? codeAware(gate) : gate,
    signal: context.signal,
    show: (text) => watch?.onToken(text),
  });
  meter.tokens += tokensOf(round.usage) ?? estimateTokens(agent.system, JSON.stringify(turns), round.written);
  return round;
}

/** About what a round takes in. */
export const promptTokens = (
  { agent }: Pick<Question, 'agent'>,
  turns: readonly Turn[],
  tools: readonly ToolSpec[],
): number => estimateTokens(agent.system, JSON.stringify(turns), JSON.stringify(tools));

async function isCovered(meter: Meter, needed: number): Promise<boolean> {
  const missing = meter.tokens + needed - meter.reserved;
  if (missing <= 0) return true;
  const isGranted = await meter.extend(missing);
  if (isGranted) meter.reserved += missing;
  return isGranted;
}

const tokensOf = (usage: Usage | null): number | undefined =>
  usage?.promptTokens ? usage.promptTokens + usage.completionTokens : undefined;

const evidenceOf = ({ text, history }: Question, lookups: readonly Lookup[]) =>
  toEvidence(lookups.map(toFound), { question: text, history: history.map(({ content }) => content) });

/** What the service looks up itself, so that it happens with any model. */
async function lookUpFirst(question: Question): Promise<Lookup[]> {
  const { tools, text, context } = question;
  if (context.scenarioId === undefined) return [];
  const wanted = alwaysLookedUp(text).filter((wanted) => tools.some(({ name }) => name === wanted));
  return lookUp(
    question,
    wanted.map((name) => ({ id: `call_service_${name}`, name, arguments: '{}' })),
  );
}

const lookUp = ({ tools, context, watch }: Question, calls: readonly Lookup['call'][]): Promise<Lookup[]> =>
  Promise.all(
    calls.map(async (call) => {
      watch?.onTool(call.name);
      return { call, run: await runTool(tools, call, context) };
    }),
  );

function decline(
  { watch }: Question,
  { moderated }: Round,
  shown: string,
  lookups: readonly Lookup[],
): Answer {
  const text = watch && shown !== '' ? `\n\n${DECLINED}` : DECLINED;
  watch?.onToken(text);
  return { response: watch ? shown + text : text, refused: true, moderated, citations: [], lookups };
}

/** The first draft is thrown away, but for what is shown of it. */
async function repair(
  question: Question,
  turns: readonly Turn[],
  lookups: readonly Lookup[],
  meter: Meter,
  draft: Round,
  shown: string,
): Promise<Answer> {
  const bridge = shown !== '' && question.watch ? `${WITHHELD}\n\n` : '';
  question.watch?.onToken(bridge);
  const kept = question.watch ? shown + bridge : '';
  const figures = draft.untraced.map(({ text }) => text).join(', ');
  const again: Turn[] = [
    ...turns,
    { role: 'assistant', content: draft.written, toolCalls: [] },
    {
      role: 'user',
      content: `These figures are not in the results of the tools: ${figures}. Answer again with figures of the results only.`,
    },
  ];
  // Not shown as it comes: a second failure must leave no second trace.
  const quiet = { ...question, watch: undefined };
  const second = await ask(quiet, again, lookups, meter, []);
  const isGood = second?.untraced.length === 0 && !second.refused && second.passed.trim() !== '';
  if (!second || !isGood) return compute(question, lookups, kept);
  question.watch?.onToken(second.passed);
  const { citations, moderated } = second;
  return { response: kept + second.passed, refused: false, moderated, citations, lookups };
}

async function conclude(
  question: Question,
  lookups: readonly Lookup[],
  round: Round,
  shown: string,
): Promise<Answer> {
  if (shown.trim() === '') return compute(question, lookups, '');
  const { citations, moderated } = round;
  return { response: shown, refused: false, moderated, citations, lookups };
}

async function compute(question: Question, lookups: readonly Lookup[], kept: string): Promise<Answer> {
  const computed = await computedAnswer(question, lookups);
  question.watch?.onToken(computed.text);
  return {
    response: kept + computed.text,
    refused: false,
    moderated: true,
    citations: computed.citations,
    lookups: computed.lookups,
  };
}
