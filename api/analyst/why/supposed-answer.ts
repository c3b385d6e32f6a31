/** Effects of a supposed change, as data and in words (pure). */
import { toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import { bindingName } from '../../../temporal/case/explain/binding-constraints.ts';
import { counted } from '../../../temporal/case/explain/figures.ts';
import type { CostInterval } from '../../../temporal/case/messages/what-if.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { Solve } from '../tools/find-solve.ts';
import type { ToolResult } from '../tools/tool.ts';
import type { Answer } from './ask.ts';
import {
  averageLoadPrice,
  bindingChanges,
  busPriceChanges,
  isChange,
  type UnitChange,
  unitChanges,
} from './changes.ts';
import { compareCosts, roundUsd, sayCauses, sayCost, sayTolerance, sayUsd } from './cost-words.ts';
import type { SupposedChange } from './suppose.ts';

interface Supposed {
  readonly base: Solve;
  readonly answer: Answer;
  /** The changed case. */
  readonly payload: SolvePayload;
  readonly change: SupposedChange;
  /** The change in words. */
  readonly title: string;
}

const MOST = 10;

export function supposedAnswer(supposed: Supposed): ToolResult {
  const { base, answer, change } = supposed;
  const facts = {
    change_kind: change.kind,
    change_element: change.element ?? null,
    change_factor: change.factor ?? null,
    scenario_id: base.job.scenario_id,
    base_job_id: base.job._id,
    job_id: answer.jobId,
    termination_status: answer.result.termination_status,
    ...toldInterval(base.payload),
  };
  return answer.result.objective_value === null ? unsolved(supposed, facts) : solved(supposed, facts);
}

function solved({ base, answer, payload, title }: Supposed, facts: object): ToolResult {
  const { result } = answer;
  const cost = compareCosts(base.result, result, false);
  const prices = {
    base_average_price_usd_per_mwh: averageLoadPrice(base.payload, base.result),
    average_price_usd_per_mwh: averageLoadPrice(payload, result),
  };
  const units = unitChanges(base, { payload, result });
  const starts = units.filter((unit) => unit.base_starts !== unit.starts);
  const limits = bindingChanges(base.result.binding_constraints, result.binding_constraints);
  const alone = roundUsd(result.objective_value ?? 0);
  const sentences = [
    cost
      ? sayCost(title, cost)
      : `With ${title} the case has a schedule, of ${sayUsd(alone)}; without it none is known.`,
    cost && sayTolerance(title, cost),
    sayPrices(title, prices.base_average_price_usd_per_mwh, prices.average_price_usd_per_mwh),
    sayLimits(title, limits),
    sayStarts(title, starts),
  ];
  return {
    statement: sentences.filter((sentence) => sentence).join(' '),
    data: {
      ...facts,
      ...(cost ?? { alternative_cost_usd: alone }),
      ...prices,
      buses: busPriceChanges(base.result, result).slice(0, MOST),
      lines: limits.slice(0, MOST),
      units: units.filter(isChange).slice(0, MOST),
      starts: starts
        .slice(0, MOST)
        .map(({ generator, base_starts, starts: now }) => ({ generator, base_starts, starts: now })),
    },
  };
}

function unsolved({ answer, title }: Supposed, facts: object): ToolResult {
  const { termination_status, infeasibility, solve_time_s } = answer.result;
  if (termination_status === 'INFEASIBLE') {
    const causes = infeasibility?.causes ?? [];
    return {
      statement: `With ${title} there is no feasible schedule: ${sayCauses(causes)}.`,
      data: { ...facts, causes },
    };
  }
  const limit_s = Math.round(solve_time_s);
  const statement = `With ${title} no schedule was found within ${limit_s} s: neither its cost nor whether there is one is known.`;
  return { statement, data: { ...facts, limit_s } };
}

/** Proven range of the cost, without the exact solve. */
export function boundedAnswer(
  { base, change, title }: Omit<Supposed, 'answer'>,
  { lower_usd, upper_usd, verified }: CostInterval,
): ToolResult {
  const from = base.result.objective_value;
  const [least, most] = [lower_usd, upper_usd].map((usd) => (usd === null ? null : roundUsd(usd)));
  const ends = [
    ...(least == null ? [] : [`at least ${sayUsd(least)}`]),
    ...(most == null ? [] : [`at most ${sayUsd(most)}`]),
  ].join(' and ');
  const against = from === null ? '' : `, against ${sayUsd(roundUsd(from))} without it`;
  return {
    statement: `With ${title} the objective is ${ends}${against}. That is proven; the exact solve did not finish in time.`,
    data: {
      change_kind: change.kind,
      change_element: change.element ?? null,
      change_factor: change.factor ?? null,
      scenario_id: base.job.scenario_id,
      base_job_id: base.job._id,
      ...toldInterval(base.payload),
      base_cost_usd: from === null ? null : roundUsd(from),
      least_cost_usd: least ?? null,
      most_cost_usd: most ?? null,
      verified,
    },
  };
}

const sayPrices = (title: string, from: number | null, to: number | null): string =>
  from === null || to === null
    ? ''
    : `With ${title} the average price of the load goes from ${from} to ${to} $/MWh.`;

function sayLimits(title: string, limits: ReturnType<typeof bindingChanges>): string {
  const [first] = limits;
  if (!first) return `No line binds with ${title}, as without it.`;
  const { base_hours_binding: from, hours_binding: to } = first;
  const before = from === to ? ', as without it' : ` instead of for ${counted(from, 'hour')}`;
  return `With ${title} ${bindingName(first)} is binding for ${counted(to, 'hour')}${before}.`;
}

function sayStarts(title: string, starts: readonly UnitChange[]): string {
  const [first] = starts;
  if (!first) return `The starts of every unit stay with ${title}.`;
  return `With ${title} ${first.generator} starts ${counted(first.starts, 'time')}, ${first.base_starts} without it.`;
}
