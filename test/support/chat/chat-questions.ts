/** Questions about a solved case whose answers are read from its raw result, not from what explains it. */
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { ChatCase } from './chat-cases.ts';

export interface ChatQuestion {
  readonly text: string;
  /** Figures of which the answer must give each, absolute. */
  readonly figures: readonly number[];
  /** Words the answer must have. */
  readonly words: readonly string[];
}

export const PER_CASE = 8;

export const chatQuestions = (given: ChatCase, result: JobResult): ChatQuestion[] =>
  (result.total_cost_usd === null ? infeasibleQuestions(result) : scheduleQuestions(given, result)).slice(
    0,
    PER_CASE,
  );

const ask = (text: string, figures: readonly number[], words: readonly string[] = []): ChatQuestion => ({
  text,
  figures,
  words,
});

function scheduleQuestions({ payload }: ChatCase, result: JobResult): ChatQuestion[] {
  const last = payload.horizon - 1;
  const middle = Math.floor(last / 2);
  const price = (bus: string, hour: number): number => result.lmp[bus]?.[hour] ?? Number.NaN;
  const buses = Object.keys(result.lmp);
  const [first = 'bus_1'] = buses;
  const final = buses.at(-1) ?? first;
  const busiest = largest(result.dispatch_mw, middle);
  const costs = result.cost_breakdown;
  return [
    ask(`What is the price at ${first} at hour ${middle}?`, [price(first, middle)], [first]),
    ask(`Wie hoch ist der Preis an ${final} in Stunde ${last}?`, [price(final, last)], [final]),
    ask(
      `How many MW does unit ${busiest} produce at hour ${middle}?`,
      [result.dispatch_mw[busiest]?.[middle] ?? 0],
      [busiest],
    ),
    ask('What does the whole schedule cost?', [result.total_cost_usd ?? Number.NaN]),
    ask('How is the total cost shared between energy, no-load and start-up cost?', [
      costs?.energy_usd ?? 0,
      costs?.startup_usd ?? 0,
    ]),
    bindingQuestion(result),
    whyQuestion(result, middle),
    ask(`What is the commitment of unit ${busiest} at hour ${middle}?`, [], [busiest, 'on']),
  ];
}

function bindingQuestion({ binding_constraints: binding }: JobResult): ChatQuestion {
  const [first] = binding;
  const text = 'Which transmission constraints are binding, and what are their shadow prices?';
  return first
    ? ask(text, [first.shadow_price_usd_per_mwh, first.limit_mw], [first.line_id])
    : ask(text, [], ['no']);
}

/** Of a unit that is off; when all are on, of one that is on. */
function whyQuestion({ commitment }: JobResult, hour: number): ChatQuestion {
  const units = Object.entries(commitment);
  const off = units.find(([, on]) => on[hour] === 0);
  const [name] = off ?? units[0] ?? [''];
  return ask(
    off
      ? `Why is unit ${name} not committed at hour ${hour}?`
      : `Why is unit ${name} committed at hour ${hour}?`,
    [],
    [name],
  );
}

/** Of one cause, asked in many ways. */
function infeasibleQuestions({ infeasibility }: JobResult): ChatQuestion[] {
  const [cause] = infeasibility?.causes ?? [];
  const figures = cause?.shortfall_mw ? [cause.shortfall_mw] : [];
  const words = cause?.element_id ? [cause.element_id] : [];
  return [
    'Why is this case infeasible?',
    'What makes the case infeasible?',
    'Why can this case not be solved?',
    'Warum ist der Fall unlösbar?',
    '¿Por qué el caso no es factible? Es infactible.',
    'Which hours make the case infeasible?',
    'Is it infeasible, and what would mend it?',
    'Name the cause of the infeasibility.',
  ].map((text) => ask(text, figures, words));
}

const largest = (series: JobResult['dispatch_mw'], hour: number): string =>
  Object.entries(series).reduce((best, entry) =>
    (entry[1][hour] ?? 0) > (best[1][hour] ?? 0) ? entry : best,
  )[0];
