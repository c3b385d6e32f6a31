/**
 * The answer when no model's can be trusted: what the tools state about the question, in their own words.
 * Its figures are cited like those of a model.
 */

import { toEvidence } from '../grounding/evidence.ts';
import { ground } from '../grounding/ground.ts';
import { filterOutput } from '../output/output-stream.ts';
import type { Citation, Question } from './chat.ts';
import { type Lookup, lookUp } from './look-up.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';

interface Computed {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Those there were and those that were made. */
  readonly lookups: readonly Lookup[];
}

type Asked = Pick<Question, 'text' | 'tools' | 'context' | 'watch'>;

const NOTHING_COMPUTED =
  'No result of a solve answers this. Name a scenario or job that has been solved, or ask about its prices, commitment, costs or binding constraints.';

/** What the service itself thinks the question needs comes first; then what the model looked up. */
export async function computedAnswer(asked: Asked, before: readonly Lookup[]): Promise<Computed> {
  const calls = await planCalls(asked.text, asked.context);
  const offered = calls.filter(({ name }) => asked.tools.some((tool) => tool.name === name));
  const known = offered.flatMap((planned) => before.find((lookup) => isOf(planned, lookup)) ?? []);
  const missing = offered.filter((planned) => !known.some((lookup) => isOf(planned, lookup)));
  const made = await lookUp(asked, missing.map(toCall));
  const planned = [...known, ...made];
  const useful = planned.some(({ run }) => run.result) ? planned : before;
  const lookups = [...before, ...made];
  const text = inWords(useful);
  if (text === '') return { text: NOTHING_COMPUTED, citations: [], lookups };
  const evidence = toEvidence(
    useful.map(({ finding }) => finding),
    { question: asked.text, history: [] },
  );
  return { text, citations: ground(text, evidence).citations, lookups };
}

/** Statements; where there is none, why not. */
function inWords(lookups: readonly Lookup[]): string {
  const statements = lookups.flatMap(({ run }) => run.result?.statement ?? []);
  const refusals = lookups.flatMap(({ run }) => run.refusal ?? []);
  const said = [...new Set(statements.length > 0 ? statements : refusals)].join('\n\n');
  return filterOutput(said, { systemPrompt: '' }).text;
}

const isOf = ({ name, args }: PlannedCall, { run }: Lookup): boolean =>
  run.name === name && JSON.stringify(run.arguments) === JSON.stringify(args);

const toCall = ({ name, args }: PlannedCall, index: number) => ({
  id: `call_service_c${index}`,
  name,
  arguments: JSON.stringify(args),
});
