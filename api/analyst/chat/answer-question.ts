/**
 * Answers a question so that every figure is traced to a source: rounds of tool calls with the model; one repair if a
 * figure has no support; if the repair fails as well, the computed statements of the tools.
 */
import { toEvidence } from '../grounding/evidence.ts';
import { type GroundedFigure, ground } from '../grounding/ground.ts';
import { filterOutput, REFUSAL } from '../output/output-stream.ts';
import type { Turn } from '../providers/provider.ts';
import { type Asking, askModel, type Meter, type Round } from './ask-model.ts';
import type { Question } from './chat.ts';
import { type Lookup, type LookupQuestion, lookUp, lookUpFirst, toTurns } from './look-up.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';

export interface Answer {
  readonly response: string;
  readonly refused: boolean;
  /** True if the output filter or the check of figures removed something. */
  readonly moderated: boolean;
  readonly citations: readonly GroundedFigure[];
  readonly lookups: readonly Lookup[];
}

/**
 * Fields of an answer that are assembled while rounds run. If the answer is streamed, `response` is the text already
 * shown; otherwise it is empty until the end.
 */
type Kept = Pick<Answer, 'response' | 'moderated' | 'citations'>;

const MAX_TOOL_ROUNDS = 5;
const MAX_CALLS_PER_ROUND = 8;
const NOTHING: Kept = { response: '', moderated: false, citations: [] };
/** Text between the part already shown and its replacement. */
const WITHHELD = '[withheld: this figure could not be traced to a result]\n\n';
const NOTHING_COMPUTED =
  'No result of a solve answers this. Name a scenario or job that has been solved, or ask about its prices, commitment, costs or binding constraints.';

export async function answerQuestion(question: Question, meter: Meter): Promise<Answer> {
  const lookups = await lookUpFirst(question);
  const turns: Turn[] = [...question.history, { role: 'user', content: question.text }];
  if (lookups.length > 0) turns.push(...toTurns('', lookups));
  let finalPart = NOTHING;
  for (let round = 0; ; round++) {
    const asking = { turns, lookups, tools: round === MAX_TOOL_ROUNDS ? [] : question.specs };
    const result = await askModel(question, asking, meter);
    if (!result) return compute(question, lookups, finalPart);
    const whole = add(finalPart, result);
    if (question.watch) finalPart = whole;
    const answer = await conclude(question, asking, meter, result, { kept: finalPart, whole });
    if (answer) return answer;
    const roundLookups = await lookUp(question, result.toolCalls.slice(0, MAX_CALLS_PER_ROUND));
    lookups.push(...roundLookups);
    turns.push(...toTurns(result.written, roundLookups));
  }
}

/**
 * Ends the answer after a round; undefined if the model called tools, so that another round follows. `kept`: the answer
 * before this round; `whole`: the same with the text of this round.
 */
async function conclude(
  question: Question,
  asking: Asking,
  meter: Meter,
  result: Round,
  { kept, whole }: { readonly kept: Kept; readonly whole: Kept },
): Promise<Answer | undefined> {
  const { lookups, tools } = asking;
  if (result.refused) return decline(question, lookups, { ...kept, moderated: whole.moderated });
  if (result.untraced.length > 0) return repair(question, { ...asking, tools: [] }, meter, result, kept);
  if (result.toolCalls.length > 0 && tools.length > 0) return undefined;
  if (whole.response.trim() === '') return compute(question, lookups, kept);
  return { ...whole, refused: false, lookups };
}

const add = (
  finalPart: Kept,
  { passed, moderated, citations }: Pick<Round, 'passed' | 'moderated' | 'citations'>,
): Kept => ({
  response: finalPart.response + passed,
  moderated: finalPart.moderated || moderated,
  citations: [...finalPart.citations, ...citations],
});

function decline({ watch }: Question, lookups: readonly Lookup[], kept: Kept): Answer {
  const text = kept.response === '' ? REFUSAL : `\n\n${REFUSAL}`;
  watch?.onToken(text);
  return { ...kept, response: kept.response + text, refused: true, lookups };
}

/** Asks the model for a corrected answer; discards the first draft except for the part already shown. */
async function repair(
  question: Question,
  { turns, lookups, tools }: Asking,
  meter: Meter,
  { untraced, written }: Round,
  shown: Kept,
): Promise<Answer> {
  const bridge = shown.response === '' ? '' : WITHHELD;
  const finalPart = { ...shown, response: shown.response + bridge };
  question.watch?.onToken(bridge);
  const figures = untraced.map(({ text }) => text).join(', ');
  const complaint = `These figures are not in the results of the tools: ${figures}. Answer again with figures of the results only.`;
  const again: Turn[] = [
    ...turns,
    { role: 'assistant', content: written, toolCalls: [] },
    { role: 'user', content: complaint },
  ];
  // Nothing is streamed, so that a second failure is never shown.
  const quiet = { ...question, watch: undefined };
  const second = await askModel(quiet, { turns: again, lookups, tools }, meter);
  const isSound = second && second.untraced.length === 0 && !second.refused && second.passed.trim() !== '';
  if (!isSound) return compute(question, lookups, finalPart);
  question.watch?.onToken(second.passed);
  return { ...add(finalPart, second), refused: false, lookups };
}

/**
 * Answer without text of the model: the statements of the tools, with the same kind of citations as a model's answer.
 */
async function compute(question: Question, before: readonly Lookup[], kept: Kept): Promise<Answer> {
  const { useful, lookups } = await plannedLookups(question, before);
  const said = statements(useful);
  const evidence = toEvidence(
    useful.map(({ finding }) => finding),
    { question: question.text, history: [] },
  );
  const passed = said === '' ? NOTHING_COMPUTED : said;
  const citations = said === '' ? [] : ground(said, evidence).citations;
  question.watch?.onToken(passed);
  return { ...add(kept, { passed, moderated: true, citations }), refused: false, lookups };
}

/** Tool calls planned by the service itself; if they yield nothing, the tool calls of the model. */
async function plannedLookups(question: LookupQuestion, before: readonly Lookup[]) {
  const calls = await planCalls(question.text, question.context);
  const offered = calls.filter(({ name }) => question.tools.some((tool) => tool.name === name));
  const earlier = offered.flatMap((planned) => before.find((lookup) => isOf(planned, lookup)) ?? []);
  const missing = offered.filter((planned) => !earlier.some((lookup) => isOf(planned, lookup)));
  const made = await lookUp(question, missing.map(toCall));
  const planned = [...earlier, ...made];
  const useful = planned.some(({ run }) => run.result) ? planned : before;
  return { useful, lookups: [...before, ...made] };
}

/** Statements of the tools; without any statement, the reasons of the refused calls. */
function statements(lookups: readonly Lookup[]): string {
  const stated = lookups.flatMap(({ run }) => run.result?.statement ?? []);
  const refusals = lookups.flatMap(({ run }) => run.refusal ?? []);
  const said = [...new Set(stated.length > 0 ? stated : refusals)].join('\n\n');
  return filterOutput(said, '').text;
}

const isOf = ({ name, args }: PlannedCall, { run }: Lookup): boolean =>
  run.name === name && JSON.stringify(run.arguments) === JSON.stringify(args);

const toCall = ({ name, args }: PlannedCall, index: number) => ({
  id: `call_service_c${index}`,
  name,
  arguments: JSON.stringify(args),
});
