/** Tool: effects of a change of the case, from solving the changed case; if that does not finish in time, the proven range of its cost. */
import { setTimeout as delay } from 'node:timers/promises';
import { object } from 'yup';
import type { CostInterval } from '../../../temporal/case/messages/what-if.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { knownName, type Solve, type SolveRef, solveFields, solveOf } from '../tools/find-solve.ts';
import { defineTool, type ToolContext, type ToolResult } from '../tools/tool.ts';
import { type Answer, ask, StillUnderWay } from './ask.ts';
import { type SupposedChange, suppose, supposedChangeSchema } from './suppose.ts';
import { boundedAnswer, supposedAnswer } from './supposed-answer.ts';

interface WhatIfQuestion extends SolveRef {
  readonly change: SupposedChange;
}

export const whatIf = defineTool<WhatIfQuestion>({
  name: 'what_if',
  description:
    'What another load, fuel price, line limit, renewable output or reserve, or the outage of a unit would do to cost, prices, binding lines and starts: solves the changed case.',
  parameters: object({ change: supposedChangeSchema.required(), ...solveFields() }).exact(),
  run: answer,
});

async function answer({ change: said, ...ref }: WhatIfQuestion, context: ToolContext): Promise<ToolResult> {
  const base = await solveOf(ref, context);
  const change = { ...said, element: knownElement(base.payload, said) };
  const payload = suppose(base.payload, change, context.deps.settings.MAX_HORIZON);
  const { kind, element, factor } = change;
  const title = titleOf(change);
  const key = JSON.stringify(['what_if', kind, element, factor]);
  const { exact, interval } = await askWithBounds(context, base, { key, title, payload });
  if (!interval) return supposedAnswer({ base, answer: exact, payload, change, title });
  return boundedAnswer({ base, payload, change, title }, interval);
}

/** Time that a solve gets before an interval is computed, ms. */
const QUICK_MS = 3000;

type ExactOrRange =
  | { readonly exact: Answer; readonly interval?: undefined }
  | { readonly exact?: undefined; readonly interval: CostInterval };

/** The exact answer, or the proven range of the cost if the solve does not finish in time or finds no schedule. */
async function askWithBounds(
  context: ToolContext,
  base: Solve,
  question: Parameters<typeof ask>[2],
): Promise<ExactOrRange> {
  const solving = ask(context, base, question).catch((error: unknown) => {
    if (error instanceof StillUnderWay) return error;
    throw error;
  });
  const isQuick = await Promise.race([solving.then(() => true), delay(QUICK_MS, false, { ref: false })]);
  const bounds = isQuick ? undefined : boundsOf(context, base, question.payload);
  const exact = await solving;
  const isOpen = exact instanceof StillUnderWay || exact.result.termination_status === 'TIMEOUT';
  const interval = isOpen ? await bounds : undefined;
  if (interval && (interval.lower_usd ?? interval.upper_usd) !== null) return { interval };
  if (exact instanceof StillUnderWay) throw exact;
  return { exact };
}

/**
 * Proven range of the cost; undefined if the solver service does not answer, in which case the result of the solve is
 * used alone.
 */
async function boundsOf(
  { deps }: ToolContext,
  { job, result: { commitment, multipliers } }: Solve,
  payload: SolvePayload,
): Promise<CostInterval | undefined> {
  try {
    return await deps.solverService.whatIf(job.user_id, job.job_type, { payload, commitment, multipliers });
  } catch (error) {
    deps.log.warn({ err: error, job_id: job._id }, 'what-if answered without an interval');
    return undefined;
  }
}

const titleOf = ({ kind, element, factor }: SupposedChange): string => {
  const of = element === undefined ? '' : ` of ${element}`;
  if (kind === 'unit_outage') return `outage${of}`;
  return `${kind.replace('_', ' ')}${of} times ${factor}`;
};

const BUS = /^(?:bus[ _-]?)?(-?\d+)$/i;

/** The element of a supposed change as named in the payload; refuses an unknown name with the most similar ones. */
function knownElement(payload: SolvePayload, { kind, element }: SupposedChange): string | undefined {
  if (element === undefined || kind === 'fuel_price') return element;
  if (kind === 'load') {
    const buses = payload.loads.map(({ bus }) => String(bus));
    return knownName('bus with a load', element.trim().replace(BUS, '$1'), buses);
  }
  const { generators, transmission_lines: lines = [], renewables = [], reserves = [] } = payload;
  const nameOf = ({ name }: { readonly name: string }): string => name;
  if (kind === 'line_limit')
    return knownName(
      'line',
      element,
      lines.map(({ id }) => id),
    );
  if (kind === 'unit_outage') return knownName('generator', element, generators.map(nameOf));
  return kind === 'renewable'
    ? knownName('renewable', element, renewables.map(nameOf))
    : knownName('reserve', element, reserves.map(nameOf));
}
