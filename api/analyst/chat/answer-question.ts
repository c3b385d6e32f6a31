/**
 * From a question to an answer in which every figure is traced: rounds of tool calls with the model, one
 * repair when a figure has no support, and then the computed statements of the tools instead.
 */

import { REFUSAL } from '../output/output-stream.ts';
import type { Turn } from '../providers/provider.ts';
import { askModel, type Meter } from './ask-model.ts';
import type { Citation, Question } from './chat.ts';
import { computedAnswer } from './computed-answer.ts';
import { type Lookup, lookUp, lookUpFirst, toTurns } from './look-up.ts';
import type { Round } from './round.ts';

export interface Answer {
  readonly response: string;
  readonly refused: boolean;
  /** The filter or the gate took something out. */
  readonly moderated: boolean;
  readonly citations: readonly Citation[];
  readonly lookups: readonly Lookup[];
}

/** What is already part of the answer: with a watch what it was shown, else nothing before the end. */
type Kept = Pick<Answer, 'response' | 'moderated' | 'citations'>;

const MAX_TOOL_ROUNDS = 5;
const MAX_CALLS_PER_ROUND = 8;
const NOTHING: Kept = { response: '', moderated: false, citations: [] };
/** Between the part of an answer that is already shown and what replaces the rest. */
const WITHHELD = '[withheld: this figure could not be traced to a result]\n\n';

/** Where an answer stands between two rounds. */
interface Draft {
  readonly question: Question;
  readonly meter: Meter;
  readonly turns: Turn[];
  readonly lookups: Lookup[];
}

export async function answerQuestion(question: Question, meter: Meter): Promise<Answer> {
  const lookups = await lookUpFirst(question);
  const asked: Turn[] = [...question.history, { role: 'user', content: question.text }];
  const turns = lookups.length > 0 ? [...asked, ...toTurns('', lookups)] : asked;
  const draft: Draft = { question, meter, turns, lookups };
  let kept = NOTHING;
  for (let round = 0; ; round++) {
    const tools = round === MAX_TOOL_ROUNDS ? [] : question.specs;
    const result = await askModel(question, { turns, lookups, tools }, meter);
    if (!result) return compute(question, lookups, kept);
    const whole = add(kept, result);
    if (question.watch) kept = whole;
    const isLast = result.toolCalls.length === 0 || tools.length === 0;
    const answer = await conclude(draft, result, kept, whole, isLast);
    if (answer) return answer;
    const found = await lookUp(question, result.toolCalls.slice(0, MAX_CALLS_PER_ROUND));
    lookups.push(...found);
    turns.push(...toTurns(result.written, found));
  }
}

/** Undefined while the model still wants to look something up. `whole`: what is kept with this round's text. */
async function conclude(
  draft: Draft,
  result: Round,
  kept: Kept,
  whole: Kept,
  isLast: boolean,
): Promise<Answer | undefined> {
  const { question, lookups } = draft;
  if (result.refused) return decline(question, lookups, { ...kept, moderated: whole.moderated });
  if (result.untraced.length > 0) return repair(draft, result, kept);
  if (!isLast) return undefined;
  if (whole.response.trim() === '') return compute(question, lookups, kept);
  return { ...whole, refused: false, lookups };
}

const add = (
  kept: Kept,
  { passed, moderated, citations }: Pick<Round, 'passed' | 'moderated' | 'citations'>,
): Kept => ({
  response: kept.response + passed,
  moderated: kept.moderated || moderated,
  citations: [...kept.citations, ...citations],
});

function decline({ watch }: Question, lookups: readonly Lookup[], kept: Kept): Answer {
  const text = kept.response === '' ? REFUSAL : `\n\n${REFUSAL}`;
  watch?.onToken(text);
  return { ...kept, response: kept.response + text, refused: true, lookups };
}

/** The first draft is thrown away, but for what is shown of it. */
async function repair(
  { question, meter, turns, lookups }: Draft,
  { untraced, written }: Round,
  shown: Kept,
): Promise<Answer> {
  const bridge = shown.response === '' ? '' : WITHHELD;
  const kept = { ...shown, response: shown.response + bridge };
  question.watch?.onToken(bridge);
  const figures = untraced.map(({ text }) => text).join(', ');
  const again: Turn[] = [
    ...turns,
    { role: 'assistant', content: written, toolCalls: [] },
    {
      role: 'user',
      content: `These figures are not in the results of the tools: ${figures}. Answer again with figures of the results only.`,
    },
  ];
  // Not shown as it comes: a second failure must leave no second trace.
  const quiet = { ...question, watch: undefined };
  const second = await askModel(quiet, { turns: again, lookups, tools: [] }, meter);
  const isSound = second && second.untraced.length === 0 && !second.refused && second.passed.trim() !== '';
  if (!isSound) return compute(question, lookups, kept);
  question.watch?.onToken(second.passed);
  return { ...add(kept, second), refused: false, lookups };
}

async function compute(question: Question, lookups: readonly Lookup[], kept: Kept): Promise<Answer> {
  const { text, citations, lookups: all } = await computedAnswer(question, lookups);
  question.watch?.onToken(text);
  return { ...add(kept, { passed: text, moderated: true, citations }), refused: false, lookups: all };
}
